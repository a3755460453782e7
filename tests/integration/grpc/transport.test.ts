/** The gRPC port: encodings, large messages, pings, TLS, health, reflection, and the end of the gateway. */
import { once } from 'node:events';
import * as fs from 'node:fs';
import { connect } from 'node:http2';
import { createServer, type AddressInfo } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { credentials, status } from '@grpc/grpc-js';
import { startGateway, type Gateway } from '../../../src/app';
import { readConfig } from '../../../src/config';
import { silent, type Logger } from '../../../src/util/log';
import { makeCertificate } from '../../support/dgraph/certificate';
import { bytes, GrpcClient, jsonOf } from '../../support/grpc';

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-grpc-'));
const file = (name: string, text: string): string => {
  fs.writeFileSync(path.join(directory, name), text);
  return path.join(directory, name);
};
const gateways: Gateway[] = [];
const clients: GrpcClient[] = [];
afterAll(async () => {
  for (const client of clients) client.close();
  for (const gateway of gateways) await gateway.close(0);
  fs.rmSync(directory, { recursive: true });
});

let count = 0;
async function start(env: Record<string, string> = {}, logger: Logger = silent): Promise<Gateway> {
  const data = path.join(directory, `data-${count++}`);
  const invocation = readConfig([], { PORT: '0', GRPC_PORT: '0', OWLGATE_DATA: data, OWLGATE_GRAPHQL: 'off', ...env });
  if (invocation.kind !== 'run') throw new Error('no configuration');
  const gateway = await startGateway(invocation.config, logger, { inThread: true });
  gateways.push(gateway);
  return gateway;
}

const client = (...options: ConstructorParameters<typeof GrpcClient>): GrpcClient => {
  const made = new GrpcClient(...options);
  clients.push(made);
  return made;
};
const addressOf = ({ grpcPort }: Gateway): string => `127.0.0.1:${grpcPort}`;
const warnings = (logged: string[]): Logger => ({ ...silent, warn: (message) => void logged.push(message) });

const GZIP = { 'grpc.default_compression_algorithm': 2 };
const UNLIMITED = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 };
const MIB = 2 ** 20;
const write = (text: string) => ({ commitNow: true, mutations: [{ setJson: bytes(text) }] });

describe('a gateway', () => {
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await start();
  });

  it('reads compressed messages', async () => {
    const compressing = client(addressOf(gateway), {}, credentials.createInsecure(), GZIP);
    await compressing.query(write('{"uid":"_:a","word":"compressed"}'));
    expect(jsonOf(await compressing.query({ query: '{ q(func: has(word)) { word } }' }))).toEqual({
      q: [{ word: 'compressed' }],
    });
  });

  it('takes and gives messages above 64 MiB', async () => {
    const large = client(addressOf(gateway), {}, credentials.createInsecure(), UNLIMITED);
    const { uids } = await large.query(write(`{"uid":"_:a","large":"${'x'.repeat(65 * MIB)}"}`));
    const { json } = await large.query({ query: `{ q(func: uid(${uids['a']})) { large } }` });
    expect(json.length).toBeGreaterThan(65 * MIB);
  });

  it('refuses messages above the limit of bodies, also compressed ones', async () => {
    const small = await start({ OWLGATE_MAX_BODY: String(MIB) });
    for (const options of [UNLIMITED, { ...UNLIMITED, ...GZIP }]) {
      const sender = client(addressOf(small), {}, credentials.createInsecure(), options);
      await expect(sender.query(write(`{"large":"${'x'.repeat(MIB)}"}`))).rejects.toMatchObject({
        code: status.RESOURCE_EXHAUSTED,
      });
    }
  });

  it('answers pings, however many', async () => {
    const session = connect(`http://${addressOf(gateway)}`);
    await once(session, 'connect');
    const ping = () =>
      new Promise<void>((resolve, reject) => session.ping((error) => (error ? reject(error) : resolve())));
    for (let i = 0; i < 30; i++) await ping();
    expect(session.closed).toBe(false);
    session.close();
  });

  it('lists its services and describes them, by reflection', async () => {
    const stream = client(addressOf(gateway)).stream('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo');
    const answer = async (request: string): Promise<string> => {
      stream.write(Buffer.from(request, 'latin1'));
      return String(((await once(stream, 'data')) as [Buffer])[0]);
    };
    // list_services, and file_containing_symbol.
    const services = await answer('\x3a\x00');
    for (const name of ['api.Dgraph', 'grpc.health.v1.Health']) expect(services).toContain(name);
    const describe = (symbol: string) => answer(`\x22${String.fromCharCode(symbol.length)}${symbol}`);
    expect(await describe('api.TxnContext')).toContain('commit_ts');
    expect(await describe('grpc.health.v1.Health')).toMatch(
      /HealthCheckRequest[^]*StatusesEntry|StatusesEntry[^]*HealthCheckRequest/,
    );
    const ended = once(stream, 'end');
    stream.end();
    await ended;
  });

  it('tells a gRPC client that came to the port of HTTP, and logs it', async () => {
    const logged: string[] = [];
    const { url } = await start({ GRPC_PORT: 'off' }, warnings(logged));
    const lost = client(new URL(url).host);
    const refused = lost.checkVersion({});
    await expect(refused).rejects.toMatchObject({ code: expect.any(Number) });
    await expect(refused).rejects.not.toMatchObject({ code: status.DEADLINE_EXCEEDED });
    expect(logged).toContainEqual(expect.stringContaining('has a port of its own (GRPC_PORT)'));
  });
});

