/** Failed logins of one address, over HTTP, GraphQL and gRPC together. The embedded engine refuses every login. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { startGateway, type Gateway } from '../../../src/app';
import { readConfig } from '../../../src/config';
import { LoginRequestSchema } from '../../../src/grpc/protocol/dgraph_pb';
import { silent } from '../../../src/util/log';
import { GrpcClient } from '../../support/grpc';
import { ask } from '../../support/http/client';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-logins-'));
let gateway: Gateway;
beforeAll(async () => {
  const settings = { PORT: '0', GRPC_PORT: '0', OWLGATE_DATA: directory, OWLGATE_TRUSTED_PROXIES: '127.0.0.1' };
  const invocation = readConfig([], settings);
  if (invocation.kind !== 'run') throw new Error('no configuration');
  gateway = await startGateway(invocation.config, silent, { inThread: true });
});
afterAll(async () => {
  await gateway?.close(0);
  fs.rmSync(directory, { recursive: true });
});

type Way = (address: string) => Promise<string>;

const post =
  (target: string, body: object, method = 'POST'): Way =>
  async (address) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': address };
    const reply = await ask(gateway.url, target, { method, headers, body: JSON.stringify(body) });
    const { code } = reply.json.errors[0].extensions ?? {};
    return code === 'TooManyLogins' ? `${reply.status} ${Number(reply.headers['retry-after']) > 0}` : 'sent';
  };

const LOGIN = 'login(userId: "groot", password: "x") { response { accessJWT } }';
const WAYS: Readonly<Record<string, Way>> = {
  'POST /login': post('/login', { userid: 'groot', password: 'x' }),
  'PUT //login': post('//login', { userid: 'groot', password: 'x' }, 'PUT'),
  'a refresh token': post('/login', { refresh_token: 'x' }),
  'GraphQL at /admin': post('/admin', { query: `mutation { ${LOGIN} }` }),
  'GraphQL with aliases': post('/admin', { query: `mutation { a: ${LOGIN} b: ${LOGIN} }` }),
  'GraphQL with a fragment': post('/admin', { query: `mutation { ...F } fragment F on Mutation { c: ${LOGIN} }` }),
  gRPC: async (address) => {
    const client = new GrpcClient(`127.0.0.1:${gateway.grpcPort}`, { 'x-forwarded-for': address });
    const login = toBinary(LoginRequestSchema, create(LoginRequestSchema, { userid: 'groot', password: 'x' }));
    const failure = await client.send('Login', login).then(
      () => undefined,
      (error: unknown) => error as { readonly code: number; readonly details: string },
    );
    client.close();
    return failure?.code === 8 && /too many failed logins/.test(failure.details) ? '429 true' : 'sent';
  },
};
const ways = Object.entries(WAYS);

it.each(ways.map(([name, way], i) => [name, way, i] as const))(
  'are refused, after failures by %s',
  async (_, way, i) => {
    const address = `127.1.0.${i + 1}`;
    for (let sent = 0; sent < 60 && (await way(address)) === 'sent'; sent++);
    for (const [name, other] of ways) expect([name, await other(address)]).toEqual([name, '429 true']);
    for (const [name, other] of ways) expect([name, await other('127.2.0.1')]).toEqual([name, 'sent']);
  },
);

it('leave other requests of the address alone', async () => {
  const address = '127.3.0.1';
  while ((await WAYS['POST /login']!(address)) === 'sent');
  const headers = { 'Content-Type': 'application/dql', 'X-Forwarded-For': address };
  const body = '{ q(func: uid(0x1)) { uid } }';
  expect((await ask(gateway.url, '/query', { method: 'POST', headers, body })).json.data).toBeDefined();
});
