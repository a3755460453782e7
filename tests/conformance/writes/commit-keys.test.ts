/**
 * Commits of clients' open transactions are checked with the cluster's conflict keys, whichever keys the client sends,
 * through any gateway and with any committing request.
 */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { casesOf } from '../../support/runs';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, commit, get, json, post, query, rdf, type Answer, type Posted } from '../../support/engines/wire';
import { until } from '../../support/until';

const ABORTED = /Transaction has been aborted. Please retry/;
const NS = 'https://example.org/keys#';
const ONTOLOGY = `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/keys> a owl:Ontology .
:Cat a owl:Class ; rdfs:subClassOf :Animal . :Dog a owl:Class ; owl:disjointWith :Cat . :Animal a owl:Class .
:Citizen a owl:Class ; owl:hasKey ( :number ) .
:number a owl:DatatypeProperty ; rdfs:range xsd:string .
:parentOf a owl:ObjectProperty , owl:AsymmetricProperty .
:likes a owl:ObjectProperty ; owl:propertyDisjointWith :hates . :hates a owl:ObjectProperty .
:seal a owl:ObjectProperty , owl:InverseFunctionalProperty .
:spouse a owl:ObjectProperty , owl:FunctionalProperty ; owl:inverseOf :spouseOf . :spouseOf a owl:ObjectProperty .
:feeds a owl:ObjectProperty ; rdfs:domain :Animal .
:note a owl:DatatypeProperty ; rdfs:range xsd:string .`;

/** Pairs of writes that are each allowed, but contradict each other; `<a>` and `<b>` are nodes. */
const CONTRADICTIONS: readonly (readonly [string, string, string])[] = [
  ['types that are disjoint', 'set { <a> <graph.type> "Cat" . }', 'set { <a> <graph.type> "Dog" . }'],
  ['an asymmetric edge and its reverse', 'set { <a> <parentOf> <b> . }', 'set { <b> <parentOf> <a> . }'],
  ['edges of disjoint properties', 'set { <a> <likes> <b> . }', 'set { <a> <hates> <b> . }'],
  [
    'one key of two nodes',
    'set {\n<a> <graph.type> "Citizen" .\n<a> <number> "KEY" .\n}',
    'set {\n<b> <graph.type> "Citizen" .\n<b> <number> "KEY" .\n}',
  ],
  ['an inverse functional edge of two nodes', 'set { <a> <seal> <c> . }', 'set { <b> <seal> <c> . }'],
  ['two values of a functional property', 'set { <a> <spouse> <b> . }', 'set { <a> <spouse> <c> . }'],
  ['one IRI of two new nodes', 'set { <https://e.org/IRI> <note> "1" . }', 'set { <https://e.org/IRI> <note> "2" . }'],
  ['the two reasons of one fact, taken back', 'delete { <d> <graph.type> "Cat" . }', 'delete { <d> <feeds> <b> . }'],
];

/** Requests that end a transaction. */
const WAYS: readonly (readonly [string, (txn: Answer) => Posted])[] = [
  ['no keys', (txn) => commit(at(txn), {})],
  ['an empty list', (txn) => commit(at(txn), [])],
  ['null', (txn) => commit(at(txn), null)],
  ['a list of null', (txn) => commit(at(txn), [null])],
  ['forged keys', (txn) => commit(at(txn), { keys: ['1zz', '0', 'nothing at all'] })],
  ['a part of the keys', (txn) => commit(at(txn), { keys: (txn.keys as string[]).slice(0, 1) })],
  ['its own keys', (txn) => commit(at(txn), { keys: txn.keys as unknown, preds: txn.preds as unknown })],
  ['a mutation of nothing', (txn) => json({ set: [] }, { ...at(txn), commitNow: true })],
  ['a mutation of something else', (txn) => json({ set: { note: 'at the end' } }, { ...at(txn), commitNow: true })],
  [
    'an upsert whose condition is false',
    (txn) =>
      json(
        {
          query: '{ v as var(func: eq(number, "nobody")) }',
          cond: '@if(gt(len(v), 0))',
          set: { uid: 'uid(v)', note: '' },
        },
        { ...at(txn), commitNow: true },
      ),
  ],
];

