/** Validation of tool arguments against the published schemas. */
import type { ValidateFunction } from 'ajv';
import { createAjv, describeErrors } from '../../util/ajv';
import { OwlgateError } from '../../errors';
import type { Tool } from './types';

const ajv = createAjv({ allErrors: true, verbose: true });
const compiled = new Map<string, ValidateFunction>();

/** Maximum members of the arguments; no tool has as many. */
const MAX_MEMBERS = 100;

/** Checks the arguments of a call. @throws OwlgateError InvalidRequest with all problems */
export function check({ name, inputSchema }: Tool, args: unknown): never {
  let validate = compiled.get(name);
  if (!validate) compiled.set(name, (validate = ajv.compile(inputSchema)));
  const members = Object.keys(Object(args) as object).length;
  if (members > MAX_MEMBERS) {
    throw new OwlgateError('InvalidRequest', {
      reason: `${name}: the arguments have ${members} members; the tool accepts only those of its schema`,
    });
  }
  if (validate(args)) return args as never;
  throw new OwlgateError('InvalidRequest', { reason: `${name}: ${describeErrors(validate.errors!)}` });
}
