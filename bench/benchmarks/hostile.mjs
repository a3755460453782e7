/**
 * Hostile bodies of 100 MB, sent to owlgate with its embedded engine, without and with an ontology in force: the answer
 * to each, and the time that other clients wait meanwhile (a lookup every 20 ms). `OWLGATE_BENCH_BYTES` sets another
 * size.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { end, freePort, root, runProgram, start } from '../harness/child.mjs';
import { highest, watchMemory } from '../harness/memory.mjs';
import { quantile, spread } from '../harness/stats.mjs';
import { loadOntology, mutate, query, untilHealthy } from '../harness/wire.mjs';

export const title = 'bodies of 100 MB, and who waits for them';

const BYTES = Number(process.env.OWLGATE_BENCH_BYTES ?? 100_000_000);
/** Selected kinds of bodies, comma-separated. */
const ONLY = process.env.OWLGATE_BENCH_KINDS?.split(',');
const EVERY_MS = 20;
const MOST_WAITING = 20;
const RDF = { path: '/mutate?commitNow=true', type: 'application/rdf' };
const JSON_ = { path: '/mutate?commitNow=true', type: 'application/json' };
const DQL = { path: '/query', type: 'application/dql' };
const GRAPHQL = { path: '/graphql', type: 'application/json' };

const REQUESTS = {
  facts: RDF,
  'facts as JSON': JSON_,
  'facts of the ontology': RDF,
  'one value': RDF,
  'one value as JSON': JSON_,
  'lists in lists': JSON_,
  'objects in objects': JSON_,
  'a list of numbers': JSON_,
  'not closed': RDF,
  'no text': RDF,
  'a query of blocks': DQL,
  'a query of braces': DQL,
  'a query of spaces': DQL,
  'a list in a function': DQL,
  'a GraphQL question': GRAPHQL,
  'GraphQL variables': GRAPHQL,
  'a schema': { path: '/alter', type: 'application/dql' },
  'an ontology': { path: '/ontology?validate=true', type: 'text/turtle' },
  'ten times as much, compressed': { ...RDF, headers: { 'content-encoding': 'gzip' } },
};

const ZOO = `@prefix : <http://example.org/zoo#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Animal a owl:Class . :Dog a owl:Class ; rdfs:subClassOf :Animal .
:name a owl:DatatypeProperty ; rdfs:domain :Animal ; rdfs:range xsd:string .`;

export async function run({ tell }) {
  const figures = [];
  for (const ontology of [false, true]) {
    const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
    const gateway = await serve(directory);
    const watch = watchMemory(gateway.pid, 100);
    try {
      if (ontology) await loadOntology(gateway.url, ZOO);
      const { data } = await mutate(gateway.url, '_:a <lookup.name> "here" .');
      for (const [kind, request] of Object.entries(REQUESTS)) {
        if (ONLY && !ONLY.includes(kind)) continue;
        const { answer, waits } = await meanwhile(gateway.url, data.uids.a, () =>
          runProgram('send-body.mjs', { url: gateway.url, kind, bytes: BYTES, ...request }),
        );
        const name = ontology ? `${kind}, with an ontology` : kind;
        const longest = `lookups waited ${(quantile(waits, 1) / 1000).toFixed(1)} s at most`;
        tell(
          `${name}: ${answer.status} after ${answer.seconds.toFixed(1)} s, ${longest}: ${answer.text.slice(0, 160)}`,
        );
        figures.push({ name: `${name}: answered`, unit: 's', ...spread([answer.seconds]), status: answer.status });
        figures.push({ name: `${name}: a lookup, half of them`, unit: 'ms', ...spread([quantile(waits, 0.5)]) });
        figures.push({ name: `${name}: a lookup, 99 of 100`, unit: 'ms', ...spread([quantile(waits, 0.99)]) });
        figures.push({ name: `${name}: a lookup, all`, unit: 'ms', ...spread([quantile(waits, 1)]) });
      }
      const name = ontology ? 'its own memory, with an ontology' : 'its own memory';
      figures.push({ name, unit: 'MB', ...spread([highest(watch.end(), 'anonymous')]) });
    } finally {
      await gateway.stop();
      rmSync(directory, { recursive: true, force: true });
    }
  }
  return { figures };
}

/** Waiting times of lookups during the work, in ms. A failed lookup fails the run: every client must get an answer. */
async function meanwhile(url, uid, work) {
  const waits = [];
  let done = false;
  const answer = work().finally(() => (done = true));
  const look = async () => {
    const from = performance.now();
    await query(url, `{ q(func: uid(${uid})) { lookup.name } }`);
    waits.push(performance.now() - from);
  };
  const looking = new Set();
  while (!done) {
    if (looking.size < MOST_WAITING) {
      const one = look().finally(() => looking.delete(one));
      looking.add(one);
    }
    await delay(EVERY_MS);
  }
  await Promise.all(looking);
  return { answer: await answer, waits };
}

async function serve(directory) {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const child = start(process.execPath, [path.join(root, 'dist', 'main.js')], {
    env: { PATH, HOME, NODE_ENV: 'production', PORT: String(port), OWLGATE_DATA: directory, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, { child });
  return { url, pid: child.pid, stop: () => end(child) };
}
