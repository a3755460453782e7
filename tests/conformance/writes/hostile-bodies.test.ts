/**
 * Hostile bodies: each is accepted, or refused with a message and Dgraph's status 200, and a refused one leaves no
 * trace.
 */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, json, post, query, rdf, type Posted } from '../../support/engines/wire';
import { snapshot } from '../../support/materialize/facts';
import { LIBRARY, NS } from '../../support/materialize/library';
import { casesOf } from '../../support/runs';

const raw = (type: string, body: string, parameters = 'commitNow=true'): Posted => ({
  path: `/mutate?${parameters}`,
  type,
  body,
});
const jsonText = (body: string): Posted => raw('application/json', body);
const turtle = (body: string): Posted => raw('text/turtle', `@prefix : <${NS}> . ${body}`);
const set = (body: string): Posted => rdf(`{ set { ${body} } }`);
const upsert = (query: string, more: object): Posted => json({ query, ...more });
const deep = (open: string, inner: string, close: string, depth: number): string =>
  open.repeat(depth) + inner + close.repeat(depth);

const TAKEN = undefined;

/** Request and message of its refusal; `undefined` if it is accepted. */
const CASES: readonly (readonly [string, Posted, RegExp | undefined])[] = [
  ['no body, JSON', jsonText(''), /^Error parsing JSON at line 1, character 0: /],
  ['no body, RDF', rdf(''), /^empty request$/],
  ['no body, Turtle', raw('text/turtle', ''), TAKEN],
  ['JSON: null', jsonText('null'), /is a JSON object/],
  ['JSON: an array', jsonText('[]'), /is a JSON object/],
  ['JSON: nothing in it', jsonText('{}'), /empty request/],
  ['JSON: a number to set', jsonText('{"set":5}'), /line 1, column 2: set must be/],
  ['JSON: not closed', jsonText('{"set":[{"title":"x"'), /^Error parsing JSON at line 1, character \d+/],
  ['JSON: objects 100,000 deep', jsonText(`{"set":${deep('{"wrote":', '{}', '}', 100_000)}}`), /nested deeper than/],
  ['JSON: arrays 100,000 deep', jsonText(`{"set":${deep('[', '', ']', 100_000)}}`), /nested deeper than/],
  ['Turtle: a list 5,000 deep', turtle(`:a :title ${deep('(', '"x"', ')', 5_000)} .`), /./],
  [
    'a condition 10,000 deep',
    upsert('{ v as var(func: uid(1)) }', {
      cond: `@if(${deep('(', 'eq(len(v),0)', ')', 10_000)})`,
      set: { 'graph.type': 'Poem' },
    }),
    /nested deeper than/,
  ],
  [
    'a query 10,000 deep',
    upsert(`{ q(func: uid(1)) { ${deep('wrote {', 'v as uid', '}', 10_000)} } }`, {
      set: { uid: 'uid(v)', 'graph.type': 'Poem' },
    }),
    /nested deeper than/,
  ],
  ['a class that nobody knows', json({ set: { 'graph.type': 'No such class' } }), TAKEN],
  ['a class of quotes and control characters', json({ set: { 'graph.type': 'a"b\\c\n\u0000' } }), TAKEN],
  ['classes named like what objects inherit', json({ set: { 'graph.type': ['__proto__', 'constructor'] } }), TAKEN],
  [
    'predicates named like what objects inherit',
    jsonText('{"set":{"__proto__":"x","constructor":"y","graph.type":"Poem"}}'),
    TAKEN,
  ],
  ['a type that is an object', json({ set: { 'graph.type': { title: 'x' } } }), /of type scalar is uid/],
  ['a type with a language', set('_:a <graph.type> "Poem"@en .'), /@lang/],
  ['a predicate with spaces', json({ set: { 'a b': 'x', 'graph.type': 'Poem' } }), /Must not contain spaces/],
  ['a predicate of angle brackets', json({ set: { 'a>b': 'x', 'graph.type': 'Poem' } }), /a>b/],
  ['a predicate of no characters', json({ set: { '': 'x', 'graph.type': 'Poem' } }), /zero length/],
  ['a reverse predicate', json({ set: { '~wrote': { uid: '0x5' } } }), /invalid characters/],
  ['half a surrogate pair', jsonText('{"set":{"title":"\\ud800","graph.type":"Poem"}}'), /surrogate/],
  ['a null character in a value', json({ set: { isbn: 'a\u0000b' } }), TAKEN],
  ['a null character in an IRI', set('<http://a\u0000b> <isbn> "x" .'), /at line 1 column \d+/],
  ['a value that is too large for its index', json({ set: { isbn: 'x'.repeat(1_000_000) } }), /too large/],
  ['uid(v) without a query', json({ set: { uid: 'uid(v)', 'graph.type': 'Poem' } }), /not defined/],
  ['val(v) without a query', set('_:a <graph.type> "Poem" .\n_:a <isbn> val(v) .'), /not defined/],
  [
    'uid(v) that the query does not define',
    upsert('{ w as var(func: uid(1)) }', { set: { uid: 'uid(v)', 'graph.type': 'Poem' } }),
    /v/,
  ],
  [
    'a condition that is none',
    upsert('{ v as var(func: uid(1)) }', { cond: 'maybe', set: { 'graph.type': 'Poem' } }),
    /invalid cond value/,
  ],
  [
    'a condition that goes on as a query',
    upsert('{ v as var(func: uid(1)) }', {
      cond: '@if(eq(len(v),0)) { uid } evil(func: has(title)) @filter(has(title)',
      set: { 'graph.type': 'Poem' },
    }),
    /line 1 column/,
  ],
  [
    'blocks named as those of the gateway',
    upsert('{ owlgate_u0(func: uid(1)) { v as uid } }', { set: { uid: 'uid(v)', 'graph.type': 'Poem' } }),
    /owlgate_u0/,
  ],
  [
    'a label that is the gateway’s',
    json({
      set: [
        { uid: '_:owlgate.iri.0', 'graph.type': 'Poem' },
        { uid: 'https://example.org/d/h', wrote: { uid: '_:owlgate.iri.0' } },
      ],
    }),
    /labels that begin with owlgate\./,
  ],
  [
    'labels that RDF cannot write',
    json({
      set: [
        { uid: '_:', 'graph.type': 'Poem' },
        { uid: '_:a"b>\n', 'graph.type': 'Poem' },
      ],
    }),
    TAKEN,
  ],
  [
    'the facet of what is inferred',
    set('_:a <wrote> _:b (owl.inferred=true) .'),
    /line 1, column \d+: the facet owl\.inferred/,
  ],
  [
    'a blank node in a delete',
    rdf('{ delete { _:a <graph.type> "Poem" . \n _:a * * . \n <0x5> <wrote> _:b . } }'),
    /UID not found\/generated for xid _:a/,
  ],
  ['a delete of an object without uid', json({ delete: { 'graph.type': 'Poem' } }), /UID must be present/],
  ['a star where something is set', set('<0x5> <wrote> * .'), /Cannot use star in set/],
  ['a star for the predicate alone', rdf('{ delete { <0x5> * "x" . } }'), /wildcard/],
  [
    'a uid that was never given out',
    json({ set: { uid: '0xffffffffffffffff', 'graph.type': 'Poem' } }),
    /greater than lease/,
  ],
  [
    'a name that is no node',
    json({ set: { uid: 'alice', 'graph.type': 'Poem' } }),
    /line 1, column \d+: <alice> names no node/,
  ],
  ['a uid that is an object', json({ set: { uid: { a: 1 }, 'graph.type': 'Poem' } }), TAKEN],
  [
    'a value where an edge is',
    json({ set: { wrote: 'text', 'graph.type': 'Author' } }),
    /"wrote" of type uid is scalar/,
  ],
  ['an edge where a value is', json({ set: { isbn: { 'graph.type': 'Poem' } } }), /of type scalar is uid/],
  ['a number that is none', json({ set: { pages: 'many' } }), /many/],
  ['a number of 20 digits', jsonText('{"set":{"pages":99999999999999999999}}'), /out of range/],
  ['a language that a predicate does not take', set('_:a <isbn> "x"@en .'), /@lang/],
  [
    'a predicate that is Dgraph’s',
    json({ set: { 'dgraph.password': 'secret', 'graph.type': 'Poem' } }),
    /dgraph\.password/,
  ],
  [
    'commitNow=maybe',
    raw('application/json', '{"set":{"graph.type":"Poem"}}', 'commitNow=maybe'),
    /while parsing commitNow as bool.*"maybe"/,
  ],
  [
    'startTs=soon',
    raw('application/json', '{"set":{"graph.type":"Poem"}}', 'startTs=soon'),
    /while parsing startTs as uint64.*"soon"/,
  ],
  [
    'two mutations, one of which is none',
    json({ mutations: [{ set: { 'graph.type': 'Poem' } }, 5] }),
    /array of objects/,
  ],
  [
    'a query that does not parse',
    upsert('{ v as var(func: uid(1)) ', { set: { uid: 'uid(v)', 'graph.type': 'Poem' } }),
    /line 1 column/,
  ],
  [
    '100,000 types',
    rdf(`{ set {\n${Array.from({ length: 100_000 }, (_, i) => `_:a${i} <graph.type> "Novel" .`).join('\n')}\n} }`),
    /inference overflow/,
  ],
];

