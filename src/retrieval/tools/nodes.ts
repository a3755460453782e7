/** Tools over the nodes of the graph: search by name, and their facts. */
import { OwlgateError } from '../../errors';
import type { Node } from '../knowledge/nodes';
import { toldPruned } from '../knowledge/pruning';
import { shownFact, shownNode } from '../knowledge/shown';
import type { Statement } from '../types';
import { NODE, type ReadContext, type ReadTool } from './types';

/** Nodes read for one answer, of which those of the class are kept. */
const CANDIDATES = 200;
/** Nodes that a summary names. */
const MOST_NAMED = 5;
const CLASS = { type: 'string', minLength: 1, maxLength: 300 } as const;

interface FindNodes {
  readonly name: string;
  readonly class?: string;
  readonly limit?: number;
}

export const findNodes: ReadTool<FindNodes> = {
  name: 'find_nodes',
  title: 'Find nodes',
  description:
    'Nodes of the graph by what they are called, or by their IRI, with their types. With class: only those of the ' +
    'class, by its Dgraph name or its label.',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' },
    class: CLASS,
    limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Default: 10.' },
  },
  async run({ name, class: wanted, limit = 10 }, context) {
    const { nodes } = context;
    const most = wanted === undefined ? limit : CANDIDATES;
    let [found = []] = await nodes.find([name], most);
    if (found.length === 0) [found = []] = await nodes.find([name], most, true);
    const { retained, pruned } = ofClass(found, wanted, context);
    const kept = retained.slice(0, limit);
    const named = kept
      .slice(0, MOST_NAMED)
      .map(({ label, uid, types }) => `${label ?? uid} (${types.slice(0, 3).join(', ') || 'no type'})`);
    const summary = kept.length === 0 ? 'no node' : `${kept.length} node(s): ${named.join('; ')}`;
    return {
      result: { nodes: kept.map(shownNode), ...(pruned.length > 0 && { leftOut: pruned }) },
      summary: `${summary}${toldPruned(pruned)}`,
    };
  },
};

interface Neighbours {
  readonly node: string;
  readonly property?: string;
  readonly class?: string;
  readonly limit?: number;
}

export const neighbours: ReadTool<Neighbours> = {
  name: 'neighbours',
  title: 'Facts of a node',
  description:
    'Facts of a node in both directions, each marked asserted or inferred; explain proves inferred ones. With ' +
    'property: only those of it. With class: only those with nodes of it.',
  required: ['node'],
  properties: {
    node: NODE,
    property: { type: 'string', minLength: 1, maxLength: 300, description: 'Dgraph name; graph.type for types.' },
    class: CLASS,
    limit: { type: 'integer', minimum: 1, maximum: 500, description: 'Maximum facts. Default: 100.' },
  },
  async run({ node: uid, property, class: wanted, limit = 100 }, context) {
    const { nodes, evidence } = context;
    const [node] = await nodes.read([uid.toLowerCase()]);
    const all = node ? await nodes.edges(node) : [];
    if (!node || all.length === 0) throw new OwlgateError('InvalidRequest', { reason: `no node has the uid ${uid}` });
    const edges = all.filter(({ statement }) => property === undefined || statement.predicate === property);
    if (property !== undefined && edges.length === 0) checkProperty(property, all, context);
    const { retained, pruned } = ofClass(
      edges.flatMap(({ other }) => other ?? []),
      wanted,
      context,
    );
    const kept = new Set(retained.map((other) => other.uid));
    const facts = edges.flatMap(({ other, statement }) => (!other || kept.has(other.uid) ? [statement] : []));
    const shown = facts
      .slice(0, limit)
      .map((fact) => ({ ...(evidence && { id: evidence.statement(fact).id }), ...shownFact(fact) }));
    const inferred = facts.filter(({ status }) => status === 'inferred').length;
    return {
      result: {
        node: shownNode(node),
        facts: shown,
        ...(facts.length > limit && { more: facts.length - limit }),
        ...(pruned.length > 0 && { leftOut: pruned }),
      },
      summary: `${facts.length} fact(s) of ${node.label ?? uid}, ${inferred} inferred${toldPruned(pruned)}`,
    };
  },
};

/** @throws OwlgateError InvalidRequest for a property that neither the ontology nor the node has */
function checkProperty(
  property: string,
  edges: readonly { readonly statement: Statement }[],
  { vocabulary }: ReadContext,
): void {
  if (property === 'graph.type' || vocabulary?.properties.has(property)) return;
  const existing = [...new Set(edges.map(({ statement }) => statement.predicate))].slice(0, MOST_NAMED);
  const reason = `the node has no facts of ${property}, which is no property of the ontology; it has: ${existing.join(', ')}`;
  throw new OwlgateError('InvalidRequest', { reason });
}

/** @throws OwlgateError NoOntology, UnknownClass */
function ofClass(found: readonly Node[], wanted: string | undefined, { vocabulary, pruning }: ReadContext) {
  if (wanted !== undefined && !vocabulary) throw new OwlgateError('NoOntology');
  const cls = wanted === undefined ? undefined : vocabulary!.classNamed(wanted);
  if (pruning) return pruning.nodes(found, cls === undefined ? undefined : [cls]);
  const retained = cls === undefined ? found : found.filter(({ types }) => vocabulary!.isOf(types, cls));
  return { retained, pruned: [] };
}
