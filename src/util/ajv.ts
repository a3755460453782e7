/** JSON Schema validators for owlgate's own schemas. */
import Ajv, { type Options } from 'ajv';

/**
 * Creates an Ajv instance that skips the meta-schema. The schemas are constants of the program, Ajv refuses unknown
 * keywords anyway, and compiling the meta-schema takes longer than compiling all of them.
 */
export const createAjv = (options: Options = {}): Ajv => new Ajv({ meta: false, validateSchema: false, ...options });
