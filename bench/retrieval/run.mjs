#!/usr/bin/env node
/** Measures the retrieval modules: asks every module every question and judges the answers. See README.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../harness/child.mjs';
import { engines } from '../harness/engines.mjs';
import { machine } from '../harness/machine.mjs';
import { alter } from '../harness/wire.mjs';
import { load, retrieve, startGateway } from './gateway.mjs';
import { differences, overview, summarise, table } from './report.mjs';
import { judge, recall } from './score.mjs';
import { readWorld, WORLDS } from './world.mjs';

const MODULES = ['naive', 'owl', 'arag', 'aragog'];
/** Asked only if it is named: without a model it answers as owl. */
const AUTO = 'auto';
const USAGE = `npm run eval -- [MODULE …] [--kind KIND] [--clients N] [--show wrong|all] [--json FILE] [--against FILE]
                    [--world NAME] [--engine embedded|dgraph] [--url URL [--database ID] [--key KEY] [--loaded]]

  MODULE      ${MODULES.join(', ')}, all of them by default; or ${AUTO}
  --kind      only questions of this kind: lookup, multi-hop, hierarchy, inverse, negative
  --clients   how many ask at the same time; 1 by default. The table's seconds are then those of a busy service
  --show      each question that was not answered right (wrong), or each one (all), with its answer;
              not of a world that is held out
  --json      writes everything, each question and answer included
  --against   such a file, of another run: tells which questions were answered otherwise than in that one
  --world     ${WORLDS.join(', ')} (all by default), or a folder with ontology.ttl, facts.ttl, questions.yaml and documents/*.md
  --engine    what the gateway stands before: the embedded engine (by default), or a Dgraph: an empty one at DGRAPH_URL, or
              the program on the PATH
  --url       a gateway that is there; the world is loaded into it, unless --loaded. By default one is started, empty
  --database  default: default
  --key       an API key, where the gateway asks for one

A gateway that is started has the settings of this environment: a model, embeddings, budgets.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kind: { type: 'string' },
    clients: { type: 'string', default: '1' },
    show: { type: 'string' },
    json: { type: 'string' },
    against: { type: 'string' },
    world: { type: 'string' },
    engine: { type: 'string', default: 'embedded' },
    url: { type: 'string' },
    database: { type: 'string', default: 'default' },
    key: { type: 'string' },
    loaded: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const unknown = positionals.find((name) => name !== AUTO && !MODULES.includes(name));
if (values.help || unknown !== undefined) {
  console.error(unknown === undefined ? USAGE : `no module ${unknown}\n\n${USAGE}`);
  process.exit(values.help ? 0 : 2);
}
const clients = Number(values.clients);
if (!Number.isInteger(clients) || clients < 1) {
  console.error('--clients: a number of them, 1 or more');
  process.exit(2);
}
if (values.url && !values.world) {
  console.error('--url: which --world is it asked about?');
  process.exit(2);
}
if (!['embedded', 'dgraph'].includes(values.engine)) {
  console.error('--engine: embedded or dgraph');
  process.exit(2);
}
if (!values.url && !existsSync(path.join(root, 'dist', 'main.js'))) {
  console.error('there is no build to start: npm run build');
  process.exit(1);
}

const former = values.against && JSON.parse(readFileSync(values.against, 'utf8')).worlds;
const engine = values.engine === 'dgraph' && !values.url ? await engines('dgraph')[0].start() : undefined;
const all = [];
try {
  for (const name of values.world ? [values.world] : WORLDS) {
    const world = readWorld(name);
    const { heldOut } = world;
    const asked = await measure(world);
    console.log(`\n${path.basename(name)}\n\n${table(summarise(asked))}`);
    all.push({ world: path.basename(name), heldOut, rows: summarise(asked), asked });
  }
} finally {
  await engine?.stop();
}
if (all.length > 1) console.log(`\n${overview(all)}`);
const at = machine();
const before = engine?.name ?? values.url ?? 'embedded engine';
console.log(`\n${before}; ${at.cpu}, ${at.cores} cores, Node ${at.node}, revision ${at.revision}`);
if (former) console.log(`\n${differences(former, all)}`);
if (values.json)
  writeFileSync(values.json, `${JSON.stringify({ machine: at, engine: before, worlds: all }, null, 2)}\n`);

async function measure(world) {
  const gateway = values.url
    ? { url: values.url.replace(/\/+$/, ''), stop: () => undefined }
    : await startGateway(engine?.url);
  try {
    const target = { url: gateway.url, database: values.database, key: values.key };
    if (!values.loaded) await load(target, world);
    const questions = world.questions.filter(({ kind }) => values.kind === undefined || kind === values.kind);
    const asked = [];
    for (const module of positionals.length > 0 ? positionals : MODULES) {
      // The first question pays for caches, so it is not counted.
      await retrieve(target, 'Is anybody there?', module).catch(() => undefined);
      const left = [...questions];
      const client = async () => {
        for (let question = left.shift(); question; question = left.shift()) {
          asked.push(await ask(target, module, question, world));
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
    }
    return asked;
  } finally {
    if (engine) await alter(gateway.url, { drop_all: true });
    await gateway.stop();
  }
}

async function ask(target, module, question, { names, heldOut }) {
  const began = performance.now();
  let result;
  let error;
  try {
    result = await retrieve(target, question.asks, module);
  } catch (reason) {
    error = reason.message;
  }
  const one = {
    module,
    question,
    verdict: result ? judge(question, result.answer, names) : 'failed',
    recall: recall(question, result?.passages ?? []),
    loops: result?.loops ?? 0,
    steps: result?.trajectory.length ?? 0,
    cost: result?.cost_usd ?? 0,
    seconds: (performance.now() - began) / 1000,
    answer: result?.answer,
    sources: result?.passages.map(({ source }) => source),
    error,
  };
  const isShown = values.show === 'all' || (values.show === 'wrong' && one.verdict !== 'right');
  if (isShown && !heldOut) show(one);
  return one;
}

function show({ module, question, verdict, answer, error }) {
  const expected = question.answer.length === 0 ? 'null' : question.answer.join(', ');
  const got = error ?? (answer === null ? 'null' : JSON.stringify(answer.slice(0, 300)));
  console.log(`${module}, ${question.kind}, ${verdict}: ${question.asks}\n  expected ${expected}\n  got      ${got}`);
}
