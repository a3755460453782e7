/** Things within others: "who works in Finland" is also of those who work at a place in a city of it. */
import { inDql } from '../knowledge/labels';
import type { Node, Nodes } from '../knowledge/nodes';
import type { Graph } from '../types';

/** Maximum nodes within one. */
const MAX_WITHIN = 1_000;

/** Returns nodes that lie within a node along the properties; inferred edges are stored, so one step is enough. */
export async function within(
  node: Node,
  properties: readonly string[],
  nodes: Nodes,
  graph: Graph,
  signal: AbortSignal,
): Promise<readonly Node[]> {
  const { schema } = await nodes.schema();
  const followed = properties.filter((name) => schema.some(({ predicate, reverse }) => predicate === name && reverse));
  if (followed.length === 0 || !/^0x[0-9a-f]+$/.test(node.uid)) return [];
  const fields = followed.map((name, i) => `e${i}: ${inDql(`~${name}`)} (first: ${MAX_WITHIN}) { uid }`).join(' ');
  const text = `{ q(func: uid(${node.uid})) { ${fields} } }`;
  const { q = [] } = await graph.query<{ q?: readonly Record<string, unknown>[] }>(text, undefined, signal);
  const rows = Object.values(q[0] ?? {}).flatMap((each) => (Array.isArray(each) ? (each as { uid: string }[]) : []));
  const uids = [...new Set(rows.map(({ uid }) => uid))].filter((uid) => uid !== node.uid).slice(0, MAX_WITHIN);
  return [...(await nodes.byUid(uids)).values()];
}
