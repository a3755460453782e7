/** Changes of the schema in the middle of a walk. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectEngine, type Engine } from '../../../../src/dgraph';
import { startEmbedded } from '../../../../src/embedded';
import type { EmbeddedServer } from '../../../../src/embedded/server';
import { createMaterializer } from '../../../../src/materialize';
import type { Materializer } from '../../../../src/materialize';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person a owl:Class .
:called a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:domain :Person .
`;

let directory: string;
let server: EmbeddedServer;
let engine: Engine;
let materializer: Materializer;
/** Handles the reads of a page of `called`; the default passes them on. */
let readPage: (read: () => unknown) => unknown;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'owlgate-unreadable-'));
  server = await startEmbedded({ directory });
  engine = connectEngine({ endpoint: server.endpoint, kind: 'embedded' });
  const watched = new Proxy(engine, {
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key);
      if (typeof value !== 'function') return value;
      return (...args: unknown[]): unknown => {
        const pass = (): unknown => Reflect.apply(value, target, args);
        const isPage = key === 'query' && /has\(called\)/.test(String(args[0])) && /called@?/.test(String(args[0]));
        return isPage ? readPage(pass) : pass();
      };
    },
  });
  readPage = (read) => read();
  materializer = createMaterializer(watched, undefined, { pollMs: 3_600_000 });
  await materializer.start();
  await materializer.loads.load({ source: ONTOLOGY, profile: 'lenient' });
  const body = '{ set { _:a <called> "Ann" . } }';
  await engine.mutate(body, { contentType: 'application/rdf', commitNow: true });
});
afterAll(async () => {
  await materializer.stop();
  await engine.close();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

const giveType = (type: string): Promise<unknown> => engine.alter(`called: ${type} .`);
const materialize = async (): Promise<unknown> => (await materializer.materializations.start()).ended;

/** Reads under another type, which is gone when the reader looks for the reason. */
async function readAs(type: string, read: () => unknown): Promise<unknown> {
  await giveType(type);
  try {
    return await read();
  } finally {
    await giveType('string');
  }
}

it('a walk goes on once values are readable again', async () => {
  let refused = 0;
  readPage = (read) => (refused++ < 2 ? readAs('int', read) : read());
  expect(await materialize()).toMatchObject({ nodes: 1, inferred: 1 });
  expect(refused).toBeGreaterThan(2);
});

it('a walk ends in the words of the engine where every attempt meets such a change', async () => {
  let refused = 0;
  readPage = (read) => (refused++, readAs('int', read));
  await expect(materialize()).rejects.toThrow('Ann');
  expect(refused).toBeLessThan(20);
});

it('a walk names values that stay unreadable', async () => {
  readPage = async (read) => {
    await giveType('int');
    return read();
  };
  await expect(materialize()).rejects.toMatchObject({ code: 'UnreadableValues', message: /called \(int\)/ });
  readPage = (read) => read();
  await giveType('string');
  expect(await materialize()).toMatchObject({ nodes: 0, inferred: 0 });
});

it('a failure of another kind ends the walk at once', async () => {
  let reads = 0;
  readPage = () => (reads++, Promise.reject(new Error('no space left')));
  await expect(materialize()).rejects.toThrow('no space left');
  expect(reads).toBe(1);
});
