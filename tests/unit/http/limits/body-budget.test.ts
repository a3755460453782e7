/** All bodies in flight stay within the budget, whatever they are and wherever they go. */
import * as http from 'node:http';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { BodyBudget, BodyLease } from '../../../../src/http/limits/body-budget';
import type { Reply } from '../../../support/http/client';
import { startTestGateway, type TestGateway } from '../../../support/http/gateway';
import { until } from '../../../support/until';

const MIB = 2 ** 20;

describe('a lease', () => {
  it('takes bytes from the budget and returns them at its end', () => {
    const budget = new BodyBudget(100);
    const [one, other] = [new BodyLease(budget), new BodyLease(budget)];
    one.take(60);
    expect(() => other.take(50)).toThrow('take 60 of 100 bytes');
    other.take(40);
    one.give(10);
    expect(budget.used).toBe(90);
    one.end();
    one.end();
    one.give(5);
    expect(budget.used).toBe(40);
    expect(() => one.take(1)).toThrow('ended too early');
  });

  it('distinguishes bodies beyond the budget from bodies that do not fit now', () => {
    const budget = new BodyBudget(100);
    const lease = new BodyLease(budget);
    expect(() => lease.take(101)).toThrow('larger than 100 bytes');
    lease.take(60);
    expect(() => lease.take(41)).toThrow('larger than 100 bytes');
  });

  it('without a gateway’s request has no limit', () => new BodyLease().take(2 ** 40));
});

