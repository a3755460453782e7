/**
 * Requests with an `Idempotency-Key`: carried out once, whatever happens to their answers, and answered alike each
 * time.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { CUTS, startCuttingProxy, type CuttingProxy } from '../../support/engines/cutting-proxy';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { ask, commit, graph, json, post, query, rdf, type Answer, type Posted } from '../../support/engines/wire';
import { casesOf, shareOf } from '../../support/runs';

const ONTOLOGY = `@prefix : <https://example.org/once#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/once> a owl:Ontology .
:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class . :Plant a owl:Class ; owl:disjointWith :Animal .
:note a owl:DatatypeProperty ; rdfs:range xsd:string .`;

interface Keyed {
  readonly status: number;
  readonly body: Answer;
  readonly headers: Headers;
}

async function send(url: string, { path, type, body }: Posted, ...keys: readonly string[]): Promise<Keyed> {
  const headers = new Headers({ 'Content-Type': type });
  for (const key of keys) headers.append('Idempotency-Key', key);
  const response = await fetch(url + path, { method: 'POST', headers, body });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

const set = (text: string): string => `{ set {\n${text}\n} }`;
const at = (txn: Answer, more: object = {}): Record<string, string> => ({
  startTs: String(txn.start_ts),
  hash: (txn.hash as string | undefined) ?? '',
  ...more,
});

/** Requests that write one note. */
const WRITES: readonly (readonly [string, (note: string) => Posted])[] = [
  ['JSON', (note) => json({ set: { note } })],
  ['JSON of a class', (note) => json({ set: { note, 'graph.type': 'Dog' } })],
  ['RDF', (note) => rdf(set(`_:a <note> "${note}" .`))],
  ['RDF with an IRI', (note) => rdf(set(`<https://e.org/${note}> <note> "${note}" .`))],
  ['Turtle', (note) => graph('text/turtle', `<https://e.org/${note}> <https://example.org/once#note> "${note}" .`)],
  [
    'an upsert',
    (note) =>
      json({ query: '{ q(func: eq(note, "nothing")) { v as uid } }', cond: '@if(eq(len(v), 0))', set: { note } }),
  ],
  [
    'a label of many nodes',
    (note) =>
      json({
        set: [
          { uid: '_:x y', note },
          { uid: '_:z', other: ['1', '2'] },
        ],
      }),
  ],
];

