/**
 * Answers to writes are true, wherever the exchange between gateway and engine is cut: a write reported as written is
 * stored once; one reported as not written is not stored, and never will be.
 */
import type { Gateway } from '../../../src/app';
import { forEachEngine, type EngineUnderTest } from '../../support/engines';
import { grpcAddressOf, startCuttingCalls, type CuttingCalls } from '../../support/engines/cutting-calls';
import { CUTS, startCuttingProxy, type Cut, type CuttingProxy } from '../../support/engines/cutting-proxy';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import {
  alter,
  alterPatiently,
  ask,
  commit,
  json,
  post,
  query,
  rdf,
  type Answer,
  type Posted,
} from '../../support/engines/wire';
import { shareOf } from '../../support/runs';

const ONTOLOGY = `@prefix : <https://example.org/lost#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/lost> a owl:Ontology .
:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class .
:feeds a owl:ObjectProperty ; rdfs:range :Animal .
:note a owl:DatatypeProperty ; rdfs:range xsd:string .`;

/** Outcome as the answer states it. */
type Claim = 'written' | 'not written' | 'unknown';

interface Outcome {
  readonly claim: Claim;
  readonly code: string;
  readonly body: Answer;
}

/** Reads an answer as a client that relies on every word of it. */
function outcomeOf({ status, body }: { status: number; body: Answer }): Outcome {
  const code = (body.errors?.[0]?.extensions?.code ?? 'Success') as string;
  if (code === 'Success' || code === 'AnswerLost') return { claim: 'written', code, body };
  if (code === 'OutcomeUnknown') return { claim: 'unknown', code, body };
  const message = body.errors[0].message as string;
  // Plain error, after which the client may repeat the request.
  expect([message, status]).toEqual(
    code === 'EngineUnreachable'
      ? [expect.stringContaining('does not answer'), 503]
      : [expect.stringContaining('Transaction has been aborted. Please retry'), 200],
  );
  return { claim: 'not written', code, body };
}

/** Write of one unique value; its requests in order, each created from the earlier answers. */
interface Kind {
  readonly name: string;
  readonly requests: readonly ((mark: string, node: string, txn: Answer) => Posted)[];
}

const at = (txn: Answer, more: object = {}): Record<string, string> => ({
  startTs: String(txn.start_ts),
  hash: (txn.hash as string | undefined) ?? '',
  ...more,
});
const set = (text: string): string => `{ set {\n${text}\n} }`;

const KINDS: readonly Kind[] = [
  { name: 'a plain node', requests: [(mark) => rdf(set(`_:a <note> "${mark}" .`))] },
  { name: 'a node of a class', requests: [(mark) => json({ set: { 'graph.type': 'Dog', note: mark } })] },
  { name: 'a value of a stored node', requests: [(mark, node) => json({ set: { uid: node, tag: [mark] } })] },
  {
    name: 'a value and a type of a stored node',
    requests: [(mark, node) => json({ set: { uid: node, 'graph.type': 'Dog', tag: [mark] } })],
  },
  {
    name: 'an edge to a new node',
    requests: [(mark, node) => rdf(set(`<${node}> <feeds> _:b .\n_:b <note> "${mark}" .`))],
  },
  {
    name: 'a node by its IRI',
    requests: [(mark) => rdf(set(`<https://e.org/${mark}> <note> "${mark}" .`))],
  },
  {
    name: 'an upsert',
    requests: [
      (mark) =>
        json({ query: `{ v as var(func: eq(note, "${mark}")) }`, cond: '@if(eq(len(v), 0))', set: { note: mark } }),
    ],
  },
  {
    name: 'an open transaction',
    requests: [
      (mark) => rdf(set(`_:a <note> "${mark}" .`), {}),
      (_mark, node, txn) => rdf(set(`<${node}> <graph.type> "Dog" .`), at(txn)),
      (_mark, _node, txn) => commit(at(txn), { keys: txn.keys as unknown, preds: txn.preds as unknown }),
    ],
  },
  {
    name: 'an open transaction that a mutation ends',
    requests: [
      (mark) => rdf(set(`_:a <note> "${mark}" .`), {}),
      (_mark, node, txn) => rdf(set(`<${node}> <feeds> _:c .`), at(txn, { commitNow: 'true' })),
    ],
  },
];

/** True for requests that change something; the gateway's look-ups are never cut. */
const isChange = (path: string): boolean => /^\/(mutate|commit)\b/.test(path) && !path.includes('abort=true');

forEachEngine((engine) => {
  if (engine.name === 'embedded') return testOver(engine, false);
  describe('over HTTP', () => testOver(engine, false));
  describe('over gRPC', () => testOver(engine, true));
});

