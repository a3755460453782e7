/** Headers that a GraphQL schema has the engine read: the gateway passes on these only, over HTTP and WebSockets. */
import { createHmac } from 'node:crypto';
import { openSocket } from '../../support/engines/subscriber';
import { underGateway } from '../../support/engines/under-gateway';
import { ask as request } from '../../support/http/client';
import { alterPatiently, ask, json, type Answer } from '../../support/engines/wire';
import { startService, type Service } from '../../support/http/service';
import { until } from '../../support/until';

const KEY = 'a key of thirty-two characters ..';
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a token (JWT, HS256) that names its bearer. */
function token(user: string): string {
  const signed = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ ns: { USER: user } })}`;
  return `${signed}.${createHmac('sha256', KEY).update(signed).digest('base64url')}`;
}

const schema = (url: string, header: string, authHeader: string): string => `
type Note @withSubscription @auth(query: { rule: "query($USER: String!) { queryNote(filter: { owner: { eq: $USER } }) { id } }" }) {
  id: ID!
  owner: String! @search(by: [exact])
  text: String
}
type Query {
  echo: Int @custom(http: { url: "${url}/echo", method: GET, forwardHeaders: ["${header}", "Remote:X-Local", "Cookie"] })
}
# Dgraph.Authorization {"VerificationKey":"${KEY}","Header":"${authHeader}","Namespace":"ns","Algo":"HS256"}
`;

/** Headers of a WebSocket's handshake, and of its first message. */
interface Introduction {
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: Readonly<Record<string, string>>;
}

underGateway((testbed) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService(() => ({ body: 7 }));
    await put(schema(service.url, 'X-Tenant', 'X-My-Auth'));
    for (const owner of ['ann', 'bob']) {
      await ask(testbed.url, json({ set: { 'dgraph.type': 'Note', 'Note.owner': owner, 'Note.text': `of ${owner}` } }));
    }
  });
  afterAll(() => service.close());

  const put = (sdl: string): Promise<void> =>
    alterPatiently(testbed.url, { path: '/admin/schema', type: 'application/graphql', body: sdl });
  const graphql = async (query: string, headers: Record<string, string | string[]>, method = 'POST') => {
    const isPost = method === 'POST';
    const target = isPost ? '/graphql' : `/graphql?query=${encodeURIComponent(query)}`;
    const typed = { ...headers, ...(isPost && { 'Content-Type': 'application/json' }) };
    return request(testbed.url, target, { method, headers: typed, ...(isPost && { body: JSON.stringify({ query }) }) });
  };
  /** Returns the headers that the service received. */
  const forwarded = async (headers: Record<string, string | string[]>, method?: string): Promise<Answer> => {
    service.forget();
    const { json: answer } = await graphql('{ echo }', headers, method);
    expect(answer).toMatchObject({ data: { echo: 7 } });
    return service.received[0]!.headers;
  };

  it.each(['GET', 'POST'])('the gateway passes on headers that @custom forwards (%s)', async (method) => {
    const got = await forwarded({ 'X-Tenant': 't', 'x-local': 'l', Cookie: 'a=b', 'X-Other': 'o' }, method);
    expect(got).toMatchObject({ 'x-tenant': 't', remote: 'l', cookie: 'a=b' });
    expect(got['x-other']).toBeUndefined();
  });

  it.each(['GET', 'POST'])('the gateway passes on the header of the token (%s)', async (method) => {
    const texts = async (headers: Record<string, string>) => {
      const { json: answer } = await graphql('{ queryNote { text } }', headers, method);
      return answer.data.queryNote as unknown;
    };
    expect(await texts({ 'X-My-Auth': token('ann') })).toEqual([{ text: 'of ann' }]);
    expect(await texts({ 'x-my-auth': `Bearer ${token('bob')}` })).toEqual([{ text: 'of bob' }]);
    expect(await texts({ 'X-Other': token('ann') })).toEqual([]);
  });

  it('a repeated header is refused', async () => {
    service.forget();
    for (const [name, values] of [
      ['X-Tenant', ['a', 'b']],
      ['X-My-Auth', [token('ann'), token('bob')]],
    ] as const) {
      const { status, json: answer } = await graphql('{ echo }', { [name]: [...values] });
      expect([status, answer.errors[0].message]).toEqual([
        400,
        `the header ${name.toLowerCase()} is given more than once; send it once`,
      ]);
    }
    expect(service.received).toEqual([]);
  });

  it.each<[string, (user: string) => Introduction]>([
    ['of the handshake', (user) => ({ headers: { 'X-My-Auth': token(user) } })],
    ['of the first message', (user) => ({ payload: { 'x-my-auth': token(user) } })],
    [
      'of both, with precedence of the message',
      (user) => ({ headers: { 'X-My-Auth': token('nobody') }, payload: { 'X-My-Auth': token(user) } }),
    ],
  ])('a subscription takes the headers %s', async (_, of) => {
    for (const user of ['ann', 'bob']) {
      const { headers = {}, payload = {} } = of(user);
      const { inbox, say, socket } = await openSocket(testbed.url, 'graphql-ws', headers);
      say({ type: 'connection_init', payload });
      expect(await inbox.next()).toMatchObject({ type: 'connection_ack' });
      say({ type: 'start', id: '1', payload: { query: 'subscription { queryNote { text } }' } });
      expect(await inbox.next()).toMatchObject({ payload: { data: { queryNote: [{ text: `of ${user}` }] } } });
      socket.terminate();
    }
  });

  it('CORS lists the headers as Dgraph does', async () => {
    const { headers } = await request(testbed.url, '/graphql', { method: 'OPTIONS' });
    const listed = headers['access-control-allow-headers']!.split(',').map((name) => name.trim());
    expect(listed).toEqual(
      expect.arrayContaining(['X-Tenant', 'X-Local', 'Cookie', 'X-My-Auth', 'X-Dgraph-AccessToken']),
    );
  });

  it('a new schema changes the passed headers at once', async () => {
    await put(schema(service.url, 'X-Other', 'X-Another-Auth'));
    const got = await forwarded({ 'X-Tenant': 't', 'X-Other': 'o' });
    expect([got['x-tenant'], got['x-other']]).toEqual([undefined, 'o']);
    await put('type Note { id: ID! text: String }');
    // The gateway sees a change behind it after a moment.
    await alterPatiently(testbed.engine.url, {
      path: '/admin/schema',
      type: 'application/graphql',
      body: schema(service.url, 'X-Third', 'X-My-Auth'),
    });
    await until(async () => {
      const { json: answer } = await graphql('{ echo }', { 'X-Third': '3' });
      return answer.data?.echo === 7 && service.received.at(-1)!.headers['x-third'] === '3';
    });
  });

  it('headers of the connection and of the body are never passed on', async () => {
    await put(schema(service.url, 'Content-Encoding', 'Transfer-Encoding'));
    const { json: answer } = await graphql('{ echo }', { 'Content-Encoding': 'identity' });
    expect(answer.data).toEqual({ echo: 7 });
  });
});
