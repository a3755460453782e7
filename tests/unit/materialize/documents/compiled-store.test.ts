import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { compileOntology } from '../../../../src/materialize/documents/compile';
import { CompiledStore, programIdentity } from '../../../../src/materialize/documents/compiled-store';
import { TRANSFERRED_CLASSES } from '../../../../src/materialize/documents/transferred-classes';
import { parseTurtle } from '../../../../src/rdf';
import { silent } from '../../../../src/util/log';
import { encodeGraph, packPart } from '../../../../src/util/objectGraph';

const TURTLE = `@prefix : <http://x.example/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class . :B rdfs:subClassOf :A . :p a owl:DatatypeProperty ; rdfs:domain :B .`;

let directory: string;

beforeEach(() => (directory = mkdtempSync(path.join(tmpdir(), 'owlgate-'))));
afterEach(() => rmSync(directory, { recursive: true }));

const store = (options: Partial<ConstructorParameters<typeof CompiledStore>[0]> = {}) =>
  new CompiledStore({ directory, program: 'p1', keys: [], logger: silent, ...options });

/** Returns the introspection of a class, and the number of compilations. */
async function obtain(from: CompiledStore, content = 'c1') {
  let compilations = 0;
  const { introspection } = await from.obtain(content, (onPart) => {
    compilations++;
    const ontology = compileOntology(parseTurtle(TURTLE), {});
    for (const part of encodeGraph(ontology, TRANSFERRED_CLASSES)) onPart(packPart(part));
    return Promise.resolve(ontology);
  });
  return { details: introspection.class('B'), compilations };
}

const file = () => path.join(directory, readdirSync(directory)[0]!);

it('a version is compiled once; afterwards its copy is read', async () => {
  const first = await obtain(store());
  expect(first.compilations).toBe(1);
  expect(await obtain(store())).toEqual({ ...first, compilations: 0 });
  expect(readdirSync(directory)).toHaveLength(1);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

it.each<[string, () => CompiledStore, string]>([
  ['another version', () => store(), 'c2'],
  ['another program', () => store({ program: 'p2' }), 'c1'],
  ['another key of the registry', () => store({ keys: ['secret'] }), 'c1'],
])('the copy of %s is replaced', async (_, other, content) => {
  await obtain(store());
  expect((await obtain(other(), content)).compilations).toBe(1);
  expect((await obtain(other(), content)).compilations).toBe(0);
  expect((await obtain(store())).compilations).toBe(1);
});

it.each<[string, (bytes: Buffer) => Buffer]>([
  ['empty', () => Buffer.alloc(0)],
  ['truncated', (bytes) => bytes.subarray(0, -40)],
  ['altered', (bytes) => Buffer.from(bytes).fill(7, 100, 101)],
])('a copy that is %s is replaced', async (_, damage) => {
  await obtain(store());
  const whole = readFileSync(file());
  writeFileSync(file(), damage(whole));
  expect((await obtain(store())).compilations).toBe(1);
  expect(readFileSync(file())).toEqual(whole);
});

it('without a writable directory, each start compiles', async () => {
  const nowhere = store({ directory: path.join(directory, 'missing') });
  expect((await obtain(nowhere)).compilations).toBe(1);
  expect((await obtain(nowhere)).compilations).toBe(1);
});

it('a failed compilation leaves no copy', async () => {
  await expect(store().obtain('c1', () => Promise.reject(new Error('too costly')))).rejects.toThrow('too costly');
  expect(readdirSync(directory)).toEqual([]);
});

it('a copy whose writer was killed is removed by the next one', async () => {
  const never = new Promise<never>(() => {});
  void store().obtain('c1', () => never);
  while (readdirSync(directory).length === 0) await new Promise(setImmediate);
  await obtain(store());
  expect(readdirSync(directory)).toEqual(['ontology.compiled']);
});

it('the identity of the program changes with its files', () => {
  writeFileSync(path.join(directory, 'a.js'), '1');
  const before = programIdentity(directory);
  expect(programIdentity(directory)).toBe(before);
  writeFileSync(path.join(directory, 'a.js'), '12');
  expect(programIdentity(directory)).not.toBe(before);
});
