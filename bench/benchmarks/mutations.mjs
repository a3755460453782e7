/**
 * Cost of inference for a write: asserted facts through the gateway, against asserted and inferred facts, with facets,
 * sent directly to the engine. Also a write that no ontology concerns, on both ways.
 */
import { startGateway, startRelay } from '../harness/engines.mjs';
import { ratioOf, runPair } from '../harness/pair.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { runProgram } from '../harness/child.mjs';
import { alter, ask, loadOntology, query } from '../harness/wire.mjs';
import { makeRequests } from '../programs/requests.mjs';
import { ONTOLOGY, personInferred, personStated } from '../programs/world.mjs';
import { makeNodes } from './fill.mjs';

export const title = 'writes through the gateway, against the expanded write at the engine';
export const perEngine = true;

const STORED_PEOPLE = 20_000;
const ORGANIZATIONS = 200;

export async function run(engine, { rounds, seconds, tell }) {
  await alter(engine.url, { drop_all: true });
  const relay = await startRelay(engine);
  const gateway = await startGateway(engine);
  try {
    await loadOntology(gateway.url, ONTOLOGY);
    await alter(engine.url, 'note: string .\nweight: int .');
    tell(`writing ${STORED_PEOPLE} people`);
    const organizations = await makeNodes(engine.url, ORGANIZATIONS, (label, n) => [
      `${label} <name> "Organization ${n}" .`,
    ]);
    const people = await makeNodes(engine.url, STORED_PEOPLE, (label, n) => [
      ...personStated(label, `Person ${n}`),
      ...personInferred(label),
    ]);
    const pids = [engine.pid, gateway.pid].filter((pid) => pid !== undefined);
    const processorTime = () => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0);
    const job = { kind: 'job', people, organizations, offset: 0 };
    const cases = [
      ['nothing of the ontology, 1 node', { kind: 'notes', nodes: 1 }, [1, 8, 64]],
      ['nothing of the ontology, 100 nodes', { kind: 'notes', nodes: 100 }, [1]],
      ['1 person, 1 organization', { kind: 'people', people: 1 }, [1, 8, 64]],
      ['10 people, 1 organization', { kind: 'people', people: 10 }, [1]],
      ['100 people, 1 organization', { kind: 'people', people: 100 }, [1]],
      ['an edge between stored nodes', job, [1, 8, 64]],
    ];
    await expectSame(engine.url, gateway.url, { kind: 'people', people: 3 });
    await expectSame(engine.url, gateway.url, job);
    const pairs = [];
    let offset = 1_000;
    for (const [what, requests, clientCounts] of cases) {
      for (const clients of clientCounts) {
        const sample = (url, expanded) => async () => {
          const before = processorTime();
          const result = await runProgram('load.mjs', {
            url,
            path: '/mutate?commitNow=true',
            type: 'application/rdf',
            requests: { ...requests, expanded, offset: (offset += 4_000) },
            clients,
            warmSeconds: seconds / 3,
            seconds,
          });
          return { ...result, work: ((processorTime() - before) * 1e6) / result.sent };
        };
        const name = `${what}, ${clients === 1 ? '1 client' : `${clients} clients`}`;
        const through = { label: 'gateway', sample: sample(gateway.url, false) };
        const isPlain = requests.kind === 'notes';
        const against = [{ label: isPlain ? 'engine' : 'engine, expanded', sample: sample(engine.url, true) }];
        if (isPlain) against.push({ label: 'bare relay', sample: sample(relay.url, true) });
        for (const other of against) {
          const pair = await runPair({ name, unit: 'writes/s', sides: [other, through], rounds, tell });
          pairs.push(pair);
          const isMeasured = engine.pid !== undefined && other === against[0];
          if (isMeasured) pairs.push({ ...ratioOf(pair, ({ work }) => work), unit: 'µs of processor time' });
        }
      }
    }
    return { pairs };
  } finally {
    await gateway.stop();
    await relay.stop();
  }
}

/** Checks that both ways store the same facts and facets. */
async function expectSame(engineUrl, gatewayUrl, requests) {
  const write = async (url, expanded, offset) => {
    const body = makeRequests({ ...requests, expanded, offset })(0);
    const { data } = await ask(`${url}/mutate?commitNow=true`, { type: 'application/rdf', body });
    const named = [...body.matchAll(/<(0x[0-9a-f]+)>/g)].map(([, uid]) => uid);
    return picture(engineUrl, [...new Set([...Object.values(data.uids), ...named])]);
  };
  const expected = await write(engineUrl, true, 0);
  const given = await write(gatewayUrl, false, 1);
  if (expected !== given) throw new Error(`the two ways do not store the same:\n${expected}\n\n${given}`);
}

/** Stored facts of nodes, without uids and IRIs. */
async function picture(url, uids) {
  const { data } = await query(
    url,
    `{ nodes(func: uid(${uids.join(',')})) { types: dgraph.type @facets worksFor @facets { uid } employs ` +
      '@facets { uid } } }',
  );
  const lines = data.nodes.map((node) => {
    const types = node.types.map((type, i) => `${type}${node['types|owl.inferred']?.[i] ? ' inferred' : ''}`);
    const edges = ['worksFor', 'employs'].flatMap((p) =>
      [node[p] ?? []].flat().map((edge) => `${p}${edge[`${p}|owl.inferred`] ? ' inferred' : ''}`),
    );
    return [...types.sort(), ...edges.sort()].join(', ');
  });
  return lines.sort().join('\n');
}
