/**
 * Queries in GraphQL of the ontology through the gateway against the engine's own GraphQL: one node, a list, and nodes
 * by class, for which the engine gets an SDL with an interface. Also a DQL query through the gateway, and a mutation
 * against the same write through /mutate with a read of its payload.
 */
import { startGateway } from '../harness/engines.mjs';
import { runPair } from '../harness/pair.mjs';
import { runProgram } from '../harness/child.mjs';
import { alter, ask, askGraphql, loadOntology, query } from '../harness/wire.mjs';
import { makeRequests } from '../programs/requests.mjs';
import { ONTOLOGY, personInferred, personStated } from '../programs/world.mjs';
import { makeNodes } from './fill.mjs';

export const title = 'GraphQL through the gateway, an ontology in force';
export const perEngine = true;

const PEOPLE = 20_000;
const DQL = { path: '/query', type: 'application/dql' };
const GRAPHQL = { path: '/graphql', type: 'application/json' };
const MUTATE = { path: '/mutate?commitNow=true', type: 'application/json' };

const same = (text) => ({ kind: 'query', text });
const asked = (text) => ({ ...GRAPHQL, requests: same(JSON.stringify({ query: text })) });

export async function run(engine, { rounds, seconds, tell }) {
  await alter(engine.url, { drop_all: true });
  const gateway = await startGateway(engine, { graphql: true });
  try {
    await loadOntology(gateway.url, ONTOLOGY);
    tell(`writing ${PEOPLE} people`);
    const [first] = await makeNodes(engine.url, PEOPLE, (label, number) => [
      ...personStated(label, `Person ${number}`),
      ...personInferred(label),
    ]);
    const one = `{ getAgent(id: "${first}") { name } }`;
    const listing = '{ queryAgent(first: 1000) { name } }';
    const byClass = '{ queryAgent(first: 1000) { __typename name ... on Engineer { id } } }';
    const { inForce } = await (await fetch(`${gateway.url}/ontology/graphql`)).json();
    await setSdl(engine.url, inForce);
    await expectSame(engine.url, gateway.url, one);
    await expectSame(engine.url, gateway.url, listing);
    await expectPayload(gateway.url);
    const dql = { ...DQL, requests: same(`{ agent(func: uid(${first})) { name } }`) };
    const read = { ...DQL, requests: same(`{ agent(func: uid(${first})) @filter(type(SeniorEngineer)) { name } }`) };
    const write = { ...MUTATE, requests: { kind: 'person' }, then: read };
    const add = { ...GRAPHQL, requests: { kind: 'addPerson' } };
    const direct = (task) => ['engine', engine.url, task];
    const through = (task, label = 'gateway') => [label, gateway.url, task];
    const cases = [
      ['one node, in DQL', direct(dql), through(dql)],
      ['one node', direct(asked(one)), through(asked(one))],
      ['1,000 nodes', direct(asked(listing)), through(asked(listing))],
      ['a new person', through(write, '/mutate and the read'), through(add, 'mutation')],
    ];
    const byClasses = ['1,000 nodes by their classes', direct(asked(byClass)), through(asked(byClass))];
    const pairs = [];
    for (const [what, ...ways] of [...cases, byClasses]) {
      if (what === byClasses[0]) await setSdl(engine.url, WITH_INTERFACE);

      for (const clients of [1, 8]) {
        const sides = ways.map(([label, url, task]) => ({
          label,
          sample: () => runProgram('load.mjs', { ...task, url, clients, warmSeconds: seconds / 3, seconds }),
        }));
        const name = `${what}, ${clients === 1 ? '1 client' : `${clients} clients`}`;
        pairs.push(await runPair({ name, unit: 'answers/s', sides, rounds, tell }));
      }
    }
    return { pairs };
  } finally {
    await gateway.stop();
  }
}

/** The first line marks the SDL as one of an earlier owlgate, so that the gateway still answers itself. */
const WITH_INTERFACE = `# Made by owlgate of the ontology in force; a load replaces it.
interface Agent @dgraph(type: "Agent") { id: ID! name: String @search(by: [exact, term]) @dgraph(pred: "name") }
type Engineer implements Agent @dgraph(type: "Engineer") { title: String @dgraph(pred: "title") }
`;

/** Sets the SDL at the engine, which applies it with a delay. */
async function setSdl(url, sdl) {
  const headers = { 'Content-Type': 'application/graphql' };
  const { errors } = await (await fetch(`${url}/admin/schema`, { method: 'POST', headers, body: sdl })).json();
  if (errors) throw new Error(errors[0].message);
  await new Promise((resolve) => setTimeout(resolve, 2_000));
}

async function expectSame(engineUrl, gatewayUrl, text) {
  const answers = [engineUrl, gatewayUrl].map((url) => askGraphql(url, text));
  const [expected, given] = (await Promise.all(answers)).map(({ data }) => JSON.stringify(data));
  if (expected !== given) throw new Error(`the gateway answers ${text} otherwise than the engine`);
}

/** Checks that both ways of writing store the same facts. */
async function expectPayload(url) {
  const added = await ask(`${url}/graphql`, { body: makeRequests({ kind: 'addPerson' })(-1) });
  const written = await ask(`${url}${MUTATE.path}`, { body: makeRequests({ kind: 'person' })(-1) });
  const uids = [added.data.addSeniorEngineer.seniorEngineer[0].id, Object.values(written.data.uids)[0]];
  const facts = await Promise.all(
    uids.map((uid) => query(url, `{ q(func: uid(${uid})) { name types: dgraph.type @facets } }`)),
  );
  const [one, other] = facts.map(({ data }) => JSON.stringify(data.q));
  if (one !== other || !one.includes('Agent')) throw new Error(`the mutation writes ${one}, /mutate ${other}`);
}
