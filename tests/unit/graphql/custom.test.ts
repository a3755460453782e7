/** Requests to services and effects of their answers: templates, redirects, limits, and abandoned requests. */
import { parseValue } from 'graphql';
import { LosslessNumber } from 'lossless-json';
import { sendToService } from '../../../src/graphql/custom/client';
import { fillBody, fillUrl } from '../../../src/graphql/custom/template';
import { schemaProblems } from '../../../src/graphql/sdl/check';
import { parseSdl, readSdl } from '../../../src/graphql/sdl/read';
import type { GraphqlSchemaError } from '../../../src/graphql/sdl/schema-error';
import { startService, type Received, type Reply, type Service } from '../../support/http/service';

describe('a URL', () => {
  const fill = (template: string, values: Record<string, unknown>): string =>
    fillUrl(`http://h${template}`, values).slice(8);

  it.each<[string, Record<string, unknown>, string]>([
    ['/a/$id/b', { id: 'x y/?#%' }, '/a/x%20y%2F%3F%23%25/b'],
    ['/a/$id', { id: [1, 'b'] }, '/a/1%2Cb'],
    ['/a/$id', { id: { b: true, a: 1 } }, '/a/a%2C1%2Cb%2Ctrue'],
    ['/a/$id', { id: new LosslessNumber('9007199254740993') }, '/a/9007199254740993'],
    ['/?b=$b&a=$a', { a: 'x&y=z', b: null }, '/?a=x%26y%3Dz&b='],
    ['/?a=$a&b=1', {}, '/?b=1'],
    ['/?a=$a', { a: [{ x: [1, 2] }] }, '/?a%5Bx%5D=1&a%5Bx%5D=2'],
    ['/x$id?a=y$a', { id: 1, a: 2 }, '/x$id?a=y%24a'],
    ['/$constructor?a=$toString', { constructor: 'c' }, '/c'],
  ])('%s', (template, values, filled) => expect(fill(template, values)).toBe(filled));

  it.each<[string, Record<string, unknown>]>([
    ['/a/$id', {}],
    ['/a/$id', { id: null }],
    ['/a/$id', { id: '' }],
    ['/a/$id/b', { id: '..' }],
    ['/a/$id/b', { id: '.' }],
    ['/$toString', {}],
  ])('that leads to another host or path is refused: %s', (template, values) => {
    expect(() => fill(template, values)).toThrow(/has no value|cannot be a segment/);
  });
});

it('a body has the present values, and null for missing ones in lists', () => {
  const template = parseValue(
    '{ a: $a, b: { c: $none, d: "$a", e: "text" }, l: [$none, 12345678901234567890, null], f: true }',
  );
  expect(fillBody(template, { a: [1] })).toEqual({
    a: [1],
    b: { d: [1], e: 'text' },
    l: [null, new LosslessNumber('12345678901234567890'), null],
    f: true,
  });
});

it.each([
  ['in SDL', (deep: string) => `type A { id: ID! a: Int @default(add: {value: ${deep}}) }`],
  [
    'in a body',
    (deep: string) => `type Query { q: Int @custom(http: {url: "http://h/", method: POST, body: "${deep}"}) }`,
  ],
  [
    'in a document',
    (deep: string) =>
      `type Query { q: Int @custom(http: {url: "http://h/", method: POST, graphql: "query { f(a: ${deep}) }"}) }`,
  ],
])('unbounded nesting %s is one problem among others', (_, sdl) => {
  const text = sdl('['.repeat(60_000) + ']'.repeat(60_000));
  const problems = (): readonly unknown[] => {
    try {
      readSdl(text);
      return schemaProblems(parseSdl(text));
    } catch (error) {
      return (error as GraphqlSchemaError).problems;
    }
  };
  expect(problems()).toEqual([expect.objectContaining({ message: expect.any(String) })]);
});

describe('an exchange', () => {
  let service: Service;
  let other: Service;
  beforeAll(async () => {
    other = await startService(({ headers }) => ({ body: headers['x-key'] ?? 'no key' }));
    service = await startService(answerOf);
  });
  afterAll(() => Promise.all([service.close(), other.close()]));
  beforeEach(() => {
    service.forget();
    other.forget();
  });
  function answerOf({ target }: Received): Reply | undefined {
    if (target === '/never') return undefined;
    const [, status, to] = /^\/(30\d)\/(.*)$/.exec(target) ?? [];
    if (status !== undefined)
      return { status: Number(status), headers: { location: to === 'other' ? other.url : `/${to!}` }, body: '' };
    return target === '/large' ? { body: 'x'.repeat(65 * 2 ** 20) } : { body: target };
  }
  const send = (path: string, method = 'POST', signal?: AbortSignal) =>
    sendToService({ method, url: service.url + path, headers: { 'X-Key': 'secret' }, body: 'text' }, signal);

  it.each([
    ['/301/there', 'GET', ''],
    ['/303/there', 'GET', ''],
    ['/307/there', 'POST', 'text'],
    ['/308/there', 'POST', 'text'],
  ])('is redirected: %s', async (path, method, body) => {
    expect(await send(path)).toEqual({ status: 200, text: '/there' });
    expect(service.received.at(-1)).toMatchObject({ method, body, headers: { 'x-key': 'secret' } });
  });

  it('sends no secrets to another host', async () => {
    expect(await send('/307/other')).toEqual({ status: 200, text: 'no key' });
  });

  it('follows a limited number of redirects', async () => {
    await expect(send('/302/302/302/302/302/302/302/302/302/302/302/302/x', 'GET')).rejects.toThrow(
      /stopped after 10 redirects/,
    );
  });

  it('limits the size of an answer, and names a service that does not answer', async () => {
    await expect(send('/large')).rejects.toThrow(/the answer has more than 67108864 bytes/);
    const url = 'http://127.0.0.1:9/x';
    await expect(sendToService({ method: 'GET', url, headers: {}, body: '' }, undefined)).rejects.toThrow(
      `GET "${url}": connect ECONNREFUSED`,
    );
    await expect(
      sendToService({ method: 'GET', url: 'file:///etc/hosts', headers: {}, body: '' }, undefined),
    ).rejects.toThrow(/unsupported protocol file:/);
  });

  it('ends when its client has left', async () => {
    const leaving = new AbortController();
    const pending = send('/never', 'GET', leaving.signal);
    setTimeout(() => leaving.abort(), 50);
    await expect(pending).rejects.toThrow(/abort/i);
  });
});
