/**
 * Every form of POST /mutate (service specification 4.4) and its effect, as a table of cases: facts stored before, the
 * request, and every fact of the nodes concerned afterwards. A star marks inferred facts.
 */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, graph, json, rdf, type Posted } from '../../support/engines/wire';
import { factLines } from '../../support/materialize/facts';
import { LIBRARY, NS } from '../../support/materialize/library';

type Uids = Readonly<Record<string, string>>;

interface Case {
  readonly name: string;
  /** RDF statements; the labels name the nodes in the expectations. */
  readonly stored?: string;
  readonly request: (uids: Uids) => Posted;
  /** Every fact of the nodes of `stored` and of the answer. */
  readonly then: readonly string[];
  /** Minimum content of `extensions.ontology`. */
  readonly extension?: object;
}

const PREFIXES =
  `@prefix : <${NS}> .\n@prefix d: <https://example.org/d/> .\n@prefix xsd: ` +
  '<http://www.w3.org/2001/XMLSchema#> .\n';
const turtle = (body: string): Posted => graph('text/turtle', PREFIXES + body);
const set = (body: string): Posted => rdf(`{ set {\n${body}\n} }`);
const remove = (body: string): Posted => rdf(`{ delete {\n${body}\n} }`);

const NOVEL = (node: string): string[] => [`${node} type Book*`, `${node} type Novel`, `${node} type Work*`];
const AUTHOR = (node: string): string[] => ['Agent', 'Author', 'Human', 'Person'].map((c) => `${node} type ${c}*`);

