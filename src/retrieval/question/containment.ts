/** Things within others: "who works in Finland" is also of those who work at a place in a city of it. */
import { inDql } from '../knowledge/labels';
import type { Node, Nodes } from '../knowledge/nodes';
import type { Graph } from '../types';
import type { Names } from './names';

/** Nodes and properties of containment. */
export interface Containment {
  readonly properties: readonly string[];
  /** Uid → nodes that lie within the node. */
  readonly within: ReadonlyMap<string, readonly Node[]>;
}

/** Maximum nodes within one. */
const MAX_WITHIN = 1_000;
/** Steps of places within places; along a transitive property one is enough, as inferred edges are stored. */
const MAX_STEPS = 4;

interface Context {
  readonly nodes: Nodes;
  readonly graph: Graph;
  readonly signal: AbortSignal;
}

/** Finds the nodes that lie within those that a question names. */
export async function containmentOf(
  named: readonly Node[],
  { containments: properties, seats }: Pick<Names, 'containments' | 'seats'>,
  context: Context,
): Promise<Containment> {
  const inner = await Promise.all(
    named.map(async (node) => [node.uid, await within(node, [...properties, ...seats], context)] as const),
  );
  return { properties, within: new Map(inner) };
}

/** Returns nodes that lie within a node along the properties. */
async function within(
  node: Node,
  properties: readonly string[],
  { nodes, graph, signal }: Context,
): Promise<readonly Node[]> {
  const { schema } = await nodes.schema();
  const followed = properties.filter((name) => schema.some(({ predicate, reverse }) => predicate === name && reverse));
  const fields = followed.map((name, i) => `e${i}: ${inDql(`~${name}`)} (first: ${MAX_WITHIN}) { uid }`).join(' ');
  const found = new Set<string>();
  let last = followed.length > 0 && /^0x[0-9a-f]+$/.test(node.uid) ? [node.uid] : [];
  for (let i = 0; i < MAX_STEPS && last.length > 0 && found.size < MAX_WITHIN; i++) {
    const text = `{ q(func: uid(${last.join(', ')})) { ${fields} } }`;
    const { q = [] } = await graph.query<{ q?: readonly Record<string, unknown>[] }>(text, undefined, signal);
    const rows = q.flatMap((row) => Object.values(row).flat()) as { uid?: string }[];
    last = [...new Set(rows.flatMap(({ uid }) => uid ?? []))].filter((uid) => uid !== node.uid && !found.has(uid));
    for (const uid of last) found.add(uid);
  }
  return [...(await nodes.byUid([...found].slice(0, MAX_WITHIN))).values()];
}
