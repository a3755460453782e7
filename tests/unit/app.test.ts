/** The whole gateway in one process, as the library starts it. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as owlgate from '../../src';
import { startOnPort } from '../support/embedded/on-port';
import { ask } from '../support/http/client';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-app-'));
afterAll(() => fs.rmSync(directory, { recursive: true }));

function config(env: Record<string, string> = {}): owlgate.Config {
  const invocation = owlgate.readConfig([], { PORT: '0', OWLGATE_DATA: directory, ...env });
  if (invocation.kind !== 'run') throw new Error('unexpected');
  return invocation.config;
}

const startHere = (env?: Record<string, string>) => owlgate.startGateway(config(env), undefined, { inThread: true });

const ONTOLOGY = `@prefix : <http://ex.org/#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:A a owl:Class . :B a owl:Class ; rdfs:subClassOf :A .`;

it('starts, keeps what it was given, and starts again', async () => {
  const first = await startHere();
  expect(first.engine.kind).toBe('embedded');
  const headers = { 'Content-Type': 'text/turtle' };
  expect((await ask(first.url, '/ontology', { method: 'POST', headers, body: ONTOLOGY })).status).toBe(200);
  await Promise.all([first.close(), first.close()]);

  const second = await startHere();
  expect((await ask(second.url, '/ontology/introspect?superclasses=B')).json).toEqual(['A']);
  await second.close();

  // A gateway in front of an engine takes the ontology over, as from a cluster.
  const engine = await startOnPort({ directory });
  const follower = await startHere({ DGRAPH_URL: engine.url });
  expect(follower.engine.kind).toBe('cluster');
  expect((await ask(follower.url, '/ontology')).text).toBe(ONTOLOGY);
  await follower.close();
  await engine.close();
});

it('gives everything back where it cannot start', async () => {
  const first = await startHere();
  const { port } = new URL(first.url);
  await expect(startHere({ PORT: port })).rejects.toThrow(owlgate.StartError);
  await expect(startHere()).rejects.toThrow(/another process has it open|cannot be used/);
  await first.close();
  await expect(startHere({ PORT: port, OWLGATE_IMPORTS: path.join(directory, 'gone') })).rejects.toThrow(
    /^OWLGATE_IMPORTS: .*gone cannot be used: ENOENT/,
  );
  const again = await startHere({ PORT: port });
  expect((await ask(again.url, '/health')).status).toBe(200);
  await again.close();
  await expect(startHere({ DGRAPH_URL: 'http://127.0.0.1:1', OWLGATE_WAIT: '0', PORT: port })).rejects.toMatchObject({
    code: 'EngineUnreachable',
  });
  await (await startHere({ PORT: port })).close();
});

it('offers the reasoner over facts in memory', () => {
  const { reduced } = owlgate.readOntology(ONTOLOGY);
  const { plan } = owlgate.compile(reduced.axioms, {
    type: 'dgraph.type',
    class: (iri) => iri.replace(/.*#/, ''),
    property: (iri) => iri.replace(/.*#/, ''),
  });
  const graph = new owlgate.MemoryGraph(plan);
  graph.apply({ assert: [['x', 'dgraph.type', 'B']] });
  expect(graph.state(['x', 'dgraph.type', 'A'])).toBe('inferred');
});
