/** Content of a graph, read from the engine itself: as a whole, and by node with inferred facts marked. */
import { ask, query, type Answer } from './wire';

/**
 * Returns everything that an engine stores, as text that is equal exactly when the graphs are: every value, edge and
 * facet of every predicate, by uid. Omits Dgraph's own predicates, except types, and the receipts of writes, which each
 * write overwrites.
 */
export async function dump(url: string): Promise<string> {
  const { data } = await ask(url, query('schema {}'));
  const predicates = (data.schema as { predicate: string; type: string }[]).filter(
    ({ predicate }) =>
      predicate !== 'owlgate.receipt' && (!predicate.startsWith('dgraph.') || predicate === 'dgraph.type'),
  );
  const blocks = predicates.map(({ predicate, type }, i) => {
    const selected = type === 'uid' ? `<${predicate}> @facets { uid }` : `<${predicate}> @facets`;
    // A cluster has a typed node of its own.
    const filter = predicate === 'dgraph.type' ? ' @filter(NOT type(dgraph.graphql))' : '';
    return `p${i}(func: has(<${predicate}>))${filter} { uid ${selected} }`;
  });
  if (blocks.length === 0) return '';
  // One request, because tests may compare repeatedly.
  const held = (await ask(url, query(`{ ${blocks.join('\n')} }`))).data as Record<string, unknown>;
  return predicates.map(({ predicate }, i) => `${predicate} ${JSON.stringify(held[`p${i}`])}`).join('\n');
}

/** Facts of one node by name, each `asserted` or `inferred`. */
export interface NodeFacts {
  readonly types: Readonly<Record<string, Origin>>;
  /** predicate → uid of the other end → origin. */
  readonly edges: Readonly<Record<string, Readonly<Record<string, Origin>>>>;
}

export type Origin = 'asserted' | 'inferred';

const MARK = 'owl.inferred';

const origin = (mark: unknown): Origin => (mark === true ? 'inferred' : 'asserted');

/** Returns the types and edges of a node. */
export async function factsOf(url: string, uid: string, edges: readonly string[] = []): Promise<NodeFacts> {
  const selected = edges.map((edge) => `<${edge}> @facets { uid }`).join(' ');
  const { data } = await ask(url, query(`{ q(func: uid(${uid})) { dgraph.type @facets ${selected} } }`));
  const [node = {}] = data.q as Answer[];
  const marks = (node[`dgraph.type|${MARK}`] ?? {}) as Record<string, boolean>;
  const stored = (node['dgraph.type'] ?? []) as string[];
  const types = stored.map((type, i): [string, Origin] => [type, origin(marks[i])]);
  const edgeTargets: Record<string, Record<string, Origin>> = {};
  for (const edge of edges) {
    const ends: Record<string, Origin> = {};
    const targets = node[edge] === undefined ? [] : [node[edge]].flat();
    for (const target of targets) ends[target.uid as string] = origin(target[`${edge}|${MARK}`]);
    edgeTargets[edge] = ends;
  }
  return { types: Object.fromEntries(types.sort()), edges: edgeTargets };
}
