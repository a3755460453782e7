/** The endpoint with a secret: every kind of request is answered with it, and none without it. */
import { createHash, randomBytes } from 'node:crypto';
import * as http from 'node:http';
import * as net from 'node:net';
import fc from 'fast-check';
import { startEmbedded } from '../../../../src/embedded';
import type { EmbeddedServer } from '../../../../src/embedded/server';
import { makeSecret, secretGuard } from '../../../../src/embedded/access/secret';
import { SECRET_HEADER } from '../../../../src/util/endpoint';
import { recordingLogger, type LogLine } from '../../../support/http/gateway';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

const log: LogLine[] = [];
let server: EmbeddedServer;
let port: number;
let secret: string;
beforeAll(async () => {
  server = await startEmbedded({ directory: temporaryDirectory(), listen: 'secret', logger: recordingLogger(log) });
  if (server.endpoint.kind !== 'port') throw new Error('a port was asked for');
  port = Number(new URL(server.endpoint.url).port);
  secret = server.endpoint.secret!;
});
afterAll(async () => {
  await server.close();
  removeTemporaryDirectories();
});

/** Names and values; a name may occur twice. */
type Headers = readonly (readonly [string, string])[];

const PATHS = [
  ...['/', '/query', '/mutate?commitNow=true', '/commit', '/alter', '/login', '/health', '/health?all', '/state'],
  ...['/ui/keywords', '/admin', '/admin/schema', '/admin/schema/validate', '/graphql', '/probe/graphql', '/nowhere'],
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE'];

const refusals = (): [string, Headers][] => [
  ['no secret', []],
  ['an empty one', [[SECRET_HEADER, '']]],
  ['another one', [[SECRET_HEADER, makeSecret()]]],
  ['its beginning', [[SECRET_HEADER, secret.slice(0, -1)]]],
  ['more than it', [[SECRET_HEADER, `${secret}x`]]],
  ['its digest', [[SECRET_HEADER, createHash('sha256').update(secret).digest('hex')]]],
  [
    'it twice',
    [
      [SECRET_HEADER, secret],
      [SECRET_HEADER, secret],
    ],
  ],
  [
    'it in another header',
    [
      ['Authorization', `Bearer ${secret}`],
      ['X-Dgraph-AuthToken', secret],
    ],
  ],
  [
    'an origin',
    [
      [SECRET_HEADER, secret],
      ['Origin', 'http://evil.example'],
    ],
  ],
  [
    'an origin of this machine',
    [
      [SECRET_HEADER, secret],
      ['Origin', `http://127.0.0.1:${port}`],
    ],
  ],
  [
    'no origin to speak of',
    [
      [SECRET_HEADER, secret],
      ['Origin', 'null'],
    ],
  ],
  [
    'an empty origin',
    [
      [SECRET_HEADER, secret],
      ['Origin', ''],
    ],
  ],
];

/** Returns the bytes of the response. */
function exchange(method: string, path: string, headers: Headers, body = ''): Promise<string> {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Length: ${body.length}`];
  const text = [...lines, ...headers.map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n');
  return send(text);
}

function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (answer += String(chunk))).on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
const withSecret = (): Headers => [[SECRET_HEADER, secret]];

describe('a request', () => {
  it.each(PATHS)('for %s is refused in every method without the secret, and answered with it', async (path) => {
    for (const method of METHODS) {
      for (const [title, headers] of refusals()) {
        const answer = await exchange(method, path, headers);
        expect([method, title, statusOf(answer)]).toEqual([method, title, 403]);
        expect(answer).toMatch(/\r\n\r\n$/);
        expect(answer.toLowerCase()).not.toContain('access-control');
      }
      expect(statusOf(await exchange(method, path, withSecret()))).not.toBe(403);
    }
  });

  it('changes nothing without the secret', async () => {
    const schema = 'name: string .';
    expect(statusOf(await exchange('POST', '/alter', [], schema))).toBe(403);
    expect(statusOf(await exchange('POST', `/alter?${SECRET_HEADER}=${secret}`, [], schema))).toBe(403);
    const question = '{ schema(pred: [name]) { type } }'.replace(/^{ | }$/g, '');
    const type = ['Content-Type', 'application/dql'] as const;
    expect(await exchange('POST', '/query', [...withSecret(), type], question)).not.toContain('string');
    expect(await exchange('POST', '/alter', withSecret(), schema)).toContain('Success');
    expect(await exchange('POST', '/query', [...withSecret(), type], question)).toContain('string');
  });

  it('is refused before its body is read, and on a connection that has carried the secret', async () => {
    const head = `POST /query HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nbeginning`;
    expect(statusOf(await send(head))).toBe(403);
    expect(
      statusOf(await send(head.replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n').replace('beginning', ''))),
    ).toBe(100);
    const first = `GET /health HTTP/1.1\r\nHost: x\r\n${SECRET_HEADER}: ${secret}\r\n\r\n`;
    const answers = await send(`${first}GET /health HTTP/1.1\r\nHost: x\r\n\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 403']);
  });

  it('for a WebSocket is refused without the secret, and answered with it', async () => {
    const key = randomBytes(16).toString('base64');
    const upgrade: Headers = [
      ['Upgrade', 'websocket'],
      ['Sec-WebSocket-Version', '13'],
      ['Sec-WebSocket-Key', key],
      ['Sec-WebSocket-Protocol', 'graphql-transport-ws'],
    ];
    const ask = (path: string, headers: Headers): Promise<string> =>
      exchange('GET', path, [...upgrade, ['Connection', 'Upgrade'], ...headers]);
    for (const path of ['/graphql', '/graphql?x=1', '/', '/query']) {
      for (const [title, headers] of refusals()) {
        expect([title, statusOf(await ask(path, headers))]).toEqual([title, 403]);
      }
    }
    expect(statusOf(await ask('/nowhere', withSecret()))).toBe(400);
    const opened = await new Promise<number | undefined>((resolve, reject) => {
      const headers = Object.fromEntries([...upgrade, ['Connection', 'Upgrade'], ...withSecret()]) as Record<
        string,
        string
      >;
      const request = http.get({ port, host: '127.0.0.1', path: '/graphql', headers });
      request.on('upgrade', (response, socket) => (socket.destroy(), resolve(response.statusCode)));
      request.on('error', reject);
    });
    expect(opened).toBe(101);
  });

  it('for a tunnel is not answered', async () => {
    expect(await send('CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: x\r\n\r\n')).not.toMatch(/^HTTP\/1\.1 2/);
  });
});

describe('a secret', () => {
  it('is 32 random bytes, differs between processes, and never reaches the log', async () => {
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    const other = await startEmbedded({ directory: temporaryDirectory(), listen: 'secret' });
    const { endpoint } = other;
    await other.close();
    expect(endpoint).toMatchObject({ kind: 'port', secret: expect.not.stringContaining(secret) });
    expect(JSON.stringify(log)).not.toContain(secret);
  });

  it('matches no other text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, two) => {
        expect(secretGuard(one)({ headers: { [SECRET_HEADER]: two } })).toBe(one === two);
      }),
    );
    expect(secretGuard(makeSecret())({ headers: {} })).toBe(false);
  });
});
