/**
 * Client of the retrieval service, the TypeScript counterpart of the Python SDK (service specification, section 4.9).
 * Its only dependency is `fetch`.
 *
 *     import { connect } from 'owlgate/client';
 *
 *     const db = connect('default');
 *     const { answer, passages } = await db.retrieve('Who sails the Aurora?');
 */
export { connect, Database, type RetrieveOptions } from './database';
export { AuthError, RateLimitError, ServiceError } from './errors';
export { DEFAULT_TIMEOUT, DEFAULT_URL, type ConnectOptions } from './settings';
export {
  MODULES,
  TRACES,
  type Module,
  type Passage,
  type RetrievalResult,
  type Trace,
  type TrajectoryStep,
} from './types';
