/** Outgoing requests: limits, redirects, and connections. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { ConnectionPool, LimitExceeded, send, type RedirectPolicy } from '../../../src/util/httpClient';

let server: Server;
let base: string;
let reply: (request: IncomingMessage, response: ServerResponse) => void;
const sockets: Socket[] = [];

beforeEach(async () => {
  sockets.length = 0;
  server = createServer((request, response) => {
    sockets.push(request.socket);
    reply(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const url = (path: string): URL => new URL(path, base);
const limits = { maxBytes: 1000 };
const limitOf = async (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => 'none',
    (error: unknown) => (error instanceof LimitExceeded ? error.limit : error),
  );

describe('an exchange', () => {
  test('returns status, headers and body of any answer', async () => {
    reply = (request, response) => {
      response.writeHead(418, { 'X-Method': request.method }).end('short and stout');
    };
    const answer = await send({ method: 'POST', url: url('/a'), body: 'ä' }, limits);
    expect(answer).toMatchObject({
      status: 418,
      headers: { 'x-method': 'POST' },
      body: Buffer.from('short and stout'),
    });
  });

  test('ends at its limits of size and time, and with its signal', async () => {
    reply = ({ url: path }, response) => {
      if (path === '/large') response.end('x'.repeat(1001));
    };
    expect(await limitOf(send({ url: url('/large') }, limits))).toBe('size');
    expect(await limitOf(send({ url: url('/never') }, { ...limits, timeoutMs: 50 }))).toBe('time');
    const reason = new Error('the client has left');
    expect(await limitOf(send({ url: url('/never') }, limits, AbortSignal.abort(reason)))).toBe(reason);
  });

  test('sends nothing by another protocol than http and https', async () => {
    await expect(send({ url: new URL('file:///etc/hosts') }, limits)).rejects.toThrow('unsupported protocol file:');
  });

  test('does not read a body that the head rules out', async () => {
    reply = (_, response) => response.end('x'.repeat(5000));
    const checkHead = (): void => {
      throw new Error('not wanted');
    };
    await expect(send({ url: url('/a') }, { ...limits, checkHead })).rejects.toThrow('not wanted');
  });
});

describe('a redirect', () => {
  const follow: RedirectPolicy = { max: 2, next: (request, _, target) => ({ ...request, url: target }) };
  beforeEach(() => {
    reply = ({ url: path }, response) => {
      const left = Number(path!.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(302, { Location: `/${left - 1}` }).end('elsewhere');
    };
  });

  test('is the answer without a policy', async () => {
    expect(await send({ url: url('/1') }, limits)).toMatchObject({ status: 302, body: Buffer.from('elsewhere') });
  });

  test('is followed up to the maximum', async () => {
    const answer = await send({ url: url('/2') }, { ...limits, redirects: follow });
    expect([answer.body.toString(), answer.url.pathname]).toEqual(['there', '/0']);
    expect(await limitOf(send({ url: url('/3') }, { ...limits, redirects: follow }))).toBe('redirects');
  });

  test('is the answer if its status is not among those of the policy', async () => {
    const redirects = { ...follow, statuses: new Set([307]) };
    expect(await send({ url: url('/1') }, { ...limits, redirects })).toMatchObject({ status: 302 });
  });
});

describe('connections', () => {
  test('are reused from a pool, and not without one', async () => {
    reply = (_, response) => response.end('ok');
    const pool = new ConnectionPool();
    for (let i = 0; i < 2; i++) await send({ url: url('/'), pool }, limits);
    for (let i = 0; i < 2; i++) await send({ url: url('/') }, limits);
    expect(new Set(sockets).size).toBe(3);
    expect(sockets[0]).toBe(sockets[1]);
    pool.close();
  });

  test('that end at the moment of reuse are replaced for a GET alone', async () => {
    const pool = new ConnectionPool();
    reply = ({ socket }, response) => {
      if (sockets.indexOf(socket) < sockets.length - 1) socket.resetAndDestroy();
      else response.end('ok');
    };
    const get = () => send({ url: url('/'), pool }, limits);
    await get();
    expect((await get()).body.toString()).toBe('ok');
    await expect(send({ method: 'POST', url: url('/'), body: 'x', pool }, limits)).rejects.toThrow('ECONNRESET');
    pool.close();
  });

  test('of a closed pool end, and their requests are not sent again', async () => {
    const pool = new ConnectionPool();
    reply = (_, response) => {
      if (sockets.length === 1) response.end('ok');
      else pool.close();
    };
    await send({ url: url('/'), pool }, limits);
    await expect(send({ url: url('/'), pool }, limits)).rejects.toThrow('socket hang up');
    expect(sockets).toHaveLength(2);
  });
});
