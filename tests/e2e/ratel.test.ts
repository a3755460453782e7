/**
 * Requests of Ratel, in its order and with its headers, each after its preflight as in a browser: a gateway that
 * answers them shows schema, console and graph.
 */
import { ask, type Reply } from '../support/http/client';
import { build, cleanUp, start } from '../support/program/program';

const HEADERS = {
  Origin: 'http://localhost:8000',
  'Content-Type': 'application/dql',
  'X-Auth-Token': '',
};

let url: string;
beforeAll(async () => {
  build();
  url = await start().url();
});
afterAll(cleanUp);

async function call(path: string, body?: string, headers: Record<string, string> = {}): Promise<Reply> {
  const method = body === undefined ? 'GET' : 'POST';
  const preflight = await ask(url, path, {
    method: 'OPTIONS',
    headers: {
      Origin: HEADERS.Origin,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': 'content-type,x-auth-token,x-dgraph-accesstoken',
    },
  });
  expect(preflight.status).toBe(200);
  expect(preflight.headers['access-control-allow-origin']).toBe('*');
  for (const name of ['Content-Type', 'X-Auth-Token', 'X-Dgraph-AccessToken', 'X-Dgraph-AuthToken']) {
    expect(preflight.headers['access-control-allow-headers']).toContain(name);
  }
  const reply = await ask(url, path, {
    method,
    headers: { ...HEADERS, ...headers },
    ...(body !== undefined && { body }),
  });
  expect(reply.headers['access-control-allow-origin']).toBe('*');
  return reply;
}

/** Ratel takes any `errors` key for a failure, even null. */
function data({ status, json }: Reply): any {
  expect(status).toBe(200);
  expect(json).not.toHaveProperty('errors');
  return json.data;
}

describe('the connection', () => {
  it('reports health, version and features', async () => {
    const [node] = (await call('/health')).json;
    expect(node.version).toMatch(/^v\d+\./);
    expect(node.ee_features).toEqual(expect.any(Array));
    const nodes = (await call('/health?all')).json;
    for (const entry of nodes) {
      expect(entry).toMatchObject({ address: expect.any(String), status: 'healthy', lastEcho: expect.any(Number) });
    }
  });

  it('reports a state with members and tablets', async () => {
    const { zeros, groups } = (await call('/state')).json;
    expect(Object.keys(zeros).length).toBeGreaterThan(0);
    for (const group of Object.values<any>(groups)) {
      expect(Object.keys(group.members).length).toBeGreaterThan(0);
      expect(group.tablets).toEqual(expect.any(Object));
    }
  });

  it('gives keywords to the editor', async () => {
    const { keywords } = (await call('/ui/keywords')).json;
    expect(keywords.map(({ name }: any) => name)).toContain('@filter');
  });

  it('works on an empty database', async () => {
    expect(data(await call('/query', '{ q(func: uid(1)) { uid } }')).q).toEqual([{ uid: '0x1' }]);
  });
});

describe('the schema page', () => {
  it('lists predicates and types as arrays, with latency', async () => {
    const reply = await call('/query', 'schema {}');
    const { schema, types } = data(reply);
    expect(schema).toEqual(expect.arrayContaining([expect.objectContaining({ predicate: 'dgraph.type' })]));
    expect(types).toEqual(expect.any(Array));
    expect(reply.json.extensions.server_latency.parsing_ns).toEqual(expect.any(Number));
  });

  it('adds, drops and edits the whole schema', async () => {
    data(await call('/alter', 'name: string @index(term) .\nfriend: [uid] @reverse .\ntype Person {\n  name\n}'));
    data(await call('/alter', JSON.stringify({ drop_attr: 'friend' })));
    const { schema, types } = data(await call('/query', 'schema {}'));
    expect(schema.map(({ predicate }: any) => predicate)).not.toContain('friend');
    const text = [
      ...schema.map((p: any) => {
        const index = p.index ? ` @index(${p.tokenizer.join(', ')})` : '';
        const rest = `${p.reverse ? ' @reverse' : ''}${p.count ? ' @count' : ''}${p.lang ? ' @lang' : ''}${p.upsert ? ' @upsert' : ''}${p.unique ? ' @unique' : ''}`;
        return `<${p.predicate}>: ${p.list ? `[${p.type}]` : p.type}${index}${rest} .`;
      }),
      ...types.map(
        ({ name, fields }: any) => `type <${name}> {\n${fields.map((f: any) => `  ${f.name}`).join('\n')}\n}`,
      ),
    ].join('\n');
    data(await call('/alter', text));
    expect(data(await call('/query', 'schema {}')).schema).toEqual(schema);
    expect((await call('/alter', 'name: strong .')).json.errors[0].message).toEqual(expect.any(String));
  });
});

describe('the console', () => {
  it('mutates in both formats, and aborts after a failure', async () => {
    const rdf = '{ set {\n_:a <name> "Ann" .\n_:a <dgraph.type> "Person" .\n_:a <knows> _:b .\n_:b <name> "Ben" .\n} }';
    const uids = data(await call('/mutate?commitNow=true', rdf, { 'Content-Type': 'application/rdf' })).uids;
    expect(Object.keys(uids).sort()).toEqual(['a', 'b']);
    const body = JSON.stringify({ set: { name: 'Cid', 'dgraph.type': 'Person' } });
    data(await call('/mutate?commitNow=true', body, { 'Content-Type': 'application/json' }));
    const failed = await call('/mutate?commitNow=true', '{ set { broken } }', { 'Content-Type': 'application/rdf' });
    expect(failed.status).toBe(200);
    expect(failed.json.errors[0].message).toEqual(expect.any(String));
    expect((await call('/commit?startTs=0&abort=true', '[]')).status).toBe(200);
  });

  it('runs the queries that Ratel generates', async () => {
    const { q } = data(
      await call(
        '/query?timeout=20s',
        '{ q(func: has(name)) @filter(eq(name, "Ann")) { uid expand(_all_) { uid expand(_all_) } } }',
      ),
    );
    expect(q).toHaveLength(1);
    const { node } = data(
      await call('/query', `{ node(func: uid(${q[0].uid})) { uid name dgraph.type knows { uid name } } }`),
    );
    expect(node[0]).toMatchObject({ name: 'Ann', 'dgraph.type': ['Person'], knows: [{ name: 'Ben' }] });
    expect(data(await call('/query', '{ q(func: has(name)) { count(uid) } }')).q).toEqual([{ count: 3 }]);
    const wrong = await call('/query', '{ q(func: has(name)) { ');
    expect([wrong.status, wrong.json.errors.length]).toEqual([200, 1]);
  });

  it('drops the data, and then everything', async () => {
    data(await call('/alter', JSON.stringify({ drop_op: 'DATA' })));
    expect(data(await call('/query', '{ q(func: has(name)) { count(uid) } }')).q).toEqual([{ count: 0 }]);
    data(await call('/alter', JSON.stringify({ drop_all: true })));
    expect(data(await call('/query', 'schema {}')).schema.map(({ predicate }: any) => predicate)).not.toContain('name');
    expect(data(await call('/query', '{ q(func: uid(1)) { uid } }')).q).toEqual([{ uid: '0x1' }]);
  });
});
