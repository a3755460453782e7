/** What Express costs on the way of a small request: the gateway as it is, and with Express before its dispatcher. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { end, freePort, program, runProgram, start } from '../harness/child.mjs';
import { runPair } from '../harness/pair.mjs';
import { alter, mutate, query, untilHealthy } from '../harness/wire.mjs';

export const title = 'processor time of small requests, without and with Express before the dispatcher';
export const perEngine = false;

const TEXT = '{ person(func: uid(0x5)) { uid name about } }';
const DATA = '<0x5> <name> "Ann" .\n<0x5> <about> "what there is to say about her, in half a line" .';
const REQUESTS = {
  query: { path: '/query', type: 'application/dql', requests: { kind: 'query', text: TEXT } },
  mutation: { path: '/mutate?commitNow=true', type: 'application/rdf', requests: { kind: 'notes', nodes: 1 } },
};

export async function run({ rounds, seconds, tell }) {
  const gateways = [];
  try {
    for (const way of ['direct', 'express']) gateways.push({ label: way, ...(await startAt(way)) });
    const answers = await Promise.all(gateways.map(({ url }) => query(url, TEXT)));
    const [one, two] = answers.map(({ data }) => JSON.stringify(data));
    if (one !== two) throw new Error(`different answers: ${one} ${two}`);
    const pairs = [];
    for (const [name, request] of Object.entries(REQUESTS)) {
      const sides = gateways.map((gateway) => ({
        label: gateway.label,
        sample: () => sampleOf(gateway, request, seconds),
      }));
      pairs.push(await runPair({ name: `small ${name}, 8 clients`, unit: 'µs', sides, rounds, tell }));
    }
    return { pairs };
  } finally {
    for (const { stop } of gateways) await stop();
  }
}

async function startAt(way) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const child = start(process.execPath, [program('gateway-behind-express.mjs'), String(port), directory, way], {
    env: { PATH, HOME, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    rmSync(directory, { recursive: true, force: true });
  };
  await untilHealthy(url, { child });
  await alter(url, 'name: string @index(exact) .');
  await mutate(url, DATA);
  return { url, child, stop };
}

/** Processor time per answer: the machine's other work lengthens requests, and hardly this. */
async function sampleOf({ url, child }, request, seconds) {
  const before = await usageOf(child);
  const load = await runProgram('load.mjs', { url, ...request, clients: 8, warmSeconds: 0, seconds });
  const after = await usageOf(child);
  return { value: (after - before) / load.answers, answersPerSecond: load.value };
}

async function usageOf(child) {
  child.send('usage');
  const [microseconds] = await once(child, 'message');
  return microseconds;
}
