/** Detection of mutations in GraphQL requests. */
import { Kind, OperationTypeNode } from 'graphql';
import { EngineFailure, type Credentials, type Engine } from '../../dgraph';
import {
  DEFAULT_LIMITS,
  parseDocument,
  PERSISTED_QUERY,
  persistedHash,
  persistedText,
  readHttpRequest,
  RequestFailure,
  type HttpRequest,
} from '../../graphql/request';

/** True if any operation of the document is a mutation, and for unreadable requests. */
export async function mayMutate(
  http: HttpRequest,
  engine: Engine,
  credentials: Credentials | undefined,
): Promise<boolean> {
  try {
    const request = readHttpRequest(http);
    const hash = persistedHash(request);
    const isHashAlone = hash !== undefined && request.query === '';
    // Only the engine can look it up: it searches the client's namespace, with more rights than the client has.
    if (isHashAlone && credentials) return true;
    const text = isHashAlone ? await persistedDocument(engine, hash) : request.query;
    // The engine refuses an unknown hash.
    if (text === undefined) return false;
    const { definitions } = parseDocument(text, DEFAULT_LIMITS);
    return definitions.some(
      (each) => each.kind === Kind.OPERATION_DEFINITION && each.operation === OperationTypeNode.MUTATION,
    );
  } catch (error) {
    if (error instanceof RequestFailure || error instanceof EngineFailure) return true;
    throw error;
  }
}

async function persistedDocument(engine: Engine, hash: string): Promise<string | undefined> {
  const { data } = await engine.query(PERSISTED_QUERY, { variables: { $key: hash }, readOnly: true });
  return persistedText(data);
}
