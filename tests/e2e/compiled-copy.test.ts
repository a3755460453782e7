/** Starts from the copy of the compiled ontology in the data directory. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { introspect, loadOntology } from '../support/engines/ontology';
import { json, post } from '../support/engines/wire';
import { build, cleanUp, start, temporaryDirectory } from '../support/program/program';

const documentOf = (parent: string): string =>
  `@prefix : <https://example.org/copies#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<https://example.org/copies> a owl:Ontology . :Dog a owl:Class ; rdfs:subClassOf :${parent} . :${parent} a owl:Class .`;

const [FROM_COPY, COMPILED] = [/read from its copy/, /the ontology is compiled: there is no valid copy/];

beforeAll(build);
afterEach(cleanUp);

/** Runs the program on a data directory; returns what it logged. */
async function run(directory: string, work: (url: string) => Promise<void>): Promise<string> {
  const program = start({ OWLGATE_DATA: directory, LOG_LEVEL: 'info' });
  await work(await program.url());
  const { stdout, stderr } = await program.end();
  return stdout + stderr;
}

/** Checks introspection and inference. */
const expectInForce = (parent: string) => async (url: string) => {
  expect((await introspect(url, '?superclasses=Dog')).body).toEqual([parent]);
  const { body } = await post(url, json({ set: { 'graph.type': 'Dog' } }));
  expect(body.extensions.ontology.inferred).toBeGreaterThan(0);
};

it('a start reads the copy, and replaces a foreign or damaged one', async () => {
  const directory = temporaryDirectory();
  const copy = path.join(directory, 'ontology.compiled');
  await run(directory, async (url) => void (await loadOntology(url, documentOf('Animal'))));
  const foreign = fs.readFileSync(copy);
  const second = await run(directory, async (url) => {
    await expectInForce('Animal')(url);
    await loadOntology(url, documentOf('Pet'));
  });
  expect(second).toMatch(FROM_COPY);

  const damaged = fs.readFileSync(copy).fill(7, 200, 210);
  for (const bytes of [foreign, damaged]) {
    fs.writeFileSync(copy, bytes);
    expect(await run(directory, expectInForce('Pet'))).toMatch(COMPILED);
  }
  expect(await run(directory, expectInForce('Pet'))).toMatch(FROM_COPY);
});
