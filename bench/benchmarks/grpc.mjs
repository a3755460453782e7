/** Queries over gRPC: through the gateway by gRPC or HTTP, against an alpha; on the embedded engine against HTTP. */
import { startGateway } from '../harness/engines.mjs';
import { runPair } from '../harness/pair.mjs';
import { freePort, runProgram } from '../harness/child.mjs';
import { alter } from '../harness/wire.mjs';
import { makeNodes } from './fill.mjs';

export const title = 'queries over gRPC through the gateway';
export const perEngine = true;

const NODES = 1_000;
/** Difference of an alpha's ports for gRPC and HTTP. */
const HTTP_TO_GRPC = 1_000;

export async function run(engine, { rounds, seconds, tell }) {
  await alter(engine.url, { drop_all: true });
  await alter(engine.url, 'name: string @index(exact) .');
  const [first] = await makeNodes(engine.url, NODES, (label, number) => [`${label} <name> "Person ${number}" .`]);
  const { hostname, port } = new URL(engine.url);
  const alpha = `${hostname}:${Number(port) + HTTP_TO_GRPC}`;
  const isDgraph = engine.name.startsWith('Dgraph');
  const gateways = [];
  const through = async (label, upstream) => {
    const grpcPort = await freePort();
    gateways.push(await startGateway(engine, { env: { GRPC_PORT: String(grpcPort), DGRAPH_GRPC: upstream } }));
    return { label, address: `127.0.0.1:${grpcPort}` };
  };
  try {
    const http = await through('gateway, over HTTP', 'off');
    const alphaSide = { label: 'alpha', address: alpha };
    const sides = isDgraph
      ? [
          [alphaSide, await through('gateway', alpha)],
          [alphaSide, http],
        ]
      : [[{ label: 'gateway, HTTP', url: gateways[0].url }, http]];
    const queries = [
      ['one node', `{ person(func: uid(${first})) { uid name } }`],
      ['1,000 nodes', `{ people(func: has(name), first: ${NODES}) { uid name } }`],
    ];
    const pairs = [];
    for (const [what, query] of queries) {
      for (const pair of sides) {
        const measured = pair.map(({ label, address }) => ({
          label,
          sample: () => runProgram('grpc-load.mjs', { address, query, clients: 8, warmSeconds: seconds / 3, seconds }),
        }));
        pairs.push(await runPair({ name: `${what}, 8 clients`, unit: 'answers/s', sides: measured, rounds, tell }));
      }
    }
    return { pairs };
  } finally {
    for (const gateway of gateways) await gateway.stop();
  }
}