forEachEngine((engine) => {
  let proxy: CuttingProxy;
  const gateways: Gateway[] = [];
  beforeAll(async () => {
    await engine.reset();
    proxy = await startCuttingProxy(engine.url, 50);
    for (let i = 0; i < 2; i++) gateways.push(await startGatewayOver(proxy));
  });
  afterAll(async () => {
    for (const gateway of gateways) await gateway.close();
    await proxy.close();
  });

  const url = (i = 0): string => gateways[i % 2]!.url;
  let count = 0;
  const fresh = (): string => `note${++count}`;
  const stored = async (note: string): Promise<number> => {
    // Without an ontology the predicates of Turtle keep their full names.
    const blocks = ['note', '<https://example.org/once#note>'].map(
      (name, i) => `q${i}(func: has(${name})) { uid value: ${name} }`,
    );
    const { data } = await ask(engine.url, query(`{ ${blocks.join('\n')} }`));
    return (Object.values(data).flat() as { value: string }[]).filter(({ value }) => value === note).length;
  };
  const codeOf = ({ body }: Keyed): string => body.errors?.[0]?.extensions?.code as string;

  // The exchange with both engines is the same code: a real one, which takes longer, gets fewer cuts.
  const share = shareOf(engine);
  // Each engine gets the cases that the other one gets in the other setup.
  describe.each([
    ['without an ontology', 0],
    ['with an ontology', 1],
  ])('%s', (setup, turn) => {
    beforeAll(async () => {
      if (setup === 'without an ontology')
        await ask(engine.url, { path: '/alter', type: 'text/plain', body: 'note: string @index(exact) .' });
      else {
        await loadOntology(url(), ONTOLOGY);
        await ask(url(1), json({ set: { note: 'both follow' } }));
      }
    });

    it.each(casesOf(WRITES, engine, turn))(
      '%s: repetitions get the same answer through any gateway',
      async (_, make) => {
        const [note, key] = [fresh(), randomUUID()];
        const first = await send(url(), make(note), key);
        expect([first.status, first.body.errors]).toEqual([200, undefined]);
        expect(first.headers.get('idempotent-replayed')).toBeNull();
        for (const i of [0, 1]) {
          const again = await send(url(i), make(note), `"${key}"`);
          expect(again.headers.get('idempotent-replayed')).toBe('true');
          expect(again.body.data).toEqual(first.body.data);
          expect(again.body.extensions).toMatchObject({ idempotentReplay: true });
          expect(again.body.extensions.ontology).toEqual(first.body.extensions.ontology);
        }
        expect(await stored(note)).toBe(1);
      },
    );

    it('writes and the commit of an open transaction are carried out once', async () => {
      const [note, ...keys] = [fresh(), randomUUID(), randomUUID(), randomUUID()];
      const first = await send(url(), rdf(set(`_:a <note> "${note}" .`), {}), keys[0]);
      const { txn } = first.body.extensions;
      const second = rdf(set(`_:b <note> "${note}" .`), at(txn));
      const { body } = await send(url(1), second, keys[1]);
      // Within the transaction the answer is repeated, too.
      const again = await send(url(), second, keys[1]);
      expect(again.body.data.uids).toEqual(body.data.uids);
      const end = commit(at(txn), { keys: [...txn.keys, ...body.extensions.txn.keys] });
      for (const i of [0, 1, 0]) {
        const ended = await send(url(i), end, keys[2]);
        expect(ended.body.data).toEqual({ code: 'Success', message: 'Done' });
      }
      expect(await stored(note)).toBe(2);
    });

    it('a mutation that ends a transaction is carried out once', async () => {
      const [note, key] = [fresh(), randomUUID()];
      const { txn } = (await ask(url(), rdf(set(`_:a <note> "${note}" .`), {}))).extensions;
      const end = rdf(set(`_:b <note> "${note}" .`), at(txn, { commitNow: 'true' }));
      const uids = (await send(url(), end, key)).body.data.uids as unknown;
      expect((await send(url(1), end, key)).body.data.uids).toEqual(uids);
      expect(await stored(note)).toBe(2);
    });

    it('an open transaction whose record is refused cannot be committed', async () => {
      const [note, key] = [fresh(), randomUUID()];
      // The answer repeats the stored text, and is too long for a record even in compressed form.
      const blob = randomBytes(1_200_000).toString('base64');
      await ask(url(), json({ set: { blob, note: `${note} before` } }));
      const { txn } = (await ask(url(), rdf(set(`_:a <note> "${note}" .`), {}))).extensions;
      const upsert = { query: '{ q(func: has(blob)) { uid blob } }', set: { note } };
      const refused = await send(url(), json(upsert, at(txn)), key);
      expect(refused.body.errors?.[0]?.message).toContain('send the write in parts');
      expect((await post(url(1), commit(at(txn), { keys: txn.keys }))).body.errors).toHaveLength(1);
      expect(await stored(note)).toBe(0);
      await ask(url(), json({ query: '{ q(func: has(blob)) { v as uid } }', delete: { uid: 'uid(v)', blob: null } }));
    });

    it('concurrent repetitions through two gateways are carried out once and get the answer, or wait', async () => {
      const [note, key] = [fresh(), randomUUID()];
      const request = json({ set: { note } });
      const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => send(url(i), request, key)));
      const busy = answers.filter(({ status }) => status === 409);
      for (const answer of busy) {
        expect(codeOf(answer)).toBe('IdempotencyInProgress');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      const successes = answers
        .filter(({ status }) => status === 200)
        .map(({ body }) => JSON.stringify(body.data.uids));
      expect(successes.length).toBeGreaterThan(0);
      expect(new Set(successes).size).toBe(1);
      expect(await stored(note)).toBe(1);
    });

    const others: readonly (readonly [string, (note: string) => Posted])[] = [
      ['another body', (note: string) => json({ set: { note: `${note}!` } })],
      ['another media type', (note: string) => ({ ...json({ set: { note } }), type: 'application/rdf' })],
      ['other parameters', (note: string) => json({ set: { note } }, { commitNow: 'false' })],
    ];
    it.each(casesOf(others, engine, turn))('the key with %s is refused', async (_, other) => {
      const [note, key] = [fresh(), randomUUID()];
      await send(url(), json({ set: { note } }), key);
      const refused = await send(url(1), other(note), key);
      expect([refused.status, codeOf(refused)]).toEqual([422, 'IdempotencyKeyReused']);
    });

    const invalid: readonly (readonly [string, readonly string[]])[] = [
      ['empty', ['']],
      ['empty in quotation marks', ['""']],
      ['of two headers', ['a', 'b']],
      ['with a space', ['a b']],
      ['with a quotation mark', ['a"b']],
      ['too long', ['x'.repeat(256)]],
    ];
    it.each(casesOf(invalid, engine, turn))('a key that is %s is refused, and nothing is written', async (_, keys) => {
      const note = fresh();
      const refused = await send(url(), json({ set: { note } }), ...keys);
      expect([refused.status, codeOf(refused)]).toEqual([400, 'IdempotencyKeyInvalid']);
      expect(await stored(note)).toBe(0);
    });

    it('a refusal by the engine is not recorded', async () => {
      const key = randomUUID();
      const wrong = rdf('{ set { nonsense } }');
      for (let i = 0; i < 2; i++) expect((await send(url(i), wrong, key)).body.errors).toHaveLength(1);
      const note = fresh();
      expect((await send(url(), json({ set: { note } }), key)).body.errors).toBeUndefined();
      expect(await stored(note)).toBe(1);
    });

    it('a dry run writes nothing and is not recorded', async () => {
      const [note, key] = [fresh(), randomUUID()];
      const dry = await send(url(), json({ set: { note } }, { dryRun: true }), key);
      expect(dry.body.errors).toBeUndefined();
      expect((await send(url(), json({ set: { note } }), key)).body.extensions.idempotentReplay).toBeUndefined();
      expect(await stored(note)).toBe(1);
    });

    describe.each(CUTS)('cut: %s', (cut) => {
      const offset = turn + CUTS.indexOf(cut);
      const cases = WRITES.slice(0, 4).filter((_, i) => (i + offset) % share === 0);
      it.each(cases)('%s: a repetition gets the whole answer', async (_, make) => {
        for (let nth = 0; ; nth++) {
          const [note, key] = [fresh(), randomUUID()];
          let changes = 0;
          let wasCut = false;
          proxy.plan((path) => {
            if (!/^\/(mutate|commit)\b/.test(path) || path.includes('abort=true') || changes++ !== nth)
              return undefined;
            wasCut = true;
            return cut;
          });
          let answer = await send(url(nth), make(note), key);
          proxy.plan(() => undefined);
          for (let i = 0; answer.body.errors && i < 5; i++) answer = await send(url(i), make(note), key);
          await proxy.settle();
          expect(answer.body.errors).toBeUndefined();
          const [uid] = Object.values(answer.body.data.uids as Record<string, string>);
          const { data } = await ask(engine.url, query(`{ q(func: uid(${uid})) { note } }`));
          expect([data.q, await stored(note)]).toEqual([[{ note }], 1]);
          if (!wasCut) break;
        }
      });
    });
  });

  it('a refusal by the ontology is not recorded', async () => {
    const key = randomUUID();
    const refused = json({ set: { 'graph.type': ['Dog', 'Plant'] } });
    for (let i = 0; i < 2; i++) expect(codeOf(await send(url(i), refused, key))).toBe('DisjointnessViolation');
  });

  it('a repetition after a restart gets the first answer', async () => {
    const [note, key] = [fresh(), randomUUID()];
    const first = await send(url(), json({ set: { note } }), key);
    await gateways[0]!.close();
    gateways[0] = await startGatewayOver(proxy);
    expect((await send(url(), json({ set: { note } }), key)).body.data).toEqual(first.body.data);
    expect(await stored(note)).toBe(1);
  });

  it('drop_all releases the keys', async () => {
    const [note, key] = [fresh(), randomUUID()];
    await send(url(), json({ set: { note } }), key);
    await engine.reset();
    const again = await send(url(), json({ set: { note } }), key);
    expect([again.body.errors, again.body.extensions.idempotentReplay]).toEqual([undefined, undefined]);
    expect(await stored(note)).toBe(1);
  });
});