const INSERTS: readonly Case[] = [
  {
    name: 'JSON: an object',
    request: () => json({ set: { 'graph.type': 'Novel', title: 'Emma', pages: 474 } }),
    then: [
      'blank-0 pages 474',
      'blank-0 size 474*',
      'blank-0 title Emma',
      'blank-0 type Book*',
      'blank-0 type Novel',
      'blank-0 type Work*',
    ],
    extension: { asserted: 3, inferred: 3, retracted: 0 },
  },
  {
    name: 'JSON: nested objects are linked by the predicate above them, and labelled in document order',
    request: () =>
      json({
        set: [
          { title: 'Jane', wrote: [{ 'graph.type': 'Novel', title: 'Emma' }, { title: 'Lesley' }] },
          { title: 'Other' },
        ],
      }),
    then: [
      ...AUTHOR('blank-0'),
      'blank-0 contributedTo blank-1*',
      'blank-0 contributedTo blank-2*',
      'blank-0 penned blank-1*',
      'blank-0 penned blank-2*',
      'blank-0 title Jane',
      'blank-0 wrote blank-1',
      'blank-0 wrote blank-2',
      'blank-1 title Emma',
      ...NOVEL('blank-1'),
      'blank-1 writtenBy blank-0*',
      'blank-2 title Lesley',
      'blank-2 type Work*',
      'blank-2 writtenBy blank-0*',
      'blank-3 title Other',
    ],
  },
  {
    name: 'JSON: full IRIs as keys, as types and as uids',
    request: () =>
      json({
        set: {
          uid: 'https://example.org/d/j1',
          [`${NS}wrote`]: { uid: 'https://example.org/d/j2', 'graph.type': `${NS}Novel` },
        },
      }),
    then: [...AUTHOR('j1'), 'j1 contributedTo j2*', 'j1 penned j2*', 'j1 wrote j2', ...NOVEL('j2'), 'j2 writtenBy j1*'],
  },
  {
    name: 'JSON: facets stay with what the client said, and are not on what follows',
    request: () =>
      json({
        set: { uid: '_:a', marriedTo: { uid: '_:b', 'marriedTo|since': 1815 }, pages: 3, 'pages|counted': true },
      }),
    then: ['a marriedTo b (since=1815)', 'a pages 3 (counted=true)', 'a size 3*', 'b marriedTo a*'],
  },
  {
    name: 'JSON: language tags',
    request: () => json({ set: { uid: '_:a', headline: 'plain', 'headline@en': 'word', 'headline@de': 'Wort' } }),
    then: [
      'a header plain*',
      'a header@de Wort*',
      'a header@en word*',
      'a headline plain',
      'a headline@de Wort',
      'a headline@en word',
    ],
  },
  {
    name: 'JSON: several mutations in one request',
    stored: '_:a <graph.type> "Author" .\n_:a <title> "Old" .',
    request: ({ a }) =>
      json({
        mutations: [
          { delete: { uid: a, 'graph.type': 'Author' } },
          { set: { uid: a, title: 'New' } },
          { set: { uid: '_:b', 'graph.type': 'Poem' } },
        ],
      }),
    then: ['a title New', 'b type Poem', 'b type Work*'],
    extension: { asserted: 2, inferred: 1, retracted: 3 },
  },
  {
    name: 'JSON: a list of values, and a list under another list',
    request: () => json({ set: { uid: '_:a', keyword: ['love', 'money'], tag: 'own' } }),
    then: ['a keyword love', 'a keyword money', 'a tag love*', 'a tag money*', 'a tag own'],
  },
  {
    name: 'RDF: statements, facets and languages',
    request: () =>
      set(`
        _:a <wrote> _:b (year=1815) .
        _:a <graph.type> "Person" .
        _:b <headline> "word"@en .
        _:b <published> "1815-12-23T01:00:00+01:00"^^<xs:dateTime> .`),
    then: [
      'a contributedTo b*',
      'a penned b*',
      'a type Agent*',
      'a type Author*',
      'a type Human*',
      'a type Person',
      'a wrote b (year=1815)',
      'b header@en word*',
      'b headline@en word',
      'b noted 1815-12-23T00:00:00Z*',
      'b published 1815-12-23T01:00:00+01:00',
      'b type Work*',
      'b writtenBy a*',
    ],
  },
  {
    name: 'RDF: types by name, by IRI and by rdf:type are the same',
    request: () =>
      set(`
        _:a <graph.type> "Company" .
        _:b <dgraph.type> "Company" .
        _:c <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <${NS}Company> .
        _:d <graph.type> "${NS}Company" .`),
    then: ['a', 'b', 'c', 'd'].flatMap((node) => [`${node} type Agent*`, `${node} type Company`]),
  },
  {
    name: 'RDF: a value where an IRI stands for one',
    request: () => set('_:a <title> <https://example.org/title> .'),
    then: ['a title https://example.org/title'],
  },
  {
    name: 'Turtle: IRIs name nodes, blank nodes are new',
    request: () => turtle('d:t1 a :Author ; :wrote d:t2 , [ a :Poem ; :pages 3 ; :headline "x"@de ] .'),
    then: [
      't1 contributedTo t2*',
      't1 contributedTo genid1*',
      't1 penned t2*',
      't1 penned genid1*',
      't1 type Agent*',
      't1 type Author',
      't1 type Human*',
      't1 type Person*',
      't1 wrote t2',
      't1 wrote genid1',
      't2 type Work*',
      't2 writtenBy t1*',
      'genid1 header@de x*',
      'genid1 headline@de x',
      'genid1 pages 3',
      'genid1 size 3*',
      'genid1 type Poem',
      'genid1 type Work*',
      'genid1 writtenBy t1*',
    ],
  },
  {
    name: 'N-Triples: the same node whenever its IRI comes',
    request: () =>
      graph(
        'application/n-triples',
        `<https://example.org/d/n1> <${NS}marriedTo> <https://example.org/d/n2> .
         <https://example.org/d/n2> <${NS}title> "Two" .
         <https://example.org/d/n1> <${NS}size> "1.5"^^<http://www.w3.org/2001/XMLSchema#decimal> .`,
      ),
    then: ['n1 marriedTo n2', 'n1 size 1.5', 'n2 marriedTo n1*', 'n2 title Two'],
  },
  {
    name: 'Turtle: texts with languages under a predicate that nobody has declared',
    request: () => turtle('d:t9 :motto9 "word"@en , "Wort"@de , "plain" .'),
    then: [`t9 ${NS}motto9 plain`, `t9 ${NS}motto9@de Wort`, `t9 ${NS}motto9@en word`],
  },
];

