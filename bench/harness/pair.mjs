/**
 * Pairs: two sides measured in turn, A B A B …, in one run, so that a slow phase of the machine affects both. A sample
 * is compared with its neighbour only. The result is the ratio with its lowest and highest value over the rounds.
 */
import { loadavg } from 'node:os';
import { spread } from './stats.mjs';

/**
 * @param {object} pair
 * @param {string} pair.name
 * @param {string} pair.unit of the samples
 * @param {[{label: string, sample: Sample}, {label: string, sample: Sample}]} pair.sides side A and side B
 * @param {number} pair.rounds
 * @param {boolean} [pair.warmUp] runs each side once uncounted before the rounds (round -1); true by default
 * @param {(line: string) => void} [pair.tell] progress
 *
 * A `Sample` gets the number of its round and runs a side once, in child processes. It returns a number, or an object
 * with the number as `value` and further figures.
 *
 * @returns {Promise<object>} `a` and `b` with their samples, and `ratio` (B/A)
 */
export async function runPair(pair) {
  return (await runSides(pair))[0];
}

/**
 * Same as `runPair`, for any number of sides: the samples of a round are neighbours.
 *
 * @returns {Promise<object[]>} a pair of the first side with each other one
 */
export async function runSides({ name, unit, sides, rounds, warmUp = true, tell = () => {} }) {
  const results = sides.map(({ label }) => ({ label, samples: [] }));
  const load = [];
  for (let round = warmUp ? -1 : 0; round < rounds; round++) {
    for (const [index, { label, sample }] of sides.entries()) {
      const outcome = await sample(round);
      const detailed = typeof outcome === 'number' ? { value: outcome } : outcome;
      if (round >= 0) results[index].samples.push(detailed);
      tell(
        `${name}: ${round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`}, ${label}: ` +
          `${format(detailed.value)} ${unit}`,
      );
    }
    if (round >= 0) load.push(loadavg()[0]);
  }
  const [a, ...others] = results.map((side) => ({ ...side, ...spread(side.samples.map(({ value }) => value)) }));
  return others.map((b) => ratioOf({ name, unit, rounds, a, b, load: spread(load) }, ({ value }) => value));
}

/** Ratios of the same rounds by another figure of their samples. */
export function ratioOf(pair, valueOf) {
  const [a, b] = [pair.a, pair.b].map((side) => ({ ...side, ...spread(side.samples.map(valueOf)) }));
  const ratios = a.samples.map((sample, round) => valueOf(b.samples[round]) / valueOf(sample));
  return { ...pair, a, b, ratio: { ...spread(ratios), rounds: ratios } };
}

/** Rounds to three significant digits. */
export function format(value) {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return digits > 6 ? value.toExponential(2) : value.toFixed(digits);
}
