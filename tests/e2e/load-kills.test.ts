/**
 * Gateways and alphas killed at random moments of loads: afterwards exactly the ontology before or the new one is in
 * force, and works. Each kill is aimed at a phase of a load; one that comes after the end of its load does not count.
 * `OWLGATE_TEST_KILLS=100 npx jest tests/e2e/load-kills` kills a hundred loads in each of the three ways, and reports how
 * many of the kills hit each phase.
 */
import { describeIf } from '../support/conditional';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../support/engines/dgraph';
import { introspect, loadOntology, postOntology } from '../support/engines/ontology';
import { ask, json, post, query } from '../support/engines/wire';
import { KillTally, LoadWatch, type Phase } from '../support/program/load-phases';
import { build, cleanUp, start, temporaryDirectory, type Program } from '../support/program/program';
import { until } from '../support/until';

const KILLS = Number(process.env['OWLGATE_TEST_KILLS'] ?? 1);
const NODES = 300;
const TIME_LIMIT_MS = 180_000 + 30_000 * KILLS;

/** Two ontologies, each with facts, rules and a schema of its own. Both assert a value of `size`, whose type changes. */
const VERSIONS = [
  { parent: 'Animal', range: 'integer', size: 7 },
  { parent: 'Companion', range: 'string', size: 'small' },
] as const;

const documentOf = ({ parent, range, size }: (typeof VERSIONS)[number]): string =>
  `@prefix : <https://example.org/kills#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/kills> a owl:Ontology . :Dog a owl:Class ; rdfs:subClassOf :${parent} . :${parent} a owl:Class .
:owns${parent} a owl:ObjectProperty ; rdfs:range :Dog . :size a owl:DatatypeProperty ; rdfs:range xsd:${range} .
:note a owl:DatatypeProperty ; rdfs:range xsd:string . :rex a owl:NamedIndividual , :Dog ; :note "${parent}" ; :size ${JSON.stringify(size)} .`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for the end of the materialization; counts the answers that said that reads lack entailments. */
async function complete(url: string): Promise<{ readonly incompleteCount: number }> {
  for (let incompleteCount = 0; ; incompleteCount++) {
    const response = await fetch(`${url}/health`);
    await response.arrayBuffer();
    if (!response.headers.has('X-Owlgate-Entailments')) return { incompleteCount };
    await pause(50);
  }
}

/** Checks that one of the versions is in force and that writes and inferred reads follow it. Returns its index. */
async function checkWorking(url: string): Promise<number> {
  const text = await (await fetch(`${url}/ontology`)).text();
  const at = VERSIONS.findIndex((version) => documentOf(version) === text);
  const version = VERSIONS[at]!;
  const other = VERSIONS[1 - at]!;
  const { body } = await introspect(url, '?superclasses=Dog');
  expect(body).toEqual([version.parent]);
  const written = await post(url, json({ set: { uid: '_:a', 'graph.type': 'Dog', size: version.size } }));
  expect(written.body.errors).toBeUndefined();
  const uid = (written.body.data.uids as Record<string, string>)['a']!;
  await complete(url);
  const { data } = await ask(
    url,
    query(`{ size(func: uid(${uid})) { size }
      lacking(func: eq(dgraph.type, "Dog")) @filter(NOT eq(dgraph.type, "${version.parent}")) { uid }
      wrong(func: eq(dgraph.type, "${other.parent}")) { uid }
      rex(func: eq(note, "${version.parent}")) { size } old(func: eq(note, "${other.parent}")) { uid } }`),
  );
  expect(data).toEqual({
    size: [{ size: version.size }],
    lacking: [],
    wrong: [],
    rex: [{ size: version.size }],
    old: [],
  });
  expect((await post(url, json({ delete: { uid, size: null } }))).body.errors).toBeUndefined();
  return at;
}

/** Loads both versions, with data. */
async function loadBoth(url: string): Promise<void> {
  await loadOntology(url, documentOf(VERSIONS[0]));
  const set = Array.from({ length: NODES }, () => ({ 'graph.type': 'Dog' }));
  await post(url, json({ set }));
  await loadOntology(url, documentOf(VERSIONS[1]));
}