const UPDATES: readonly Case[] = [
  {
    name: 'JSON by uid: one value replaces another, and what followed from it',
    stored: '_:a <pages> "1" .\n_:a <title> "One" .',
    request: ({ a }) => json({ set: { uid: a, pages: 2, title: 'Two' } }),
    then: ['a pages 2', 'a size 2*', 'a title Two'],
    extension: { asserted: 2, inferred: 1, retracted: 1 },
  },
  {
    name: 'the same value again changes nothing',
    stored: '_:a <pages> "1" .',
    request: ({ a }) => json({ set: { uid: a, pages: 1 } }),
    then: ['a pages 1', 'a size 1*'],
    extension: { inferred: 0, retracted: 0 },
  },
  {
    name: 'a value of one language replaces that language alone',
    stored: '_:a <headline> "word"@en .\n_:a <headline> "Wort"@de .\n_:a <headline> "plain" .',
    request: ({ a }) => set(`<${a}> <headline> "other"@en .`),
    then: [
      'a header plain*',
      'a header@de Wort*',
      'a header@en other*',
      'a headline plain',
      'a headline@de Wort',
      'a headline@en other',
    ],
    extension: { inferred: 1, retracted: 1 },
  },
  {
    name: 'a functional edge moves, and what followed at its old end goes',
    stored: '_:a <publishedBy> _:b .\n_:c <title> "New" .',
    request: ({ a, c }) => json({ set: { uid: a, publishedBy: { uid: c } } }),
    then: ['a publishedBy c', 'a soldBy c*', 'c title New', 'c type Agent*', 'c type Company*'],
  },
  {
    name: 'a sub-property moves the functional edge above it along',
    stored: '_:a <heir> _:b .',
    request: ({ a, b }) => rdf(`{ delete { <${a}> <heir> <${b}> . } set { <${a}> <heir> _:c . } }`),
    then: ['a heir c', 'a owner c*'],
  },
  {
    name: 'a functional edge to one node, by its uid and by its IRI',
    stored: '_:a <iri> "https://example.org/d/same" .\n_:b <owner> _:c .',
    request: ({ a, b }) => set(`<${b}> <owner> <${a}> .\n<${b}> <owner> <https://example.org/d/same> .`),
    then: ['b owner a'],
  },
  {
    name: 'what is inferred of a value that goes makes room',
    stored: '_:a <pages> "5" .',
    request: ({ a }) => rdf(`{ delete { <${a}> <pages> * . } set { <${a}> <size> "6" . } }`),
    then: ['a size 6'],
  },
  {
    name: 'an inferred fact that is asserted loses its mark, and stays when its reason goes',
    stored: '_:a <wrote> _:b .',
    request: ({ a, b }) => rdf(`{ set { <${b}> <graph.type> "Work" .\n<${b}> <writtenBy> <${a}> . } }`),
    then: [...AUTHOR('a'), 'a contributedTo b*', 'a penned b*', 'a wrote b', 'b type Work', 'b writtenBy a'],
    extension: { asserted: 2, inferred: 0, retracted: 0 },
  },
  {
    name: 'asserting what is asserted brings no facet back, and takes none that is not given',
    stored: '_:a <soldBy> _:b (since=1815) .',
    request: ({ a, b }) => set(`<${a}> <soldBy> <${b}> (since=1816) .`),
    then: ['a soldBy b (since=1816)'],
  },
];