describe('the budget of a gateway', () => {
  let gateway: TestGateway;
  const start = async (bodyBudget: number, maxBodyBytes = 4 * MIB): Promise<void> => {
    gateway = await startTestGateway({ bodyBudget, maxBodyBytes });
  };
  afterEach(() => gateway.close());

  const DQL = { 'Content-Type': 'application/dql' };
  const post = (path: string, body: Buffer | string, headers: http.OutgoingHttpHeaders = DQL) =>
    gateway.ask(path, { method: 'POST', headers, body });
  const code = ({ status, json }: Reply) => `${status} ${json?.errors?.[0]?.extensions?.code ?? ''}`.trim();

  /** Sends a part of a body, and leaves the rest open. */
  function begin(path: string, part: Buffer, headers: http.OutgoingHttpHeaders): http.ClientRequest {
    const request = http.request(gateway.url + path, { method: 'POST', agent: false, headers });
    request.on('error', () => undefined).on('response', (response) => response.resume());
    request.write(part);
    return request;
  }
  /** Bytes that the bodies in flight take. */
  const used = () => (Reflect.get(gateway.server, 'bodies') as BodyBudget).used;
  const isBusy = async (bytes = 2.5 * MIB) => code(await post('/query', Buffer.alloc(bytes))) === '503 Busy';

  it('a body that does not fit beside others is refused with 503, and fits after they were answered', async () => {
    await start(8 * MIB);
    const owed: http.ServerResponse[] = [];
    gateway.upstream.answer((_heard, response) => owed.push(response));
    const first = [1, 2].map(() => post('/query', Buffer.alloc(3 * MIB)));
    await until(() => owed.length === 2);
    const refused = await post('/mutate', Buffer.alloc(3 * MIB), { 'Content-Type': 'application/rdf' });
    expect([code(refused), refused.headers['retry-after']]).toEqual(['503 Busy', '2']);
    expect(refused.json.errors[0].message).toMatch(
      /^the bodies of the requests in progress take 6291456 of 8388608 bytes/,
    );
    for (const response of owed) response.end('{}');
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
    gateway.upstream.answer((_heard, response) => response.end('{}'));
    await until(async () => code(await post('/query', Buffer.alloc(3 * MIB))) === '200');
  });

  it.each([
    ['declared and not sent', { 'Content-Length': 3 * MIB }, false],
    ['chunked', { 'Transfer-Encoding': 'chunked' }, true],
  ])('received bytes count, not announced ones: %s', async (_, headers, isSent) => {
    await start(8 * MIB);
    const slow = Array.from({ length: 4 }, () =>
      begin('/query', Buffer.alloc(isSent ? 2 * MIB - 70_000 : 10), { ...DQL, ...headers }),
    );
    if (isSent) await until(() => used() >= 6 * MIB);
    expect(await isBusy()).toBe(isSent);
    for (const request of slow) request.destroy();
    await until(() => used() === 0);
    expect(await isBusy()).toBe(false);
  });

  it('decompressed bytes count while they arrive', async () => {
    await start(8 * MIB);
    const owed: http.ServerResponse[] = [];
    gateway.upstream.answer((_heard, response) => owed.push(response));
    const bomb = gzipSync(Buffer.alloc(3 * MIB));
    const first = [1, 2].map(() => post('/query', bomb, { ...DQL, 'Content-Encoding': 'gzip' }));
    await until(() => owed.length === 2);
    expect(code(await post('/query', bomb, { ...DQL, 'Content-Encoding': 'gzip' }))).toBe('503 Busy');
    for (const response of owed) response.end('{}');
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it('a body beyond the whole budget is too large at any time', async () => {
    await start(8 * MIB);
    const bomb = (encoding: 'gzip' | 'br') =>
      (encoding === 'gzip' ? gzipSync : brotliCompressSync)(Buffer.alloc(5 * MIB));
    expect(code(await post('/query', bomb('gzip'), { ...DQL, 'Content-Encoding': 'gzip' }))).toBe(
      '200 ErrorInvalidRequest',
    );
    for (const encoding of ['gzip', 'br'] as const) {
      const headers = { 'Content-Type': 'text/turtle', 'Content-Encoding': encoding };
      expect(code(await post('/ontology', bomb(encoding), headers))).toBe('413 BodyTooLarge');
    }
    // Nothing of it is left behind.
    expect(code(await post('/query', Buffer.alloc(3 * MIB)))).toBe('200');
  });

  const TURTLE = { 'Content-Type': 'text/turtle' };
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  it.each<[string, http.OutgoingHttpHeaders]>([
    ['/query', DQL],
    ['/mutate', { 'Content-Type': 'application/rdf' }],
    ['/alter', {}],
    ['/admin/schema', {}],
    ['/graphql', JSON_TYPE],
    ['/ontology', TURTLE],
    ['/ontology?validate=true', TURTLE],
    ['/ontology/graphql', { 'Content-Type': 'application/graphql' }],
    ['/ontology', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['/mcp', JSON_TYPE],
    ['/api/v1/databases/default/documents?source=a', { 'Content-Type': 'text/plain' }],
    ['/api/v1/databases/default/retrieve', JSON_TYPE],
  ])('applies to %s with %j', async (path, headers) => {
    await start(8 * MIB);
    const slow = [4, 3.5].map((size) => begin('/query', Buffer.alloc(MIB), { ...DQL, 'Content-Length': size * MIB }));
    await until(() => used() === 7.5 * MIB);
    const refused = await post(path, Buffer.alloc(900_000), headers);
    expect(code(refused)).toBe('503 Busy');
    expect(refused.headers['retry-after']).toBe('2');
    for (const request of slow) request.destroy();
    await until(async () => code(await post(path, Buffer.alloc(900_000), headers)) !== '503 Busy');
  });

  it('twelve concurrent gzip bombs use the budget at most', async () => {
    await start(8 * MIB, 4 * MIB);
    let [inFlight, peak] = [0, 0];
    gateway.upstream.answer((request, response) => {
      inFlight++;
      peak = Math.max(peak, inFlight);
      setImmediate(() => {
        inFlight--;
        response.end('{}');
      });
      expect(request.body.length).toBe(4 * MIB);
    });
    const bomb = gzipSync(Buffer.alloc(4 * MIB));
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => post('/query', bomb, { ...DQL, 'Content-Encoding': 'gzip' })),
    );
    const codes = new Set(replies.map(code));
    expect([...codes].every((each) => each === '200' || each === '503 Busy')).toBe(true);
    expect(codes).toContain('200');
    expect(peak).toBeLessThanOrEqual(2);
    await until(() => used() === 0);
  });
});
