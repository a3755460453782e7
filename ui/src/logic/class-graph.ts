/** Graph of a class and its neighbours: hierarchy, equivalence, disjointness, and properties between classes. */
import type { Class } from '../api/schema';
import { MAX_NODES, type Graph } from './graph';

/** Neighbours of one kind that a class adds. */
const MAX_OF_A_KIND = 50;

/** Names of the edges in the language of the reader. */
export interface EdgeNames {
  readonly below: string;
  readonly equivalent: string;
  readonly disjoint: string;
}

/** Adds a class and its neighbours. @param labelOf label of a class or property */
export function addClass(graph: Graph, described: Class, names: EdgeNames, labelOf: (name: string) => string): Graph {
  const nodes = new Map(graph.nodes);
  const edges = new Map(graph.edges);
  const add = (name: string): boolean => {
    if (!nodes.has(name) && nodes.size >= MAX_NODES) return false;
    if (!nodes.has(name)) nodes.set(name, { uid: name, types: [], label: labelOf(name) });
    return true;
  };
  const link = (from: string, predicate: string, to: string): void => {
    if (add(from) && add(to)) edges.set(`${from} ${predicate} ${to}`, { from, to, predicate, isInferred: false });
  };
  const { iri, directSuperClasses, directSubClasses, equivalentClasses, assertedDisjointWith = [] } = described;
  /** One edge for a symmetric relation, from whichever of the two it is seen. */
  const linkBoth = (name: string, predicate: string): void =>
    iri < name ? link(iri, predicate, name) : link(name, predicate, iri);
  add(iri);
  for (const name of directSuperClasses.slice(0, MAX_OF_A_KIND)) link(iri, names.below, name);
  for (const name of directSubClasses.slice(0, MAX_OF_A_KIND)) link(name, names.below, iri);
  for (const name of equivalentClasses.slice(0, MAX_OF_A_KIND)) linkBoth(name, names.equivalent);
  for (const name of assertedDisjointWith.slice(0, MAX_OF_A_KIND)) linkBoth(name, names.disjoint);
  const own = (described.properties ?? []).filter(({ inherited, type }) => !inherited && type === 'ObjectProperty');
  for (const { iri: property, range } of own.slice(0, MAX_OF_A_KIND)) {
    for (const name of range) link(iri, labelOf(property), name);
  }
  return { nodes, edges };
}