/** Loads a version to the end. Returns the duration of each phase in ms. */
async function timedLoad(program: Program, url: string, at: number): Promise<Readonly<Record<Phase, number>>> {
  const watch = new LoadWatch(program);
  const loading = loadOntology(url, documentOf(VERSIONS[at]!));
  const durations = await watch.durations(loading);
  await loading;
  return durations;
}

function expectHits(tally: KillTally): void {
  if (KILLS > 1) console.info(tally.report);
  expect(tally.count).toBe(KILLS);
  if (KILLS >= 20) expect(tally.unhit).toEqual([]);
}

async function killLoads(begin: () => Program): Promise<void> {
  let program = begin();
  let url = await program.url();
  await loadBoth(url);
  let durations = await timedLoad(program, url, 0);
  let before = 0;
  const tally = new KillTally();
  while (tally.count < KILLS) {
    const { target } = tally;
    const watch = new LoadWatch(program);
    const loading = loadOntology(url, documentOf(VERSIONS[1 - before]!)).then(
      () => false,
      () => true,
    );
    await watch.reaches(target, loading);
    await pause(Math.random() * durations[target]);
    await program.end('SIGKILL');
    const phase = (await loading) ? watch.phase : undefined;
    tally.add(phase);
    program = begin();
    url = await program.url();
    const after = await checkWorking(url);
    // At the switch, either may be in force.
    if (phase === 'reading' || phase === 'schema') expect({ phase, after }).toEqual({ phase, after: before });
    else if (phase !== 'switch') expect({ phase, after }).toEqual({ phase, after: 1 - before });
    durations = await timedLoad(program, url, 1 - after);
    before = await checkWorking(url);
    expect(before).toBe(1 - after);
  }
  expectHits(tally);
  await program.end();
}

/** Kills alpha during loads. The answer to a load must be true. */
async function killAlpha(dgraph: RunningDgraph): Promise<void> {
  const program = start({ DGRAPH_URL: dgraph.url, LOG_LEVEL: 'debug' });
  const url = await program.url();
  await loadBoth(url);
  const durations = await timedLoad(program, url, 0);
  let before = 0;
  const tally = new KillTally();
  while (tally.count < KILLS) {
    const { target } = tally;
    const watch = new LoadWatch(program);
    let isOver = false;
    const loading = postOntology(url, documentOf(VERSIONS[1 - before]!)).finally(() => (isOver = true));
    await watch.reaches(target, loading);
    await pause(Math.random() * durations[target]);
    tally.add(isOver ? undefined : watch.phase);
    await dgraph.killAlpha();
    const { status, body } = await loading;
    // A write under the version in force.
    await until(async () => (await post(url, json({ set: { 'graph.type': 'Dog' } }))).body.errors === undefined);
    const after = await checkWorking(url);
    const code: unknown = body.errors?.[0].extensions.code;
    if (status === 200) expect(after).toBe(1 - before);
    else if (code !== 'OutcomeUnknown') expect({ code, after }).toEqual({ code, after: before });
    before = after;
  }
  expectHits(tally);
  await program.end();
}

const version = dgraphVersion();
beforeAll(build);
afterEach(cleanUp);

it(
  'killed with the embedded engine, the next start has one of the two',
  async () => {
    const OWLGATE_DATA = temporaryDirectory();
    await killLoads(() => start({ OWLGATE_DATA, LOG_LEVEL: 'debug' }));
  },
  TIME_LIMIT_MS,
);

describeIf(version, 'needs a dgraph program')('before a cluster', () => {
  let dgraph: RunningDgraph;
  beforeAll(async () => {
    dgraph = await startDgraph(version!);
  });
  afterAll(() => dgraph.stop());

  it(
    'killed, the next gateway has one of the two',
    async () => {
      await killLoads(() => start({ DGRAPH_URL: dgraph.url, LOG_LEVEL: 'debug' }));
    },
    TIME_LIMIT_MS,
  );

  it(
    'with alpha killed, the gateway has one of the two',
    async () => {
      await killAlpha(dgraph);
    },
    TIME_LIMIT_MS,
  );
});
