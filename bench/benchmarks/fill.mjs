/** Writes data directly into an engine. */
import { mutate } from '../harness/wire.mjs';

const STATEMENTS = 5_000;

/** Writes statements in order, many per request. A blank node is valid only within one request of `mutate`. */
export async function writeAll(url, lines) {
  for (let from = 0; from < lines.length; from += STATEMENTS) {
    await mutate(url, lines.slice(from, from + STATEMENTS).join('\n'));
  }
}

/**
 * Makes nodes, each with the statements that `lines` gives for it.
 *
 * @param {(label: string, number: number) => string[]} lines
 * @returns {Promise<string[]>} their uids in order
 */
export async function makeNodes(url, count, lines) {
  const uids = [];
  const nodes = 1_000;
  for (let from = 0; from < count; from += nodes) {
    const numbers = Array.from({ length: Math.min(nodes, count - from) }, (_, i) => from + i);
    const { data } = await mutate(url, numbers.flatMap((number) => lines(`_:n${number}`, number)).join('\n'));
    uids.push(...numbers.map((number) => data.uids[`n${number}`]));
  }
  return uids;
}
