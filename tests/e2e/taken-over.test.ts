/**
 * Gateways killed right after the switch of a load that converts predicates: another gateway goes on within about a
 * second, and writes through it succeed meanwhile. `OWLGATE_TEST_CONVERSIONS=160 OWLGATE_TEST_KILLS=9 npx jest
 * tests/e2e/taken-over` converts more predicates, kills more often, and prints the times.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { describeIf } from '../support/conditional';
import { clusterOfBlock } from '../support/engines/cluster';
import { dgraphVersion } from '../support/engines/dgraph';
import { loadOntology, postOntology } from '../support/engines/ontology';
import { ask, json, post, query } from '../support/engines/wire';
import { LoadWatch } from '../support/program/load-phases';
import { build, cleanUp, start, type Program } from '../support/program/program';

const KILLS = Number(process.env['OWLGATE_TEST_KILLS'] ?? 2);
const COUNT = Number(process.env['OWLGATE_TEST_CONVERSIONS'] ?? 24);
const LIMIT_MS = 120_000 + 30_000 * KILLS;
/** Times after the switch at which the kills come: before, in and after the conversion. */
const LATEST_KILL_MS = 1_200;
/** Most of it is the time of a machine with many tests. */
const RESUMED_MS = 5_000;

const ontology = (parent: string, range: string): string => `@prefix : <https://example.org/taken#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . <https://example.org/taken> a owl:Ontology .
:Person a owl:Class ; rdfs:subClassOf :${parent} . :${parent} a owl:Class . :name a owl:DatatypeProperty .
${Array.from({ length: COUNT }, (_, i) => `:s${i} a owl:DatatypeProperty ; rdfs:range xsd:${range} .`).join('\n')}`;

const VERSIONS = [ontology('AgentA', 'integer'), ontology('AgentB', 'string')];
const PERSON = { uid: '_:a', 'graph.type': 'Person', name: 'w' };

async function write(url: string, set: unknown): Promise<string> {
  const { body } = await post(url, json({ set }));
  expect(body.errors).toBeUndefined();
  return (body.data.uids as Record<string, string>)['a']!;
}

async function completed(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/health`);
    await response.arrayBuffer();
    if (!response.headers.has('X-Owlgate-Entailments')) return;
    await delay(50);
  }
}

beforeAll(build);
afterEach(cleanUp);

describeIf(dgraphVersion(), 'needs a dgraph program')('before a cluster', () => {
  const cluster = clusterOfBlock(1);

  it(
    'a survivor converts the rest, and writes through it succeed',
    async () => {
      const settings = { DGRAPH_URL: cluster().urls.join(','), LOG_LEVEL: 'debug' };
      let loading: Program = start(settings);
      let survivor: Program = start(settings);
      await loadOntology(await loading.url(), VERSIONS[0]!);
      for (let kill = 1; kill <= KILLS; kill++) {
        const [from, url] = [await loading.url(), await survivor.url()];
        const watch = new LoadWatch(loading);
        const load = postOntology(from, VERSIONS[kill % 2]!).catch(() => undefined);
        await watch.reaches('materialization', load);
        await delay((LATEST_KILL_MS * kill) / KILLS);
        const isInTime = (await Promise.race([load.then(() => 'ended'), delay(0)])) !== 'ended';
        const logged = survivor.output().length;
        await loading.end('SIGKILL');
        const killedAt = Date.now();
        const resumes = (): boolean => survivor.output().slice(logged).includes('resuming an interrupted');
        let resumedMs: number | undefined;
        let longestMs = 0;
        const ended = completed(url).then(() => Date.now() - killedAt);
        const value = kill % 2 === 0 ? 7 : 'seven';
        const converted = write(url, { ...PERSON, s0: value });
        for (let isOver = false; !isOver;) {
          const at = Date.now();
          await write(url, PERSON);
          longestMs = Math.max(longestMs, Date.now() - at);
          if (resumes()) resumedMs ??= Date.now() - killedAt;
          isOver = await Promise.race([ended.then(() => true), delay(10, false)]);
        }
        const times = `resumed after ${resumedMs} ms, ended after ${await ended} ms, longest write ${longestMs} ms`;
        if (process.env['OWLGATE_TEST_KILLS'] !== undefined) process.stderr.write(`kill ${kill}: ${times}\n`);
        if (isInTime && resumedMs !== undefined) expect(resumedMs).toBeLessThan(RESUMED_MS);
        const uid = await converted;
        const parent = kill % 2 === 0 ? 'AgentA' : 'AgentB';
        const { data } = await ask(
          url,
          query(`{ q(func: uid(${uid})) { s0 }
            lacking(func: eq(dgraph.type, "Person")) @filter(NOT eq(dgraph.type, "${parent}")) { uid } }`),
        );
        expect(data).toEqual({ q: [{ s0: value }], lacking: [] });
        await write(
          url,
          [{ uid, s0: null }].map(() => ({ uid, name: 'x' })),
        );
        const removed = await post(url, { ...json({ delete: [{ uid, s0: null }] }) });
        expect(removed.body.errors).toBeUndefined();
        [loading, survivor] = [survivor, start(settings)];
      }
    },
    LIMIT_MS,
  );
});