it('serves HTTP alone if the port is taken, and says so in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const logged: string[] = [];
  const printed = jest.spyOn(console, 'error');
  const gateway = await start({ GRPC_PORT: String(port), HOST: '127.0.0.1' }, warnings(logged));
  expect(printed).not.toHaveBeenCalled();
  expect(gateway.grpcPort).toBeUndefined();
  // Earlier releases of Node have a warning of their own.
  expect(logged.filter((message) => !message.includes('use Node 22'))).toEqual([
    expect.stringMatching(new RegExp(`^gRPC is off: port ${port} is taken; .*GRPC_PORT[^\n]*$`)),
  ]);
  expect((await fetch(`${gateway.url}/health`)).status).toBe(200);
  taken.close();
});

describe('TLS', () => {
  const server = makeCertificate();
  const known = makeCertificate();
  const stranger = makeCertificate();
  const ca = Buffer.from(server.cert);
  const asking = (security: ReturnType<typeof credentials.createSsl>, gateway: Gateway) =>
    client(`localhost:${gateway.grpcPort}`, {}, security).checkVersion({});
  const tls = (name: string) => ({
    OWLGATE_GRPC_CERT: file(`${name}.cert`, server.cert),
    OWLGATE_GRPC_KEY: file(`${name}.key`, server.key),
  });
  const refusal = { code: status.UNAVAILABLE };

  it('encrypts, and refuses plain connections', async () => {
    const gateway = await start(tls('server'));
    await expect(asking(credentials.createSsl(ca), gateway)).resolves.toMatchObject({ tag: expect.any(String) });
    await expect(asking(credentials.createInsecure(), gateway)).rejects.toMatchObject(refusal);
  });

  it('asks every client for a certificate of the authority (mTLS)', async () => {
    const gateway = await start({ ...tls('mutual'), OWLGATE_GRPC_CLIENT_CA: file('clients', known.cert) });
    const as = ({ key, cert }: typeof known) => credentials.createSsl(ca, Buffer.from(key), Buffer.from(cert));
    await expect(asking(as(known), gateway)).resolves.toMatchObject({ tag: expect.any(String) });
    await expect(asking(as(stranger), gateway)).rejects.toMatchObject(refusal);
    await expect(asking(credentials.createSsl(ca), gateway)).rejects.toMatchObject(refusal);
  });
});

it('ends watches at once and refuses new calls when it stops', async () => {
  const gateway = await start();
  const watching = client(addressOf(gateway));
  const stream = watching.stream('/grpc.health.v1.Health/Watch');
  const seen: number[] = [];
  const ended = new Promise<number>((resolve) => stream.once('error', ({ code }: { code: number }) => resolve(code)));
  stream.on('data', (message: Buffer) => seen.push(message[1]!)).end(Buffer.alloc(0));
  await once(stream, 'data');
  const startedAt = Date.now();
  await gateway.close(60_000);
  expect(Date.now() - startedAt).toBeLessThan(20_000);
  expect(await ended).toBe(status.UNAVAILABLE);
  // SERVING, then NOT_SERVING.
  expect(seen).toEqual([1, 2]);
  await expect(watching.checkVersion({})).rejects.toMatchObject({ code: status.UNAVAILABLE });
});