const DELETES: readonly Case[] = [
  {
    name: 'JSON: a predicate by null',
    stored: '_:a <pages> "5" .\n_:a <title> "Emma" .',
    request: ({ a }) => json({ delete: { uid: a, pages: null } }),
    then: ['a title Emma'],
    extension: { asserted: 0, inferred: 0, retracted: 1 },
  },
  {
    name: 'JSON: a type, its ancestors by cascade',
    stored: '_:a <graph.type> "Novel" .\n_:a <title> "Emma" .',
    request: ({ a }) => json({ delete: [{ uid: a, 'graph.type': 'Novel' }] }),
    then: ['a title Emma'],
    extension: { retracted: 2 },
  },
  {
    name: 'JSON: one of two types, without the ancestors that the other needs',
    stored: '_:a <graph.type> "Novel" .\n_:a <graph.type> "Work" .\n_:a <isbn> "1" .',
    request: ({ a }) => json({ delete: [{ uid: a, 'graph.type': 'Novel' }] }),
    then: ['a isbn 1', 'a type Book*', 'a type Work'],
  },
  {
    name: 'JSON: an edge, by a nested object',
    stored: '_:a <wrote> _:b .\n_:a <wrote> _:c .',
    request: ({ a, b }) => json({ delete: { uid: a, wrote: { uid: b } } }),
    then: [...AUTHOR('a'), 'a contributedTo c*', 'a penned c*', 'a wrote c', 'c type Work*', 'c writtenBy a*'],
  },
  {
    name: 'a value by name, and another that is not there',
    stored: '_:a <keyword> "love" .\n_:a <keyword> "money" .\n_:a <tag> "money" .',
    request: ({ a }) => remove(`<${a}> <keyword> "love" .\n<${a}> <keyword> "money" .\n<${a}> <keyword> "none" .`),
    then: ['a tag money'],
  },
  {
    name: 'a value of one language',
    stored: '_:a <headline> "word"@en .\n_:a <headline> "Wort"@de .',
    request: ({ a }) => remove(`<${a}> <headline@en> * .`),
    then: ['a header@de Wort*', 'a headline@de Wort'],
  },
  {
    name: 'all languages',
    stored: '_:a <headline> "word"@en .\n_:a <headline> "Wort"@de .\n_:a <headline> "plain" .\n_:a <title> "t" .',
    request: ({ a }) => remove(`<${a}> <headline> * .`),
    then: ['a title t'],
  },
  {
    name: 'a value of two spellings',
    stored: '_:a <size> "1.50" .\n_:b <published> "1815-12-23T01:00:00+01:00" .',
    request: ({ a, b }) => remove(`<${a}> <size> "1.5" .\n<${b}> <published> "1815-12-23T00:00:00Z" .`),
    then: [],
  },
  {
    name: 'a node by S * *: the predicates of its types, in both directions of their consequences',
    stored: '_:a <graph.type> "Author" .\n_:a <wrote> _:b .\n_:a <title> "Jane" .\n_:b <title> "Emma" .',
    request: ({ a }) => remove(`<${a}> * * .`),
    then: ['b title Emma'],
  },
  {
    name: 'what other facts entail is left, is inferred from now on, and is told',
    stored: '_:a <graph.type> "Author" .\n_:a <wrote> _:b .\n_:b <graph.type> "Work" .',
    request: ({ a, b }) =>
      json({
        delete: [
          { uid: a, 'graph.type': 'Author' },
          { uid: b, 'graph.type': 'Work' },
        ],
      }),
    then: [...AUTHOR('a'), 'a contributedTo b*', 'a penned b*', 'a wrote b', 'b type Work*', 'b writtenBy a*'],
    extension: { retracted: 0, stillEntailed: expect.arrayContaining([expect.objectContaining({ object: 'Author' })]) },
  },
  {
    name: 'a delete and a set of the same fact: it is set',
    stored: '_:a <graph.type> "Poem" .',
    request: ({ a }) => rdf(`{ delete { <${a}> <graph.type> "Poem" . } set { <${a}> <graph.type> "Poem" . } }`),
    then: ['a type Poem', 'a type Work*'],
  },
  {
    name: 'a type is exchanged for one that it is disjoint with',
    stored: '_:a <graph.type> "Poem" .',
    request: ({ a }) => json({ delete: { uid: a, 'graph.type': 'Poem' }, set: { uid: a, 'graph.type': 'Novel' } }),
    then: NOVEL('a'),
  },
  {
    name: 'an IRI that no node has: nothing is taken back, and no node is made',
    stored: '_:a <title> "here" .',
    request: () => remove('<https://example.org/d/nobody> <title> * .\n<https://example.org/d/nobody> * * .'),
    then: ['a title here'],
    extension: { retracted: 0 },
  },
  {
    name: 'a node named by its IRI',
    stored: '<https://example.org/d/gone> <graph.type> "Novel" .\n<https://example.org/d/gone> <keyword> "x" .',
    request: () =>
      remove('<https://example.org/d/gone> <keyword> * .\n<https://example.org/d/gone> <graph.type> "Novel" .'),
    then: [],
    extension: { retracted: 3 },
  },
];

