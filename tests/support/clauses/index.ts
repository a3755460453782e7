/**
 * Read requests that repeat one clause as often as a number of bytes allows, in every query language of the gateway.
 */
import { DQL_CLAUSES } from './dql';
import { GRAPHQL_CLAUSES } from './graphql';
import { SERVICE_CLAUSES } from './services';

export interface ClauseRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Families of requests by the name of the clause, which is repeated up to about a number of bytes. */
export type Clauses = Readonly<Record<string, (bytes: number) => ClauseRequest>>;

export const CLAUSES: Clauses = { ...DQL_CLAUSES, ...GRAPHQL_CLAUSES, ...SERVICE_CLAUSES };

export { CLAUSE_DATA, CLAUSE_ONTOLOGY, CLAUSE_SCHEMA } from './world';
