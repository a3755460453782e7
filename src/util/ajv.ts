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

interface Details {
  readonly additionalProperty?: string;
  readonly propertyName?: string;
  readonly allowedValues?: readonly unknown[];
  readonly pattern?: string;
}

/** Returns a fault in words: `limit must be <= 20`, `it has an unknown field "modul"`. */
export function describeError({ instancePath, keyword, message = 'is wrong', params }: ErrorObject): string {
  const place = instancePath === '' ? 'it' : instancePath.slice(1).replaceAll('/', '.');
  const { additionalProperty, propertyName, allowedValues, pattern } = params as Details;
  if (keyword === 'additionalProperties')
    return `${place} has an unknown field ${JSON.stringify(additionalProperty?.slice(0, 100))}`;
  if (keyword === 'enum') return `${place} must be one of: ${allowedValues!.join(', ')}`;
  if (keyword === 'pattern' && pattern === '\\S') return `${place} must not be empty`;
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
