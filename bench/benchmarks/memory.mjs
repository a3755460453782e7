/**
 * Memory and disk use of owlgate with its embedded engine, as users start it: idle; during a load and an export of ten
 * million facts (`owlgate load`, `owlgate export`); and during queries, one by one and by eight clients at once. The
 * queries run without a limit of memory, and within a gigabyte if this process may set such a limit (root on Linux).
 * The figures are those of one run, which takes a quarter of an hour.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { end, freePort, root, start } from '../harness/child.mjs';
import { hasLubm } from '../harness/lubm.mjs';
import { memoryLimit } from '../harness/memory-limit.mjs';
import { highest, knowsMemory, memoryOf, watchMemory } from '../harness/memory.mjs';
import { spread } from '../harness/stats.mjs';
import { writeUniversities } from '../harness/universities.mjs';
import { query, untilHealthy } from '../harness/wire.mjs';
import { QUERIES, SCHEMA } from './engines.mjs';

export const title = 'memory of owlgate with the embedded engine';

const FACTS = Number(process.env.OWLGATE_BENCH_FACTS ?? 10_000_000);
const IDLE_SECONDS = 30;
const CLIENTS = 8;
const LIMIT_BYTES = 1_000_000_000;
const main = path.join(root, 'dist', 'main.js');

export async function run({ rounds, seconds, tell }) {
  if (!knowsMemory) {
    tell('nothing to measure: it reads /proc, which Linux has');
    return {};
  }
  const figures = [];
  const figure = (name, unit, values) => figures.push({ name, unit, ...spread(values) });
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const data = path.join(directory, 'data');
  try {
    const idle = await serve(path.join(directory, 'empty'));
    tell(`idle for ${IDLE_SECONDS} s`);
    await delay(IDLE_SECONDS * 1000);
    const watch = watchMemory(idle.pid, 500);
    await delay(3_000);
    const seen = watch.end();
    await idle.stop();
    figure(
      'idle: resident',
      'MB',
      seen.map(({ rss }) => rss),
    );
    figure(
      'idle: of that its own',
      'MB',
      seen.map(({ anonymous }) => anonymous),
    );
    if (!hasLubm(10)) {
      tell('LUBM: skipped, not in the shared folder');
      return { figures };
    }

    tell(`writing ${FACTS} facts to files`);
    const { facts, nodes, uidOf } = await writeUniversities({ directory, facts: FACTS, schema: SCHEMA, tell });
    figure('facts', '', [facts]);
    figure('nodes', '', [nodes]);
    tell('loading them');
    const files = ['g01.rdf', 'g01.schema'].map((name) => path.join(directory, name));
    const loading = await command('load', ...files, '--data', data);
    rmSync(path.join(directory, 'g01.rdf'));
    figure('load', 'facts/s', [facts / loading.seconds]);
    figure('load: its own memory', 'MB', [highest(loading.seen, 'anonymous')]);
    const sizeOf = (file) => statSync(file).size / facts;
    figure('on disk', 'bytes a fact', [sizeOf(path.join(data, 'data.mdb'))]);
    tell('exporting them');
    const exported = await command('export', '--data', data, directory, '--replace');
    figure('export', 'facts/s', [facts / exported.seconds]);
    figure('export: its own memory', 'MB', [highest(exported.seen, 'anonymous')]);
    figure('export: on disk', 'bytes a fact', [sizeOf(path.join(directory, 'g01.rdf.gz'))]);
    tell('backing them up, and restoring them');
    const file = path.join(directory, 'backup');
    await command('backup', file, '--data', data);
    figure('backup: on disk', 'bytes a fact', [sizeOf(file)]);
    await command('restore', file, '--data', path.join(directory, 'restored'));
    figure('restored: on disk', 'bytes a fact', [sizeOf(path.join(directory, 'restored', 'data.mdb'))]);

    await ask({ data, uidOf, rounds, seconds, tell, figure: (name, ...rest) => figure(name, ...rest) });
    const limit = memoryLimit(LIMIT_BYTES);
    if (!limit) {
      tell('within a limit: skipped, this process may not set one');
      return { figures };
    }
    try {
      await ask({
        data,
        uidOf,
        rounds,
        seconds,
        limit,
        tell,
        figure: (name, ...rest) => figure(`1 GB: ${name}`, ...rest),
      });
      figure('1 GB: counted, at most', 'MB', [limit.peak()]);
    } finally {
      limit.remove();
    }
    return { figures };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs the queries one by one, then by several clients at once. */
async function ask({ data, uidOf, rounds, seconds, limit, tell, figure }) {
  const gateway = await serve(data, limit);
  const all = watchMemory(gateway.pid);
  try {
    const texts = Object.entries(QUERIES).map(([name, textOf]) => [name, textOf(uidOf)]);
    for (const [name, text] of texts) {
      tell(limit ? `${name}, within 1 GB` : name);
      const watching = watchMemory(gateway.pid, 10);
      const times = [];
      for (let i = 0; i < rounds; i++) {
        const from = performance.now();
        await query(gateway.url, text);
        times.push(performance.now() - from);
      }
      figure(`${name}: time`, 'ms', times);
      figure(`${name}: its own memory`, 'MB', [highest(watching.end(), 'anonymous')]);
    }
    tell(`${CLIENTS} clients`);
    const until = Date.now() + Math.max(seconds, 1) * 1000 * 5;
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, client) => {
        let n = 0;
        for (; Date.now() < until; n++) await query(gateway.url, texts[(client + n) % texts.length][1]);
        return n;
      }),
    );
    figure(`${CLIENTS} clients: answers`, '', [answers.reduce((a, b) => a + b)]);
    const whole = all.end();
    figure('queried: resident, at most', 'MB', [highest(whole, 'rss')]);
    figure('queried: of that its own, at most', 'MB', [highest(whole, 'anonymous')]);
    await delay(5_000);
    figure('afterwards: its own', 'MB', [memoryOf(gateway.pid).anonymous]);
  } finally {
    await gateway.stop();
  }
}

async function serve(data, limit) {
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const [program, args] = limit ? limit.wrap(process.execPath, [main]) : [process.execPath, [main]];
  const child = start(program, args, {
    env: { PATH, HOME, NODE_ENV: 'production', PORT: String(port), OWLGATE_DATA: data, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, { child });
  return { url, pid: child.pid, stop: () => end(child) };
}

async function command(...args) {
  const from = performance.now();
  const child = start(process.execPath, [main, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  const watch = watchMemory(child.pid, 100);
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error(`owlgate ${args[0]} ended with ${status}`);
  return { seconds: (performance.now() - from) / 1000, seen: watch.end() };
}
