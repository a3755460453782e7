/**
 * Cost of inference for a write: asserted facts through the gateway, against asserted and inferred facts, with facets,
 * sent directly to the engine. Also a write that no ontology concerns, on both ways.
 */
import { startGateway, startGatewayAndCopy, startRelay } from '../harness/engines.mjs';
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

export async function run(engine, options) {
  return engine.name.startsWith('embedded') ? writeEmbedded(options) : writeCluster(engine, options);
}

/** The gateway with its own engine, and the same engine alone on a copy of its data. */
async function writeEmbedded(options) {
  const { alone, gateway, filled, stop } = await startGatewayAndCopy((url) => fill(url, url));
  try {
    const direct = { label: 'engine', url: alone.url, pids: [alone.pid] };
    const through = { label: 'gateway', url: gateway.url, pids: [gateway.pid] };
    return { pairs: await compare({ direct, through }, filled, options) };
  } finally {
    await stop();
  }
}

async function writeCluster(engine, options) {
  await alter(engine.url, { drop_all: true });
  const relay = await startRelay(engine);
  const gateway = await startGateway(engine);
  try {
    const filled = await fill(gateway.url, engine.url);
    const pids = engine.pid === undefined ? undefined : [engine.pid, gateway.pid];
    const direct = { label: 'engine', url: engine.url, pids };
    const sides = { direct, through: { label: 'gateway', url: gateway.url, pids } };
    return {
      pairs: await compare({ ...sides, relay: { label: 'bare relay', url: relay.url, pids } }, filled, options),
    };
  } finally {
    await gateway.stop();
    await relay.stop();
  }
}

async function fill(gatewayUrl, engineUrl) {
  await loadOntology(gatewayUrl, ONTOLOGY);
  await alter(gatewayUrl, 'note: string .\nweight: int .');
  const organizations = await makeNodes(engineUrl, ORGANIZATIONS, (label, n) => [
    `${label} <name> "Organization ${n}" .`,
  ]);
  const people = await makeNodes(engineUrl, STORED_PEOPLE, (label, n) => [
    ...personStated(label, `Person ${n}`),
    ...(engineUrl === gatewayUrl ? [] : personInferred(label)),
  ]);
  return { people, organizations };
}

async function compare({ direct, through, relay }, { people, organizations }, { rounds, seconds, tell }) {
  const job = { kind: 'job', people, organizations, offset: 0 };
  const cases = [
    ['nothing of the ontology, 1 node', { kind: 'notes', nodes: 1 }, [1, 8, 64]],
    ['nothing of the ontology, 100 nodes', { kind: 'notes', nodes: 100 }, [1]],
    ['1 person, 1 organization', { kind: 'people', people: 1 }, [1, 8, 64]],
    ['10 people, 1 organization', { kind: 'people', people: 10 }, [1]],
    ['100 people, 1 organization', { kind: 'people', people: 100 }, [1]],
    ['an edge between stored nodes', job, [1, 8, 64]],
  ];
  await expectSame(direct.url, through.url, { kind: 'people', people: 3 });
  await expectSame(direct.url, through.url, job);
  const pairs = [];
  let offset = 1_000;
  for (const [what, requests, clientCounts] of cases) {
    const isPlain = requests.kind === 'notes';
    for (const clients of clientCounts) {
      const sideOf = ({ label, url, pids = [] }) => ({
        label: url === direct.url && !isPlain ? 'expanded' : label,
        sample: async () => {
          const processorTime = () => pids.reduce((sum, pid) => sum + processorSeconds(pid), 0);
          const before = processorTime();
          const result = await runProgram('load.mjs', {
            url,
            path: '/mutate?commitNow=true',
            type: 'application/rdf',
            requests: { ...requests, expanded: url !== through.url, offset: (offset += 4_000) },
            clients,
            warmSeconds: seconds / 3,
            seconds,
          });
          return { ...result, work: ((processorTime() - before) * 1e6) / result.sent };
        },
      });
      const name = `${what}, ${clients === 1 ? '1 client' : `${clients} clients`}`;
      for (const other of isPlain && relay ? [direct, relay] : [direct]) {
        const sides = [sideOf(other), sideOf(through)];
        const pair = await runPair({ name, unit: 'writes/s', sides, rounds, tell });
        pairs.push(pair);
        const isMeasured = direct.pids !== undefined && other === direct;
        if (isMeasured) pairs.push({ ...ratioOf(pair, ({ work }) => work), unit: 'µs of processor time' });
      }
    }
  }
  return pairs;
}

/** Checks that both ways store the same facts and facets. */
async function expectSame(engineUrl, gatewayUrl, requests) {
  const write = async (url, expanded, offset) => {
    const body = makeRequests({ ...requests, expanded, offset })(0);
    const { data } = await ask(`${url}/mutate?commitNow=true`, { type: 'application/rdf', body });
    const named = [...body.matchAll(/<(0x[0-9a-f]+)>/g)].map(([, uid]) => uid);
    return picture(url, [...new Set([...Object.values(data.uids), ...named])]);
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
