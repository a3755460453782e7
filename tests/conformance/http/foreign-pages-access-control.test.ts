/** Foreign web pages before a cluster with access control: a token permits what the cluster permits to its bearer. */
import type { Gateway } from '../../../src/app';
import { describeIf } from '../../support/conditional';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';
import { startGatewayOver } from '../../support/engines/gateway';
import { ask, type Reply } from '../../support/http/client';

const version = dgraphVersion();
const LOGIN = { DGRAPH_USER: 'groot', DGRAPH_PASSWORD: 'password' };
const STRANGER = 'https://evil.example';
const JSON_TYPE = { 'Content-Type': 'application/json' };
/** Tokens that the cluster neither signed nor can read. */
const FORGED = [
  'x',
  'eyJhbGciOiJub25lIn0.eyJ1c2VyaWQiOiJncm9vdCIsIm5hbWVzcGFjZSI6MH0.',
  'eyJhbGciOiJIUzI1NiJ9.eyJ1c2VyaWQiOiJncm9vdCIsIm5hbWVzcGFjZSI6MCwiZ3JvdXBzIjpbImd1YXJkaWFucyJdLCJleHAiOjk5OTk5OTk5OTl9.AAAA',
];
const CHANGES: readonly [string, string][] = [
  ['/alter', '{"drop_all":true}'],
  ['/alter', 'stranger: string .'],
  ['/mutate?commitNow=true', '{"set":[{"name":"stranger"}]}'],
  ['/commit?startTs=1', '{"keys":[],"preds":[]}'],
  ['/admin', '{"query":"mutation { addGroup(input: [{ name: \\"strangers\\" }]) { group { name } } }"}'],
  ['/ontology', '@prefix owl: <http://www.w3.org/2002/07/owl#> . <urn:Stranger> a owl:Class .'],
];

describeIf(version, 'there is no dgraph program on the PATH')('foreign pages and access control', () => {
  let dgraph: RunningDgraph;
  let gateway: Gateway;
  beforeAll(async () => {
    dgraph = await startDgraph(version!, { accessSeconds: 3_600, refreshSeconds: 7_200 });
    gateway = await startGatewayOver(dgraph, LOGIN);
    expect(refusal(await send('/alter', 'name: string @index(exact) .', {}, await token()))).toBeUndefined();
    expect(
      refusal(await send('/mutate?commitNow=true', '{"set":[{"name":"kept"}]}', {}, await token())),
    ).toBeUndefined();
  });
  afterAll(async () => {
    await gateway?.close();
    await dgraph?.stop();
  });

  async function token(): Promise<string> {
    const body = JSON.stringify({ userid: LOGIN.DGRAPH_USER, password: LOGIN.DGRAPH_PASSWORD, namespace: 0 });
    return (await ask(dgraph.url, '/login', { method: 'POST', headers: JSON_TYPE, body })).json.data
      .accessJWT as string;
  }

  const send = (path: string, body: string, headers: Record<string, string>, accessToken?: string): Promise<Reply> =>
    ask(gateway.url, path, {
      method: 'POST',
      headers: {
        'Content-Type': path === '/ontology' ? 'text/turtle' : 'application/json',
        ...headers,
        ...(accessToken !== undefined && { 'X-Dgraph-AccessToken': accessToken }),
      },
      body,
    });
  const refusal = ({ json }: Reply): string | undefined =>
    json?.errors?.[0]?.extensions?.code ?? json?.errors?.[0]?.message;

  it('the gateway refuses a page without a token', async () => {
    for (const [path, body] of CHANGES) {
      expect([path, refusal(await send(path, body, { Origin: STRANGER }))]).toEqual([path, 'OriginRefused']);
      expect([path, refusal(await send(path, body, { Origin: STRANGER }, ''))]).toEqual([path, 'OriginRefused']);
    }
  });

  it('the cluster refuses an invalid token, whatever the gateway lets through', async () => {
    for (const forged of FORGED) {
      for (const [path, body] of CHANGES) {
        const { json } = await send(path, body, { Origin: STRANGER }, forged);
        expect([path, json.errors]).toEqual([path, expect.arrayContaining([expect.anything()])]);
      }
    }
    const read = await send('/query', '{"query":"{ q(func: has(name)) { name } }"}', {}, await token());
    expect(read.json.data.q).toEqual([{ name: 'kept' }]);
    const schema = await send('/query', '{"query":"schema(pred: [stranger]) { type }"}', {}, await token());
    expect(schema.json.data.schema ?? []).toEqual([]);
  });

  it('a page with a valid token has its user’s rights, except on routes that name another engine', async () => {
    const valid = await token();
    const written = await send('/mutate', '{"set":[{"name":"page"}]}', { Origin: STRANGER }, valid);
    expect(refusal(written)).toBeUndefined();
    for (const path of ['/api/v1/databases/default/documents?source=a', '/mcp']) {
      expect(refusal(await send(path, '{}', { Origin: STRANGER }, valid))).toBe('OriginRefused');
    }
  });
});
