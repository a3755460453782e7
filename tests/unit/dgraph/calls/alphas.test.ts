/** gRPC calls to alphas: answers, statuses, deadlines, cancelled calls, connections that end, and other alphas. */
import { once } from 'node:events';
import { constants } from 'node:http2';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { Alphas, CallFailure } from '../../../../src/dgraph';
import { silent, type Logger } from '../../../../src/util/log';
import { answerWith, CallServer, framed, refuseWith } from '../../../support/dgraph/call-server';
import { until } from '../../../support/until';

let server: CallServer;
const made: Alphas[] = [];
beforeEach(async () => {
  server = await CallServer.start();
});
afterEach(() => {
  for (const alphas of made.splice(0)) void alphas.close();
  server.close();
});

function connectTo(addresses: readonly string[], options: Partial<ConstructorParameters<typeof Alphas>[0]> = {}) {
  const alphas = new Alphas({ addresses, logger: silent, ...options });
  made.push(alphas);
  return alphas;
}
const message = Buffer.from('question');
const READ = { method: 'Query', message, metadata: {}, reads: true };
const CHANGE = { ...READ, reads: false };
const failureOf = (calling: Promise<unknown>) =>
  calling.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call', () => {
  it('sends one message with its metadata, and returns the answer', async () => {
    const alphas = connectTo([server.address]);
    const metadata = { accessjwt: 'a.b.c' };
    await expect(alphas.call({ ...READ, metadata })).resolves.toEqual(Buffer.from('answer'));
    const [{ headers, message: heard }] = server.heard as [(typeof server.heard)[0]];
    expect(heard).toEqual(message);
    expect(headers).toMatchObject({ ':path': '/api.Dgraph/Query', accessjwt: 'a.b.c', te: 'trailers' });
    expect(headers['grpc-timeout']).toBe('3600000m');
  });

  it.each([0, 1, 16_383, 16_384, 65_536, 100_000, 5_000_000])('takes and gives %d bytes', async (size) => {
    server.answer = (stream, heard) => answerWith(stream, heard.message);
    const bytes = Buffer.alloc(size, 'x');
    expect((await connectTo([server.address]).call({ ...READ, message: bytes })).equals(bytes)).toBe(true);
  });

  it('uses one connection for calls at the same time, and for later ones', async () => {
    const alphas = connectTo([server.address]);
    await Promise.all(Array.from({ length: 50 }, () => alphas.call(READ)));
    await alphas.call(READ);
    expect(server.sessions).toHaveLength(1);
    expect(server.heard).toHaveLength(51);
  });

  it.each([
    [
      'a status after a message',
      (s: never) => answerWith(s, message, { 'grpc-status': '2', 'grpc-message': 'no' }),
      2,
      'no',
    ],
    ['a status alone', (s: never) => refuseWith(s, { 'grpc-status': '10', 'grpc-message': 'a%20b%25' }), 10, 'a b%'],
    ['a text that is not encoded', (s: never) => refuseWith(s, { 'grpc-status': '3', 'grpc-message': '5%' }), 3, '5%'],
    [
      'a message of another length',
      (s: never) => answerWith(s, message, { 'grpc-status': '0' }, framed(message).subarray(1)),
      14,
      'not one message',
    ],
    [
      'two messages',
      (s: never) => answerWith(s, message, { 'grpc-status': '0' }, Buffer.concat([framed(message), framed(message)])),
      14,
      'not one message',
    ],
    [
      'a compressed message',
      (s: never) => answerWith(s, message, { 'grpc-status': '0' }, framed(message, 1)),
      14,
      'not one message',
    ],
    ['no message', (s: never) => refuseWith(s, { 'grpc-status': '0' }), 14, 'not one message'],
    ['no status', (s: never) => answerWith(s, message, {}), 14, 'without a status'],
  ])('fails on %s', async (_, answer, code, text) => {
    server.answer = (stream) => answer(stream as never);
    const failure = await failureOf(connectTo([server.address]).call(READ));
    expect(failure).toBeInstanceOf(CallFailure);
    expect(failure).toMatchObject({ code, message: expect.stringContaining(text) });
    // A change may have been carried out, unless the alpha says no.
    const change = await failureOf(connectTo([server.address]).call(CHANGE));
    expect(change).toMatchObject({ code: code === 14 ? 'OutcomeUnknown' : code });
  });

  it.each(['', 'x', '-1', '17', '1e0', '0.5', '0x0'])('takes the status "%s" for none', async (stated) => {
    server.answer = (stream) => refuseWith(stream, { 'grpc-status': stated });
    await expect(connectTo([server.address]).call(READ)).rejects.toMatchObject({ code: 14 });
    await expect(connectTo([server.address]).call(CHANGE)).rejects.toMatchObject({ code: 'OutcomeUnknown' });
  });

  it.each([
    [408, 14],
    [429, 14],
    [500, 14],
    [502, 14],
    [599, 14],
    [404, 12],
    [401, 16],
  ])('takes HTTP %d for a status of gRPC', async (status, code) => {
    server.answer = (stream) => stream.respond({ ':status': status }, { endStream: true });
    await expect(connectTo([server.address]).call(READ)).rejects.toMatchObject({ code });
    const change = code === 14 ? 'OutcomeUnknown' : code;
    await expect(connectTo([server.address]).call(CHANGE)).rejects.toMatchObject({ code: change });
  });

  it('ends at its deadline', async () => {
    server.answer = () => undefined;
    const alphas = connectTo([server.address], { limits: { longAnswerMs: 100 } });
    await expect(alphas.call(READ)).rejects.toMatchObject({ code: 4 });
  });

  it('ends when it is cancelled, at the alpha too', async () => {
    const closed = new Promise<number>((resolve) => {
      server.answer = (stream) => stream.once('close', () => resolve(stream.rstCode ?? 0));
    });
    const leaving = new AbortController();
    const calling = failureOf(connectTo([server.address]).call({ ...READ, signal: leaving.signal }));
    await until(() => server.heard.length === 1);
    leaving.abort();
    expect(await calling).toMatchObject({ code: 1 });
    expect(await closed).toBe(constants.NGHTTP2_CANCEL);
  });
});

