/**
 * The same requests over 1, 10 and 100 times the data: processor time of gateway and engine for a request or a fact,
 * against the smallest. Data are OWLGATE_BENCH_PEOPLE people, 2,000 by default, then 10 and 100 times as many. A read
 * or a write of fixed size is to cost the same.
 */
import { startGateway } from '../harness/engines.mjs';
import { runProgram } from '../harness/child.mjs';
import { processorSeconds } from '../harness/processes.mjs';
import { spread } from '../harness/stats.mjs';
import { alter, loadOntology } from '../harness/wire.mjs';
import { jobInferred, jobStated, ONTOLOGY, personInferred, personStated } from '../programs/world.mjs';
import { makeNodes } from './fill.mjs';

export const title = 'the same requests over 1, 10 and 100 times the data';
export const perEngine = true;
export const mostRounds = 3;

const PEOPLE = Number(process.env.OWLGATE_BENCH_PEOPLE ?? 2_000);
const SIZES = [1, 10, 100];
/** People who work for one organization. */
const STAFF = 50;
/** People in one import. */
const IMPORTED = 500;

export async function run(engine, { rounds, seconds, tell }) {
  await alter(engine.url, { drop_all: true });
  const gateway = await startGateway(engine, { graphql: true });
  try {
    await loadOntology(gateway.url, ONTOLOGY);
    const [people, organizations] = [[], []];
    const figures = [];
    let smallest;
    for (const size of SIZES) {
      await fillUpTo(engine.url, size * PEOPLE, people, organizations);
      tell(`${people.length} people`);
      const costs = await costsOf({ engine, gateway, people, organizations, rounds, seconds, tell });
      smallest ??= costs;
      for (const [name, samples] of Object.entries(costs)) {
        const of = `${name}, ${size} times the data`;
        figures.push({ name: of, unit: 'µs', ...spread(samples) });
        if (size > 1) {
          const ratio = spread(samples).median / spread(smallest[name]).median;
          figures.push({ name: `${of}, to the smallest`, unit: '', ...spread([ratio]) });
        }
      }
    }
    return { figures };
  } finally {
    await gateway.stop();
  }
}

async function fillUpTo(url, count, people, organizations) {
  const added = count - people.length;
  const from = organizations.length;
  const newOrganizations = await makeNodes(url, Math.ceil(added / STAFF), (label, n) => [
    `${label} <name> "Organization ${from + n}" .`,
    `${label} <dgraph.type> "Organization" (owl.inferred=true) .`,
  ]);
  const employer = (n) => `<${newOrganizations[Math.floor(n / STAFF)]}>`;
  const before = people.length;
  const newPeople = await makeNodes(url, added, (label, n) => [
    ...personStated(label, `Person ${before + n}`),
    ...personInferred(label),
    ...jobStated(label, employer(n)),
    ...jobInferred(label, employer(n)),
  ]);
  for (const uid of newPeople) people.push(uid);
  for (const uid of newOrganizations) organizations.push(uid);
}

/** @returns {Promise<Record<string, number[]>>} µs of processor time by what was asked */
async function costsOf({ engine, gateway, people, organizations, rounds, seconds, tell }) {
  const middle = people[people.length >> 1];
  const dql = (text) => ({ path: '/query', type: 'application/dql', requests: { kind: 'query', text } });
  const write = (requests) => ({ path: '/mutate?commitNow=true', type: 'application/rdf', requests });
  const page = `{ queryPerson(first: 20, offset: 20) { name } }`;
  const asked = { kind: 'query', text: JSON.stringify({ query: page }) };
  const tasks = {
    'one node with graph.type': dql(`{ q(func: uid(${middle})) { name graph.type worksFor { name } } }`),
    'a page of a class': dql('{ q(func: type(Engineer), first: 20) { name } }'),
    'a page of a class, in GraphQL': { path: '/graphql', type: 'application/json', requests: asked },
    'a person with a job': write({ kind: 'people', people: 1 }),
    'an edge between stored nodes': write({ kind: 'job', people, organizations }),
  };
  const processor = () =>
    processorSeconds(gateway.pid) + (engine.pid === undefined ? NaN : processorSeconds(engine.pid));
  const costs = {};
  const add = (name, micros) => (costs[name] ??= []).push(micros);
  let offset = organizations.length;
  for (let round = -1; round < rounds; round++) {
    for (const [name, task] of Object.entries(tasks)) {
      const requests = { ...task.requests, offset: (offset += 10_000) };
      const before = processor();
      const options = { url: gateway.url, clients: 1, warmSeconds: 0, seconds: round < 0 ? seconds / 3 : seconds };
      const { sent } = await runProgram('load.mjs', { ...task, requests, ...options });
      if (round >= 0) add(name, ((processor() - before) / sent) * 1e6);
    }
    const before = processor();
    const facts = await importPeople(gateway.url, `${people.length}-${round}`);
    if (round >= 0) add('a fact of an import', ((processor() - before) / facts) * 1e6);
    tell(`${people.length} people: round ${round + 1} of ${rounds}`);
  }
  return costs;
}

/** @returns {Promise<number>} facts, asserted and inferred */
async function importPeople(url, id) {
  const lines = Array.from({ length: IMPORTED }, (_, i) => {
    const person = `<http://example.org/person/${id}/${i}>`;
    const organization = `<http://example.org/organization/${id}/${Math.floor(i / STAFF)}>`;
    return `${person} a :SeniorEngineer ; :name "Imported ${id} ${i}" ; :worksFor ${organization} .`;
  });
  const response = await fetch(`${url}/import?id=${id}`, {
    method: 'POST',
    headers: { 'content-type': 'text/turtle' },
    body: `@prefix : <http://example.org/bench#> .\n${lines.join('\n')}\n`,
  });
  const summary = await response.json();
  if (summary.state !== 'done') throw new Error(`the import ended: ${JSON.stringify(summary).slice(0, 500)}`);
  return summary.stated + summary.inferred;
}
