/** Dispatch of a small request by the table of routes and by Express with the same routes. */
import { runProgram } from '../harness/child.mjs';
import { runPair } from '../harness/pair.mjs';

export const title = 'dispatch of one request by the table of routes and by Express';
export const perEngine = false;

const TARGETS = ['/query', '/mutate?commitNow=true'];

export async function run({ rounds, tell }) {
  const pairs = [];
  for (const target of TARGETS) {
    const sides = ['table', 'express'].map((way) => ({
      label: way,
      sample: () => runProgram('dispatch.mjs', { way, method: 'POST', target }),
    }));
    pairs.push(await runPair({ name: `POST ${target}`, unit: 'µs', sides, rounds, tell }));
  }
  return { pairs };
}
