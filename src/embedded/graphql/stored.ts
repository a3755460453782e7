/** The GraphQL schema of the store: a node of its own, as Dgraph keeps it. */
import { parseJsonMutation } from '../../dql';
import type { MutationRequest } from '../../dql/mutation/ast';
import type { QueryAnswer, QueryRequest } from '../requests';

export interface StoredSdl {
  /** The uid of its node. */
  readonly id: string;
  readonly sdl: string;
}

const XID = 'dgraph.graphql.schema';
const QUERY = `{ stored(func: eq(dgraph.graphql.xid, "${XID}")) { id: uid sdl: dgraph.graphql.schema } }`;
const LAST_STATE = { debug: false, format: 'json', timeoutMs: 0, startTs: 0, readOnly: true } as const;

/** The schema that was set last; undefined where none was, or everything was dropped since. */
export function storedSdl(query: (request: QueryRequest) => Pick<QueryAnswer, 'json'>): StoredSdl | undefined {
  const { json } = query({ query: QUERY, ...LAST_STATE });
  const { stored } = JSON.parse(json) as { readonly stored: readonly Partial<StoredSdl>[] };
  const [node] = stored;
  return node && { id: node.id!, sdl: node.sdl ?? '' };
}

/** What stores a schema, in the node that there is or in a new one. */
export function storingSdl(sdl: string): MutationRequest {
  const query = `{ v as var(func: eq(dgraph.graphql.xid, "${XID}")) }`;
  const node = { 'dgraph.graphql.xid': XID, 'dgraph.graphql.schema': sdl, 'dgraph.type': 'dgraph.graphql' };
  return parseJsonMutation(JSON.stringify({ query, set: [{ uid: 'uid(v)', ...node }] }));
}
