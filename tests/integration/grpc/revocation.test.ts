/** A key that is revoked, or that may do less, ends its calls over gRPC; calls of other keys go on. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { status } from '@grpc/grpc-js';
import { GrpcServer } from '../../../src/grpc';
import { Dgraph } from '../../../src/grpc/protocol/dgraph_pb';
import { Keyring } from '../../../src/http/auth/keyring';
import { digestOf, makeKey, printLine } from '../../../src/http/auth/keys';
import type { Role } from '../../../src/http/auth/roles';
import { silent } from '../../../src/util/log';
import { field } from '../../support/grpc-bytes';
import { startTestGateway, type TestGateway } from '../../support/http/gateway';
import { frame, Http2Client, type OpenedCall } from '../../support/http2-calls';
import { until } from '../../support/until';

const KEYS = { ann: makeKey(), bob: makeKey() };
type Name = keyof typeof KEYS;

const folder = mkdtempSync(path.join(tmpdir(), 'owlgate-revocation-'));
const file = path.join(folder, 'keys');
const write = (roles: Partial<Record<Name, Role>>): void => {
  const lines = Object.entries(roles).map(([name, role]) =>
    printLine({ name, role, digest: digestOf(KEYS[name as Name]) }),
  );
  writeFileSync(`${file}.new`, lines.join('\n'));
  renameSync(`${file}.new`, file);
};

let gateway: TestGateway;
let server: GrpcServer;
let address: string;
const clients: Http2Client[] = [];
beforeEach(async () => {
  write({ ann: 'admin', bob: 'admin' });
  gateway = await startTestGateway({ keyring: await Keyring.open(file, silent) });
  // The engine answers nothing.
  gateway.upstream.answer(() => undefined);
  const listening = { host: '127.0.0.1', port: 0, tls: undefined, maxMessageBytes: 2 ** 20, upstream: undefined };
  server = new GrpcServer(listening, gateway.server.shared);
  address = `127.0.0.1:${await server.listen()}`;
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.close();
  await server.close(100);
  await gateway.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const REFLECTION = '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo';
/** A query, in protobuf. */
const QUERY = field(4, '{ q(func: uid(1)) { uid } }');
/** Calls that last: uploads of each method with a key, a question to the engine, and a stream. */
const CALLS: readonly (readonly [string, string, Buffer])[] = [
  ...Dgraph.methods
    .filter(({ name, methodKind }) => methodKind === 'unary' && name !== 'CheckVersion')
    .map(({ name }) => [`an upload to ${name}`, name, frame(Buffer.alloc(100)).subarray(0, 20)] as const),
  ['a query that the engine does not answer', 'Query', frame(QUERY)],
  ['a stream', REFLECTION, Buffer.alloc(0)],
];

interface Running {
  readonly name: string;
  readonly method: string;
  readonly call: OpenedCall;
  isEnded: boolean;
}

const namesOfEnded = (calls: readonly Running[]): readonly string[] =>
  calls.filter(({ isEnded }) => isEnded).map(({ name }) => name);

/** Begins all calls with a key. */
async function begin(key: Name): Promise<readonly Running[]> {
  const running = CALLS.map(([name, method, sent]) => {
    // The client of Node 20 hangs if it ends a session with streams that were reset and others that were not.
    const client = new Http2Client(address);
    clients.push(client);
    const call = client.open(method, { authorization: `Bearer ${KEYS[key]}` });
    call.stream.write(sent);
    if (method === 'Query' && sent.length === frame(QUERY).length) call.stream.end();
    const begun: Running = { name, method, call, isEnded: false };
    void call.result.then(() => (begun.isEnded = true));
    return begun;
  });
  const { requests } = gateway.upstream;
  const before = requests.length;
  await until(() => requests.length > before);
  // All calls came before that of the engine, except the last.
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(namesOfEnded(running)).toEqual([]);
  return running;
}

it('calls end when their key is revoked', async () => {
  const [anns, bobs] = [await begin('ann'), await begin('bob')];
  write({ bob: 'admin' });
  const codes = await Promise.all(anns.map(async ({ name, call }) => [name, (await call.result).status]));
  expect(codes).toEqual(anns.map(({ name }) => [name, status.CANCELLED]));
  expect(namesOfEnded(bobs)).toEqual([]);
});

it('calls that need more than the new role of their key end', async () => {
  const anns = await begin('ann');
  write({ ann: 'read', bob: 'admin' });
  const ended = (): readonly string[] => anns.filter(({ isEnded }) => isEnded).map(({ method }) => method);
  const reading = ['Login', 'Query', 'RunDQL', REFLECTION];
  const others = anns.map(({ method }) => method).filter((name) => !reading.includes(name));
  await until(() => ended().length >= others.length);
  expect(ended()).toEqual(others);
});
