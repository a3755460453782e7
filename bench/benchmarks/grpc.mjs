/** Queries over gRPC: through the gateway, which passes them on by gRPC or HTTP, against an alpha asked directly. */
import { startGateway } from '../harness/engines.mjs';
import { runPair } from '../harness/pair.mjs';
import { freePort, runProgram } from '../harness/child.mjs';
import { alter } from '../harness/wire.mjs';
import { makeNodes } from './fill.mjs';

export const title = 'queries over gRPC through the gateway';
export const perEngine = true;

const NODES = 1_000;

export async function run(engine, { rounds, seconds, tell }) {
  if (engine.grpc === undefined) {
    tell('grpc: skipped, this engine has no gRPC port');
    return { pairs: [] };
  }
  await alter(engine.url, { drop_all: true });
  await alter(engine.url, 'name: string @index(exact) .');
  const [first] = await makeNodes(engine.url, NODES, (label, number) => [`${label} <name> "Person ${number}" .`]);
  const gateways = [];
  const through = async (label, upstream) => {
    const grpcPort = await freePort();
    gateways.push(await startGateway(engine, { env: { GRPC_PORT: String(grpcPort), DGRAPH_GRPC: upstream } }));
    return { label, address: `127.0.0.1:${grpcPort}` };
  };
  try {
    const alpha = { label: 'alpha', address: engine.grpc };
    const ways = [await through('gateway', engine.grpc), await through('gateway, over HTTP', 'off')];
    const queries = [
      ['one node', `{ person(func: uid(${first})) { uid name } }`],
      ['1,000 nodes', `{ people(func: has(name), first: ${NODES}) { uid name } }`],
    ];
    const pairs = [];
    for (const [what, query] of queries) {
      for (const way of ways) {
        const sides = [alpha, way].map(({ label, address }) => ({
          label,
          sample: () => runProgram('grpc-load.mjs', { address, query, clients: 8, warmSeconds: seconds / 3, seconds }),
        }));
        pairs.push(await runPair({ name: `${what}, 8 clients`, unit: 'answers/s', sides, rounds, tell }));
      }
    }
    return { pairs };
  } finally {
    for (const gateway of gateways) await gateway.stop();
  }
}
