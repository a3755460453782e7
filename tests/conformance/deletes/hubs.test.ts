/**
 * Deletes at a node with thousands of edges, which an engine gets in parts: everything is deleted, both directions and
 * their consequences agree after each part and at the end, and concurrent additions stay.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connectEngine } from '../../../src/dgraph';
import type { Engine, MutateAnswer } from '../../../src/dgraph';
import { createMaterializer } from '../../../src/materialize';
import type { Materializer } from '../../../src/materialize';
import { textOf } from '../../support/dgraph/content';
import { run } from '../../support/cli/run';
import { dump } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alterJson, ask, json, post, query, rdf, type Answer, type Posted } from '../../support/engines/wire';
import { casesOf, itOn } from '../../support/runs';
import { until } from '../../support/until';

const ONTOLOGY = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://e/> a owl:Ontology .
:From a owl:Class . :To a owl:Class . :Named a owl:Class .
:p a owl:ObjectProperty ; rdfs:domain :From ; rdfs:range :To . :q a owl:ObjectProperty ; owl:inverseOf :p .
:near a owl:ObjectProperty , owl:SymmetricProperty .
:above a owl:ObjectProperty . :below a owl:ObjectProperty ; rdfs:subPropertyOf :above .`;

/** More than one transaction deletes. */
const EDGES = 5_100;
const AT_ONCE = 1_700;
const IRI = 'http://e/hub';
const MARK = '(owl.inferred=true)';

/** Facts of an edge between the hub and another node, with inferred facts marked. */
const INCOMING = (o: string): string[] => [
  `${o} <p> <hub> .`,
  `<hub> <q> ${o} ${MARK} .`,
  `${o} <dgraph.type> "From" ${MARK} .`,
];
const SYMMETRIC = (o: string): string[] => [`<hub> <near> ${o} .`, `${o} <near> <hub> ${MARK} .`];
const TYPE_OF_HUB = [`<hub> <dgraph.type> "To" ${MARK} .`];
/** Two asserted facts, each of which also entails the other. */
const MUTUAL = (o: string): string[] => [`<hub> <near> ${o} .`, `${o} <near> <hub> .`];
const SUBPROPERTY = (o: string): string[] => [`${o} <below> <hub> .`, `${o} <above> <hub> ${MARK} .`];

const PREDICATES = ['p', 'q', 'near', 'above', 'below'];

