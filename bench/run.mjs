#!/usr/bin/env node
/** Command line of the benchmarks; README.md describes them. */
import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import * as clients from './benchmarks/clients.mjs';
import * as closure from './benchmarks/closure.mjs';
import * as dataGrowth from './benchmarks/data-growth.mjs';
import * as deletes from './benchmarks/deletes.mjs';
import * as deletesStored from './benchmarks/deletes-stored.mjs';
import * as documents from './benchmarks/documents.mjs';
import * as edgeForms from './benchmarks/edge-forms.mjs';
import * as endpoints from './benchmarks/endpoints.mjs';
import * as beside from './benchmarks/engines.mjs';
import * as express from './benchmarks/express.mjs';
import * as gateways from './benchmarks/gateways.mjs';
import * as graphql from './benchmarks/graphql.mjs';
import * as grpc from './benchmarks/grpc.mjs';
import * as growth from './benchmarks/growth.mjs';
import * as history from './benchmarks/history.mjs';
import * as hostile from './benchmarks/hostile.mjs';
import * as hubs from './benchmarks/hubs.mjs';
import * as imports from './benchmarks/imports.mjs';
import * as loads from './benchmarks/loads.mjs';
import * as memory from './benchmarks/memory.mjs';
import * as mutations from './benchmarks/mutations.mjs';
import * as peers from './benchmarks/peers.mjs';
import * as queries from './benchmarks/queries.mjs';
import * as reads from './benchmarks/reads.mjs';
import * as retrieve from './benchmarks/retrieve.mjs';
import * as retroactive from './benchmarks/retroactive.mjs';
import * as roundTrip from './benchmarks/round-trip.mjs';
import * as scale from './benchmarks/scale.mjs';
import * as soak from './benchmarks/soak.mjs';
import * as vocabularies from './benchmarks/vocabularies.mjs';
import * as workbench from './benchmarks/workbench.mjs';
import { root } from './harness/child.mjs';
import { engines } from './harness/engines.mjs';
import { machine } from './harness/machine.mjs';
import { printRun, writeRun } from './harness/report.mjs';

const benchmarks = {
  queries,
  reads,
  endpoints,
  express,
  clients,
  graphql,
  grpc,
  mutations,
  'edge-forms': edgeForms,
  retrieve,
  retroactive,
  closure,
  peers,
  scale,
  growth,
  'data-growth': dataGrowth,
  gateways,
  loads,
  history,
  vocabularies,
  deletes,
  'deletes-stored': deletesStored,
  documents,
  engines: beside,
  hostile,
  hubs,
  imports,
  'round-trip': roundTrip,
  memory,
  soak,
  workbench,
};

const usual = Object.keys(benchmarks).filter((name) => !benchmarks[name].onlyIfNamed);

const USAGE = `npm run bench -- [NAME …] [--engine embedded|dgraph|all] [--rounds N] [--seconds S] [--quick] [--json FILE] [--quiet]

  NAME       ${Object.keys(benchmarks).join(', ')}; all by default, but those that take an hour
  --engine   what to measure on: the embedded engine, a Dgraph (DGRAPH_URL, or the program on the PATH), or both (the default)
  --rounds   how often each pair is measured; 7 by default
  --seconds  how long clients ask for one sample; 3 by default
  --quick    2 rounds of half a second: to see that everything runs, not for figures
  --json     where to write the run as JSON; bench/results/<time>.json by default
  --quiet    no progress`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engine: { type: 'string', default: 'all' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    quiet: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const names = positionals.length > 0 ? positionals : usual;
const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
const [rounds, seconds] = values.quick ? [2, 0.5] : [Number(values.rounds), Number(values.seconds)];
const isWrong = unknown ?? (!(rounds >= 1 && seconds > 0) || !['all', 'embedded', 'dgraph'].includes(values.engine));
if (values.help || isWrong) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
if (!existsSync(path.join(root, 'dist', 'main.js'))) {
  console.error('there is no build to measure: npm run build');
  process.exit(1);
}

const started = new Date();
const where = machine();
const tell = values.quiet ? () => {} : (line) => console.error(line);
const results = [];
for (const name of names) {
  const { title, perEngine, mostRounds = rounds, run } = benchmarks[name];
  const options = { rounds: Math.min(rounds, mostRounds), seconds, tell };
  if (!perEngine) {
    results.push({ benchmark: name, title, ...(await run(options)) });
    continue;
  }
  for (const choice of engines(values.engine)) {
    const engine = await choice.start();
    try {
      results.push({ benchmark: name, title, engine: engine.name, ...(await run(engine, options)) });
    } finally {
      await engine.stop();
    }
  }
}
const run = {
  startedAt: started.toISOString(),
  options: { rounds, seconds },
  machine: { ...where, loadAfter: loadavg()[0] },
  results,
};
printRun(run);
writeRun(run, values.json ?? path.join(root, 'bench', 'results', `${run.startedAt.replace(/[:.]/g, '-')}.json`));
