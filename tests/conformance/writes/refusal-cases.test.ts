/**
 * Writes that the ontology refuses (service specification 7.1 and 8), as a table of cases: the exact messages, and the
 * graph unchanged afterwards, with every fact, facet and node.
 */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, graph, json, post, rdf, type Posted } from '../../support/engines/wire';
import { snapshot } from '../../support/materialize/facts';
import { LIBRARY, NS } from '../../support/materialize/library';
import { casesOf, itOn } from '../../support/runs';

const DATA = 'https://example.org/d/';
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

const STORED = `
  _:ann <graph.type> "Person" .
  _:ann <iri> "${DATA}ann" .
  _:ann <title> "Ann" .
  _:ann <headline> "word"@en .
  _:acme <graph.type> "Company" .
  _:acme <title> "Acme" .
  _:emma <graph.type> "Novel" .
  _:emma <pages> "474" .
  _:emma <publishedBy> _:acme (year=1815) .
  _:emma <headline> "word"@en .
  _:house <heir> _:ann .`;

type Uids = Readonly<Record<'ann' | 'acme' | 'emma' | 'house', string>>;

interface Case {
  readonly name: string;
  readonly request: (uids: Uids) => Posted;
  /** Messages of `errors`, in order. */
  readonly messages: (uids: Uids) => readonly string[];
}

const set = (body: string): Posted => rdf(`{ set {\n${body}\n} }`);
const disjoint = (entity: string, a: string, b: string): string =>
  `owl/materializer: disjointness violation on entity ${entity}: type "${a}" is disjoint with type "${b}"`;
const functional = (entity: string, property: string, a: string, b: string): string =>
  `owl/materializer: functional property violation on entity ${entity}: "${property}" takes one value and ` +
  `would have ${a} and ${b}`;
const LIST = 'annotate the property with owlgate:list true to keep several';
const LANGUAGES =
  'Dgraph keeps one value for each language: state the other in another language, or of another property';
const single = (entity: string, property: string, a: string, b: string, advice = LIST): string =>
  `owl/materializer: single value violation on entity ${entity}: "${property}" takes one value and would ` +
  `have ${a} and ${b}; ${advice}`;

/** The same contradiction of a type with a stored one, in every format. The message names the stored one first. */
const AGAINST_A_STORED_TYPE: readonly Case[] = [
  ['JSON', ({ ann }: Uids) => json({ set: [{ title: 'left behind' }, { uid: ann, 'graph.type': 'Company' }] })],
  ['JSON, by IRI', () => json({ set: [{ title: 'left behind' }, { uid: `${DATA}ann`, 'graph.type': 'Company' }] })],
  [
    'JSON, in a list of mutations',
    ({ ann }: Uids) => json({ mutations: [{ set: { title: 'x' } }, { set: { uid: ann, 'graph.type': 'Company' } }] }),
  ],
  [
    'JSON, in an upsert',
    () =>
      json({
        query: '{ v as var(func: eq(title, "Ann")) }',
        set: [{ title: 'left behind' }, { uid: 'uid(v)', 'graph.type': 'Company' }],
      }),
  ],
  ['RDF', ({ ann }: Uids) => set(`_:x <title> "left behind" .\n<${ann}> <graph.type> "Company" .`)],
  ['RDF, by IRI', () => set(`_:x <title> "left behind" .\n<${DATA}ann> <${RDF_TYPE}> <${NS}Company> .`)],
  [
    'RDF, in an upsert',
    () =>
      rdf(`upsert {
        query { q(func: eq(title, "Ann")) { v as uid } }
        mutation @if(eq(len(v), 1)) { set { _:x <title> "left behind" .
          uid(v) <graph.type> "Company" . } }
      }`),
  ],
  ['Turtle', () => graph('text/turtle', `[] <${NS}title> "left behind" . <${DATA}ann> a <${NS}Company> .`)],
  [
    'N-Triples',
    () =>
      graph(
        'application/n-triples',
        `<${DATA}new> <${NS}title> "left behind" .\n<${DATA}ann> <${RDF_TYPE}> <${NS}Company> .`,
      ),
  ],
].map(([name, request]) => ({
  name: `${name as string}: a type against one that is stored`,
  request: request as Case['request'],
  messages: ({ ann }) => [disjoint(ann, 'Person', 'Company')],
}));