underGateway((testbed) => {
  beforeAll(async () => {
    await loadOntology(testbed.url, LIBRARY);
    await ask(testbed.url, set('_:a <graph.type> "Novel" .\n_:a <title> "bystander" .'));
  });

  /** Snapshot after the last refused write; undefined after an accepted one. */
  let lastSnapshot: string | undefined;

  it.each(casesOf(CASES, testbed.engine))('%s', async (_, request, expected) => {
    const before = expected && (lastSnapshot ?? (await snapshot(testbed.engine.url)));
    lastSnapshot = undefined;
    const { status, body } = await post(testbed.url, request);
    const message = body.errors?.map((error: { message: string }) => error.message).join('\n') as string | undefined;
    expect(status).toBe(200);
    expect(message ?? '').not.toMatch(/internal error|Error:|\n\s+at /);
    if (expected) {
      expect(message).toMatch(expected);
      const after = await snapshot(testbed.engine.url);
      expect(after).toBe(before);
      lastSnapshot = after;
    } else expect(message).toBeUndefined();
  });

  it('objects without a label stay distinct from objects with a generated label', async () => {
    const { data } = await ask(
      testbed.url,
      json({
        set: [
          { title: 'unlabelled', 'graph.type': 'Poem' },
          { uid: '_:blank-0', title: 'labelled', 'graph.type': 'Poem' },
        ],
      }),
    );
    expect(Object.keys(data.uids as object).sort()).toEqual(['blank-0', 'blank-1']);
    const titles = async (label: string): Promise<unknown> =>
      (
        await ask(
          testbed.engine.url,
          query(`{ q(func: uid(${(data.uids as Record<string, string>)[label]!})) { title } }`),
        )
      ).data.q;
    expect(await titles('blank-0')).toEqual([{ title: 'labelled' }]);
    expect(await titles('blank-1')).toEqual([{ title: 'unlabelled' }]);
  });

  it('names that RDF must escape are returned unchanged', async () => {
    const labels = ['', 'a b', '日本', 'a"b>\n', '__proto__', 'dot.'];
    const { data } = await ask(
      testbed.url,
      json({ set: labels.map((label) => ({ uid: `_:${label}`, title: label, 'graph.type': 'Poem' })) }),
    );
    expect(Object.keys(data.uids as object).sort()).toEqual([...labels].sort());
    const blocks = labels.map(
      (label, i) => `n${i}(func: uid(${(data.uids as Record<string, string>)[label]!})) { title }`,
    );
    const read = await ask(testbed.engine.url, query(`{ ${blocks.join('\n')} }`));
    expect(Object.values(read.data as object)).toEqual(labels.map((title) => [{ title }]));
  });
});
