/** Cardinality hints of a mutation for predicates without a schema. */
import type { Mutation, NodeRef, PredicateHint } from './ast';

/**
 * Returns `list` or `single` for the predicates of a set. JSON decides by its arrays. RDF gives `list` if one node has
 * the predicate twice, and nothing otherwise: Dgraph then declares edges as a list and literals as a single value.
 */
export function predicateHints(mutation: Mutation): ReadonlyMap<string, PredicateHint> {
  if (mutation.hints) return mutation.hints;
  const hints = new Map<string, PredicateHint>();
  const subjects = new Set<string>();
  for (const { subject, predicate } of mutation.set) {
    const pair = `${nodeKey(subject)} ${predicate}`;
    if (subjects.has(pair)) hints.set(predicate, 'list');
    subjects.add(pair);
  }
  return hints;
}

/** Returns a node as a string for comparison. */
export function nodeKey(node: NodeRef): string {
  switch (node.kind) {
    case 'uid':
      return node.uid;
    case 'blank':
      return `_:${node.label}`;
    case 'iri':
      return node.key ?? `<${node.iri}>`;
    case 'uidVar':
      return `uid(${node.variable})`;
  }
}
