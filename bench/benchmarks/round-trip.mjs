/**
 * A graph in, out, and in again elsewhere: LUBM(OWLGATE_BENCH_UNIVERSITIES, 10 by default), and WordNet if
 * `OWLGATE_WORDNET` names the folder of its database. Three gateways with empty data import in turn: the file, the file
 * while the gateway is killed OWLGATE_BENCH_KILLS times (20 by default; 0 leaves this one out), and the export of the
 * first one. Fails unless all exports have the same statements, asserted and inferred, the first and the second import
 * count the same, and the asserted statements are those of the file. The embedded engine runs in the gateway's process,
 * and is killed with it.
 */
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startGateway } from '../harness/engines.mjs';
import { canonicalize, filterLines } from '../harness/graphs.mjs';
import { hasLubm, lubmFiles, univBench } from '../harness/lubm.mjs';
import { highest, watchMemory } from '../harness/memory.mjs';
import { memoryOf, processorSeconds } from '../harness/processes.mjs';
import { spread } from '../harness/stats.mjs';
import { alter, ask, loadOntology } from '../harness/wire.mjs';
import { hasWordnet, wordnetOntology, writeWordnet } from '../harness/wordnet.mjs';

export const title = 'a graph in, out, and in again elsewhere';
export const perEngine = true;
export const mostRounds = 1;

const UNIVERSITIES = Number(process.env.OWLGATE_BENCH_UNIVERSITIES ?? 10);
const KILLS = Number(process.env.OWLGATE_BENCH_KILLS ?? 20);
const ID = 'round-trip';
const INFERRED = ' <https://owlgate.dev/graph/inferred> .';
const COUNTS = ['stated', 'inferred', 'retracted', 'refused', 'refusedNodes'];
/** Digests of exports by data set: every engine stores the same. */
const digests = new Map();

