/** The judgement finds what is wrong, and nothing else. */
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { answerHttp2Preface } from '../../src/http/http2/preface';
import { judge } from './oracle/judge';
import { Unstable, type ParserTarget } from './parsers/target';
import { tryInput } from './parsers/try';
import { Failures, signatureOf } from './run/failures';
import { shrink } from './run/shrink';
import type { FuzzRequest } from './wire/request';
import { MalformedAnswer, readAnswers } from './wire/response';
import { send } from './wire/send';

const request = (target: string, body = ''): FuzzRequest => ({
  method: 'POST',
  target,
  headers: [],
  body: Buffer.from(body),
});

const complaints = (target: string, status: number, body: unknown, type = 'application/json', sent = ''): string[] => {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return judge(request(target, sent), { status, headers: new Map([['content-type', type]]), body: bytes }, 'embedded');
};
const failure = (code: unknown, message = 'm'): object => ({ errors: [{ message, extensions: { code } }] });

describe('an answer', () => {
  it.each<[string, string, number, unknown, string?]>([
    ['data', '/query', 200, { data: {} }],
    ["a refusal of Dgraph's", '/query', 200, failure('ErrorInvalidRequest')],
    ['a refusal of the gateway', '/ontology', 409, failure('NoOntology')],
    ["a refusal of GraphQL's", '/graphql', 200, { errors: [{ message: 'm' }] }],
    ['a page that is not there', '/x', 404, '404 page not found', 'text/plain'],
    ['a probe of what is not ready', '/readyz', 503, { status: 'not ready' }],
    ['events', '/mcp', 200, 'event: message\ndata: {"a":1}\n\n', 'text/event-stream'],
  ])('in order has no complaint: %s', (...[, target, status, body, type]) => {
    expect(complaints(target, status, body, type)).toEqual([]);
  });

  it.each<[string, string, number, unknown, RegExp, string?]>([
    ['a status that no document names', '/query', 500, { data: {} }, /^status 500/],
    ['JSON that is none', '/query', 200, '{"data":', /no JSON/],
    ['errors that are no list', '/query', 200, { errors: {} }, /no list/],
    ['an error without a message', '/query', 200, { errors: [{ extensions: { code: 'Error' } }] }, /without a message/],
    ['an error without a code', '/query', 200, { errors: [{ message: 'm' }] }, /unknown code/],
    ['an unknown code', '/ontology', 400, failure('Whatever'), /unknown code Whatever/],
    ['a code of a bug', '/ontology', 500, failure('Internal'), /^status 500/],
    ['a code with another status', '/ontology', 400, failure('NoOntology'), /instead of 409/],
    ['a failure without errors', '/ontology', 400, {}, /without errors/],
    [
      'words of an exception',
      '/query',
      200,
      failure('Error', "Cannot read properties of undefined (reading 'x')"),
      /words of a fault/,
    ],
    ['an engine that is gone', '/query', 503, failure('EngineUnreachable'), /is gone/],
    ['an event that is no JSON', '/mcp', 200, 'data: {\n\n', /no JSON/, 'text/event-stream'],
    ['a failure in HTML', '/x', 400, '<p>', /as text\/html/, 'text/html'],
  ])('has a complaint about %s', (...[, target, status, body, expected, type]) => {
    expect(complaints(target, status, body, type)).toEqual([expect.stringMatching(expected)]);
  });

  it('may repeat the words of the request', () => {
    const message = 'the variable "x is not a function" is unknown';
    expect(complaints('/query', 200, failure('Error', message), undefined, 'x is not a function')).toEqual([]);
  });
});