const at = ({ start_ts, hash }: Answer): Record<string, string> => ({ startTs: String(start_ts), hash: hash ?? '' });

forEachEngine((engine) => {
  const gateways: Gateway[] = [];
  beforeAll(async () => {
    await engine.reset();
    for (let i = 0; i < 2; i++) gateways.push(await startGatewayOver(engine));
    await loadOntology(gateways[0]!.url, ONTOLOGY);
    await until(async () => (await get(gateways[1]!.url, '/ontology/introspect')).status === 200);
  });
  afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

  const url = (i: number): string => gateways[i % 2]!.url;
  let count = 0;
  /** Stores nodes and returns a function that inserts their uids into a write. */
  const nodes = async (): Promise<(text: string) => string> => {
    const mark = `n${++count}`;
    const { data } = await ask(
      engine.url,
      rdf(`{ set { ${['a', 'b', 'c', 'd'].map((name) => `_:${name} <note> "${mark}" .`).join('\n')} } }`),
    );
    const uids = data.uids as Record<string, string>;
    await ask(
      url(0),
      rdf(`{ set { <${uids['d']!}> <graph.type> "Cat" .\n<${uids['d']!}> <feeds> <${uids['b']!}> . } }`),
    );
    return (text) => text.replace(/<([abcd])>/g, (_, name: string) => `<${uids[name]!}>`).replace(/KEY|IRI/g, mark);
  };
  const begin = async (i: number, body: string): Promise<Answer> =>
    (await ask(url(i), rdf(`{ ${body} }`, {}))).extensions.txn;
  const errorOf = async (i: number, request: Posted): Promise<string | undefined> =>
    (await post(url(i), request)).body.errors?.[0]?.message;

  describe.each(CONTRADICTIONS.map((each, i) => [...each, i] as const))('%s', (_, one, two, i) => {
    it.each(casesOf(WAYS, engine, i))(
      'contradicting transactions do not both commit, committed with %s',
      async (_way, end) => {
        const placed = await nodes();
        // Both gateways begin and end transactions.
        const [first, second] = [await begin(count, placed(one)), await begin(count + 1, placed(two))];
        const [earlier, later] = count % 3 === 0 ? [second, first] : [first, second];
        expect(await errorOf(count + (count >> 1), end(earlier))).toBeUndefined();
        expect(await errorOf(count + (count >> 2), end(later))).toMatch(ABORTED);
      },
    );
  });

  it('consistent transactions all commit, without their keys', async () => {
    const placed = await nodes();
    const bodies = ['<a> <graph.type> "Cat" .', '<b> <likes> <c> .', '<a> <note> "x" .', '<d> <graph.type> "Animal" .'];
    const attempt = async (): Promise<(string | undefined)[]> => {
      const open = await Promise.all(bodies.map((body, i) => begin(i, placed(`set { ${body} }`))));
      // Meanwhile commits of others take conflict keys of their own.
      for (let i = 0; i < 20; i++) await ask(url(i), json({ set: { note: 'between' } }));
      const errors: (string | undefined)[] = [];
      for (const [i, txn] of open.entries()) errors.push(await errorOf(i, commit(at(txn), {})));
      return errors;
    };
    // Each write takes one of 1,024 values of the fence at random: two may take the same one, and then one of them is
    // aborted.
    let errors = await attempt();
    for (let again = 0; again < 4 && errors.some((error) => error !== undefined); again++) errors = await attempt();
    expect(errors).toEqual(bodies.map(() => undefined));
    const { data } = await ask(url(0), query(`{ q(func: uid(${placed('<a>').slice(1, -1)})) { graph.type note } }`));
    expect(data.q).toEqual([{ 'graph.type': expect.arrayContaining(['Cat', 'Animal']), note: 'x' }]);
  });

  it('the answer is the engine’s, with code and timestamps', async () => {
    const placed = await nodes();
    const txn = await begin(0, placed('set { <a> <likes> <b> . }'));
    const { status, body } = await post(url(1), commit(at(txn), {}));
    expect([status, body.data]).toEqual([200, { code: 'Success', message: 'Done' }]);
    expect(body.extensions.txn.start_ts).toBe(txn.start_ts);
    expect(body.extensions.txn.commit_ts).toBeGreaterThan(txn.start_ts as number);
  });

  it('a read-only transaction commits', async () => {
    const { extensions } = await ask(url(0), query('{ q(func: uid(0x1)) { uid } }'));
    expect(await errorOf(1, commit(at(extensions.txn), {}))).toBeUndefined();
  });

  it('an abort with any body aborts, and no commit succeeds after it', async () => {
    const placed = await nodes();
    const txn = await begin(0, placed('set { <a> <graph.type> "Cat" . }'));
    const aborted = await post(url(1), { ...commit({ ...at(txn), abort: true }), body: 'no keys' });
    expect(aborted.body).toMatchObject({ code: 'Success' });
    expect(await errorOf(0, commit(at(txn), {}))).toMatch(ABORTED);
    const { data } = await ask(engine.url, query(`{ q(func: uid(${placed('<a>').slice(1, -1)})) { dgraph.type } }`));
    expect(data.q).toEqual([]);
  });

  it.each([
    ['no JSON', 'keys'],
    ['nothing', ''],
    ['a number', '1'],
    ['a list of others', '["a", 1]'],
    ['keys that are no list', '{"keys": "a"}'],
    ['another field that is no list', '{"keys": [], "x": {}}'],
  ])('a body that is %s commits nothing', async (_, body) => {
    const placed = await nodes();
    const txn = await begin(0, placed('set { <a> <graph.type> "Dog" . }'));
    const refused = await post(url(1), { ...commit(at(txn)), body });
    expect([refused.status, refused.body.errors[0].extensions.code]).toEqual([200, 'ErrorInvalidRequest']);
    expect(await errorOf(0, commit(at(txn), {}))).toBeUndefined();
  });

  it.each([
    ['of none', 'startTs=0', 'mandatory'],
    ['that is left out', '', 'mandatory'],
    ['that is no number', 'startTs=x', 'while parsing startTs as uint64'],
    ['that was never given out', 'startTs=999999999999', 'was not given out'],
  ])('a timestamp %s is refused', async (_, parameters, words) => {
    const { body } = await post(url(0), { path: `/commit?${parameters}`, type: 'application/json', body: '{}' });
    expect(body.errors[0].message).toContain(words);
  });

  it('GET is refused as by the engine', async () => {
    const { extensions } = await ask(url(0), rdf('{ set { _:a <note> "get" . } }', {}));
    const path = `/commit?startTs=${extensions.txn.start_ts}`;
    expect(await get(url(0), path)).toEqual(await get(engine.url, path));
  });

  it('a transaction from before a load, which no gateway reasoned over, does not commit after it', async () => {
    const { extensions } = await ask(engine.url, rdf('{ set { _:a <dgraph.type> "Cat" . } }', {}));
    await loadOntology(url(0), ONTOLOGY);
    expect(await errorOf(0, commit(at(extensions.txn), {}))).toMatch(ABORTED);
  });

  if (engine.name === 'dgraph') {
    it('a repeated commit reports the outcome of the first', async () => {
      const placed = await nodes();
      const txn = await begin(0, placed('set { <a> <graph.type> "Cat" . }'));
      const first = await ask(url(0), commit(at(txn), { keys: txn.keys as unknown }));
      const again = await ask(url(1), commit(at(txn), { keys: txn.keys as unknown }));
      expect(again.extensions.txn).toMatchObject({ commit_ts: first.extensions.txn.commit_ts as number });
      // Statements after the end are never committed, and the commit reports that.
      await ask(url(0), rdf(placed('{ set { <b> <graph.type> "Cat" . } }'), at(txn)));
      expect(await errorOf(1, commit(at(txn), {}))).toMatch(ABORTED);
    });
  }
});