const UPSERTS: readonly Case[] = [
  {
    name: 'the mutations whose conditions hold, and no other',
    stored: '_:a <title> "U1" .',
    request: () =>
      rdf(`upsert {
        query { q(func: eq(title, "U1")) { v as uid } w as var(func: eq(title, "U1 none")) }
        mutation @if(eq(len(v), 1) AND NOT gt(len(w), 0)) { set { uid(v) <graph.type> "Novel" . } }
        mutation @if(gt(len(w), 0)) { set { uid(v) <graph.type> "Poem" . } }
        mutation { set { uid(v) <keyword> "always" . } }
      }`),
    then: [...NOVEL('a'), 'a keyword always', 'a tag always*', 'a title U1'],
    extension: { asserted: 2, inferred: 3 },
  },
  {
    name: 'JSON, with a condition and values of the query',
    stored: '_:a <title> "U2" .\n_:a <pages> "7" .\n_:b <title> "U2" .',
    request: () =>
      json({
        query: '{ q(func: eq(title, "U2")) { v as uid p as pages } }',
        cond: '@if(eq(len(v), 2))',
        set: { uid: 'uid(v)', keyword: 'val(p)' },
        delete: { uid: 'uid(v)', pages: null },
      }),
    then: ['a keyword 7', 'a tag 7*', 'a title U2', 'b title U2'],
  },
  {
    name: 'the value of an aggregate goes to every node',
    stored: '_:a <title> "U3" .\n_:a <pages> "7" .\n_:b <title> "U3" .\n_:b <pages> "9" .\n_:c <heir> _:a .',
    request: ({ c }) =>
      rdf(`upsert {
        query {
          var(func: eq(title, "U3")) { p as pages }
          q() { m as max(val(p)) }
        }
        mutation { set { <${c}> <pages> val(m) . } }
      }`),
    then: [
      'a pages 7',
      'a size 7*',
      'a title U3',
      'b pages 9',
      'b size 9*',
      'b title U3',
      'c heir a',
      'c owner a*',
      'c pages 9',
      'c size 9*',
    ],
  },
  {
    name: 'a variable without nodes is a new node where something is set, and nothing where it is taken back',
    stored: '_:a <title> "U4" .\n_:a <keyword> "kept" .',
    request: ({ a }) =>
      rdf(`upsert {
        query { v as var(func: eq(title, "U4 none")) }
        mutation {
          set { <${a}> <marriedTo> uid(v) . }
          delete { uid(v) <keyword> * . }
        }
      }`),
    then: ['a keyword kept', 'a marriedTo uid(v)', 'a tag kept*', 'a title U4', 'uid(v) marriedTo a*'],
  },
  {
    name: 'the nodes that the query finds are taken apart with what followed',
    stored: '_:a <wrote> _:b .\n_:b <title> "U5" .',
    request: () =>
      rdf(`upsert {
        query { q(func: eq(title, "U5")) { v as uid ~wrote { w as uid } } }
        mutation { delete { uid(w) <wrote> uid(v) . } }
      }`),
    then: ['b title U5'],
  },
];

underGateway((testbed) => {
  beforeAll(() => loadOntology(testbed.url, LIBRARY));

  describe.each([
    ['what is new', INSERTS],
    ['what is changed', UPDATES],
    ['what is taken back', DELETES],
    ['upserts', UPSERTS],
  ] as const)('%s', (_, cases) => {
    it.each(cases)('$name', async ({ stored, request, then, extension }) => {
      const before = stored === undefined ? {} : ((await ask(testbed.url, set(stored))).data.uids as Uids);
      const { data, extensions } = await ask(testbed.url, request(before));
      const named = Object.entries({ ...before, ...(data.uids as Uids) });
      const nodes = Object.fromEntries(named.map(([name, uid]) => [name.replace(/^http.*\//, ''), uid]));
      expect(await factLines(testbed.engine.url, nodes)).toEqual([...then].sort());
      if (extension) expect(extensions.ontology).toMatchObject(extension);
    });
  });
});