underGateway(
  (testbed) => {
    beforeAll(() => loadOntology(testbed.url, ONTOLOGY));
    // A full materialization walks all data: each test has its own alone.
    beforeEach(() => ask(testbed.url, alterJson({ drop_op: 'DATA' })));

    /** Stores the hub and its edges, behind the gateway. */
    async function storeHub(factsOf: (other: string) => string[], facts: readonly string[] = []): Promise<string> {
      const nodes = [`_:hub <iri> "${IRI}" .`, '_:hub <dgraph.type> "Named" .', '_:hub <label> "hub" .'];
      const { hub } = (await ask(testbed.engine.url, rdf(`{ set { ${nodes.join('\n')} } }`))).data.uids;
      const write = (lines: readonly string[]): Promise<Answer> =>
        ask(testbed.engine.url, rdf(`{ set { ${lines.join('\n').replaceAll('<hub>', `<${hub}>`)} } }`));
      if (facts.length > 0) await write(facts);
      for (let i = 0; i < EDGES; i += AT_ONCE) {
        await write(Array.from({ length: AT_ONCE }, (_, k) => factsOf(`_:n${k}`)).flat());
      }
      return hub as string;
    }

    /** Returns edges that exist in one direction only. */
    async function disagreements(): Promise<string[]> {
      const blocks = PREDICATES.map(
        (p) =>
          `f_${p}(func: has(<${p}>)) { uid e: ${p} { uid } } r_${p}(func: has(<~${p}>)) { uid e: <~${p}> { uid } }`,
      );
      const { data } = await ask(testbed.engine.url, query(`{ ${blocks.join('\n')} }`));
      const ends = (name: string): string[] =>
        (data[name] as Answer[]).flatMap(({ uid, e }) => [e].flat().map((end: Answer) => `${uid} ${end.uid}`));
      return PREDICATES.flatMap((p) => {
        const forward = new Set(ends(`f_${p}`));
        const reversed = new Set(ends(`r_${p}`).map((pair) => pair.split(' ').reverse().join(' ')));
        const only = (a: Set<string>, b: Set<string>) => [...a].filter((pair) => !b.has(pair));
        return [...only(forward, reversed), ...only(reversed, forward)].map((pair) => `${p} ${pair}`);
      });
    }

    /** Checks that stored facts agree with the ontology: a full materialization changes nothing. */
    async function expectSettled(): Promise<void> {
      expect(await disagreements()).toEqual([]);
      const before = await dump(testbed.engine.url);
      const response = await fetch(`${testbed.url}/ontology/materialize?wait=true`, { method: 'POST' });
      expect(response.status).toBe(200);
      // Compared as a boolean: the texts are too long for a message.
      const isSame = withoutRegistry(await dump(testbed.engine.url)) === withoutRegistry(before);
      expect(isSame).toBe(true);
    }

    const left = async (hub: string): Promise<Answer> => {
      const counts = PREDICATES.map((p) => `${p}: count(${p}) r_${p}: count(<~${p}>)`).join(' ');
      const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${hub})) { dgraph.type label ${counts} } }`));
      const [node = {}] = data.q as Answer[];
      return Object.fromEntries(Object.entries(node as object).filter(([, value]) => value !== 0));
    };
    /** Sends a request with an `Idempotency-Key`. */
    async function send({ path, type, body }: Posted, key: string): Promise<{ body: Answer; isReplay: boolean }> {
      const headers = { 'Content-Type': type, 'Idempotency-Key': key };
      const response = await fetch(testbed.url + path, { method: 'POST', headers, body });
      const isReplay = response.headers.get('idempotent-replayed') === 'true';
      return { body: await response.json(), isReplay };
    }
    const journal = async (): Promise<unknown[]> =>
      (await ask(testbed.engine.url, query('{ q(func: has(owlgate.deletion.edges)) { uid } }'))).data.q as unknown[];

    const WHOLE: readonly (readonly [string, (hub: string) => Posted])[] = [
      ['JSON', (uid) => json({ delete: [{ uid }] })],
      [
        'an upsert',
        () =>
          rdf(
            `upsert { query { v as q(func: eq(iri, "${IRI}")) { c: count(<~p>) } }
          mutation @if(eq(len(v), 1)) { delete { uid(v) * * . } } }`,
          ),
      ],
    ];
    it('counts at the root of a query need no count index', async () => {
      const { data } = await ask(testbed.engine.url, query('schema(pred: [q, near]) { count }'));
      expect(data.schema.filter(({ count }: Answer) => count === true)).toEqual([]);
      const { uids } = (await ask(testbed.url, rdf('{ set { _:a <p> _:hub .\n_:b <p> _:hub .\n_:b <p> _:c . } }')))
        .data;
      const two = '{ q(func: eq(count(q), 2)) { uid } r(func: ge(count(~q), 2)) @filter(uid(UID)) { uid } }';
      const answer = await ask(testbed.url, query(two.replace('UID', uids.b)));
      expect(answer.data).toEqual({ q: [{ uid: uids.hub }], r: [{ uid: uids.b }] });
      const upsert = 'upsert { query { v as var(func: eq(count(q), 2)) } mutation { set { uid(v) <label> "two" . } } }';
      await ask(testbed.url, rdf(upsert));
      const labelled = await ask(testbed.url, query('{ q(func: has(label)) @filter(eq(label, "two")) { uid } }'));
      expect(labelled.data.q).toEqual([{ uid: uids.hub }]);
      await ask(testbed.url, json({ delete: [uids.a, uids.b, uids.c, uids.hub].map((uid: string) => ({ uid })) }));
      await ask(testbed.engine.url, rdf(`{ delete { <${uids.hub}> <label> * . } }`));
    });

    // Both forms become the same statements before a request to the engine: each engine tests one of them.
    it.each(casesOf(WHOLE, testbed.engine, 1))(
      'a whole-node delete of a hub, by %s',
      async (name, form) => {
        const hub = await storeHub(INCOMING, TYPE_OF_HUB);
        const key = randomUUID();
        const { body, isReplay } = await send(form(hub), key);
        const { data, extensions } = body;
        expect(isReplay).toBe(false);
        expect(extensions.ontology).toMatchObject({ asserted: 0, inferred: 0, retracted: 2 * EDGES + 1 });
        expect(extensions.ontology.stillEntailed).toBeUndefined();
        expect(extensions.ontology.deleted).toMatchObject({ nodes: 1, incoming: EDGES, truncated: true });
        expect(extensions.ontology.deleted.edges).toHaveLength(1000);
        expect(extensions.txn.commit_ts).toBeGreaterThan(0);
        expect(data.queries ?? undefined).toEqual(name === 'JSON' ? undefined : { q: [{ c: EDGES }] });
        expect(await left(hub)).toEqual({ label: 'hub' });
        expect(await journal()).toEqual([]);
        const again = await send(form(hub), key);
        expect(again.isReplay).toBe(true);
        expect(again.body.data).toEqual(data);
        expect(again.body.extensions.ontology).toEqual(extensions.ontology);
        await expectSettled();
      },
      60_000,
    );

    itOn(testbed.engine, 'embedded')(
      'a whole-node delete of a hub by GraphQL or the command line is divided as well',
      async () => {
        const hub = await storeHub(INCOMING, TYPE_OF_HUB);
        if (testbed.engine.name === 'embedded') {
          const { status, stdout } = await run(['mutate', `{ delete { <${hub}> * * . } }`, '--url', testbed.url]);
          expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('retracted') });
        } else {
          const deletion = `mutation { deleteNamed(filter: { id: ["${hub}"] }) { numUids } }`;
          const { data } = await ask(testbed.url, { path: '/graphql', type: 'application/graphql', body: deletion });
          expect(data).toEqual({ deleteNamed: { numUids: 1 } });
        }
        expect(await left(hub)).toEqual({ label: 'hub' });
        expect(await journal()).toEqual([]);
        expect(await disagreements()).toEqual([]);
      },
      60_000,
    );

    it.each(
      casesOf(
        [
          ['symmetric edges', SYMMETRIC, EDGES],
          ['edges asserted in both directions', MUTUAL, 0],
        ] as const,
        testbed.engine,
      ),
    )(
      'a star delete at a hub settles %s',
      async (_, facts, retracted) => {
        const hub = await storeHub(facts);
        const { extensions } = await ask(testbed.url, rdf(`{ delete { <${hub}> <near> * . } }`));
        const isMutual = retracted === 0;
        expect(extensions.ontology.retracted).toBe(retracted);
        // Edges asserted in the other direction stay, and hold in both.
        expect((extensions.ontology.stillEntailed ?? []).length).toBe(isMutual ? EDGES : 0);
        const edges = isMutual ? { near: EDGES, r_near: EDGES } : {};
        expect(await left(hub)).toEqual({ 'dgraph.type': ['Named'], label: 'hub', ...edges });
        expect(await journal()).toEqual([]);
        await expectSettled();
      },
      60_000,
    );

    itOn(testbed.engine, 'dgraph')(
      'concurrent additions stay, with their consequences',
      async () => {
        const hub = await storeHub(SUBPROPERTY);
        let isOver = false;
        const adding = (async () => {
          const added: string[] = [];
          while (!isOver) {
            const { body } = await post(testbed.url, rdf(`{ set { _:n <below> <${hub}> . } }`));
            if (body.errors === undefined) added.push(body.data.uids.n as string);
            await delay(20);
          }
          return added;
        })();
        await ask(testbed.url, json({ delete: [{ uid: hub }] }));
        isOver = true;
        const added = new Set(await adding);
        expect(added.size).toBeGreaterThan(0);
        const { data } = await ask(testbed.engine.url, query(`{ q(func: uid(${hub})) { <~below> { uid } } }`));
        const stored = ((data.q[0]?.['~below'] ?? []) as Answer[]).map(({ uid }) => uid as string);
        expect(stored.filter((uid) => !added.has(uid))).toEqual([]);
        await expectSettled();
      },
      60_000,
    );

    itOn(testbed.engine, 'embedded')(
      'an interrupted delete leaves a consistent state, and another gateway finishes it',
      async () => {
        const hub = await storeHub(INCOMING, TYPE_OF_HUB);
        const engine = connectEngine({ urls: [testbed.engine.url], kind: 'cluster' });
        const broken = cutAfterParts(engine, 1);
        await using(createMaterializer(broken, undefined, { leftoverMs: 3_600_000 }), async (materializer) => {
          const body = Buffer.from(JSON.stringify({ delete: [{ uid: hub }] }));
          const parameters = new URLSearchParams({ commitNow: 'true' });
          await expect(
            materializer.writes.mutate({ body, contentType: 'application/json', parameters }),
          ).rejects.toMatchObject({
            code: 'DeleteUnfinished',
            details: { done: expect.any(Number), all: EDGES },
          });
        });
        const half = await left(hub);
        expect(half.r_p).toBe(half.q);
        expect(half.r_p).toBeGreaterThan(0);
        expect(half.r_p).toBeLessThan(EDGES);
        expect(await journal()).toHaveLength(1);
        await expectSettled();
        const { n } = (await ask(testbed.url, rdf(`{ set { _:n <p> <${hub}> . } }`))).data.uids;
        await using(createMaterializer(engine, undefined, { leftoverMs: 300 }), async () => {
          await until(async () => (await journal()).length === 0);
        });
        expect(await left(hub)).toEqual({ 'dgraph.type': ['To'], label: 'hub', q: 1, r_p: 1 });
        await ask(testbed.url, rdf(`{ delete { <${n}> <p> <${hub}> . } }`));
        expect(await left(hub)).toEqual({ label: 'hub' });
        await expectSettled();
        await engine.close();
      },
      90_000,
    );
  },
  { OWLGATE_GRAPHQL: 'on' },
);

async function using(materializer: Materializer, run: (materializer: Materializer) => Promise<void>): Promise<void> {
  await materializer.start();
  try {
    await run(materializer);
  } finally {
    await materializer.stop();
  }
}

/** Wraps an engine so that it refuses mutations after some parts of a delete. */
function cutAfterParts(engine: Engine, parts: number): Engine {
  let partCount = 0;
  const mutate = async (...[content, options]: Parameters<Engine['mutate']>): Promise<MutateAnswer> => {
    if (partCount > parts) throw new Error('cut off');
    const answer = await engine.mutate(content, options);
    // The first write contains the record, and each part its progress.
    if (textOf(content).includes('owlgate.deletion.done')) partCount++;
    return answer;
  };
  return new Proxy(engine, {
    get: (target, name) => {
      if (name === 'mutate') return mutate;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Removes the registry: marks of a materialization change. */
const withoutRegistry = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('owlgate.'))
    .join('\n');
