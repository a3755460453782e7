/**
 * Retroactive materialization, over data that was there before: pages, what is looked at again and what is not,
 * violations.
 */
import { CountingTestbed } from '../../../support/materialize/counting';
import type { Answer } from '../../../support/engines/wire';

const PREFIXES = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix owlgate: <https://owlgate.dev/ns#> .
<http://ex.org/o> a owl:Ontology .
:A a owl:Class . :B a owl:Class . :C a owl:Class . :D a owl:Class .
:p a owl:ObjectProperty . :q a owl:ObjectProperty .
:v a owl:DatatypeProperty . :w a owl:DatatypeProperty . :list a owl:DatatypeProperty ; owlgate:list true .
`;

let testbed: CountingTestbed;
beforeEach(async () => (testbed = await CountingTestbed.start(PREFIXES)));
afterEach(() => testbed.close());

/** Writes to the engine without the gateway. */
const write = (statements: string): Promise<unknown> =>
  testbed.engine.mutate(`{ set {\n${statements}\n} }`, { contentType: 'application/rdf', commitNow: true });
const load = (axioms: string): ReturnType<CountingTestbed['materializer']['loads']['load']> =>
  testbed.materializer.loads.load({ source: PREFIXES + axioms, profile: 'lenient' });
const read = async (text: string): Promise<Answer> => (await testbed.engine.query<Record<string, Answer>>(text)).data;
const count = async (root: string): Promise<number> =>
  (await read(`{ q(func: ${root}) { count(uid) } }`))['q'][0].count as number;

it('all data is visited in pages, each in its own transaction', async () => {
  const nodes = Array.from({ length: 2500 }, (_, i) => `_:n${i} <p> _:n${i + 1} .`);
  await write(nodes.join('\n'));
  const from = testbed.texts.length;
  const { materialization } = await load(':q owl:inverseOf :p . :q rdfs:subPropertyOf :r . :r a owl:ObjectProperty .');
  expect(materialization).toMatchObject({ nodes: 2500, inferred: 5000, retracted: 0, violationCount: 0 });
  expect(await count('has(r)')).toBe(2500);
  const sent = testbed.texts.slice(from);
  expect(sent.filter((text) => text.includes('owl.inferred=true'))).toHaveLength(3);
  // One read for each page, and few besides.
  expect(sent.filter((text) => /first: \d{3}/.test(text)).length).toBeLessThan(10);
  // No rule joins facts at these nodes.
  expect(sent.filter((text) => /"0x[0-9a-f]+\/\d+"/.test(text))).toEqual([]);
});

it('the engine itself adds classes from which only classes follow', async () => {
  await write(Array.from({ length: 6000 }, (_, i) => `_:n${i} <dgraph.type> "A" .`).join('\n'));
  await write('_:x <dgraph.type> "A" .\n_:x <dgraph.type> "C" .\n_:y <v> "1" .\n_:y <p> _:z .');
  const from = testbed.texts.length;
  const { materialization } = await load(
    ':A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :v rdfs:domain :B . :p rdfs:domain :C ; rdfs:range :D .',
  );
  expect(materialization).toMatchObject({ nodes: 6003, inferred: 12001 + 2 + 1, retracted: 0, violationCount: 0 });
  const counts = await Promise.all(['A', 'B', 'C', 'D'].map(async (c) => count(`eq(dgraph.type, "${c}")`)));
  expect(counts).toEqual([6001, 6002, 6002, 1]);
  const { q } = await read('{ q(func: eq(dgraph.type, "C")) { dgraph.type @facets } }');
  const facets = (q as Answer[]).map((node) => Object.keys(node['dgraph.type|owl.inferred'] as object).length);
  expect([Math.min(...facets), Math.max(...facets)]).toEqual([1, 2]);
  const sent = testbed.texts.slice(from);
  const written = sent.filter((text) => text.includes('owl.inferred=true'));
  // Two pages of A, the subject of v, which is that of p, and the object of p.
  expect(written).toHaveLength(4);
  expect(Math.max(...written.map(({ length }) => length))).toBeLessThan(20_000);
});

it('classes that rules join with other facts are reasoned over', async () => {
  await write('_:a <dgraph.type> "A" .\n_:a <p> _:b .\n_:c <dgraph.type> "A" .\n_:c <dgraph.type> "E" .');
  const { materialization } = await load(
    `:A rdfs:subClassOf :B . :B rdfs:subClassOf :C . :E a owl:Class . :C owl:disjointWith :E .
     :B rdfs:subClassOf [ a owl:Restriction ; owl:onProperty :p ; owl:allValuesFrom :D ] . :D rdfs:subClassOf :E .`,
  );
  expect(materialization).toMatchObject({ inferred: 6, violationCount: 1 });
  expect([await count('eq(dgraph.type, "D")'), await count('eq(dgraph.type, "E")')]).toEqual([1, 2]);
});

/** Runs a function once, when a text is about to be sent as a mutation. */
const onceBefore = (pattern: RegExp, run: () => Promise<unknown>): void => {
  testbed.hold = async () => {
    if (!pattern.test(testbed.texts.at(-1)!)) return;
    testbed.hold = undefined;
    await run();
  };
};
const mutate = (rdf: string): Promise<Answer> => testbed.mutate('application/rdf', rdf);

it.each([
  ['a class', '<0x2001> <dgraph.type> "A"'],
  ['a value', '<0x2001> <v> *'],
  ['an edge to it', '<0x2000> <p> <0x2001>'],
])('a page of types is repeated after a write that took %s back', async (_, statement) => {
  await write('<0x2000> <p> <0x2001> .\n<0x2001> <dgraph.type> "A" .\n<0x2001> <v> "1" .\n<0x2002> <v> "2" .');
  const all = ['<0x2001> <dgraph.type> "A"', '<0x2001> <v> *', '<0x2000> <p> <0x2001>'];
  await write('<0x2000> <dgraph.type> "C" .');
  for (const other of all) if (other !== statement) await mutate(`{ delete { ${other} . } }`);
  let answer: Answer = {};
  onceBefore(/^upsert[^]*page as var/, async () => (answer = await mutate(`{ delete { ${statement} . } }`)));
  const { materialization } = await load(':A rdfs:subClassOf :B . :v rdfs:domain :B . :p rdfs:range :B .');
  expect(answer).toMatchObject({ data: { code: 'Success' } });
  expect(materialization).toMatchObject({ inferred: 1 });
  expect(await count('eq(dgraph.type, "B")')).toBe(1);
});

it('writes that add facts do not abort a page of types', async () => {
  await write('<0x2001> <dgraph.type> "A" .');
  const from = testbed.texts.length;
  onceBefore(/^upsert[^]*page as var/, () => mutate('{ set { <0x2001> <v> "1" .\n<0x2003> <dgraph.type> "A" . } }'));
  await load(':A rdfs:subClassOf :B . :v rdfs:domain :C .');
  expect(testbed.texts.slice(from).filter((text) => /^upsert[^]*page as var/.test(text))).toHaveLength(1);
  const [{ q }] = [await read('{ q(func: eq(dgraph.type, "B")) { dgraph.type } }')];
  expect(q.map((node: Answer) => [...node['dgraph.type']].sort())).toEqual([
    ['A', 'B', 'C'],
    ['A', 'B'],
  ]);
});

it('a write that does not know a type of the walk is not committed after the checks', async () => {
  await write('<0x2001> <dgraph.type> "A" .');
  let refused: Promise<Answer> | undefined;
  const isChecking = (): boolean =>
    testbed.texts.some((text) => /eq\(dgraph.type, "B"\)[^]*@filter\(eq\(dgraph.type, "D"\)\)/.test(text));
  testbed.hold = async () => {
    const text = testbed.texts.at(-1)!;
    if (/^upsert[^]*page as var/.test(text) && !refused) {
      refused = mutate('{ set { <0x2001> <dgraph.type> "D" . } }');
      while (!testbed.texts.some((each) => /set[^]*"D"/.test(each)))
        await new Promise((resolve) => setTimeout(resolve, 5));
    } else if (/set[^]*"D"/.test(text)) {
      while (!isChecking()) await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const { materialization } = await load(':A rdfs:subClassOf :B . :B owl:disjointWith :D .');
  expect(materialization).toMatchObject({ inferred: 1, violationCount: 0 });
  expect(JSON.stringify(await refused)).toContain('disjointness violation');
  expect(await count('eq(dgraph.type, "D")')).toBe(0);
});

it('predicates without facts are passed over, many by one query', async () => {
  const properties = Array.from({ length: 400 }, (_, i) => `:e${i} a owl:DatatypeProperty ; rdfs:domain :A .`);
  await write('_:a <e7> "x" .\n_:b <e300> "y" .\n_:b <e301> "z" .');
  const from = testbed.texts.length;
  const { materialization } = await load(properties.join('\n'));
  expect(materialization).toMatchObject({ nodes: 2, inferred: 2 });
  expect(testbed.texts.slice(from).filter((text) => text.includes('has(e')).length).toBeLessThan(20);
});

it('only inferred facts get the facet', async () => {
  await write('_:a <dgraph.type> "A" .\n_:b <dgraph.type> "A" .\n_:b <dgraph.type> "B" .\n_:a <p> _:b .');
  await load(':A rdfs:subClassOf :B . :q owl:inverseOf :p .');
  const { q } = await read('{ q(func: has(dgraph.type)) { dgraph.type @facets p { uid } q @facets { uid } } }');
  expect(q[0]).toMatchObject({
    'dgraph.type': expect.arrayContaining(['A', 'B']),
    'dgraph.type|owl.inferred': expect.anything(),
  });
  expect(q[1]).not.toHaveProperty('dgraph.type|owl.inferred');
  expect(q[1].q[0]).toMatchObject({ 'q|owl.inferred': true });
});

it('a load without changes visits no node', async () => {
  await write('_:a <dgraph.type> "A" .');
  await load(':A rdfs:subClassOf :B .');
  const { materialization } = await load(':A rdfs:subClassOf :B .');
  expect(materialization).toMatchObject({ nodes: 0, inferred: 0, retracted: 0 });
});

it('a load visits only nodes that its new rules concern', async () => {
  await write('_:a <dgraph.type> "A" .\n_:b <dgraph.type> "D" .\n_:c <v> "x" .');
  await load(':A rdfs:subClassOf :B .');
  const { materialization } = await load(':A rdfs:subClassOf :B . :v rdfs:domain :C .');
  expect(materialization).toMatchObject({ nodes: 1, inferred: 1 });
  expect(await count('eq(dgraph.type, "C")')).toBe(1);
});

it('facts that only the former ontology entailed are retracted, and others stay', async () => {
  await write(`_:a <dgraph.type> "A" .
    _:b <dgraph.type> "A" .
    _:b <dgraph.type> "B" .
    _:c <dgraph.type> "A" .
    _:c <v> "x" .`);
  await load(':A rdfs:subClassOf :B . :B rdfs:subClassOf :D . :v rdfs:domain :B .');
  expect(await count('eq(dgraph.type, "D")')).toBe(3);
  const { materialization } = await load(':B rdfs:subClassOf :D . :v rdfs:domain :B .');
  expect(materialization).toMatchObject({ retracted: 2 });
  expect(await count('eq(dgraph.type, "A")')).toBe(3);
  expect(await count('eq(dgraph.type, "B")')).toBe(2);
  expect(await count('eq(dgraph.type, "D")')).toBe(2);
});

it('contradictions are counted, and the first thousand listed', async () => {
  const nodes = Array.from({ length: 1100 }, (_, i) => `_:n${i} <dgraph.type> "A" .\n_:n${i} <dgraph.type> "B" .`);
  await write(nodes.join('\n'));
  const { materialization } = await load(':A owl:disjointWith :B .');
  const { violations, violationCount, inferred } = materialization;
  expect({ violationCount, listed: violations.length, inferred }).toEqual({
    violationCount: 1100,
    listed: 1000,
    inferred: 0,
  });
  expect(violations[0]).toEqual({
    entity: expect.stringMatching(/^0x/),
    message: expect.stringMatching(
      /^owl\/materializer: disjointness violation on entity 0x[0-9a-f]+: type "[AB]" is disjoint with type "[AB]"$/,
    ),
  });
  expect(violations[0]!.message).toContain(`entity ${violations[0]!.entity}:`);
  expect(await count('eq(dgraph.type, "A")')).toBe(1100);
});

it('a value that contradicts an inferred one stays and is reported', async () => {
  await write('_:a <v> "one" .\n_:a <w> "two" .\n_:b <v> "one" .\n_:b <w> "one" .\n_:c <v> "three" .');
  const { materialization } = await load(':v rdfs:subPropertyOf :w .');
  expect(materialization).toMatchObject({ inferred: 1, violationCount: 1 });
  expect(materialization.violations[0]!.message).toMatch(
    /single value violation on entity 0x\w+: "w" takes one value and would have "two" and "one"/,
  );
  const { q } = await read('{ q(func: has(w), orderasc: v) { v w } }');
  expect(q).toEqual([
    { v: 'one', w: 'two' },
    { v: 'one', w: 'one' },
    { v: 'three', w: 'three' },
  ]);
});

it('rules join facts of different pages, also of pages in flight', async () => {
  // Between two nodes of the chain there are as many others as fit into a page.
  const lines = Array.from({ length: 6 }, (_, i) => [
    `_:n${i} <p> _:n${i + 1} .`,
    ...Array.from({ length: 999 }, (_each, x) => `_:x${i}y${x} <p> _:y .`),
  ]);
  for (const page of lines) await write(page.join('\n').replaceAll(/_:n(\d+)/g, '<0x1000$1>'));
  const { materialization } = await load(':p a owl:TransitiveProperty . :q owl:inverseOf :p .');
  expect(await count('has(p)')).toBe(6 * 1000);
  const { q } = await read('{ q(func: uid(0x10000)) { p { uid } } }');
  expect(q[0].p).toHaveLength(6);
  const forward = (6 * 5) / 2;
  expect(materialization).toMatchObject({ inferred: forward + 6 * 1000 + forward, violationCount: 0 });
});

it('pages in flight meet at the same nodes', async () => {
  const PAGES = 6;
  await write(Array.from({ length: 30 }, (_, hub) => `<0x10${10 + hub}> <v> "hub ${hub}" .`).join('\n'));
  for (let page = 0; page < PAGES; page++) {
    const lines = Array.from({ length: 1000 }, (_, i) => `_:n${i} <p> <0x10${10 + (i % 30)}> .`);
    await write(lines.join('\n'));
  }
  const from = testbed.texts.length;
  // Rules join the classes, so that the pages add them.
  const { materialization } = await load(
    `:p rdfs:domain :A ; rdfs:range :B . :q owl:inverseOf :p . :A rdfs:subClassOf :C . :B owl:disjointWith :D .
     :B rdfs:subClassOf [ owl:onProperty :q ; owl:allValuesFrom :C ] . :C owl:hasKey ( :list ) .`,
  );
  expect(materialization).toMatchObject({ nodes: PAGES * 1000 + 30, inferred: PAGES * 3000 + 30, violationCount: 0 });
  expect([await count('eq(dgraph.type, "C")'), await count('eq(dgraph.type, "B")')]).toEqual([PAGES * 1000, 30]);
  const sent = testbed.texts.slice(from);
  // The facts under q are those of the walk itself, and there were no types.
  expect(sent.filter((text) => /has\((q|dgraph\.type)\), first: \d{2}/.test(text))).toEqual([]);
  // Pages of hubs read the types at the other ends of their edges; hubs of 200 edges share pages of 2,000.
  const lists = sent.flatMap((text) => [...text.matchAll(/func: uid\(([^)]*)\)/g)].map(([, uids]) => uids!.split(',')));
  expect(lists.filter((uids) => uids.length > 500).length).toBe(3);
});

describe('edges to hubs', () => {
  const HUBS = 3;
  const edges = (nodes: number): string =>
    Array.from({ length: nodes }, (_, i) => `_:n${i} <p> <0x${(0x1000 + (i % HUBS)).toString(16)}> .`).join('\n');
  const INVERSE = ':q owl:inverseOf :p .';

  it('are visited by hubs, a long list in slices', async () => {
    await write(edges(4500));
    await write(Array.from({ length: 2500 }, (_, i) => `_:n${i} <p> <0x2000> .`).join('\n'));
    const from = testbed.texts.length;
    const { materialization } = await load(INVERSE);
    expect(materialization).toMatchObject({ nodes: HUBS + 1, inferred: 7000 });
    const sent = testbed.texts.slice(from);
    expect(sent.filter((text) => text.includes('owl.inferred=true')).length).toBe(HUBS + 2);
    expect(sent.filter((text) => /~p \(first: 2000, after: 0x/.test(text)).length).toBe(2);
    expect(sent.filter((text) => /f0: p @facets/.test(text))).toEqual([]);
    const { q } = await read('{ q(func: has(q)) { count(q) } }');
    expect((q as Answer[]).map((node) => node['count(q)'] as number)).toEqual([1500, 1500, 1500, 2500]);
  });

  it('are visited by subjects if each leads elsewhere', async () => {
    await write(Array.from({ length: 20 }, (_, i) => `_:n${i} <p> _:m${i} .`).join('\n'));
    const from = testbed.texts.length;
    expect((await load(INVERSE)).materialization).toMatchObject({ inferred: 20 });
    expect(testbed.texts.slice(from).filter((text) => /f0: p @facets/.test(text))).not.toEqual([]);
  });

  it('are visited again in smaller pages while writes conflict with them', async () => {
    await write(edges(3000));
    let left = 12;
    testbed.hold = async () => {
      const text = testbed.texts.at(-1)!;
      if (!/<0x1000> <q> .*owl.inferred=true/.test(text) || left-- <= 0) return;
      // The same edge, as a write without the gateway.
      const [, statement] = /(<0x1000> <q> <0x\w+>)/.exec(text)!;
      const { hold } = testbed;
      testbed.hold = undefined;
      await write(`${statement} .`);
      testbed.hold = hold;
    };
    const from = testbed.texts.length;
    const { materialization } = await load(INVERSE);
    expect(materialization).toMatchObject({ violationCount: 0 });
    expect(await count('has(q)')).toBe(HUBS);
    const { q } = await read('{ q(func: has(q)) { count(q) } }');
    expect((q as Answer[]).map((node) => node['count(q)'] as number)).toEqual([1000, 1000, 1000]);
    expect(testbed.texts.slice(from).some((text) => /~p \(first: 500, after: 0x0\)/.test(text))).toBe(true);
  });
});

it('progress counts the facts that a batch or a page has inferred, before and after they are written', async () => {
  const members = Array.from({ length: 60 }, (_, i) => `_:n${i} <p> _:n${i + 1} .`);
  await write(members.join('\n'));
  const seen: (readonly [number, number])[] = [];
  testbed.hold = async () => {
    const { inferred = 0, pending = 0 } = await testbed.materializer.materializations.status();
    seen.push([inferred, pending]);
  };
  const stated = Array.from({ length: 2100 }, (_, i) => `:i${i} a :A ; :v "${i}" .`).join('\n');
  const axioms = ':p a owl:TransitiveProperty , owl:SymmetricProperty . :A rdfs:subClassOf :B . :v rdfs:domain :B .';
  const { materialization } = await load(`${axioms}\n${stated}`);
  expect(materialization).toMatchObject({ inferred: 2100 + 61 * 61 - 60 });
  // Three batches of assertions, then one page of the relation.
  expect(seen.filter(([, pending]) => pending > 500).length).toBeGreaterThanOrEqual(3);
  expect(seen.some(([inferred, pending]) => inferred >= 1000 && pending > 0)).toBe(true);
  expect(await testbed.materializer.materializations.status()).not.toHaveProperty('pending');
});
