/** Contradictions as requests: the same write in every available form. */
import { json, query, rdf, type Answer, type Posted } from '../engines/wire';
import { EX, type ContradictionKind, type RequestedStatement as Statement } from './contradictions';

/** Node of a kind → uid. */
export type Nodes = ReadonlyMap<string, string>;

/** Stand-in for all nodes, for requests that are not sent. */
export const EVERY_NODE: Nodes = { get: () => '0x1' } as unknown as Nodes;

const ref = (node: string, nodes: Nodes): string => (node.startsWith('_:') ? node : nodes.get(node)!);

function nquads({ request }: ContradictionKind, nodes: Nodes, subject = (node: string) => bracketed(ref(node, nodes))) {
  const end = (object: Statement['object']): string =>
    'value' in object ? JSON.stringify(object.value) : bracketed(ref(object.node, nodes));
  return request.map(({ node, predicate, object }) => `${subject(node)} <${predicate}> ${end(object)} .`).join('\n');
}
const bracketed = (node: string): string => (node.startsWith('_:') ? node : `<${node}>`);

function objects({ request }: ContradictionKind, nodes: Nodes): object[] {
  return request.map(({ node, predicate, object }) => ({
    uid: ref(node, nodes),
    [predicate]: 'value' in object ? object.value : { uid: ref(object.node, nodes) },
  }));
}

function graphqlOf({ request }: ContradictionKind, nodes: Nodes): string {
  const fields = ({ predicate, object }: Statement): string =>
    `${predicate}: ${'value' in object ? JSON.stringify(object.value) : `{ id: "${ref(object.node, nodes)}" }`}`;
  const [first] = request;
  return first!.node.startsWith('_:')
    ? `mutation { addN(input: [${request.map((each) => `{ ${fields(each)} }`).join(', ')}]) { numUids } }`
    : `mutation { updateN(input: { filter: { id: ["${ref(first!.node, nodes)}"] }, set: { ${fields(first!)} } ` +
        '}) { numUids } }';
}

/** Prints the statements in Turtle, with nodes named by their IRIs. */
function turtleOf(kind: ContradictionKind): string {
  const iri = (name: string): string => `<${iriOf(name, kind)}>`;
  const end = (object: Statement['object']): string =>
    'value' in object ? JSON.stringify(object.value) : iri(object.node);
  return kind.request
    .map(({ node, predicate, object }) => `${iri(node)} <${EX}${predicate}> ${end(object)} .`)
    .join('\n');
}

/** Returns the IRI of a node: individuals of the ontology have their own, the others that of the kind. */
export const iriOf = (node: string, { suffix }: ContradictionKind): string =>
  `${EX}${node.length > 1 ? node : `${node}${suffix}`}`;

/** Returns the facts to store beforehand. Labels are the names of nodes. */
export function seedOf(kind: ContradictionKind): Posted {
  const named = ['x', 'y', 'z'];
  const labels = new Set([...named, ...(kind.stored.match(/(?<=_:)\w+/g) ?? [])]);
  const typed = [...labels].map((label) => `_:${label} <dgraph.type> "N" .`);
  const iris = named.map((label) => `_:${label} <iri> "${iriOf(label, kind)}" .`);
  const free = kind.stored.includes('<iri>') ? iris.filter((line) => !line.startsWith('_:y')) : iris;
  return rdf(`{ set {\n${[...typed, ...free, kind.stored].join('\n')}\n} }`);
}

/** Stores the facts of a kind and returns its nodes. @param ask sends to the gateway with all rights */
export async function seed(kind: ContradictionKind, ask: (posted: Posted) => Promise<Answer>): Promise<Nodes> {
  const { data } = await ask(seedOf(kind));
  const nodes = new Map(Object.entries(data.uids as Record<string, string>));
  const names = kind.request.flatMap(({ node, object }) => ['node' in object ? object.node : '', node]);
  for (const individual of names.filter((name) => !name.startsWith('_:') && name.length > 1)) {
    const answer = await ask(query(`{ q(func: eq(iri, "${EX}${individual}")) { uid } }`));
    nodes.set(individual, answer.data.q[0].uid as string);
  }
  return nodes;
}

/** Forms of the same write. */
export const INTERFACES: Readonly<Record<string, (kind: ContradictionKind, nodes: Nodes) => Posted | undefined>> = {
  JSON: (kind, nodes) => json({ set: objects(kind, nodes) }),
  RDF: (kind, nodes) => rdf(`{ set {\n${nquads(kind, nodes)}\n} }`),
  upsert: (kind, nodes) => {
    const { node } = kind.request[0]!;
    if (node.startsWith('_:')) return undefined;
    const block = `v as var(func: uid(${ref(node, nodes)}))`;
    return rdf(`upsert { query { ${block} } mutation { set {\n${nquads(kind, nodes, () => 'uid(v)')}\n} } }`);
  },
  'open transaction': (kind, nodes) => rdf(`{ set {\n${nquads(kind, nodes)}\n} }`, {}),
  Turtle: (kind) =>
    kind.request.some(({ node, predicate }) => node.startsWith('_:') || predicate === 'iri')
      ? undefined
      : { path: '/mutate?commitNow=true', type: 'text/turtle', body: turtleOf(kind) },
  GraphQL: (kind, nodes) =>
    kind.inGraphql ? { path: '/graphql', type: 'application/graphql', body: graphqlOf(kind, nodes) } : undefined,
  'dry run': (kind, nodes) => json({ set: objects(kind, nodes) }, { dryRun: true }),
};
