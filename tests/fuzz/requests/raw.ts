/** Bytes that are nearly HTTP: heads with contradictions, two requests at once, halves of requests. */
import { mutateBytes, mutateText } from '../generate/mutate';
import type { Random } from '../generate/random';
import type { FuzzRequest } from '../wire/request';
import type { Generator } from './generator';

const QUERY = '{ q(func: has(name), first: 1) { uid } }';
const post = (headers: string, body: string): string =>
  `POST /query HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/dql\r\n${headers}\r\n${body}`;
const complete = post(`Content-Length: ${QUERY.length}\r\n`, QUERY);

const SEEDS: readonly string[] = [
  complete,
  'GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /health HTTP/1.0\r\n\r\n',
  'GET http://localhost/health HTTP/1.1\r\nHost: other\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  complete + complete,
  `${complete}GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  post(`Content-Length: ${QUERY.length}\r\nContent-Length: 1\r\n`, QUERY),
  post(
    `Content-Length: ${QUERY.length}\r\nTransfer-Encoding: chunked\r\n`,
    `${QUERY.length.toString(16)}\r\n${QUERY}\r\n0\r\n\r\n`,
  ),
  post(
    'Transfer-Encoding: chunked\r\n',
    `${QUERY.length.toString(16)};a=b\r\n${QUERY}\r\n0\r\nContent-Encoding: gzip\r\n\r\n`,
  ),
  post('Transfer-Encoding: chunked\r\n', 'ffffffffffffffff\r\nx'),
  post('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n'),
  post('Transfer-Encoding : chunked\r\n', '0\r\n\r\n'),
  post(`Content-Length: ${QUERY.length}\r\nContent-Encoding: br\r\nConnection: content-encoding\r\n`, QUERY),
  post(
    `Content-Length: ${QUERY.length}\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AA\r\n`,
    QUERY,
  ),
  post('Content-Length: 1000\r\n', QUERY),
  post('Expect: 100-continue\r\nContent-Length: 5\r\n', '{ q }'),
  `GET /ontology/introspect?${'a'.repeat(300_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
  `GET /health HTTP/1.1\r\nHost: localhost\r\n${'X-A: b\r\n'.repeat(3_000)}\r\n`,
  'GET /health HTTP/1.1\r\nHost: localhost\r\n folded: x\r\n\r\n',
  'GET /health HTTP/1.1\nHost: localhost\n\n',
  'GET /health\r\n\r\n',
  '\r\n\r\nGET /health HTTP/1.1\r\nHost: localhost\r\n\r\n',
  'GET /graphql HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: ' +
    'websocket\r\nSec-WebSocket-Protocol: graphql-ws\r\n\r\n',
  '\u0016\u0003\u0001\u0000\u0005hello',
  '',
];

const MATERIAL = {
  words: [
    ...[
      '\r\n',
      '\n',
      '\r',
      ': ',
      ':',
      ' ',
      '\t',
      'HTTP/1.1',
      'HTTP/9.9',
      'GET',
      'POST',
      '/alter',
      '/mutate',
      '%',
      '?',
      '#',
    ],
    ...[
      'Content-Length: 3\r\n',
      'Transfer-Encoding: chunked\r\n',
      'Connection: close\r\n',
      'Host: a\r\n',
      '0\r\n\r\n',
      '\u0000',
    ],
  ],
};

function raw(random: Random): readonly FuzzRequest[] {
  const seed = random.pick(SEEDS);
  const bytes = random.weighted<() => Buffer>([
    [2, () => Buffer.from(seed, 'latin1')],
    [3, () => mutateBytes(random, Buffer.from(seed, 'latin1'))],
    [
      3,
      () =>
        Buffer.from(
          mutateText(random, seed, MATERIAL, () => random.pick(SEEDS)),
          'latin1',
        ),
    ],
  ])();
  return [{ method: 'RAW', target: '', headers: [], body: Buffer.alloc(0), raw: bytes }];
}

export const RAW_GENERATORS: readonly Generator[] = [{ route: 'raw', weight: 40, kind: 'quick', make: raw }];
