/**
 * Loads of large ontologies: 20,000 classes and 2,000 properties against a quarter of them, in processor time per
 * thousand terms (a ratio of 1 is linear). Also memory, the start, a write and the introspection of classes afterwards,
 * all in processor time: other programs of the machine do not count. Last, GraphQL introspection of 1,000 classes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import { end, freePort, root, start } from '../harness/child.mjs';
import { largeOntology, shapes } from '../harness/large-ontologies.mjs';
import { runPair } from '../harness/pair.mjs';
import { highest, memoryOfTree, watchMemory } from '../harness/memory.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { spread } from '../harness/stats.mjs';
import { ask, askGraphql, loadOntology, mutate, untilHealthy } from '../harness/wire.mjs';

export const title = 'large ontologies, on the embedded engine';
export const mostRounds = 3;

const LARGE = { classes: 20_000, properties: 2_000 };
const SMALL = { classes: 5_000, properties: 500 };
const MEDIUM = { classes: 1_000, properties: 100 };
const REQUESTS = 100;

export async function run({ rounds, tell }) {
  const pairs = [];
  const figures = [];
  for (const shape of shapes) {
    const sample = (size) => async () => {
      const measured = await loaded(shape, size);
      return { ...measured, value: (measured.processor * 1e6) / (size.classes + size.properties) };
    };
    const pair = await runPair({
      name: `${shape}: load`,
      unit: 'ms of processor time a thousand terms',
      sides: [
        { label: '5,500 terms', sample: sample(SMALL) },
        { label: '22,000 terms', sample: sample(LARGE) },
      ],
      rounds,
      warmUp: false,
      tell,
    });
    pairs.push(pair);
    for (const [side, label] of [
      [pair.a, '5,500'],
      [pair.b, '22,000'],
    ]) {
      const figure = (name, unit, of) =>
        figures.push({ name: `${shape}, ${label}: ${name}`, unit, ...spread(side.samples.map(of)) });
      figure('load, processor time', 's', ({ processor }) => processor);
      figure('load', 's', ({ seconds }) => seconds);
      figure('longest pause', 'ms', ({ pause }) => pause);
      figure('peak memory', 'MB', ({ megabytes }) => megabytes);
      figure('memory after the load', 'MB', ({ after }) => after);
      figure('start, processor time', 's', ({ start }) => start);
      figure('memory after the start', 'MB', ({ started }) => started);
      figure('write, processor time', 'ms', ({ write }) => write);
      figure('introspection of one class, uncompressed, processor time', 'ms', ({ introspection }) => introspection);
    }
  }
  const empty = [];
  const graphql = [];
  for (let round = 0; round < rounds; round++) {
    empty.push(await inNewDirectory(async (serve) => processorSeconds((await serve()).pid)));
    graphql.push(await inNewDirectory(introspectedByGraphql));
  }
  figures.push({ name: 'start without an ontology, processor time', unit: 's', ...spread(empty) });
  figures.push({ name: 'GraphQL introspection of 1,000 classes', unit: 's', ...spread(graphql) });
  return { pairs, figures };
}

/** Measures one load into an empty database, and requests after it. */
const loaded = (shape, { classes, properties }) =>
  inNewDirectory(async (serve) => {
    let gateway = await serve();
    const idle = processorSeconds(gateway.pid);
    const memory = watchMemory(gateway.pid, 50, memoryOfTree);
    const pauses = watchPauses(gateway.url);
    const from = performance.now();
    await loadOntology(gateway.url, largeOntology(shape, classes, properties), '?profile=lenient');
    const seconds = (performance.now() - from) / 1000;
    const readings = memory.end();
    const [megabytes, after] = [highest(readings, 'rss'), readings.at(-1).rss];
    const [pause, processor] = [await pauses.end(), processorSeconds(gateway.pid) - idle];
    gateway = await serve();
    const [start, started] = [processorSeconds(gateway.pid), memoryOfTree(gateway.pid).rss];
    const averageMs = async (request) => {
      await request(0);
      const before = processorSeconds(gateway.pid);
      for (let i = 1; i <= REQUESTS; i++) await request(i);
      return ((processorSeconds(gateway.pid) - before) * 1000) / REQUESTS;
    };
    const write = await averageMs((i) => mutate(gateway.url, `_:n <graph.type> "C1" .\n_:n <p1> "${i}" .`));
    const introspection = await averageMs((i) =>
      ask(`${gateway.url}/ontology/introspect?class=C${Math.floor((i * classes) / (REQUESTS + 1))}`, {
        method: 'GET',
        headers: { 'accept-encoding': 'identity' },
      }),
    );
    return { processor, seconds, pause, megabytes, after, start, started, write, introspection };
  });

/** Returns the seconds of the introspection that tools send. */
async function introspectedByGraphql(serve) {
  const { url } = await serve();
  await loadOntology(url, largeOntology('tree', MEDIUM.classes, MEDIUM.properties), '?profile=lenient');
  const from = performance.now();
  await askGraphql(url, getIntrospectionQuery());
  return (performance.now() - from) / 1000;
}

/** Polls the health; `end` returns the longest time of an answer in ms. */
function watchPauses(url) {
  let longest = 0;
  let ended = false;
  const watching = (async () => {
    while (!ended) {
      const from = performance.now();
      await fetch(`${url}/health`).then((response) => response.text());
      longest = Math.max(longest, performance.now() - from);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    async end() {
      ended = true;
      await watching;
      return longest;
    },
  };
}

/** @param work gets a function that starts a gateway, and ends the one before */
async function inNewDirectory(work) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  let child;
  const serve = async () => {
    if (child) await end(child);
    const port = await freePort();
    const { PATH, HOME } = process.env;
    child = start(process.execPath, [path.join(root, 'dist', 'main.js')], {
      env: { PATH, HOME, NODE_ENV: 'production', PORT: String(port), OWLGATE_DATA: directory, LOG_LEVEL: 'error' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const url = `http://127.0.0.1:${port}`;
    await untilHealthy(url, { child });
    return { url, pid: child.pid };
  };
  try {
    return await work(serve);
  } finally {
    if (child) await end(child);
    rmSync(directory, { recursive: true, force: true });
  }
}