export async function run(engine, { tell }) {
  const figures = [];
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  try {
    for (const set of await dataSets(directory, tell)) {
      const say = (text) => tell(`${set.name}: ${text}`);
      const results = await roundTrip({ engine, directory, ...set, say });
      for (const [name, unit, value] of results)
        figures.push({ name: `${set.name}: ${name}`, unit, ...spread([value]) });
    }
    return { figures };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @returns {Promise<{name: string, file: string, ontology: string}[]>} */
async function dataSets(directory, tell) {
  const sets = [];
  if (hasLubm(UNIVERSITIES)) {
    const { data: file } = lubmFiles(UNIVERSITIES);
    sets.push({ name: `LUBM(${UNIVERSITIES})`, file, ontology: univBench() });
  } else tell('LUBM: skipped, not in the shared folder');
  if (hasWordnet()) {
    const file = path.join(directory, 'wordnet.nt');
    await writeWordnet(file);
    sets.push({ name: 'WordNet', file, ontology: wordnetOntology() });
  } else tell('WordNet: skipped, OWLGATE_WORDNET does not name its database');
  return sets;
}

async function roundTrip({ engine, directory, name, file, ontology, say }) {
  const place = (part) => path.join(directory, part);
  const canonical = (part) => canonicalize(place(part), place(`${part}.canonical`));
  const source = await canonicalize(file, place('source'));
  say(`${source.statements} different statements`);
  const first = await imported({ engine, ontology, directory, file, output: place('first.nq'), say });
  await filterLines(place('first.nq'), place('first.nt'), (line) => (line.endsWith(INFERRED) ? undefined : line));
  const asserted = await canonical('first.nt');
  if (asserted.digest !== source.digest) throw new Error(`${name}: what comes out is not what went in: ${directory}`);
  const whole = await canonical('first.nq');
  const known = digests.get(name) ?? whole.digest;
  digests.set(name, known);
  if (whole.digest !== known) throw new Error(`${name}: the engines store different graphs`);
  say(`comes out the same; ${whole.statements} statements with the inferred ones, digest ${whole.digest}`);
  const outputs = ['again.nq'];
  if (KILLS > 0) {
    const killed = await imported({ engine, ontology, directory, file, output: place('killed.nq'), kills: KILLS, say });
    const counts = ({ summary }) => COUNTS.map((count) => `${count} ${summary[count]}`).join(', ');
    if (counts(killed) !== counts(first)) throw new Error(`${name}: killed ${counts(killed)}; else ${counts(first)}`);
    outputs.push('killed.nq');
  }
  const again = await imported({
    engine,
    ontology,
    directory,
    file: place('first.nt'),
    output: place('again.nq'),
    say,
  });
  for (const part of outputs) {
    const { digest } = await canonical(part);
    if (digest !== whole.digest) throw new Error(`${name}: ${part} differs from the first export`);
    say(`${part} is equal`);
  }
  const { stated, inferred } = first.summary;
  return [
    ['statements', '', source.statements],
    ['with inferred ones', '', whole.statements],
    ['import', 'statements/s', stated / first.seconds],
    ['import: processor time', 'µs a fact', (first.processor / (stated + inferred)) * 1e6],
    ['import: resident memory, at most', 'MB', first.resident],
    ['import: of that its own', 'MB', first.anonymous],
    ['export', 'statements/s', whole.statements / first.exportSeconds],
    ['import of the export', 'statements/s', again.summary.stated / again.seconds],
    ['kills of the second import', '', KILLS],
  ];
}

/** Imports a file into an empty place, and exports everything from there. */
async function imported({ engine, ontology, directory, file, output, kills = 0, say }) {
  const place = await openPlace(engine, directory);
  try {
    await loadOntology(place.url, ontology, '?profile=lenient');
    const { size } = statSync(file);
    let watch = watchMemory(place.pid);
    const seen = [];
    let resident = 0;
    const processorBefore = processorOf(place);
    const began = performance.now();
    let done = 0;
    let summary;
    while (!summary) {
      const killAt = done < kills ? (done + Math.random()) / kills : undefined;
      summary = await send(place.url, file, size, killAt, () => place.kill());
      if (summary) break;
      done++;
      seen.push(...watch.end());
      await place.restart();
      watch = watchMemory(place.pid);
    }
    const seconds = (performance.now() - began) / 1000;
    if (summary.state !== 'done') throw new Error(`the import ended: ${JSON.stringify(summary).slice(0, 500)}`);
    if (done < kills) throw new Error(`only ${done} kills`);
    const processor = processorOf(place) - processorBefore;
    resident = (memoryOf(place.pid, 'VmHWM') * 1024) / 1e6;
    seen.push(...watch.end());
    const anonymous = highest(seen, 'anonymous');
    say(`${summary.stated} stated, ${summary.inferred} inferred, ${seconds.toFixed()} s, ${anonymous.toFixed()} MB`);
    const exportBegan = performance.now();
    const response = await fetch(`${place.url}/export?format=nquads&facts=all`);
    await pipeline(Readable.fromWeb(response.body), createWriteStream(output));
    const exportSeconds = (performance.now() - exportBegan) / 1000;
    return { summary, seconds, processor, resident, anonymous, exportSeconds };
  } finally {
    await place.stop();
  }
}

/**
 * Sends a file, and kills the gateway once it has reported that share of it.
 *
 * @returns {Promise<object | undefined>} the summary; undefined if the gateway was killed
 */
async function send(url, file, size, killAt, kill) {
  let text = '';
  let last;
  try {
    const response = await fetch(`${url}/import?id=${ID}`, {
      method: 'POST',
      body: createReadStream(file),
      duplex: 'half',
      headers: {
        accept: 'application/x-ndjson',
        'content-type': 'application/n-triples',
        'content-length': String(size),
      },
    });
    for await (const part of response.body.pipeThrough(new TextDecoderStream())) {
      const lines = (text + part).split('\n');
      text = lines.pop();
      for (const line of lines) last = JSON.parse(line);
      if (killAt !== undefined && last?.share >= killAt) kill();
    }
  } catch (error) {
    if (killAt === undefined) throw error;
  }
  if (last?.event === 'summary') return last;
  if (killAt === undefined) throw new Error(`the import ended: ${JSON.stringify(last)} ${text}`);
  return undefined;
}

/** Gateway with empty data. A killed one is started again over its data. */
async function openPlace(engine, directory) {
  const isEmbedded = engine.pid !== undefined && engine.name.startsWith('embedded');
  const data = mkdtempSync(path.join(directory, 'data-'));
  const open = () => (isEmbedded ? startGateway({ url: '' }, { env: { OWLGATE_DATA: data } }) : startGateway(engine));
  if (!isEmbedded) await alter(engine.url, { drop_all: true });
  let gateway = await open();
  return {
    engine: isEmbedded ? undefined : engine,
    get url() {
      return gateway.url;
    },
    get pid() {
      return gateway.pid;
    },
    kill: () => process.kill(gateway.pid, 'SIGKILL'),
    async restart() {
      await gateway.stop();
      gateway = await open();
      // The ontology is in force before anything is sent.
      await ask(`${gateway.url}/ontology/versions`, { method: 'GET' });
    },
    async stop() {
      await gateway.stop();
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Seconds of processor time of the gateway, and of an engine beside it. */
const processorOf = ({ pid, engine }) =>
  processorSeconds(pid) + (engine?.pid === undefined ? 0 : processorSeconds(engine.pid));
