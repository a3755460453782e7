/** SDL: text → model, its comments for Dgraph, its schema in the engine, and extensions of generated SDL. */
export { EXTRA_NAMES } from '../api/extras';
export { readAuthorization } from '../auth/authorization';
export { readSecrets } from '../custom/secrets';
export { extendSdl, parseExtension } from './extend';
export { headerNames } from './header-names';
export type { Classes, GraphqlField, GraphqlModel, GraphqlType, GraphqlUnion } from './model';
export { parseSdl, readDocument, readSdl } from './read';
export { SEARCHES, searchName, STORED_AS } from './scalars';
export { GraphqlSchemaError, problem, type SchemaProblem } from './schema-error';
export { storedDocument, storedSchema } from './stored-schema';
