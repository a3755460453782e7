/** The whole gateway in one process, as the library starts it. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import * as owlgate from '../../src';
import { startOnPort } from '../support/embedded/on-port';
import { openSocket } from '../support/engines/subscriber';
import { alter, alterPatiently } from '../support/engines/wire';
import { ask } from '../support/http/client';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-app-'));
afterAll(() => fs.rmSync(directory, { recursive: true }));

function config(env: Record<string, string> = {}): owlgate.Config {
  const invocation = owlgate.readConfig([], { PORT: '0', GRPC_PORT: 'off', OWLGATE_DATA: directory, ...env });
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

it.each(['socket', 'secret'] as const)(
  'the engine reasons, answers and administers on the endpoint %s',
  async (listen) => {
    const data = path.join(directory, listen);
    const gateway = await owlgate.startGateway(config({ OWLGATE_DATA: data }), undefined, { inThread: true, listen });
    const { url } = gateway;
    const post = (target: string, type: string, body: string, headers: Record<string, string> = {}) =>
      ask(url, target, { method: 'POST', headers: { 'Content-Type': type, ...headers }, body });
    expect((await post('/ontology', 'text/turtle', ONTOLOGY)).status).toBe(200);
    const page = { Origin: 'http://localhost:8000' };
    const written = await post('/mutate?commitNow=true', 'application/rdf', '{set{_:x <dgraph.type> "B" .}}', page);
    expect(written.json.extensions.ontology).toMatchObject({ inferred: 1 });
    const uid = written.json.data.uids.x as string;
    const response = await post('/query', 'application/dql', `{ q(func: uid(${uid})) { dgraph.type } }`, page);
    expect([...response.json.data.q[0]['dgraph.type']].sort()).toEqual(['A', 'B']);
    expect((await post('/graphql', 'application/json', '{"query":"{ queryA { id } }"}', page)).json.data).toEqual({
      queryA: [{ id: uid }],
    });
    await alterPatiently(url, alter('name: string .'));
    expect((await ask(url, `/ontology/explain?subject=${uid}&predicate=dgraph.type&object=A`)).status).toBe(200);
    for (const target of ['/health', '/state']) expect((await ask(url, target)).text).toContain('"embedded"');
    const { inbox, say, socket } = await openSocket(url, 'graphql-transport-ws');
    say({ type: 'connection_init' });
    expect(await inbox.next()).toEqual({ type: 'connection_ack' });
    say({ type: 'subscribe', id: '1', payload: { query: 'subscription { queryA { id } }' } });
    expect((await inbox.next()).payload.data).toEqual({ queryA: [{ id: uid }] });
    socket.terminate();
    await gateway.close();
    expect(fs.readdirSync(data).sort()).toEqual(['data.mdb', 'lock.mdb']);
  },
);

it('gives everything back where it cannot start', async () => {
  const first = await startHere();
  const { port } = new URL(first.url);
  await expect(startHere({ PORT: port })).rejects.toThrow(owlgate.StartError);
  await expect(startHere()).rejects.toThrow(/another process has it open|cannot be used/);
  await first.close();
  await expect(startHere({ PORT: port, OWLGATE_IMPORTS: path.join(directory, 'gone') })).rejects.toThrow(
    /^OWLGATE_IMPORTS: .*gone: no such file or directory$/,
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
