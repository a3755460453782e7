/** What a mutation lets one guess of predicates that have no schema yet. */
import type { Mutation, NodeRef, PredicateHint } from './ast';

/**
 * For each predicate of a set: does it take a list or a single value? JSON says so by its arrays. RDF says `list` where one
 * node has the predicate twice, and nothing otherwise: Dgraph then makes a list of edges and a single value of literals.
 */
export function predicateHints(mutation: Mutation): ReadonlyMap<string, PredicateHint> {
  if (mutation.hints) return mutation.hints;
  const hints = new Map<string, PredicateHint>();
  const seen = new Set<string>();
  for (const { subject, predicate } of mutation.set) {
    const pair = `${nodeKey(subject)} ${predicate}`;
    if (seen.has(pair)) hints.set(predicate, 'list');
    seen.add(pair);
  }
  return hints;
}

/** A node as one string, by which to compare. */
export function nodeKey(node: NodeRef): string {
  switch (node.kind) {
    case 'uid':
      return node.uid;
    case 'blank':
      return `_:${node.label}`;
    case 'iri':
      return `<${node.iri}>`;
    case 'uidVar':
      return `uid(${node.variable})`;
  }
}