describe('a connection that ends', () => {
  it('is opened again by the next call', async () => {
    const alphas = connectTo([server.address]);
    await alphas.call(READ);
    server.sessions[0]!.destroy();
    await until(async () => {
      await alphas.call(READ).catch(() => undefined);
      return server.sessions.length === 2;
    });
  });

  it('is left for new calls after a farewell, which running calls outlast', async () => {
    const alphas = connectTo([server.address]);
    let finish!: () => void;
    let lastStream = 0;
    server.answer = (stream, heard) => {
      lastStream = stream.id!;
      finish = () => answerWith(stream, heard.message);
    };
    const running = alphas.call(READ);
    await until(() => server.heard.length === 1);
    server.sessions[0]!.goaway(constants.NGHTTP2_NO_ERROR, lastStream);
    server.answer = (stream) => answerWith(stream, Buffer.from('new'));
    await until(async () => {
      await alphas.call(READ).catch(() => undefined);
      return server.sessions.length === 2;
    });
    finish();
    expect(await running).toEqual(message);
  });

  it('leaves the outcome of a change open, and a read without an answer', async () => {
    server.answer = (stream) => stream.session!.destroy();
    await expect(connectTo([server.address]).call(READ)).rejects.toMatchObject({ isUnanswered: true, isUnsent: false });
    await expect(connectTo([server.address]).call(CHANGE)).rejects.toMatchObject({ code: 'OutcomeUnknown' });
  });

  it('lets a call be carried out in another way that the alpha refused before it began', async () => {
    server.answer = (stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM);
    await expect(connectTo([server.address]).call(CHANGE)).rejects.toMatchObject({ isUnsent: true });
  });
});

describe('without an alpha', () => {
  it.each([
    ['nobody listens', (socket: Socket) => socket.destroy(), true],
    ['a server of another protocol listens', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), false],
  ])('where %s, calls are unsent, and nothing is ready', async (_, receive, isClosed) => {
    const other = createServer(receive).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    if (isClosed) other.close();
    const alphas = connectTo([address]);
    expect(alphas.isReady).toBe(false);
    await expect(alphas.call(CHANGE)).rejects.toMatchObject({ isUnanswered: true, isUnsent: true });
    expect(alphas.isReady).toBe(false);
    other.close();
  });

  it('becomes ready by being asked, without a call', async () => {
    const alphas = connectTo([server.address]);
    await until(() => alphas.isReady);
    expect(server.heard).toHaveLength(0);
  });

  it('asks the next alpha, and stays with it', async () => {
    const dead = await CallServer.start();
    const { address } = dead;
    dead.close();
    const warnings: string[] = [];
    const logger: Logger = { ...silent, warn: (text) => void warnings.push(text) };
    const alphas = connectTo([address, server.address], { logger });
    for (let i = 0; i < 3; i++) await alphas.call(CHANGE);
    expect(server.heard).toHaveLength(3);
    expect(warnings).toEqual(['an alpha does not answer over gRPC; calls go over HTTP']);
  });
});

it('ends the calls of an alpha that answers neither them nor a question for its health', async () => {
  server.answer = () => undefined;
  const alphas = connectTo([server.address], { silenceMs: 150 });
  await expect(alphas.call(READ)).rejects.toMatchObject({ isUnanswered: true, isUnsent: false });
  expect(server.heard.some(({ headers }) => headers[':path'] === '/api.Dgraph/CheckVersion')).toBe(true);
  // Nothing more is sent.
  await expect(alphas.call(READ)).rejects.toMatchObject({ isUnsent: true });
});
