/** Rewriting of clients' queries for the engine. */
import { rewriteRootCounts, rewriteTypePredicate } from '../../dql';
import type { EngineSchema } from './engine-schema';

/**
 * Rewrites a query: the gateway's predicate of types, and counts at the root without a count index.
 *
 * @param uncounted predicates of uncountedEdges
 */
export const engineQuery = (query: string, uncounted: readonly string[]): string =>
  rewriteRootCounts(rewriteTypePredicate(query), (predicate) => uncounted.includes(predicate));

/** Results of uncountedEdges by schema, for the edges that they were asked for last. */
const memo = new WeakMap<EngineSchema, { readonly edges: readonly string[]; readonly uncounted: readonly string[] }>();

/** Returns the predicates of the ontology that hold lists of edges and have no count index. */
export function uncountedEdges(schema: EngineSchema, edges: readonly string[]): readonly string[] {
  const cached = memo.get(schema);
  if (cached?.edges === edges) return cached.uncounted;
  const uncounted = edges.filter((name) => {
    const declared = schema.get(name);
    return declared?.type === 'uid' && declared.list && !declared.count;
  });
  memo.set(schema, { edges, uncounted });
  return uncounted;
}
