/** Schema changes. */
export { alter, declareInitialSchema } from './alter';
export { AlterError } from './errors';
export { layoutOf } from './layout';
export { readOperation } from './operation';
