/**
 * Soak: eight clients read and write through a gateway without a pause, with an ontology in force, over HTTP.
 * `OWLGATE_BENCH_MINUTES` (60 by default) is how long; its second half counts, of which the first and last third are
 * compared: latency, processor time of a request, resident memory and open descriptors are to stay flat. The stored
 * data stays as large: what is written is deleted again. The embedded engine runs in the gateway's process.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startGateway } from '../harness/engines.mjs';
import { memoryOf, processorSeconds } from '../harness/processes.mjs';
import { quantile, spread } from '../harness/stats.mjs';
import { alter, askGraphql, loadOntology, mutate, query, remove } from '../harness/wire.mjs';

export const title = 'a soak: latency, memory and descriptors of a gateway under load';
export const perEngine = true;
export const mostRounds = 1;
/** It takes an hour. */
export const onlyIfNamed = true;

const MINUTES = Number(process.env.OWLGATE_BENCH_MINUTES ?? 60);
const CLIENTS = 8;
const PEOPLE = 1_000;
const WINDOW_MS = Math.min(60_000, (MINUTES * 60_000) / 12);
const ONTOLOGY = `@prefix : <https://example.org/soak#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <https://example.org/soak> a owl:Ontology .
:Agent a owl:Class . :Person a owl:Class ; rdfs:subClassOf :Agent . :Robot a owl:Class ; owl:disjointWith :Person .
:knows a owl:ObjectProperty ; owl:inverseOf :knownBy ; rdfs:domain :Person . :knownBy a owl:ObjectProperty .
:called a owl:DatatypeProperty .\n`;

export async function run(engine, { tell }) {
  const data = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const isEmbedded = engine.name.startsWith('embedded');
  if (!isEmbedded) await alter(engine.url, { drop_all: true });
  const gateway = await startGateway(isEmbedded ? { url: '' } : engine, {
    graphql: true,
    env: isEmbedded ? { OWLGATE_DATA: data } : {},
  });
  try {
    await loadOntology(gateway.url, ONTOLOGY);
    const lines = Array.from(
      { length: PEOPLE },
      (_, i) => `_:p${i} <graph.type> "Person" .\n_:p${i} <called> "p ${i}" .`,
    );
    const { data } = await mutate(gateway.url, lines.join('\n'));
    const windows = await soak(gateway, Object.values(data.uids), tell);
    return { figures: figuresOf(windows.slice(Math.floor(windows.length / 2))) };
  } finally {
    await gateway.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

/** @returns figures of each window */
async function soak({ url, pid }, uids, tell) {
  const steps = [
    (i) => query(url, `{ q(func: uid(${uids[i % PEOPLE]})) { called graph.type knows { called } } }`),
    (i) => query(url, `{ q(func: type(Agent), first: 50, offset: ${(i * 50) % PEOPLE}) { called count(knownBy) } }`),
    (i) => askGraphql(url, `{ queryPerson(first: 10, offset: ${i % PEOPLE}) { called } }`),
    async (i) => {
      const [one, other] = [uids[i % PEOPLE], uids[(i * 7 + 1) % PEOPLE]];
      const written = await mutate(url, `<${one}> <knows> <${other}> .\n_:n <graph.type> "Person" .`);
      await remove(url, `<${one}> <knows> <${other}> .\n<${written.data.uids.n}> * * .`);
    },
    // The ontology forbids it.
    (i) => mutate(url, `<${uids[i % PEOPLE]}> <graph.type> "Robot" .`).catch(() => undefined),
  ];
  const end = performance.now() + MINUTES * 60_000;
  let times = [];
  let aborted = 0;
  const client = async (_, index) => {
    for (let i = index; performance.now() < end; i += CLIENTS) {
      const began = performance.now();
      try {
        await steps[i % steps.length](i);
      } catch (error) {
        if (!/abort/i.test(error.message)) throw error;
        aborted++;
      }
      times.push(performance.now() - began);
    }
  };
  const windows = [];
  const watch = (async () => {
    let processor = processorSeconds(pid);
    while (performance.now() < end) {
      await delay(Math.max(0, Math.min(WINDOW_MS, end - performance.now())));
      const seen = times;
      times = [];
      if (seen.length === 0) continue;
      const descriptors = readdirSync(`/proc/${pid}/fd`).length;
      const [p50, p99] = [quantile(seen, 0.5), quantile(seen, 0.99)];
      const before = processor;
      processor = processorSeconds(pid);
      const window = {
        rate: (seen.length * 1000) / WINDOW_MS,
        p50,
        p99,
        processor: ((processor - before) / seen.length) * 1e6,
        rss: memoryOf(pid, 'VmRSS') / 1024,
        descriptors,
      };
      windows.push(window);
      tell(
        Object.entries(window)
          .map(([name, value]) => `${name} ${value.toFixed(1)}`)
          .join('  '),
      );
    }
  })();
  await Promise.all([watch, ...Array.from({ length: CLIENTS }, client)]);
  tell(`${aborted} requests were aborted, as conflicting transactions are`);
  return windows;
}

function figuresOf(windows) {
  const third = Math.max(1, Math.floor(windows.length / 3));
  const of = (name) => windows.map((window) => window[name]);
  const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    ['rate', 'requests/s', 'rate'],
    ['latency: median', 'ms', 'p50'],
    ['latency: 99 %', 'ms', 'p99'],
    ['processor time of the gateway', 'µs a request', 'processor'],
    ['resident memory', 'MB', 'rss'],
    ['descriptors', '', 'descriptors'],
  ].flatMap(([name, unit, key]) => [
    { name, unit, ...spread(of(key)) },
    {
      name: `${name}: last third to the first`,
      unit: '',
      ...spread([mean(of(key).slice(-third)) / mean(of(key).slice(0, third))]),
    },
  ]);
}
