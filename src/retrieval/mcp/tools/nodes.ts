/** Tools over the nodes of the graph: search by name, and their facts. */
import { OwlgateError } from '../../../errors';
import { Nodes } from '../../knowledge/nodes';
import { shownFact, shownNode } from '../../knowledge/shown';
import { Vocabulary } from '../../knowledge/vocabulary';
import { classOf } from '../../agents';
import { DATABASE, NODE, type InDatabase, type Tool } from '../types';
import { openFor } from './corpus';

interface FindNodes extends InDatabase {
  readonly name: string;
  readonly class?: string;
  readonly limit?: number;
}

/** Nodes read for one answer, of which those of the class are kept. */
const CANDIDATES = 200;

export const findNodes: Tool<FindNodes> = {
  name: 'find_nodes',
  title: 'Find nodes',
  description:
    'Nodes of the graph by what they are called, or by their IRI, with their types. With class: only those of the ' +
    'class, by its Dgraph name or its label.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['name'],
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' },
      class: { type: 'string', minLength: 1, maxLength: 300 },
      limit: { type: 'integer', minimum: 1, maximum: 50, description: 'Default: 10.' },
      database: DATABASE,
    },
  },
  requiredRole: 'read',
  work: 'retrievals',
  writes: false,
  async run({ name, class: wanted, limit = 10, database = 'default' }, call) {
    const { graph, documents } = await openFor('find nodes', database, call);
    const vocabulary = graph.ontology && Vocabulary.of(graph.ontology);
    if (wanted !== undefined && !vocabulary) throw new OwlgateError('NoOntology');
    const cls = wanted === undefined ? undefined : classOf(wanted, vocabulary!);
    const nodes = new Nodes(graph, documents.linker, call.signal);
    const most = cls === undefined ? limit : CANDIDATES;
    let [found = []] = await nodes.find([name], most);
    if (found.length === 0) [found = []] = await nodes.find([name], most, true);
    const kept = cls === undefined ? found : found.filter(({ types }) => vocabulary!.isOf(types, cls));
    return { nodes: kept.slice(0, limit).map(shownNode) };
  },
};

interface Neighbours extends InDatabase {
  readonly node: string;
  readonly property?: string;
  readonly limit?: number;
}

export const neighbours: Tool<Neighbours> = {
  name: 'neighbours',
  title: 'Facts of a node',
  description:
    'Facts of a node in both directions, each marked asserted or inferred; explain proves inferred ones. With ' +
    'property: only those of it.',
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['node'],
    properties: {
      node: NODE,
      property: { type: 'string', minLength: 1, maxLength: 300, description: 'Dgraph name; graph.type for types.' },
      limit: { type: 'integer', minimum: 1, maximum: 500, description: 'Maximum facts. Default: 100.' },
      database: DATABASE,
    },
  },
  requiredRole: 'read',
  work: 'retrievals',
  writes: false,
  async run({ node: uid, property, limit = 100, database = 'default' }, call) {
    const { graph, documents } = await openFor('read facts', database, call);
    const nodes = new Nodes(graph, documents.linker, call.signal);
    const [node] = await nodes.read([uid.toLowerCase()]);
    const all = node ? await nodes.edges(node) : [];
    if (!node || all.length === 0) throw new OwlgateError('InvalidRequest', { reason: `no node has the uid ${uid}` });
    const facts = all
      .map(({ statement }) => statement)
      .filter(({ predicate }) => property === undefined || predicate === property);
    return {
      node: shownNode(node),
      facts: facts.slice(0, limit).map(shownFact),
      ...(facts.length > limit && { more: facts.length - limit }),
    };
  },
};
