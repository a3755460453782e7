/** Arguments of tools, held against the schemas that clients are shown. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { createAjv } from '../../util/ajv';
import { OwlgateError } from '../../errors';
import type { Tool } from './types';

const ajv = createAjv({ allErrors: true });
const compiled = new Map<string, ValidateFunction>();

/** More would not help anyone. */
const MOST_MEMBERS = 100;

/** @throws OwlgateError InvalidRequest with everything that is wrong */
export function check({ name, inputSchema }: Tool, given: unknown): never {
  let validate = compiled.get(name);
  if (!validate) compiled.set(name, (validate = ajv.compile(inputSchema)));
  const members = Object.keys(Object(given)).length;
  if (members > MOST_MEMBERS) {
    throw new OwlgateError('InvalidRequest', {
      reason: `${name}: the arguments have ${members} members; the tool has none but those of its schema`,
    });
  }
  if (validate(given)) return given as never;
  throw new OwlgateError('InvalidRequest', { reason: `${name}: ${validate.errors!.map(tell).join('; ')}` });
}

function tell({ instancePath, keyword, message = 'is wrong', params }: ErrorObject): string {
  const place = instancePath === '' ? 'the arguments' : instancePath.slice(1).replaceAll('/', '.');
  const { additionalProperty, allowedValues } = params as {
    readonly additionalProperty?: string;
    readonly allowedValues?: readonly unknown[];
  };
  if (keyword === 'additionalProperties') {
    return `${place} have an unknown name ${JSON.stringify(additionalProperty!.slice(0, 100))}`;
  }
  return keyword === 'enum' ? `${place} must be one of: ${allowedValues!.join(', ')}` : `${place} ${message}`;
}
