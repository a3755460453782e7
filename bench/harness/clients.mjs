/** Clients that send a request, wait for the answer, and repeat. */
import { quantile } from './stats.mjs';

/**
 * Runs the clients to warm up, then for the measured time.
 *
 * @param {{clients: number, warmSeconds: number, seconds: number}} task
 * @param {(client: number) => Promise<number>} ask sends one request of a client, and returns the bytes of its answer
 * @returns {Promise<{value: number, p50: number, p95: number, answers: number, sent: number, bytes: number}>} `value`:
 *   answers a second; quantiles in milliseconds; `sent`: requests in all, with those of the warm-up
 */
export async function rateOf({ clients, warmSeconds, seconds }, ask) {
  const warm = await run(clients, warmSeconds, ask);
  const measured = await run(clients, seconds, ask);
  const { times, bytes } = measured;
  return {
    value: times.length / measured.seconds,
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    answers: times.length,
    sent: warm.times.length + times.length,
    bytes,
  };
}

async function run(clients, seconds, ask) {
  const started = performance.now();
  const until = started + seconds * 1000;
  const times = [];
  let bytes = 0;
  const client = async (_, index) => {
    do {
      const from = performance.now();
      bytes += await ask(index);
      times.push(performance.now() - from);
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { times, bytes, seconds: (performance.now() - started) / 1000 };
}