const CASES: readonly Case[] = [
  ...AGAINST_A_STORED_TYPE,
  {
    name: 'a new node is told by its label',
    request: () => set('_:x <graph.type> "Person" .\n_:x <graph.type> "Company" .'),
    messages: () => [disjoint('_:x', 'Person', 'Company')],
  },
  {
    name: 'types of a new node come in the order of the document',
    request: () => json({ set: { 'graph.type': ['Company', 'Person'] } }),
    messages: () => [disjoint('_:blank-0', 'Company', 'Person')],
  },
  {
    name: 'a new node with an IRI is told by its IRI',
    request: () => graph('text/turtle', `<${DATA}new> a <${NS}Company> , <${NS}Person> .`),
    messages: () => [disjoint(`<${DATA}new>`, 'Company', 'Person')],
  },
  {
    name: 'a label that RDF cannot write',
    request: () => json({ set: { uid: '_:a b', 'graph.type': ['Company', 'Person'] } }),
    messages: () => [disjoint('_:a b', 'Company', 'Person')],
  },
  {
    name: 'an edge whose domain its start cannot have',
    request: ({ acme }) => json({ set: { uid: acme, wrote: { title: 'left behind' } } }),
    messages: ({ acme }) => [disjoint(acme, 'Company', 'Person')],
  },
  {
    name: 'an edge whose range its end cannot have, by a value that gave the type of the end',
    request: ({ ann, emma }) => set(`<${emma}> <publishedBy> <${ann}> .`),
    messages: ({ ann }) => [disjoint(ann, 'Person', 'Company')],
  },
  {
    name: 'an inverse edge',
    request: ({ emma, acme }) => set(`<${emma}> <writtenBy> <${acme}> .`),
    messages: ({ acme }) => [disjoint(acme, 'Company', 'Person')],
  },
  {
    name: 'every contradiction of a write is told',
    request: ({ ann, acme }) =>
      json({
        set: [
          { uid: ann, 'graph.type': 'Company' },
          { uid: acme, 'graph.type': 'Person' },
        ],
      }),
    messages: ({ ann, acme }) => [disjoint(ann, 'Person', 'Company'), disjoint(acme, 'Company', 'Person')],
  },
  {
    name: 'two values of a functional edge',
    request: ({ ann }) => set(`_:x <owner> <${ann}> .\n_:x <owner> _:y .`),
    messages: ({ ann }) => [functional('_:x', 'owner', ann, '_:y')],
  },
  {
    name: 'two values of a functional property, in two mutations',
    request: () => json({ mutations: [{ set: { uid: '_:x', isbn: '1' } }, { set: { uid: '_:x', isbn: '2' } }] }),
    messages: () => [functional('_:x', 'isbn', '"1"', '"2"')],
  },
  {
    name: 'two values of a property that takes one',
    request: ({ ann }) => set(`<${ann}> <title> "one" .\n<${ann}> <title> "two" .`),
    messages: ({ ann }) => [single(ann, 'title', '"one"', '"two"')],
  },
  {
    name: 'two values of one language',
    request: () => set('_:x <headline> "one"@en .\n_:x <headline> "zwei"@de .\n_:x <headline> "two"@en .'),
    messages: () => [single('_:x', 'headline', '"one"@en', '"two"@en', LANGUAGES)],
  },
  {
    name: 'an inferred edge against a stored one, where one is taken',
    request: ({ house }) => set(`<${house}> <keeper> _:x .`),
    messages: ({ house, ann }) => [functional(house, 'owner', ann, '_:x')],
  },
  {
    name: 'an edge against an inferred one, where one is taken',
    request: ({ house }) => json({ set: { uid: house, owner: { uid: '_:x' } } }),
    messages: ({ house, ann }) => [functional(house, 'owner', ann, '_:x')],
  },
  {
    name: 'a value against an inferred one',
    request: ({ emma }) => json({ set: { uid: emma, size: 475 } }),
    messages: ({ emma }) => [single(emma, 'size', '"474"', '"475"')],
  },
  {
    name: 'two nodes at the end of a functional edge, one of them by its IRI',
    request: ({ acme }) => set(`_:x <owner> <${DATA}ann> .\n_:x <owner> <${acme}> .`),
    messages: ({ ann, acme }) => [functional('_:x', 'owner', ann, acme)],
  },
  {
    name: 'two values for a node, once by its uid and once by its IRI',
    request: ({ ann }) => set(`<${DATA}ann> <title> "one" .\n<${ann}> <title> "two" .`),
    messages: ({ ann }) => [single(ann, 'title', '"one"', '"two"')],
  },
  {
    name: 'an inferred value against a stored one',
    request: () => set('_:x <size> "2.5" .\n_:x <pages> "3" .'),
    messages: () => [single('_:x', 'size', '"2.5"', '"3"')],
  },
  {
    name: 'an IRI that another node has',
    request: ({ acme }) => set(`<${acme}> <iri> "${DATA}ann" .`),
    messages: ({ acme, ann }) => [
      `owl/materializer: identity violation on entity ${acme}: the IRI ${DATA}ann is that of ${ann}`,
    ],
  },
  {
    name: 'an IRI for two nodes',
    request: () => set(`_:x <iri> "${DATA}fresh" .\n_:y <iri> "${DATA}fresh" .`),
    messages: () => [`owl/materializer: identity violation on entity _:y: the IRI ${DATA}fresh is that of _:x`],
  },
  {
    name: 'a delete that would be taken, with a set that is refused',
    request: ({ emma, ann }) => rdf(`{ delete { <${emma}> <pages> * . } set { <${ann}> <graph.type> "Company" . } }`),
    messages: ({ ann }) => [disjoint(ann, 'Person', 'Company')],
  },
  {
    name: 'one more than 10,000 inferred edges, all of them at one node that is stored',
    request: ({ ann }) => json({ set: { uid: ann, marriedTo: Array.from({ length: 10_001 }, () => ({})) } }),
    messages: () => ['owl/materializer: inference overflow: the mutation generates more than 10000 inferred edges'],
  },
];

