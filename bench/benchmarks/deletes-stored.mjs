/**
 * Deletes of stored facts through the gateway against adding them again: one request each, one client. LUBM(1) is
 * first written through the gateway.
 */
import { hasLubm, lubm, univBench } from '../harness/lubm.mjs';
import { startGateway } from '../harness/engines.mjs';
import { runPair } from '../harness/pair.mjs';
import { median } from '../harness/stats.mjs';
import { alter, ask, loadOntology, query } from '../harness/wire.mjs';

export const title = 'a fact of LUBM(1) taken back through the gateway, against stating it';
export const perEngine = true;
export const mostRounds = 5;

/** Statements per request; their inferred facts stay far below the limit of one write. */
const BATCH = 4_000;
const FACTS_A_ROUND = 25;
const EDGE = /^(<[^>]*>) <[^>]*#(takesCourse|publicationAuthor|advisor)> (<[^>]*>) \.$/;

const UNIVERSITY = '<http://www.University0.edu>';
const DEPARTMENT = '<http://www.Department0.University0.edu>';

export async function run(engine, { rounds, tell }) {
  if (!hasLubm()) {
    tell('LUBM(1): skipped, not in the shared folder');
    return {};
  }
  await alter(engine.url, { drop_all: true });
  const gateway = await startGateway(engine);
  try {
    await loadOntology(gateway.url, univBench(), '?profile=lenient');
    const lines = lubm(1);
    const began = performance.now();
    for (let at = 0; at < lines.length; at += BATCH) {
      const body = lines.slice(at, at + BATCH).join('\n');
      await ask(`${gateway.url}/mutate?commitNow=true`, { type: 'application/n-triples', body });
    }
    tell(`LUBM(1) written in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    const edges = lines.flatMap((line) => {
      const [, s, p, o] = EDGE.exec(line) ?? [];
      return s ? [`${s} <${p}> ${o} .`] : [];
    });
    const leaf = (i) => edges[(i * 100_003) % edges.length];
    const before = await census(engine.url);
    const pairs = [
      await pairOf(gateway, `an edge, median of ${FACTS_A_ROUND}`, leaf, FACTS_A_ROUND, { rounds, tell }),
      await pairOf(
        gateway,
        'a department from its university',
        () => `${DEPARTMENT} <subOrganizationOf> ${UNIVERSITY} .`,
        1,
        {
          rounds,
          tell,
        },
      ),
    ];
    const after = await census(engine.url);
    if (before !== after) throw new Error(`not the same facts as before:\n${before}\n${after}`);
    return { pairs };
  } finally {
    await gateway.stop();
  }
}

/** Deletes facts one by one and adds them again one by one, which restores the graph. */
async function pairOf(gateway, name, factOf, count, { rounds, tell }) {
  const change = (block) => async (round) => {
    const times = [];
    for (let i = 0; i < count; i++) {
      const body = `{ ${block} { ${factOf((round + 1) * count + i)} } }`;
      const began = performance.now();
      await ask(`${gateway.url}/mutate?commitNow=true`, { type: 'application/rdf', body });
      times.push(performance.now() - began);
    }
    return median(times);
  };
  const sides = [
    { label: 'taken back', sample: change('delete') },
    { label: 'stated', sample: change('set') },
  ];
  return runPair({ name, unit: 'ms', sides, rounds, tell });
}

async function census(url) {
  const types = ['Person', 'Student', 'Course', 'Organization', 'Publication'];
  const blocks = types.map((type) => `${type}(func: type(${type})) { count(uid) }`);
  const { data } = await query(url, `{ ${blocks.join('\n')} }`);
  return types.map((type) => `${type} ${data[type][0].count}`).join(', ');
}
