/** Cost of the gateway for a query: the same text sent directly to the engine and through the gateway. */
import { startGateway, startRelay } from '../harness/engines.mjs';
import { runPair } from '../harness/pair.mjs';
import { runProgram } from '../harness/child.mjs';
import { alter, loadOntology, query } from '../harness/wire.mjs';
import { ONTOLOGY, personStated } from '../programs/world.mjs';
import { makeNodes } from './fill.mjs';

export const title = 'queries through the gateway, an ontology in force';
export const perEngine = true;

const PEOPLE = 50_000;
const ONE_NODE = 'one node';
const FIELDS = 'uid name about';

export async function run(engine, { rounds, seconds, tell }) {
  await alter(engine.url, { drop_all: true });
  const relay = await startRelay(engine);
  const gateway = await startGateway(engine);
  try {
    await loadOntology(gateway.url, ONTOLOGY);
    await alter(engine.url, 'about: string .');
    tell(`writing ${PEOPLE} people`);
    const [first] = await makeNodes(engine.url, PEOPLE, (label, number) => [
      ...personStated(label, `Person ${number}`),
      `${label} <about> "what there is to say about person ${number}, in half a line" .`,
    ]);
    const listing = (count) => `{ people(func: has(name), first: ${count}) { ${FIELDS} } }`;
    const cases = [
      [ONE_NODE, `{ person(func: uid(${first})) { ${FIELDS} } }`],
      [
        'one node, graph.type asked for',
        `{ person(func: uid(${first})) { ${FIELDS} graph.type } }`,
        `{ person(func: uid(${first})) { ${FIELDS} graph.type: dgraph.type } }`,
      ],
      ['1,000 nodes', listing(1_000)],
      ['50,000 nodes', listing(PEOPLE)],
    ];
    const pairs = [];
    for (const [what, text, direct = text] of cases) {
      const bytes = await expectSame(engine.url, gateway.url, direct, text);
      for (const clients of [1, 8]) {
        const sample = (url, asked) => () =>
          runProgram('load.mjs', {
            url,
            path: '/query',
            type: 'application/dql',
            requests: { kind: 'query', text: asked },
            clients,
            warmSeconds: seconds / 3,
            seconds,
          });
        const name = `${what} (${size(bytes)}), ${clients === 1 ? '1 client' : `${clients} clients`}`;
        const through = { label: 'gateway', sample: sample(gateway.url, text) };
        const against = [{ label: 'engine', sample: sample(engine.url, direct) }];
        if (what === ONE_NODE) against.push({ label: 'bare relay', sample: sample(relay.url, direct) });
        for (const other of against) {
          pairs.push(await runPair({ name, unit: 'answers/s', sides: [other, through], rounds, tell }));
        }
      }
    }
    return { pairs };
  } finally {
    await gateway.stop();
    await relay.stop();
  }
}

/** @returns {Promise<number>} the size of the answer's data */
async function expectSame(engineUrl, gatewayUrl, direct, text) {
  const [expected, given] = await Promise.all([query(engineUrl, direct), query(gatewayUrl, text)]);
  const data = JSON.stringify(expected.data);
  if (data !== JSON.stringify(given.data)) throw new Error(`the gateway answers ${text} otherwise than the engine`);
  return data.length;
}

const size = (bytes) =>
  bytes < 10_000 ? `${bytes} B` : bytes < 1e6 ? `${Math.round(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
