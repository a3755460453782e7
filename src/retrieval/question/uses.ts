/**
 * Classes of the stored nodes that have a property whose domain the ontology leaves open: ontologies that share `date`
 * or `price` among several classes state none, so that nothing follows from it.
 */
import { inDql } from '../knowledge/labels';
import type { Vocabulary } from '../knowledge/vocabulary';
import type { Graph } from '../types';

/** Property → classes, the most specific of each node alone. */
export type Uses = ReadonlyMap<string, readonly string[]>;

export const NO_USES: Uses = new Map();

/** Maximum properties that are looked at. */
const MAX_PROPERTIES = 64;
/** Nodes of a property that are looked at, of the oldest and of the newest. */
const SAMPLE = 25;

type Answer = Readonly<Record<string, readonly { readonly 'dgraph.type'?: readonly string[] }[]>>;

/** Reads of which classes the properties without a domain are used. */
export async function usesOf(vocabulary: Vocabulary, graph: Graph, signal: AbortSignal): Promise<Uses> {
  const open = [...vocabulary.properties.values()].filter(({ domain }) => domain.length === 0).slice(0, MAX_PROPERTIES);
  if (open.length === 0) return NO_USES;
  const blocks = open.flatMap(({ name }, i) =>
    [SAMPLE, -SAMPLE].map((first, j) => `p${i}_${j}(func: has(${inDql(name)}), first: ${first}) { dgraph.type }`),
  );
  const classesOf = (types: readonly string[]): string[] =>
    vocabulary.mostSpecific(types.filter((name) => vocabulary.classes.has(name)));
  const answer = await graph.query<Answer>(`{\n${blocks.join('\n')}\n}`, undefined, signal);
  const uses = open.map(({ name }, i): [string, readonly string[]] => {
    const nodes = [0, 1].flatMap((j) => answer[`p${i}_${j}`] ?? []);
    return [name, [...new Set(nodes.flatMap((node) => classesOf(node['dgraph.type'] ?? [])))].sort()];
  });
  return new Map(uses.filter(([, classes]) => classes.length > 0));
}
