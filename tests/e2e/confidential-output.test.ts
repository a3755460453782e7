/** Secrets, query texts and literals that clients send, planted in every place: no log, trace or metric has them. */
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { digestOf } from '../../src/http/auth/keys';
import { methodsOf, patternOf } from '../../src/http/route';
import { ROUTES } from '../../src/http/routes';
import { itIf } from '../support/conditional';
import { dgraphVersion, startDgraph } from '../support/engines/dgraph';
import { bytes, GrpcClient } from '../support/grpc';
import { build, cleanUp, start } from '../support/program/program';
import { until } from '../support/until';

/** Stands at the beginning of each planted text. */
const MARK = 'planted';
let planted = 0;
const plant = (): string => `${MARK}${++planted}x`;
const KEY = `owk_${MARK}${'k'.repeat(36)}`;

beforeAll(build);
afterEach(cleanUp);

/** Server that keeps what it receives. */
async function recorder(answer: string): Promise<{ url: string; received: string[]; close(): void }> {
  const received: string[] = [];
  const server = http.createServer((request, response) => {
    void textOf(request).then((body) => {
      received.push(body);
      response.setHeader('Content-Type', 'application/json').end(answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `127.0.0.1:${port}`, received, close: () => void server.close() };
}

/** Bodies with planted texts, valid and not, by media type. */
const BODIES: readonly (readonly [type: string, body: () => string])[] = [
  ['application/dql', () => `{ q(func: eq(name, "${plant()}")) { ${plant()} } }`],
  ['application/dql', () => `{ ${plant()} `],
  ['application/json', () => JSON.stringify({ query: `{ ${plant()} }`, variables: { [plant()]: plant() } })],
  ['application/json', () => JSON.stringify({ set: [{ name: plant(), [plant()]: plant() }], question: plant() })],
  ['application/json', () => `{"${plant()}": `],
  ['application/rdf', () => `{ set { _:a <name> "${plant()}" .\n_:a <${plant()}> "${plant()}"^^<xs:int> . } }`],
  ['text/turtle', () => `<http://e/${plant()}> <http://e/${plant()}> "${plant()}" .`],
  ['text/turtle', () => `<http://e/${plant()}> "${plant()}`],
  ['application/n-triples', () => `<http://e/${plant()}> <http://e/p> "${plant()}" .\n<http://e/${plant()}> oops .`],
  [
    'multipart/form-data; boundary=b',
    () => `--b\r\nContent-Disposition: form-data; name="${plant()}"\r\n\r\n${plant()}`,
  ],
];

/** @param engine settings of it */
async function run(engine: Record<string, string>): Promise<void> {
  const [collector, model] = await Promise.all([recorder('{}'), recorder('{"choices":[]}')]);
  const program = start({
    ...engine,
    GRPC_PORT: '0',
    OWLGATE_API_KEYS: `boss:admin:${digestOf(KEY).toString('hex')}`,
    OWLGATE_OTLP_URL: `http://${plant()}:${plant()}@${collector.url}/v1/traces`,
    OWLGATE_SLOW_MS: '1',
    OWLGATE_MODEL_URL: `http://${model.url}/v1`,
    OWLGATE_MODEL: 'm',
    OWLGATE_MODEL_KEY: plant(),
    OWLGATE_REGISTRY_KEY: `${plant()}${'r'.repeat(40)}`,
  });
  const url = await program.url();
  const grpcPort = Number((await program.printed(/gRPC[^\n]*?127\.0\.0\.1:(\d+)/i))[1]);
  const key = { Authorization: `Bearer ${KEY}` };
  const ontology =
    '@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . <http://e/o> a owl:Ontology . ' +
    ':A a owl:Class ; owl:disjointWith :B . :B a owl:Class . :name a owl:DatatypeProperty .';
  const loaded = await fetch(`${url}/ontology`, {
    method: 'POST',
    headers: { ...key, 'Content-Type': 'text/turtle' },
    body: ontology,
  });
  expect(loaded.status).toBe(200);

  for (const route of ROUTES) {
    const path = patternOf(route).replace(/:\w+/g, '7').replace('*', 'x');
    for (const method of methodsOf(route).filter((each) => each !== 'OPTIONS' && each !== 'CONNECT')) {
      if (path === '/admin/shutdown') continue;
      const kinds = method === 'GET' || method === 'HEAD' ? [undefined] : BODIES;
      for (const kind of kinds) {
        for (const headers of [key, { 'X-Dgraph-AccessToken': plant(), 'X-Auth-Token': plant(), Cookie: plant() }]) {
          const type = kind && { 'Content-Type': kind[0] };
          const response = await fetch(`${url}${path}?query=${plant()}&${plant()}=1`, {
            method,
            headers: { ...headers, ...type },
            signal: AbortSignal.timeout(60_000),
            ...(kind && { body: kind[1]() }),
          }).catch(() => undefined);
          await response?.body?.cancel();
        }
      }
    }
  }
  const callers: Record<string, string>[] = [{ 'x-owlgate-key': KEY }, { accessjwt: plant(), 'auth-token': plant() }];
  for (const metadata of callers) {
    const client = new GrpcClient(`127.0.0.1:${grpcPort}`, metadata);
    const calls = [
      client.query({ query: `{ q(func: eq(name, "${plant()}")) { uid } }`, vars: { [`$${plant()}`]: plant() } }),
      client.query({ commitNow: true, mutations: [{ setNquads: bytes(`_:a <name> "${plant()}" .`) }] }),
      client.query({ commitNow: true, mutations: [{ setNquads: bytes(`_:a <name> "${plant()}`) }] }),
      client.query({ mutations: [{ setNquads: bytes('_:a <graph.type> "A" .\n_:a <graph.type> "B" .') }] }),
      client.alter({ schema: `${plant()}: string ${plant()} .` }),
    ];
    await Promise.allSettled(calls);
    client.close();
  }
  const metrics = await (await fetch(`${url}/metrics`, { headers: key })).text();
  expect(metrics).toContain('owlgate_http_requests_total');
  await until(() => collector.received.length > 0);
  const { stdout, stderr } = await program.end();
  collector.close();
  model.close();
  expect(planted).toBeGreaterThan(1_000);
  expect(stdout).toContain('slow');
  const found = { stdout, stderr, metrics, traces: collector.received.join('\n') };
  for (const [place, text] of Object.entries(found)) {
    const lines = text.split('\n').filter((line) => line.includes(MARK));
    expect({ place, lines: lines.slice(0, 5).map((line) => line.slice(0, 600)) }).toEqual({ place, lines: [] });
  }
}

describe('keeps them out of logs, traces and metrics', () => {
  it('on the embedded engine', () => run({}));

  const version = dgraphVersion();
  itIf(version, 'needs a dgraph program')('in front of a real Dgraph', async () => {
    const dgraph = await startDgraph(version!);
    try {
      await run({ DGRAPH_URL: dgraph.url });
    } finally {
      await dgraph.stop();
    }
  });
});
