/** Files of the workbench over HTTP: headers, codings, tags, and nothing but what the build has made. */
import { readdirSync } from 'node:fs';
import * as path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { startTestGateway, type TestGateway } from '../../../support/http/gateway';
import { root } from '../../../support/pages';
import { build } from '../../../support/program/program';

let gateway: TestGateway;
let script: string;
beforeAll(async () => {
  build();
  script = readdirSync(path.join(root, 'dist/ui/assets')).find((name) => /^index-.*\.js$/.test(name))!;
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

it.each(['/ui/', 'script'])('%s loads nothing from elsewhere, and runs no inline script', async (place) => {
  const { status, headers } = await gateway.ask(place === 'script' ? `/ui/assets/${script}` : place);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
      "trusted-types 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-type': place === 'script' ? 'text/javascript; charset=utf-8' : 'text/html; charset=utf-8',
    'cache-control': place === 'script' ? 'public, max-age=31536000, immutable' : 'no-cache',
  });
});

it('a file comes in the best coding that the client accepts, each with its own tag', async () => {
  const ask = (coding: string) => gateway.ask(`/ui/assets/${script}`, { headers: { 'Accept-Encoding': coding } });
  const [plain, br, gzip] = [await ask('identity'), await ask('gzip, br'), await ask('gzip, br;q=0')];
  expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'br', 'gzip']);
  expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes);
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size).toBe(3);
  const again = await gateway.ask(`/ui/assets/${script}`, {
    headers: { 'Accept-Encoding': 'br', 'If-None-Match': br.headers['etag']! },
  });
  expect([again.status, again.bytes.length]).toEqual([304, 0]);
});

it.each([
  ['/ui/assets/none.js', 404],
  ['/ui/assets/index.html', 404],
  ['/ui/assets/constructor', 404],
  ['/ui/assets/x.js%00', 400],
  ['/ui/assets/..%2findex.html', 400],
  ['/ui/assets/%2e%2e/index.html', 400],
  ['/ui/?x=1', 400],
])('%s is refused with %i', async (address, expected) => {
  const { status, headers } = await gateway.ask(address);
  expect([status, headers['content-type']]).toEqual([expected, 'application/json']);
});

it('/ui leads to /ui/, and /ui/keywords stays the engine’s', async () => {
  const entry = await gateway.ask('/ui');
  expect([entry.status, entry.headers['location']]).toEqual([308, 'ui/']);
  await gateway.ask('/ui/keywords');
  expect(gateway.upstream.requests.map(({ url }) => url)).toEqual(['/ui/keywords']);
});

it('the session shows what the client may do', async () => {
  const { json, headers } = await gateway.ask('/ui/session');
  expect(json).toEqual({
    version: expect.any(String),
    ontology: null,
    engine: 'cluster',
    keys: false,
    role: 'admin',
    administers: true,
    accessControl: false,
    guardian: true,
  });
  expect(headers['cache-control']).toBe('no-store');
  const forwarded = await gateway.ask('/ui/session', { headers: { 'X-Forwarded-For': '203.0.113.5' } });
  expect(forwarded.json.administers).toBe(false);
  const stranger = await gateway.ask('/ui/session', { headers: { Origin: 'https://evil.example' } });
  expect(stranger.json.role).toBe('read');
});
