/**
 * Gateways and alphas killed at random moments of loads: afterwards exactly the ontology before or the new one is in
 * force, and works. `OWLGATE_TEST_KILLS` sets the number of kills per engine.
 */
import { describeIf } from '../support/conditional';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../support/engines/dgraph';
import { introspect, loadOntology, postOntology } from '../support/engines/ontology';
import { ask, json, post, query } from '../support/engines/wire';
import { build, cleanUp, start, temporaryDirectory, type Program } from '../support/program/program';
import { until } from '../support/until';

const KILLS = Number(process.env['OWLGATE_TEST_KILLS'] ?? 1);
const NODES = 300;

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

/** Loads both versions, with data. Returns the duration of the second load in ms. */
async function loadBoth(url: string): Promise<number> {
  await loadOntology(url, documentOf(VERSIONS[0]));
  const set = Array.from({ length: NODES }, () => ({ 'graph.type': 'Dog' }));
  await post(url, json({ set }));
  const began = Date.now();
  await loadOntology(url, documentOf(VERSIONS[1]));
  return Date.now() - began;
}

async function killLoads(begin: () => Program): Promise<void> {
  let program = begin();
  let url = await program.url();
  let duration = await loadBoth(url);
  let at = 1;
  let hits = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const loading = loadOntology(url, documentOf(VERSIONS[1 - at]!)).catch(() => void hits++);
    await pause(Math.random() * duration * 1.1);
    await program.end('SIGKILL');
    await loading;
    program = begin();
    url = await program.url();
    at = await checkWorking(url);
    const again = Date.now();
    await loadOntology(url, documentOf(VERSIONS[1 - at]!));
    duration = Date.now() - again;
    at = await checkWorking(url);
  }
  if (KILLS > 1) console.info(`${hits} of ${KILLS} kills hit a load`);
  await program.end();
}

/** Kills alpha during loads. The answer to a load must be true. */
async function killAlpha(dgraph: RunningDgraph): Promise<void> {
  const program = start({ DGRAPH_URL: dgraph.url });
  const url = await program.url();
  const duration = await loadBoth(url);
  let before = 1;
  for (let kill = 0; kill < KILLS; kill++) {
    const loading = postOntology(url, documentOf(VERSIONS[1 - before]!));
    await pause(Math.random() * duration * 1.1);
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
  await program.end();
}

const version = dgraphVersion();
beforeAll(build);
afterEach(cleanUp);

it('killed with the embedded engine, the next start has one of the two', async () => {
  const OWLGATE_DATA = temporaryDirectory();
  await killLoads(() => start({ OWLGATE_DATA }));
});

describeIf(version, 'needs a dgraph program')('before a cluster', () => {
  let dgraph: RunningDgraph;
  beforeAll(async () => {
    dgraph = await startDgraph(version!);
  });
  afterAll(() => dgraph.stop());

  it('killed, the next gateway has one of the two', async () => {
    await killLoads(() => start({ DGRAPH_URL: dgraph.url }));
  });

  it('with alpha killed, the gateway has one of the two', async () => {
    await killAlpha(dgraph);
  });
});
