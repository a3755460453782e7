/** Validators of JSON Schema, for schemas of our own. */
import Ajv, { type Options } from 'ajv';

/**
 * An instance that does not hold its schemas against the schema of schemas: they are constants of the program, whose unknown
 * keywords are refused in any case, and compiling that one takes longer than all of them.
 */
export const createAjv = (options: Options = {}): Ajv => new Ajv({ meta: false, validateSchema: false, ...options });
