/** Requests to the engine for one write, by number and content: the work done, not the time. */
import { CountingTestbed } from '../../../support/materialize/counting';
import { LIBRARY, NS } from '../../../support/materialize/library';

const RDF = 'application/rdf';
let testbed: CountingTestbed;
let uids: Record<string, string>;

beforeAll(async () => {
  testbed = await CountingTestbed.start(LIBRARY);
  const { data } = await testbed.mutate(
    RDF,
    `{ set {
      _:ann <iri> "https://example.org/d/ann" .
      _:ann <title> "Ann" .
      _:eve <title> "Eve" .
      _:poet <wrote> _:ode .
      _:emma <graph.type> "Novel" .
      _:emma <pages> "1" .
      _:emma <headline> "one"@en .
      _:emma <headline> "eins"@de .
      _:firm <title> "Firm" .
      _:sold <publishedBy> _:firm .
      _:star <graph.type> "Author" .
      _:star <wrote> _:work .
    } }`,
  );
  uids = data.uids as Record<string, string>;
});
afterAll(() => testbed.close());

/** Statements with `<ann>` for a stored node. */
const withUids = (text: string): string =>
  text.replace(/<(\w+)>/g, (all, name: string) => (uids[name] ? `<${uids[name]}>` : all));

describe('round trips of a write', () => {
  it.each([
    // Nothing is known of new nodes, so nothing can be read of them.
    ['new nodes alone', 0, '_:a <wrote> _:b .\n_:a <title> "new" .\n_:b <pages> "4" .\n_:a <marriedTo> _:c .'],
    ['what no rule speaks of, at a stored node', 0, '<ann> <title> "Anne" .'],
    ['a type at a stored node', 1, '<ann> <graph.type> "Person" .'],
    ['an edge between stored nodes, with its domain, range, inverse, super and equivalent', 1, '<ann> <wrote> <ode> .'],
    ['an edge from a stored node to a new one', 1, '<ann> <wrote> _:b .'],
    ['a symmetric edge between stored nodes', 1, '<ann> <marriedTo> <eve> .'],
    ['edges at many stored nodes', 1, '<ann> <wrote> <work> .\n<eve> <wrote> <ode> .\n<star> <penned> <emma> .'],
    ['a functional edge of a new node', 1, '_:a <publishedBy> <firm> .'],
    ['a new node with an IRI', 1, '<https://example.org/d/new> <wrote> _:b .'],
    ['a stored node by its IRI', 1, '<https://example.org/d/ann> <title> "Ann" .'],
  ])('%s: %i queries', async (_, queries, statements) => {
    const { result, requests } = await testbed.counted(() =>
      testbed.mutate(RDF, `{ set { ${withUids(statements)} } }`),
    );
    expect(result.errors).toBeUndefined();
    expect(requests).toEqual({ queries, mutations: 1 });
  });

  it.each([
    ['a value that replaces another, and what followed from it', 1, '{ set { <emma> <pages> "2" . } }'],
    // That there are others is seen in the answer; then they are read too.
    ['one of several languages', 2, '{ set { <emma> <headline> "two"@en . } }'],
    ['a type taken back', 1, '{ delete { <emma> <graph.type> "Novel" . } }'],
    ['an edge taken back, with all that it gave', 1, '{ delete { <poet> <wrote> <ode> . } }'],
    ['a predicate taken back', 2, '{ delete { <sold> <publishedBy> * . } }'],
    ['a node taken back', 2, '{ delete { <star> * * . } }'],
    [
      'an upsert that no rule speaks of',
      0,
      'upsert { query { v as var(func: eq(title, "Ann")) } mutation { set { uid(v) <title> "x" . } } }',
    ],
    [
      'an upsert',
      2,
      'upsert { query { v as var(func: eq(title, "Eve")) } mutation { set { uid(v) <graph.type> "Person" . } } }',
    ],
    [
      'an upsert whose condition does not hold',
      1,
      'upsert { query { v as var(func: eq(title, "Eve")) } mutation @if(eq(len(v), 0)) { set { _:e ' +
        '<graph.type> "Person" . } } }',
    ],
  ])('%s: %i queries', async (_, queries, body) => {
    const { result, requests } = await testbed.counted(() => testbed.mutate(RDF, withUids(body)));
    expect(result.errors).toBeUndefined();
    expect(requests.mutations).toBe(1);
    expect(requests.queries).toBe(queries);
  });

  it('a refused write is not sent', async () => {
    const { result, requests } = await testbed.counted(() =>
      testbed.mutate('application/json', JSON.stringify({ set: { 'graph.type': ['Person', 'Company'] } })),
    );
    expect(result.errors).toHaveLength(1);
    expect(requests).toEqual({ queries: 0, mutations: 0 });
  });

  it('Turtle of 500 new nodes that know each other is one query and one mutation', async () => {
    const lines = Array.from(
      { length: 500 },
      (_, i) => `<http://ex.org/n${i}> <${NS}marriedTo> <http://ex.org/n${i + 1}> .`,
    );
    const { result, requests } = await testbed.counted(() => testbed.mutate('text/turtle', lines.join('\n')));
    expect(result.extensions.ontology).toMatchObject({ asserted: 500, inferred: 500 });
    expect(requests).toEqual({ queries: 1, mutations: 1 });
  });
});

describe('requests to the engine', () => {
  const sent = async (contentType: string, body: string): Promise<string[]> => {
    const from = testbed.texts.length;
    await testbed.mutate(contentType, body);
    return testbed.texts
      .at(-1)!
      .split('\n')
      .slice(0, testbed.texts.length > from ? undefined : 0);
  };

  it('inferred facts have the facet; asserted ones are unchanged', async () => {
    const lines = await sent(RDF, '{ set { _:a <marriedTo> _:b (since=1815) . } }');
    expect(lines).toContain('_:a <marriedTo> _:b (since=1815) .');
    expect(lines).toContain('_:b <marriedTo> _:a (owl.inferred=true) .');
  });

  it('the fence of a write is one value of a list', async () => {
    const fences = async (): Promise<string[]> =>
      (await sent(RDF, '{ set { _:a <title> "x" . } }')).filter((line) => line.includes('owlgate.lock'));
    expect(await fences()).toEqual([expect.stringMatching(/^<0x[0-9a-f]+> <owlgate\.lock> "\d+"/)]);
  });

  it('a stored node with supporting facts has one guard; one with retracted facts has all', async () => {
    const locks = async (body: string): Promise<string[]> =>
      (await sent(RDF, withUids(body))).filter((line) => line.includes(`"${uids['firm']}/`));
    const shared = await locks('{ set { <firm> <graph.type> "Agent" . } }');
    const exclusive = await locks('{ delete { <firm> <graph.type> "Agent" . } }');
    expect(shared).toHaveLength(1);
    expect(exclusive.length).toBeGreaterThan(8);
    expect(exclusive).toContain(shared[0]);
  });

  it('labels that RDF cannot write are replaced, and restored in the answer', async () => {
    const { data } = await testbed.mutate('application/json', '{"set":{"uid":"_:a b","title":"x"}}');
    expect(Object.keys(data.uids as object)).toEqual(['a b']);
    expect(testbed.texts.at(-1)).not.toContain('a b');
  });
});