underGateway((testbed) => {
  let uids: Uids;
  let before: string;
  beforeAll(async () => {
    await loadOntology(testbed.url, LIBRARY);
    uids = (await ask(testbed.url, set(STORED))).data.uids as Uids;
    before = await snapshot(testbed.engine.url);
  });

  it.each(casesOf(CASES, testbed.engine))('$name', async ({ request, messages }) => {
    const { status, body } = await post(testbed.url, request(uids));
    const refusals = (body.errors as { message: string }[] | undefined)?.map(({ message }) => message);
    expect({ status, refusals }).toEqual({ status: 200, refusals: messages(uids) });
    expect(body.data).toBeNull();
    expect(await snapshot(testbed.engine.url)).toBe(before);
  });

  itOn(testbed.engine, 'embedded')(
    '10,000 inferred edges are accepted twice, since stored edges do not count',
    async () => {
      const others = Array.from({ length: 10_000 }, (_, i) => `_:n${i}`);
      const first = await ask(testbed.url, set(others.map((n) => `_:hub <marriedTo> ${n} .`).join('\n')));
      expect(first.extensions.ontology).toMatchObject({ asserted: 10_000, inferred: 10_000 });
      const { hub, ...ends } = first.data.uids as Record<string, string>;
      const again = await ask(
        testbed.url,
        set(
          Object.values(ends)
            .map((uid) => `<${hub!}> <marriedTo> <${uid}> .`)
            .join('\n'),
        ),
      );
      expect(again.extensions.ontology).toMatchObject({ asserted: 10_000, inferred: 0, retracted: 0 });
    },
  );
});
