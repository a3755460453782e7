/** Names of headers that a GraphQL schema reads: asked of the engine, kept for a moment, for each token by itself. */
import type { EngineRequest } from '../../../../src/dgraph';
import { HeaderNames } from '../../../../src/materialize/graphql/header-names';

const BASE =
  'X-Dgraph-AccessToken, X-Dgraph-AuthToken, Content-Type, Content-Length, Accept-Encoding, Cache-Control, ' +
  'X-CSRF-Token, X-Auth-Token, X-Requested-With';

let requests: EngineRequest[];
let listed: string | undefined;
let now: number;
let names: HeaderNames;
beforeEach(() => {
  requests = [];
  listed = BASE;
  now = 0;
  const send = (request: EngineRequest) => {
    requests.push(request);
    if (listed === undefined) return Promise.reject(new Error('away'));
    const headers = { 'access-control-allow-headers': listed };
    return Promise.resolve({ status: 200, headers, body: Buffer.alloc(0) });
  };
  names = new HeaderNames({ send }, () => now);
});

it.each([
  ['nothing of Dgraph’s own', BASE, []],
  ['what is the schema’s', `${BASE},X-My-Auth, Cookie`, ['x-my-auth', 'cookie']],
  ['a name of Dgraph’s that the schema has, too', `${BASE},Cache-Control`, ['cache-control']],
  ['nothing where nothing is listed', '', []],
])('the header names are %s', async (_, list, expected) => {
  listed = list;
  expect([...(await names.of(undefined))]).toEqual(expected);
  expect(requests).toEqual([{ method: 'OPTIONS', path: '/graphql', headers: {} }]);
});

it('header names are cached for a second, and requested again after a schema change', async () => {
  await names.of(undefined);
  now = 999;
  await names.of(undefined);
  expect(requests).toHaveLength(1);
  now = 1_000;
  await names.of(undefined);
  names.forget();
  await names.of(undefined);
  expect(requests).toHaveLength(3);
});

it('header names belong to the namespace of the token', async () => {
  const ann = { 'X-Dgraph-AccessToken': 'ann' };
  listed = `${BASE},X-Ann`;
  await names.of(ann);
  listed = `${BASE},X-Bob`;
  expect([...(await names.of({ 'X-Dgraph-AccessToken': 'bob' }))]).toEqual(['x-bob']);
  expect([...(await names.of(ann))]).toEqual(['x-ann']);
  expect(requests.map(({ headers }) => headers!['X-Dgraph-AccessToken'])).toEqual(['ann', 'bob']);
});

it('header names of other tokens stay cached after a failed request', async () => {
  const ann = { 'X-Dgraph-AccessToken': 'ann' };
  listed = `${BASE},X-Ann`;
  await names.of(ann);
  listed = undefined;
  await expect(names.of({ 'X-Dgraph-AccessToken': 'bob' })).rejects.toThrow('away');
  expect([...(await names.of(ann))]).toEqual(['x-ann']);
});

it('no header names are cached if the engine does not answer', async () => {
  listed = undefined;
  await expect(names.of(undefined)).rejects.toThrow('away');
  listed = BASE;
  expect([...(await names.of(undefined))]).toEqual([]);
});
