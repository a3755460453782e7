/** Composed requests as they are written, with framing by the wire alone. */
import * as fc from 'fast-check';
import { parseAddress } from '../../../../src/dgraph/address';
import { prepare } from '../../../../src/dgraph/wire/outgoing';
import type { EngineRequest } from '../../../../src/dgraph';

const address = parseAddress('http://alpha:8080/base');
const UNSENDABLE = expect.objectContaining({ fault: 'unsendable' }) as Error;

it('prints a request with its host, its connection and the length of its body', () => {
  const headers = { 'x-a': '1', Accept: 'b' };
  expect(prepare(address, { method: 'POST', path: '/query?ro=true', headers, body: '{ é }' }, false)).toEqual({
    method: 'POST',
    head:
      'POST /base/query?ro=true HTTP/1.1\r\nHost: alpha:8080\r\nConnection: close\r\nx-a: 1\r\nAccept: ' +
      'b\r\nContent-Length: 6\r\n\r\n',
    body: Buffer.from('{ é }'),
  });
});

it.each([
  ['GET', false],
  ['HEAD', false],
  ['OPTIONS', false],
  ['POST', true],
  ['PUT', true],
  ['PATCH', true],
] as const)('gives %s without a body a length: %s', (method, expected) => {
  const { head } = prepare(address, { method, path: '/' }, true);
  expect(head.includes('Content-Length: 0\r\n')).toBe(expected);
  expect(head).toContain('Connection: keep-alive');
});

it('replaces the client’s Authorization by the user and password of the address', () => {
  const address = parseAddress('http://user:secret@alpha:8080');
  const { head } = prepare(address, { method: 'GET', path: '/', headers: { authorization: 'Bearer client' } }, false);
  expect(head.match(/authorization: .*/gi)).toEqual([
    `Authorization: Basic ${Buffer.from('user:secret').toString('base64')}`,
  ]);
});

it('refuses repeated headers and framing headers', () => {
  const names = fc.constantFrom('Host', 'Connection', 'Content-Length', 'Transfer-Encoding', 'X-A');
  const cased = fc.tuple(names, fc.boolean()).map(([name, lower]) => (lower ? name.toLowerCase() : name.toUpperCase()));
  fc.assert(
    fc.property(fc.uniqueArray(cased, { minLength: 1 }), (names) => {
      const headers = Object.fromEntries(names.map((name) => [name, '1']));
      const request: EngineRequest = { method: 'POST', path: '/', headers, body: 'x' };
      const isFine = names.length === 1 && names[0]!.toLowerCase() === 'x-a';
      if (isFine) expect(prepare(address, request, false).head).toContain('Content-Length: 1');
      else expect(() => prepare(address, request, false)).toThrow(UNSENDABLE);
    }),
  );
});
