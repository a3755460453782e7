/** HTTP/2 and TLS: what differs from HTTP/1.1, and limits that both have to hold. */
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import * as http2 from 'node:http2';
import * as https from 'node:https';
import * as path from 'node:path';
import * as tls from 'node:tls';
import { WebSocket } from 'ws';
import { Certificates } from '../../../src/util/certificates';
import { describeIf } from '../../support/conditional';
import { hasOpenssl, TestAuthority, type Pair } from '../../support/http/certificates';
import { recordingLogger, startTestGateway, type LogLine, type TestGateway } from '../../support/http/gateway';
import { runs } from '../../support/runs';
import { until } from '../../support/until';

const DQL = { ':method': 'POST', ':path': '/query', 'content-type': 'application/dql' };
const QUERY = '{ q(func: has(a)) { uid } }';
/** More than the buffers of a connection hold. */
const LARGE = Buffer.alloc(16 * 2 ** 20, ' ');

interface Got {
  readonly headers: http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader;
  readonly trailers: http2.IncomingHttpHeaders;
  readonly text: string;
  /** Code of the reset; 0 for none. */
  readonly code: number;
}

describeIf(hasOpenssl, 'needs openssl')('a gateway with TLS', () => {
  let authority: TestAuthority;
  let pairs: Readonly<Record<'first' | 'second', Pair>>;
  let files: Pair;
  let certificates: Certificates;
  let gateway: TestGateway;
  const log: LogLine[] = [];
  const sessions: http2.ClientHttp2Session[] = [];

  beforeAll(() => {
    authority = new TestAuthority();
    pairs = { first: authority.issue('first'), second: authority.issue('second') };
  });
  afterAll(() => rmSync(authority.folder, { recursive: true }));
  afterEach(async () => {
    for (const session of sessions.splice(0)) session.destroy();
    await gateway.close();
    certificates.close();
    log.length = 0;
  });

  const put = (pair: Pair): void => {
    copyFileSync(pair.certificate, files.certificate);
    copyFileSync(pair.key, files.key);
  };
  async function start(
    options: Parameters<typeof startTestGateway>[0] = {},
    clientAuthorities?: string,
  ): Promise<void> {
    files = { certificate: path.join(authority.folder, 'in-use.pem'), key: path.join(authority.folder, 'in-use.key') };
    put(pairs.first);
    certificates = await Certificates.open({ ...files, clientAuthorities }, recordingLogger(log));
    gateway = await startTestGateway({ certificates, ...options });
  }

  function connect(): http2.ClientHttp2Session {
    const session = http2.connect(gateway.url, { rejectUnauthorized: false });
    session.on('error', () => undefined);
    sessions.push(session);
    return session;
  }
  function request(session: http2.ClientHttp2Session, headers: http2.OutgoingHttpHeaders, body?: string) {
    const stream = session.request(headers, { endStream: body === undefined });
    if (body !== undefined) stream.end(body);
    return { stream, got: read(stream) };
  }
  function read(stream: http2.ClientHttp2Stream): Promise<Got> {
    let [headers, trailers, text] = [{}, {}, ''] as [Got['headers'], Got['trailers'], string];
    stream.setEncoding('utf8').on('data', (part: string) => (text += part));
    stream.on('response', (each) => (headers = each)).on('trailers', (each) => (trailers = each));
    stream.on('error', () => undefined);
    return new Promise((resolve) => {
      stream.on('close', () => resolve({ headers, trailers, text, code: stream.rstCode }));
    });
  }
  const subjectNow = async (): Promise<string> => {
    const socket = tls.connect({ port: Number(new URL(gateway.url).port), rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return String(subject.CN);
  };

  it('serves HTTP/2, HTTP/1.1 and WebSockets on one port, to clients that trust its authority', async () => {
    await start();
    const session = connect();
    const answers = await Promise.all([1, 2, 3].map(() => request(session, DQL, QUERY).got));
    expect(answers.map(({ headers }) => headers[':status'])).toEqual([200, 200, 200]);
    const heard = gateway.upstream.requests[0]!;
    expect(heard.body.toString()).toBe(QUERY);
    expect(Object.keys(heard.headers).filter((name) => name.startsWith(':'))).toEqual([]);
    const first = await new Promise<number | undefined>((resolve, reject) => {
      https
        .get(`${gateway.url}/livez`, { rejectUnauthorized: false }, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject);
    });
    expect(first).toBe(200);
    const socket = new WebSocket(`${gateway.url.replace('https', 'wss')}/graphql`, 'graphql-ws', {
      rejectUnauthorized: false,
    });
    await once(socket, 'open');
    socket.terminate();
    const untrusting = http2.connect(gateway.url);
    await expect(once(untrusting, 'connect')).rejects.toMatchObject({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
  });

  it('passes on trailers, repeated fields, empty answers and answers to HEAD', async () => {
    await start();
    gateway.upstream.answer((_, response) => {
      response.writeHead(200, { Trailer: 'X-Sum', Vary: ['a', 'b'], 'Content-Type': 'text/plain' });
      response.write('part');
      response.addTrailers({ 'X-Sum': '7' });
      response.end();
    });
    const session = connect();
    const { headers, text } = await request(session, { ':path': '/debug/vars' }).got;
    expect({ status: headers[':status'], vary: headers.vary, text }).toEqual({
      status: 200,
      vary: 'a, b',
      text: 'part',
    });
    expect(headers).not.toHaveProperty('connection');
    expect(await request(session, { ':path': '/livez', ':method': 'HEAD' }).got).toMatchObject({ text: '', code: 0 });
    expect((await request(session, { ':path': '/query', ':method': 'OPTIONS' }).got).headers[':status']).toBe(200);
    const asksFirst = await request(session, { ...DQL, expect: '100-continue' }, QUERY).got;
    expect(asksFirst.headers[':status']).toBe(200);
  });

  it('refuses what no request of HTTP/1.1 says, and stays', async () => {
    await start({ maxBodyBytes: 1_000 });
    const ask = (headers: http2.OutgoingHttpHeaders, body?: string) => request(connect(), headers, body).got;
    const host = new URL(gateway.url).host;
    expect((await ask({ ':path': '/livez', host: 'evil.example' })).headers[':status']).toBe(403);
    expect((await ask({ ':path': '/livez', ':authority': host, host: 'localhost' })).headers[':status']).toBe(400);
    expect((await ask({ ':path': '/livez', ':authority': host, host })).headers[':status']).toBe(200);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`x-${i}`, '1']));
    expect((await ask({ ':path': '/livez', ...many })).headers[':status']).toBe(431);
    // A body of GET is framed: it cannot become a request of its own.
    const smuggled = await ask(
      { ':path': '/livez', ':method': 'GET' },
      'GET /admin HTTP/1.1\r\nHost: localhost\r\n\r\n',
    );
    expect(smuggled.headers[':status']).toBe(200);
    expect(
      gateway.log.filter(({ message }) => message === 'request').map(({ fields }) => fields['path']),
    ).not.toContain('/admin');
    expect(await ask({ ':method': 'CONNECT', ':authority': 'a:1' })).toMatchObject({
      code: http2.constants.NGHTTP2_PROTOCOL_ERROR,
    });
    expect((await ask({ ':path': `/livez?a=${'x'.repeat(70_000)}` })).headers[':status']).toBeUndefined();
    // The client is told before it has sent the rest, and need not send it.
    const stream = connect().request({ ...DQL, 'content-length': '100000' });
    stream.write('{');
    const refused = await read(stream);
    expect(refused).toMatchObject({
      code: http2.constants.NGHTTP2_NO_ERROR,
      text: expect.stringContaining('larger than 1000'),
    });
    expect((await ask({ ':path': '/livez' })).headers[':status']).toBe(200);
  });

  it('outlives frames that make no sense', async () => {
    await start();
    for (let run = 0; run < runs(60); run++) {
      const socket = tls.connect({
        port: Number(new URL(gateway.url).port),
        ALPNProtocols: ['h2'],
        rejectUnauthorized: false,
      });
      socket.on('error', () => undefined);
      await once(socket, 'secureConnect');
      socket.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
      socket.write(Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0]));
      for (let i = 0; i < 5; i++) {
        const payload = randomBytes(randomInt(40));
        const stream = [0, 0, 0, randomInt(4)];
        socket.write(
          Buffer.concat([Buffer.from([0, 0, payload.length, randomInt(11), randomInt(256), ...stream]), payload]),
        );
      }
      socket.end();
    }
    expect((await request(connect(), { ':path': '/livez' }).got).headers[':status']).toBe(200);
  });

  it('tells clients of gRPC about their port', async () => {
    await start();
    const { headers } = await request(
      connect(),
      { ...DQL, ':path': '/api.Dgraph/Query', 'content-type': 'application/grpc' },
      'x',
    ).got;
    expect(headers).toMatchObject({
      ':status': 200,
      'grpc-status': '12',
      'grpc-message': expect.stringContaining('GRPC_PORT'),
    });
    expect(gateway.log.map(({ message }) => message)).toContainEqual(expect.stringContaining('over gRPC'));
  });

  it('ends the work of a stream that its client resets, and resets one whose answer breaks off', async () => {
    await start();
    let closed = 0;
    gateway.upstream.answer((_, response) => void response.on('close', () => closed++));
    const session = connect();
    const left = request(session, DQL, QUERY);
    await until(() => gateway.upstream.requests.length === 1);
    left.stream.close(http2.constants.NGHTTP2_CANCEL);
    await until(() => closed === 1);
    gateway.upstream.answer((_, response) => {
      response.writeHead(200, { 'Content-Length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    expect((await request(session, DQL, QUERY).got).code).not.toBe(http2.constants.NGHTTP2_NO_ERROR);
    expect((await request(session, { ':path': '/livez' }).got).headers[':status']).toBe(200);
  });

  it('frees the places of answers that are not read, and of bodies that do not come', async () => {
    const bodyPace = { slowMs: 20, windowMs: 300, minBytes: 100 };
    await start({ concurrency: ['address=1'], unreadMs: 700, queueMs: 20_000, bodyPace });
    gateway.upstream.answer((_, response) => void response.end(LARGE));
    const unread = connect().request(DQL);
    unread.on('error', () => undefined).end(QUERY);
    await until(() => gateway.upstream.requests.length === 1);
    gateway.upstream.answer((_, response) => void response.end('{"data":{}}'));
    expect((await request(connect(), DQL, QUERY).got).text).toBe('{"data":{}}');
    const slow = connect().request(DQL);
    slow.write('{');
    expect((await read(slow)).text).toContain('RequestTimeout');
  });

  it('answers requests whose body does not begin', async () => {
    await start({ bodyPace: { slowMs: 20, windowMs: 300, minBytes: 100 } });
    const session = connect();
    const expected: readonly (readonly [http2.OutgoingHttpHeaders, number])[] = [
      [{ ':path': '/livez' }, 200],
      [{ ':path': '/health' }, 200],
      [{ ':method': 'HEAD', ':path': '/livez' }, 200],
      [{ ':method': 'OPTIONS', ':path': '/query' }, 200],
      [{ ...DQL, 'content-encoding': 'br' }, 415],
      [{ ...DQL, ':path': '/que%2fry' }, 400],
      [{ ...DQL, ':path': '/state', 'x-forwarded-for': '192.0.2.1' }, 403],
      // Refused after a while.
      [DQL, 408],
      [{ ...DQL, 'content-length': '100' }, 408],
      [{ ...DQL, ':path': '/mutate?commitNow=true', 'content-type': 'application/rdf' }, 408],
    ];
    for (const [headers, status] of expected) {
      const got = await read(session.request(headers, { endStream: false }));
      expect([headers, got.headers[':status']]).toEqual([headers, status]);
    }
  });

  it('breaks off unread answers while they take too much memory', async () => {
    const limit = 2 ** 20;
    await start({ unreadMs: 60_000, unreadLimits: { bytes: limit, stallMs: 400, minBytes: 1, checkMs: 10 } });
    const { unread } = gateway.server.shared.services;
    const watched = jest.spyOn(unread, 'watch');
    const streams = Array.from({ length: 20 }, () => connect().request({ ':path': '/openapi.json' }).pause());
    for (const stream of streams) stream.on('error', () => undefined).end();
    // Nothing is broken off unless too much is unread.
    await until(() => watched.mock.calls.some(([each]) => 'pushStream' in each && each.destroyed));
    await until(() => !unread.isFull);
    expect(unread.bytes).toBeGreaterThan(limit / 2);
  });

  it('answers running requests at the end, and no new ones', async () => {
    await start();
    let answer = (): void => undefined;
    gateway.upstream.answer((_, response) => (answer = () => response.end('{"data":{}}')));
    const session = connect();
    const running = request(session, DQL, QUERY);
    await until(() => gateway.upstream.requests.length === 1);
    const closing = gateway.server.close(20_000);
    await once(session, 'goaway');
    answer();
    expect((await running.got).text).toBe('{"data":{}}');
    await closing;
  });

  it('takes changed certificates into use, and keeps them if a file is broken', async () => {
    await start();
    expect(await subjectNow()).toBe('first');
    put(pairs.second);
    await until(async () => (await subjectNow()) === 'second');
    for (const broken of ['', 'no PEM', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----']) {
      writeFileSync(files.certificate, broken);
      await certificates.reload();
      expect(await subjectNow()).toBe('second');
    }
    copyFileSync(pairs.first.certificate, files.certificate);
    await certificates.reload();
    rmSync(files.key);
    await certificates.reload();
    expect(await subjectNow()).toBe('second');
    const complaints = log.filter(({ level }) => level === 'error').map(({ fields }) => String(fields['reason']));
    expect(complaints).toEqual(
      expect.arrayContaining([expect.stringContaining('key values mismatch'), expect.stringContaining('ENOENT')]),
    );
    put(pairs.first);
    await certificates.reload();
    expect(await subjectNow()).toBe('first');
  });

  it('requires certificates of clients where authorities are set', async () => {
    await start({}, authority.file);
    const options = { rejectUnauthorized: false };
    const statusOf = (more: tls.ConnectionOptions): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        https
          .get(`${gateway.url}/livez`, { ...options, ...more }, (answer) => resolve(answer.resume().statusCode))
          .on('error', reject);
      });
    await expect(statusOf({})).rejects.toThrow(/alert|reset|hang up/);
    const { cert, key } = certificates.current;
    expect(await statusOf({ cert, key })).toBe(200);
    const files = { ...pairs.first, clientAuthorities: pairs.first.key };
    await expect(Certificates.open(files, recordingLogger(log))).rejects.toThrow();
  });
});
