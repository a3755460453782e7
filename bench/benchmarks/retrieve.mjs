/**
 * Time of answers to questions in words, by module, with one client and with twenty, and time to the first event of a
 * chat. The questions are those about Sundmark (bench/retrieval), all kinds in turn. Modules use the model of this
 * environment's settings; by default there is none.
 */
import { runProgram } from '../harness/child.mjs';
import { spread } from '../harness/stats.mjs';
import { alter } from '../harness/wire.mjs';
import { load, startGateway } from '../retrieval/gateway.mjs';
import { readWorld } from '../retrieval/world.mjs';

export const title = 'Questions in words';
export const perEngine = true;

const MODULES = ['naive', 'owl', 'arag', 'aragog'];
const CLIENTS = [1, 20];

export async function run(engine, { rounds, seconds, tell }) {
  await alter(engine.url, { drop_all: true });
  const gateway = await startGateway(engine.url);
  try {
    const world = readWorld('sundmark');
    await load({ url: gateway.url, database: 'default' }, world);
    const questions = mixed(world.questions).map(({ asks }) => asks);
    const cases = [
      ...MODULES.map((module) => ({ module, chat: false, name: module })),
      { module: 'owl', chat: true, name: 'chat with owl, first event' },
    ];
    const figures = [];
    for (const { name, ...how } of cases) {
      for (const clients of CLIENTS) {
        const samples = [];
        for (let round = 0; round < rounds; round++) {
          const task = { ...how, url: gateway.url, questions, clients, warmSeconds: seconds / 3, seconds };
          samples.push(await runProgram('questions.mjs', task));
        }
        const label = `${name}, ${clients === 1 ? '1 client' : `${clients} clients`}`;
        for (const share of ['p50', 'p95']) {
          const values = samples.map((sample) => sample[share]);
          figures.push({ name: `${label}, ${share}`, unit: 'ms', ...spread(values), samples });
        }
        const refused = samples.reduce((sum, sample) => sum + sample.refused, 0);
        if (refused > 0) figures.push({ name: `${label}, refused`, unit: 'questions', ...spread([refused]) });
        tell(`${label}: p95 ${spread(samples.map(({ p95 }) => p95)).median.toFixed(0)} ms`);
      }
    }
    return { figures };
  } finally {
    await gateway.stop();
  }
}

/** Orders questions by kind in turn, so that a short run has all kinds. */
function mixed(questions) {
  const kinds = [...new Set(questions.map(({ kind }) => kind))];
  const places = new Map(kinds.map((kind) => [kind, questions.filter((question) => question.kind === kind)]));
  const order = (question) => places.get(question.kind).indexOf(question) / places.get(question.kind).length;
  return [...questions].sort((a, b) => order(a) - order(b));
}
