/**
 * Materialization in memory with growing data: the first 1, 2, 5 and 10 universities of LUBM, and as many as
 * OWLGATE_BENCH_UNIVERSITIES says (a multiple of 10). Time and peak memory, in all and for each thousand facts of the
 * closure; a linear reasoner has equal figures for each thousand.
 */
import { program } from '../harness/child.mjs';
import { hasLubm, lubmFiles } from '../harness/lubm.mjs';
import { measured } from '../harness/measured.mjs';
import { ratioOf, runPair } from '../harness/pair.mjs';
import { spread } from '../harness/stats.mjs';

export const title = 'materialization in memory as the data grows';
export const mostRounds = 5;

const MORE = Number(process.env.OWLGATE_BENCH_UNIVERSITIES ?? 0);
const UNIVERSITIES = [2, 5, 10, ...(MORE > 10 ? [MORE] : [])];

export async function run({ rounds, tell }) {
  if (!hasLubm(1) || !hasLubm(10)) {
    tell('LUBM: skipped, not in the shared folder');
    return {};
  }
  const pairs = [];
  const figures = [];
  const one = lubmFiles(1);
  try {
    for (const universities of UNIVERSITIES) {
      const many = lubmFiles(universities);
      try {
        const sample = (files) => async () => {
          const result = await measured([process.execPath, program('materialize.mjs'), files.ontology, files.data]);
          return { ...result, value: perThousand(result.reason, result) };
        };
        const pair = await runPair({
          name: `LUBM(${universities})`,
          unit: 'ms a thousand facts',
          sides: [
            { label: 'LUBM(1)', sample: sample(one) },
            { label: `LUBM(${universities})`, sample: sample(many) },
          ],
          rounds,
          warmUp: false,
          tell,
        });
        pairs.push({ ...pair, name: `LUBM(${universities}): reasoning` });
        const part = (name, of) => ratioOf({ ...pair, name: `LUBM(${universities}): ${name}` }, of);
        pairs.push(part('reading', (result) => perThousand(result.load, result)));
        pairs.push({ ...part('peak memory', ({ peakMB, facts }) => (peakMB / facts) * 1e6), unit: 'bytes a fact' });
        const { samples } = pair.b;
        const figure = (name, unit, of) =>
          figures.push({ name: `LUBM(${universities}): ${name}`, unit, ...spread(samples.map(of)) });
        figure('facts of the closure', '', ({ facts }) => facts);
        figure('reading', 's', ({ load }) => load);
        figure('reasoning', 's', ({ reason }) => reason);
        figure('peak memory', 'MB', ({ peakMB }) => peakMB);
      } finally {
        many.remove();
      }
    }
  } finally {
    one.remove();
  }
  return { pairs, figures };
}

const perThousand = (seconds, { facts }) => (seconds * 1e6) / facts;