function testOver(engine: EngineUnderTest, hasCalls: boolean): void {
  let proxy: CuttingProxy;
  let calls: CuttingCalls | undefined;
  let gateway: Gateway;
  beforeAll(async () => {
    await engine.reset();
    proxy = await startCuttingProxy(engine.url);
    if (hasCalls) calls = await startCuttingCalls(grpcAddressOf(engine.url));
    gateway = await startGatewayOver(proxy, { DGRAPH_GRPC: calls?.address ?? 'off' });
    await loadOntology(gateway.url, ONTOLOGY);
    await alterPatiently(engine.url, alter('tag: [string] @index(exact) .'));
  });
  afterAll(async () => {
    await gateway.close();
    await proxy.close();
    await calls?.close();
  });

  function plan(decide: (path: string) => Cut | undefined): void {
    proxy.plan(decide);
    calls?.plan(decide);
  }

  /** Resolves once the engine has answered, and the gateway can call it again. */
  async function settle(): Promise<void> {
    await proxy.settle();
    await calls?.settle();
  }

  const outcomes: Outcome[] = [];
  let count = 0;
  /** Writes once, and cuts one exchange: the `nth` change among all of the write. */
  async function write(
    kind: Kind,
    cut: Cut,
    nth: number,
  ): Promise<{ mark: string; outcome: Outcome; wasCut: boolean }> {
    const mark = `mark${++count}`;
    const { data } = await ask(engine.url, rdf(set('_:n <other> "node" .')));
    let changes = 0;
    let wasCut = false;
    plan((path) => {
      if (!isChange(path) || changes++ !== nth) return undefined;
      wasCut = true;
      return cut;
    });
    const outcome = await carryOut(kind, mark, data.uids.n as string);
    plan(() => undefined);
    return { mark, outcome, wasCut };
  }

  /** Sends the requests of a write, as long as they are answered. */
  async function carryOut({ requests }: Kind, mark: string, node: string): Promise<Outcome> {
    let txn: Answer = {};
    let outcome: Outcome | undefined;
    for (const request of requests) {
      outcome = outcomeOf(await post(gateway.url, request(mark, node, txn)));
      if (outcome.code !== 'Success') break;
      txn = { ...txn, ...outcome.body.extensions.txn };
    }
    return outcome!;
  }

  async function expectTrue({ mark, outcome }: { mark: string; outcome: Outcome }): Promise<void> {
    const number = await stored(mark);
    const isTrue = { written: number === 1, 'not written': number === 0, unknown: number < 2 }[outcome.claim];
    expect({ mark, code: outcome.code, number, isTrue }).toMatchObject({ isTrue: true });
  }

  const stored = async (mark: string): Promise<number> => {
    const text = `{ a(func: eq(note, "${mark}")) { uid } b(func: eq(tag, "${mark}")) { uid } }`;
    const { data } = await ask(engine.url, query(text));
    return (data.a as unknown[]).length + (data.b as unknown[]).length;
  };

  // The exchange with both engines is the same code: a real one, which takes longer, gets every other case.
  const share = shareOf(engine);
  describe.each(KINDS)('$name', (kind) => {
    it.each(CUTS.filter((_, i) => (i + KINDS.indexOf(kind)) % share === 0))('cut: %s', async (cut) => {
      const attempts: { mark: string; outcome: Outcome }[] = [];
      for (let nth = 0; ; nth++) {
        const { wasCut, ...one } = await write(kind, cut, nth);
        attempts.push(one);
        outcomes.push(one.outcome);
        if (!wasCut) break;
        // Cuts every change of the request in turn, including those that follow a lost answer.
        if (nth > 6) throw new Error('the write does not come to an end');
      }
      await settle();
      for (const each of attempts) await expectTrue(each);
    });
  });

  it('concurrent writes are reported truthfully while any exchange may be cut', async () => {
    // Equal sequence in every run (mulberry32).
    let seed = 20_250_301;
    const random = (): number => {
      seed = (seed + 0x6d2b79f5) | 0;
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
    };
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const { data } = await ask(engine.url, rdf(set('_:n <other> "node" .')));
    plan((path) => (path.startsWith('/query') || random() > 0.2 ? undefined : pick(CUTS)));
    const attempts: { mark: string; outcome: Outcome }[] = [];
    const client = async (): Promise<void> => {
      for (let i = 0; i < 25; i++) {
        const mark = `mark${++count}`;
        const outcome = await carryOut(pick(KINDS), mark, data.uids.n as string);
        attempts.push({ mark, outcome });
      }
    };
    await Promise.all(Array.from({ length: 8 }, client));
    plan(() => undefined);
    await settle();
    for (const each of attempts) await expectTrue(each);
    const counts = ['written', 'not written', 'unknown'].map((each) =>
      attempts.filter(({ outcome }) => outcome.claim === each),
    );
    expect(counts[0]!.length).toBeGreaterThan(100);
    expect(counts[2]!.length).toBeLessThan(20);
  });

  it('at most two outcomes of all are unknown', () => {
    expect(proxy.cut.length + (calls?.cut.length ?? 0)).toBeGreaterThan(40);
    if (calls) expect([calls.cut.length > 20, calls.passed.mutations > 20]).toEqual([true, true]);
    expect(outcomes.filter(({ claim }) => claim === 'unknown').length).toBeLessThan(3);
    expect(new Set(outcomes.map(({ code }) => code))).toContain('AnswerLost');
  });
}
