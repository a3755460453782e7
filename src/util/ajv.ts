/** JSON Schema validators for owlgate's own schemas. */
import Ajv, { type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import { LRUCache } from './lru';

/**
 * Creates an Ajv instance that skips the meta-schema. The schemas are constants of the program, Ajv refuses unknown
 * keywords anyway, and compiling the meta-schema takes longer than compiling all of them.
 *
 * An instance keeps every schema object that it has compiled; schemas made per request need `validators`.
 */
export const createAjv = (options: Options = {}): Ajv => new Ajv({ meta: false, validateSchema: false, ...options });

/** Pattern of schemas for uids. */
export const UID_PATTERN = '^0[xX][0-9a-fA-F]{1,16}$';

interface Details {
  readonly additionalProperty?: string;
  readonly propertyName?: string;
  readonly allowedValues?: readonly unknown[];
  readonly pattern?: string;
}

/**
 * Returns the faults in words. Of alternatives that all fail, only the choice is told: `it must have one of: set,
 * delete`. The validator needs the option `verbose`.
 */
export function describeErrors(errors: readonly ErrorObject[]): string {
  const choices = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const isPart = ({ schemaPath, instancePath }: ErrorObject): boolean =>
    choices.some(
      (choice) => schemaPath.startsWith(`${choice.schemaPath}/`) && instancePath.startsWith(choice.instancePath),
    );
  return errors
    .filter((error) => !isPart(error))
    .map((error) => (choices.includes(error) ? describeChoice(error) : describeError(error)))
    .join('; ');
}

interface Alternative {
  readonly required?: readonly string[];
  readonly type?: string;
  readonly minItems?: number;
}

function describeChoice(error: ErrorObject): string {
  const alternatives = error.schema as readonly Alternative[] | undefined;
  const names = alternatives?.flatMap(({ required }) => required ?? []) ?? [];
  if (names.length > 0) return `${placeOf(error)} must have one of: ${names.join(', ')}`;
  const kinds = alternatives?.flatMap(({ type, minItems }) => (type ? [minItems ? `non-empty ${type}` : type] : []));
  return kinds && kinds.length > 0 ? `${placeOf(error)} must be ${kinds.join(' or ')}` : describeError(error);
}

const placeOf = ({ instancePath }: ErrorObject): string =>
  instancePath === '' ? 'it' : instancePath.slice(1).replaceAll('/', '.');

/** Returns a fault in words: `limit must be <= 20`, `it has an unknown field "modul"`. */
export function describeError(error: ErrorObject): string {
  const { keyword, message = 'is wrong', params } = error;
  const place = placeOf(error);
  const { additionalProperty, propertyName, allowedValues, pattern } = params as Details;
  if (keyword === 'additionalProperties')
    return `${place} has an unknown field ${JSON.stringify(additionalProperty?.slice(0, 100))}`;
  if (keyword === 'enum') return `${place} must be one of: ${allowedValues!.join(', ')}`;
  if (keyword === 'pattern' && pattern === '\\S') return `${place} must not be empty`;
  if (keyword === 'pattern' && pattern === UID_PATTERN) return `${place} must be a uid, such as 0x1f`;
  const { required } = (error.schema ?? {}) as Alternative;
  if (keyword === 'not' && required) return `${place} must not have ${required.join(' and ')} at once`;
  return propertyName === undefined ? `${place} ${message}` : `${place} ${message} (${propertyName.slice(0, 100)})`;
}

/** Maximum distinct schemas; the program has a few dozen. */
const MAX_SCHEMAS = 200;

/**
 * Returns a compiler that keeps one validator per schema text, so that equal schemas of different requests share it.
 * Each validator has its own Ajv instance, which is dropped with it.
 */
export function validators(options: Options): (schema: object) => ValidateFunction {
  const validatorsByText = new LRUCache<string, ValidateFunction>({ most: MAX_SCHEMAS });
  return (schema) => {
    const text = JSON.stringify(schema);
    let validate = validatorsByText.get(text);
    if (!validate) validatorsByText.set(text, (validate = createAjv(options).compile(schema)));
    return validate;
  };
}
