#!/usr/bin/env node
/** Test suites of Dgraph's clients, unmodified, against Dgraph and against the gateway; README.md describes them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { table } from '../harness/report.mjs';
import { kindOf, runSuite } from './checkouts.mjs';
import { PORTS, targets } from './targets.mjs';

const USAGE = `npm run suites -- DIR … [--on NAME,…] [--json FILE]

  DIR     checkout of a client with its own test suite, ready to run: pydgraph, dgo, dgraph-js, dgraph4j
  --on    servers to run against, by default all:
${Object.entries(targets)
  .map(([name, { meaning }]) => `            ${name.padEnd(18)} ${meaning}`)
  .join('\n')}
  --json  file for every test's outcome

Needs dgraph on the PATH, and the ports ${PORTS.http} and ${PORTS.grpc}, which the suites know.`;

/** Servers that others are compared with: the same suite on Dgraph alone. */
const COMPARED_WITH = { gateway: 'direct', ontology: 'direct', embedded: 'open', 'embedded-ontology': 'open' };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { on: { type: 'string' }, json: { type: 'string' }, help: { type: 'boolean', default: false } },
});
const names = values.on?.split(',') ?? Object.keys(targets);
const unknown = names.find((name) => !Object.hasOwn(targets, name));
if (values.help || unknown !== undefined || positionals.length === 0) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const directories = positionals.map((directory) => path.resolve(directory));

async function run() {
  directories.forEach(kindOf);
  for (const port of Object.values(PORTS)) await requireFree(port);
  const scratch = mkdtempSync(path.join(tmpdir(), 'owlgate-suites-'));
  /** Server → suite → outcomes. */
  const results = {};
  try {
    for (const name of names) {
      const running = await targets[name].start();
      results[name] = {};
      try {
        for (const directory of directories) {
          console.error(`${path.basename(directory)}: ${targets[name].meaning}`);
          const outcomes = await runSuite(directory, scratch).catch(noResults);
          results[name][path.basename(directory)] = outcomes;
        }
      } finally {
        await running.stop();
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return results;
}

/** The other suites still run. */
function noResults(error) {
  console.error(error.message);
  return new Map([['the suite', { outcome: 'failed', text: error.message }]]);
}

function requireFree(port) {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', () => reject(new Error(`port ${port} is taken; the suites need it`)));
    server.listen(port, '127.0.0.1', () => server.close(resolve));
  });
}

/** Numbers of passed, failed and skipped tests. */
function counts(outcomes) {
  const all = [...outcomes.values()];
  return ['passed', 'failed', 'skipped'].map((wanted) => all.filter(({ outcome }) => outcome === wanted).length);
}

function print(results) {
  const suites = directories.map((directory) => path.basename(directory));
  const rows = suites.map((suite) => [suite, ...names.map((name) => counts(results[name][suite]).join(' / '))]);
  console.log(`passed / failed / skipped\n\n${table([['', ...names], ...rows])}\n`);
  for (const name of names) {
    const expected = results[COMPARED_WITH[name]];
    if (!expected) continue;
    for (const suite of suites) {
      for (const [test, { outcome, text }] of results[name][suite]) {
        const before = expected[suite].get(test)?.outcome ?? 'absent';
        if (before !== outcome) console.log(difference(suite, name, test, before, outcome, text));
      }
    }
  }
}

function difference(suite, name, test, before, outcome, text) {
  const reason = text.trim().split('\n').slice(0, 12).join('\n    ');
  return `${suite}, ${name}: ${test}: ${outcome}, and ${before} on ${COMPARED_WITH[name]}\n    ${reason}`;
}

try {
  const results = await run();
  print(results);
  if (values.json) {
    const replacer = (_key, value) => (value instanceof Map ? Object.fromEntries(value) : value);
    writeFileSync(values.json, `${JSON.stringify(results, replacer, 2)}\n`);
  }
} catch (error) {
  console.error(`suites: ${error.message}`);
  process.exit(1);
}
