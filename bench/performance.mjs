#!/usr/bin/env node
/**
 * Writes docs/performance.md and its charts: `npm run performance [-- --from FILE]` measures, or takes the result of an
 * earlier run of the benchmarks.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './harness/child.mjs';
import { pageOf } from './harness/performance-page.mjs';

const BENCHMARKS = ['reads', 'graphql', 'grpc', 'mutations', 'retroactive', 'imports'];

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '2' },
  },
});
const run = values.from === undefined ? measure() : read(values.from);
const { text, charts } = pageOf({ ...run, results: run.results.filter(isOfUsers) });
const docs = path.join(root, 'docs');
writeFileSync(path.join(docs, 'performance.md'), text);
for (const [name, svg] of charts) writeFileSync(path.join(docs, 'images', name), svg);
console.log(`written: docs/performance.md and ${charts.size} charts`);

/** False for GraphQL and the embedded engine: the gateway is in front of a server of that engine, as nobody runs it. */
function isOfUsers({ benchmark, engine = '' }) {
  return benchmark !== 'graphql' || !engine.startsWith('embedded');
}

/** Runs the benchmarks. @returns result of run.mjs */
function measure() {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-performance-'));
  const file = path.join(directory, 'run.json');
  try {
    const options = ['--rounds', values.rounds, '--seconds', values.seconds, '--json', file];
    const program = path.join(root, 'bench', 'run.mjs');
    const { status } = spawnSync(process.execPath, [program, ...BENCHMARKS, ...options], { stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
    return read(file);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
