/** Endpoints of the embedded engine: a loopback port with a secret, and a Unix domain socket. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { end, freePort, program, runProgram, start } from '../harness/child.mjs';
import { runPair } from '../harness/pair.mjs';
import { alter, mutate, query, untilHealthy } from '../harness/wire.mjs';

export const title = 'one node through the gateway, with its engine on a loopback port and on a socket';
export const perEngine = false;

const TEXT = '{ person(func: uid(0x5)) { uid name about } }';
const DATA = '<0x5> <name> "Ann" .\n<0x5> <about> "what there is to say about her, in half a line" .';

export async function run({ rounds, seconds, tell }) {
  const gateways = [];
  try {
    for (const [listen, label] of [
      ['secret', 'loopback'],
      ['socket', 'socket'],
    ]) {
      gateways.push({ label, ...(await startAt(listen)) });
    }
    const answers = await Promise.all(gateways.map(({ url }) => query(url, TEXT)));
    const [one, two] = answers.map(({ data }) => JSON.stringify(data));
    if (one !== two) throw new Error(`different answers: ${one} ${two}`);
    const pairs = [];
    for (const clients of [1, 8]) {
      const sides = gateways.map(({ label, url }) => ({ label, sample: () => sampleOf(url, clients, seconds) }));
      const name = `one node, ${clients === 1 ? '1 client' : `${clients} clients`}`;
      pairs.push(await runPair({ name, unit: 'answers/s', sides, rounds, tell }));
    }
    return { pairs };
  } finally {
    for (const { stop } of gateways) await stop();
  }
}

async function startAt(listen) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
  const port = await freePort();
  const { PATH, HOME } = process.env;
  const child = start(process.execPath, [program('gateway-with-endpoint.mjs'), String(port), directory, listen], {
    env: { PATH, HOME, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    await end(child);
    rmSync(directory, { recursive: true, force: true });
  };
  await untilHealthy(url, { child });
  await alter(url, 'name: string @index(exact) .');
  await mutate(url, DATA);
  return { url, stop };
}

const sampleOf = (url, clients, seconds) =>
  runProgram('load.mjs', {
    ...{ url, path: '/query', type: 'application/dql', requests: { kind: 'query', text: TEXT }, clients },
    ...{ warmSeconds: seconds / 3, seconds },
  });