describe('bytes of a server', () => {
  const read = (text: string, methods = ['GET'], isOver = true) =>
    readAnswers(Buffer.from(text, 'latin1'), methods, isOver);

  it('contain several answers in a row', () => {
    const two =
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 204 No Content\r\n\r\n';
    expect(read(two).answers.map(({ status, body }) => [status, body.toString()])).toEqual([
      [200, '{}'],
      [204, ''],
    ]);
    const chunks = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n';
    expect(read(chunks).answers[0]!.body.toString()).toBe('{}');
    expect(read(chunks.slice(0, -3), ['GET'], false)).toMatchObject({ isComplete: false });
  });

  it('may end a connection of HTTP/2 in its own protocol', () => {
    const socket = new PassThrough();
    answerHttp2Preface(socket);
    const frames = (socket.read() as Buffer).toString('latin1');
    expect(read(frames)).toEqual({ answers: [], isComplete: true });
    expect(() => read(frames.slice(0, -1))).toThrow(MalformedAnswer);
  });

  it.each([
    ['no status line', 'hello\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}'],
    ['two framings', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}'],
    ['a line that is no header', 'HTTP/1.1 200 OK\r\nx\r\n\r\n'],
    ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{}'],
    ['half a chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{}'],
    ['more than the body', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}{}'],
    ['a body that is not compressed', 'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}'],
  ])('contain no answer with %s', (_, text) => {
    expect(() => read(text)).toThrow(MalformedAnswer);
  });
});

describe('a request', () => {
  let server: Server;
  let answer = '';
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      if (answer === 'close') socket.destroy();
      else socket.write(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => server.close());

  const ask = (isWhole = true) => {
    const bytes = Buffer.from('GET / HTTP/1.1\r\nHost: h\r\n\r\n');
    return send((server.address() as AddressInfo).port, { bytes, methods: ['GET'], isWhole, deadlineMs: 1_500 });
  };

  it.each([
    ['never answered', '', 'hang'],
    ['half answered', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n{', 'hang'],
    ['not answered', 'close', 'silent'],
    ['answered with something else', 'hello\r\n\r\n', 'malformed'],
  ])('that is %s has a fault', async (_, text, kind) => {
    answer = text;
    const { fault } = await ask();
    expect(kind === 'silent' ? ['silent', 'reset'] : [kind]).toContain(fault?.kind);
  });

  it('with an answer has no fault', async () => {
    answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}';
    expect(await ask()).toMatchObject({ answers: [{ status: 200 }] });
    expect((await ask()).fault).toBeUndefined();
  });
});

describe('an input of a reader', () => {
  const target = (read: ParserTarget['read']): ParserTarget => ({
    name: 'parser:x',
    make: () => '',
    read,
    refusals: [RangeError],
  });
  const raise = (error: Error) => () => {
    throw error;
  };
  const spin = (ms: number) => () => {
    const before = process.cpuUsage().user;
    while (process.cpuUsage().user - before < ms * 1_000);
  };

  it('may be read or refused', async () => {
    expect(
      await tryInput(
        target(() => 1),
        'x',
      ),
    ).toBeUndefined();
    expect(await tryInput(target(raise(new RangeError('no'))), 'x')).toBeUndefined();
  });

  it('may not end in another error, be unstable or take long', async () => {
    expect(await tryInput(target(raise(new TypeError('oops'))), 'x')).toMatch(/^TypeError: oops/);
    expect(
      await tryInput(
        target(() => Promise.reject(new Unstable('u'))),
        'x',
      ),
    ).toMatch(/^Unstable: u/);
    expect(await tryInput(target(spin(400)), 'x')).toMatch(/of processor time for 1 characters/);
    expect(await tryInput(target(spin(400)), 'x'.repeat(200_000))).toBeUndefined();
  });
});

describe('failures', () => {
  it('are distinguished by kind, not by numbers and names', () => {
    const failures = new Failures();
    for (const [index, text] of ['line 1: "a"', 'line 22: "b"', 'column 1'].entries()) {
      failures.add({ route: '/query', seed: 1, index }, { kind: 'answer', text });
    }
    expect(failures.all.map(({ index, count }) => [index, count])).toEqual([
      [0, 2],
      [2, 1],
    ]);
    const log = (place: string): string =>
      signatureOf({ kind: 'log', text: `log: {"message":"m","error":{"stack":"E: x\\n at f (/a/${place}:3)"}}` });
    expect(log('b.js:1')).not.toBe(log('c.js:1'));
  });

  it('are reduced', async () => {
    const needs = (items: readonly string[]): Promise<boolean> =>
      Promise.resolve(items.includes('(') && items.includes('!'));
    expect(await shrink('lorem (ipsum dolor! sit'.split(''), needs)).toEqual(['(', '!']);
    expect(await shrink(['a', 'b'], needs)).toEqual(['a', 'b']);
  });
});
