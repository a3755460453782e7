/**
 * Several gateways over one engine: reads and writes through 1, 2 and 4 gateways with eight clients each, in processor
 * time for a request, of the gateways and of the engine. Clock times say little here, since gateways,
 * engine and clients share the machine. After each sample of writes the stored nodes and inferred edges are counted:
 * the benchmark fails if any acknowledged write is lost or doubled.
 */
import { startGateway } from '../harness/engines.mjs';
import { runProgram } from '../harness/child.mjs';
import { ratioOf, runSides } from '../harness/pair.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { alter, loadOntology, query } from '../harness/wire.mjs';
import { ONTOLOGY, personInferred, personStated } from '../programs/world.mjs';
import { makeNodes } from './fill.mjs';

export const title = 'several gateways over one engine';
export const perEngine = true;

const GATEWAYS = [1, 2, 4];
/** Clients of each gateway. */
const CLIENTS = 8;
const PEOPLE = 2_000;

export async function run(engine, { rounds, seconds, tell }) {
  await alter(engine.url, { drop_all: true });
  const gateways = [];
  try {
    while (gateways.length < Math.max(...GATEWAYS)) gateways.push(await startGateway(engine));
    await loadOntology(gateways[0].url, ONTOLOGY);
    const [first] = await makeNodes(engine.url, PEOPLE, (label, n) => [
      ...personStated(label, `Person ${n}`),
      ...personInferred(label),
    ]);
    const read = { path: '/query', type: 'application/dql' };
    const text = `{ q(func: uid(${first})) { name graph.type } }`;
    const write = { path: '/mutate?commitNow=true', type: 'application/rdf', requests: { kind: 'people', people: 1 } };
    const cases = [
      ['one node with graph.type', { ...read, requests: { kind: 'query', text } }, undefined],
      ['a person with a job', write, countsOf],
    ];
    const pairs = [];
    for (const [name, task, counts] of cases) {
      const sides = GATEWAYS.map((count) => ({
        label: `${count} ${count === 1 ? 'gateway' : 'gateways'}`,
        sample: () => sampleOf({ engine, gateways: gateways.slice(0, count), task, seconds, counts }),
      }));
      const measured = await runSides({ name, unit: 'µs of the gateways a request', sides, rounds, tell });
      for (const pair of measured) {
        pairs.push({ ...pair, name: `${name}: ${pair.b.label}` });
        const ofEngine = ratioOf(pair, (sample) => sample.engine);
        pairs.push({ ...ofEngine, name: `${name}: ${pair.b.label}, the engine`, unit: 'µs of the engine a request' });
      }
    }
    return { pairs };
  } finally {
    for (const gateway of gateways) await gateway.stop();
  }
}

async function sampleOf({ engine, gateways, task, seconds, counts }) {
  const stored = await counts?.(engine.url);
  const pids = gateways.map(({ pid }) => pid);
  const before = [...pids, engine.pid].map(processorOf);
  const share = { ...task, clients: CLIENTS, warmSeconds: seconds / 3, seconds };
  const results = await Promise.all(gateways.map(({ url }) => runProgram('load.mjs', { ...share, url })));
  const used = [...pids, engine.pid].map((pid, i) => processorOf(pid) - before[i]);
  const requests = results.reduce((sum, { sent }) => sum + sent, 0);
  if (counts) {
    const now = await counts(engine.url);
    for (const [what, count] of Object.entries(now)) {
      if (count - stored[what] !== requests)
        throw new Error(`${count - stored[what]} ${what} of ${requests} writes through ${gateways.length} gateways`);
    }
  }
  const ofEngine = used.pop();
  const micros = (value) => (value / requests) * 1e6;
  const rate = results.reduce((sum, { value }) => sum + value, 0);
  return { value: micros(used.reduce((sum, each) => sum + each)), engine: micros(ofEngine), requests, rate };
}

const processorOf = (pid) => (pid === undefined ? NaN : processorSeconds(pid));

/** Counts of stored nodes and edges, each of which a write raises by one. */
async function countsOf(url) {
  const { data } = await query(
    url,
    `{ engineers(func: type(SeniorEngineer)) { count(uid) } agents(func: type(Agent)) { count(uid) }
      workers(func: type(Worker)) { count(uid) } organizations(func: type(Organization)) { count(uid) }
      employers(func: has(employs)) { n as count(employs) } total() { employs: sum(val(n)) } }`,
  );
  const nodes = ['engineers', 'agents', 'workers', 'organizations'].map((name) => [name, data[name][0].count]);
  return { ...Object.fromEntries(nodes), employs: data.total?.[0]?.employs ?? 0 };
}
