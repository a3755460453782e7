/**
 * Load of an ontology over stored data, against writing the same inferred facts, with facets, directly into the engine
 * in large requests. Before each sample the engine has only the asserted facts. Processor time is that of the engine.
 */
import { startGateway } from '../harness/engines.mjs';
import { ratioOf, runPair } from '../harness/pair.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { timed } from '../harness/timed.mjs';
import { alter, loadOntology, query } from '../harness/wire.mjs';
import { jobInferred, jobStated, ONTOLOGY, personInferred, personStated } from '../programs/world.mjs';
import { makeNodes, writeAll } from './fill.mjs';

export const title = 'an ontology loaded over stored facts, against the bulk write of what follows';
export const perEngine = true;
/** Few rounds: a sample takes long and varies little. */
export const mostRounds = 3;

/** Asserted facts of a person: type, name, job. */
const FACTS_EACH = 3;
const PEOPLE_EACH = 50;

export async function run(engine, { rounds, tell }) {
  const schema = await compiledSchema(engine);
  const pairs = [];
  for (const facts of [10_000, 50_000]) {
    let inferred;
    const written = [];
    const bulk = async () => {
      const lines = await fill(engine.url, schema, facts);
      inferred = lines.length;
      const before = processorOf(engine);
      const seconds = await timed(() => writeAll(engine.url, lines));
      const processor = processorOf(engine) - before;
      written.push(await census(engine.url));
      return { value: seconds, inferred, perSecond: inferred / seconds, processor };
    };
    const load = async () => {
      await fill(engine.url, schema, facts);
      const gateway = await startGateway(engine);
      try {
        let report;
        const before = processorOf(engine);
        const seconds = await timed(async () => (report = await loadOntology(gateway.url, ONTOLOGY)));
        const processor = processorOf(engine) - before;
        const { materialization } = report;
        if (materialization.inferred !== inferred) {
          throw new Error(`${materialization.inferred} facts were inferred instead of ${inferred}`);
        }
        const found = await census(engine.url);
        if (found !== written.at(-1))
          throw new Error(`the two ways do not store the same:\n${written.at(-1)}\n${found}`);
        return { value: seconds, inferred, perSecond: inferred / seconds, processor };
      } finally {
        await gateway.stop();
      }
    };
    const pair = await runPair({
      name: `${facts} facts stated`,
      unit: 's',
      sides: [
        { label: 'bulk write', sample: bulk },
        { label: 'POST /ontology', sample: load },
      ],
      rounds,
      tell,
    });
    pair.name += `, ${inferred} inferred`;
    pairs.push(pair, {
      ...ratioOf(pair, ({ processor }) => processor),
      name: 'the same, by processor time',
      unit: 's of it',
    });
  }
  return { pairs };
}

/** Empties the engine, writes the asserted facts and returns the inferred ones. */
async function fill(url, schema, facts) {
  await alter(url, { drop_all: true });
  await alter(url, schema);
  const count = Math.round(facts / FACTS_EACH);
  const organizations = await makeNodes(url, Math.ceil(count / PEOPLE_EACH), (label, n) => [
    `${label} <name> "Organization ${n}" .`,
  ]);
  const employer = (n) => `<${organizations[n % organizations.length]}>`;
  const people = await makeNodes(url, count, (label, n) => [
    ...personStated(label, `Person ${n}`),
    ...jobStated(label, employer(n)),
  ]);
  const lines = people.flatMap((uid, n) => [...personInferred(`<${uid}>`), ...jobInferred(`<${uid}>`, employer(n))]);
  return [...new Set(lines)];
}

async function compiledSchema(engine) {
  await alter(engine.url, { drop_all: true });
  const gateway = await startGateway(engine);
  try {
    return (await loadOntology(gateway.url, ONTOLOGY, '?validate=true')).compiledSchema;
  } finally {
    await gateway.stop();
  }
}

/** Seconds of processor time of the engine. */
const processorOf = ({ pid }) => (pid === undefined ? NaN : processorSeconds(pid));

/** Number of facts of each kind. */
async function census(url) {
  const types = ['SeniorEngineer', 'Engineer', 'Staff', 'Person', 'Agent', 'Worker', 'Organization'];
  const blocks = [
    ...types.map((type) => `${type}(func: type(${type})) { count(uid) }`),
    'worksFor(func: has(worksFor)) { count(worksFor) }',
    'employs(func: has(employs)) { count(employs) }',
  ];
  const { data } = await query(url, `{ ${blocks.join('\n')} }`);
  const total = (p) => data[p].reduce((sum, node) => sum + node[`count(${p})`], 0);
  const counts = types.map((type) => `${type} ${data[type][0].count}`);
  return [...counts, `worksFor ${total('worksFor')}`, `employs ${total('employs')}`].join(', ');
}
