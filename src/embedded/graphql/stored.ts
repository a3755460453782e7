/** Stored GraphQL schema: a node of the store, as in Dgraph. */
import { parseJsonMutation, type MutationRequest } from '../../dql';
import type { QueryAnswer, QueryRequest } from '../requests';

export interface StoredSdl {
  /** Uid of the node. */
  readonly id: string;
  readonly sdl: string;
}

const XID = 'dgraph.graphql.schema';
const QUERY = `{ stored(func: eq(dgraph.graphql.xid, "${XID}")) { id: uid sdl: dgraph.graphql.schema } }`;
const LAST_STATE = { debug: false, format: 'json', timeoutMs: 0, startTs: 0, readOnly: true, once: true } as const;

/** Returns the schema set last; undefined if there was none, or all data has been dropped since. */
export function storedSdl(query: (request: QueryRequest) => Pick<QueryAnswer, 'json'>): StoredSdl | undefined {
  const { json } = query({ query: QUERY, ...LAST_STATE });
  const { stored } = JSON.parse(json) as { readonly stored: readonly Partial<StoredSdl>[] };
  const [node] = stored;
  return node && { id: node.id!, sdl: node.sdl ?? '' };
}

/** Returns the mutation that stores a schema, in the existing node or a new one. */
export function storingSdl(sdl: string): MutationRequest {
  const query = `{ v as var(func: eq(dgraph.graphql.xid, "${XID}")) }`;
  const node = { 'dgraph.graphql.xid': XID, 'dgraph.graphql.schema': sdl, 'dgraph.type': 'dgraph.graphql' };
  return parseJsonMutation(JSON.stringify({ query, set: [{ uid: 'uid(v)', ...node }] }));
}
