/** The gateway's client of an engine against dgraph-js-http and Node's fetch, with the same requests to one engine. */
import { runProgram } from '../harness/child.mjs';
import { runPair } from '../harness/pair.mjs';
import { alter } from '../harness/wire.mjs';
import { makeNodes } from './fill.mjs';

export const title = "owlgate's HTTP client of an engine, dgraph-js-http, and fetch";
export const perEngine = true;

const NODES = 1_000;

export async function run(engine, { rounds, seconds, tell }) {
  await alter(engine.url, { drop_all: true });
  await alter(engine.url, 'name: string @index(exact) .\nnote: string .\nweight: int .');
  const [first] = await makeNodes(engine.url, NODES, (label, number) => [`${label} <name> "Person ${number}" .`]);
  const query = (name, text) => ({ name, path: '/query', type: 'application/dql', requests: { kind: 'query', text } });
  const cases = [
    query('query of one node', `{ person(func: uid(${first})) { uid name } }`),
    query('query of 1,000 nodes', `{ people(func: has(name), first: ${NODES}) { uid name } }`),
    {
      name: 'mutation of one node',
      path: '/mutate?commitNow=true',
      type: 'application/rdf',
      requests: { kind: 'notes', nodes: 1 },
    },
  ];
  const pairs = [];
  for (const { name, ...request } of cases) {
    for (const clients of [1, 8]) {
      const side = (label) => ({
        label,
        sample: () =>
          runProgram('load.mjs', {
            ...{ url: engine.url, ...request, client: label, clients, warmSeconds: seconds / 3, seconds },
          }),
      });
      for (const other of ['dgraph-js-http', 'fetch']) {
        const title = `${name}, ${clients === 1 ? '1 client' : `${clients} clients`}`;
        const sides = [side(other), side('owlgate')];
        pairs.push(await runPair({ name: title, unit: 'answers/s', sides, rounds, tell }));
      }
    }
  }
  return { pairs };
}
