import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { startOnPort, type EngineOnPort } from '../../../support/embedded/on-port';

const SDL = 'type A { id: ID! name: String @search(by: [exact]) friends: [A] }';

let directory: string;
let server: EngineOnPort;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'owlgate-graphql-'));
  server = await startOnPort({ directory });
});

afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const send = async (at: string, body?: string, type = 'application/json') => {
  const request = body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': type } };
  const response = await fetch(`${server.url}${at}`, request);
  return { status: response.status, body: (await response.json()) as any };
};
const admin = async (query: string) => (await send('/admin', JSON.stringify({ query }))).body;
const stored = async () => (await admin('{ getGQLSchema { id schema generatedSchema } }')).data.getGQLSchema;
const query = async (text: string) => (await send('/query', text, 'application/dql')).body.data;

it.each(['/admin/schema', '/admin/schema/validate'])('%s refuses a body in an unknown encoding', async (at) => {
  const headers = { 'content-type': 'text/plain', 'content-encoding': 'br' };
  const response = await fetch(`${server.url}${at}`, { method: 'POST', body: SDL, headers });
  expect(await response.json()).toEqual({
    errors: [{ message: 'Unsupported content encoding', extensions: { code: 'ErrorInvalidRequest' } }],
  });
});

it('a schema is absent at first, and in force once posted, with its predicates and types', async () => {
  expect(await stored()).toBeNull();
  expect(await send('/admin/schema', SDL)).toEqual({
    status: 200,
    body: { data: { code: 'Success', message: 'Done' } },
  });
  expect(await stored()).toEqual({
    id: expect.stringMatching(/^0x/),
    schema: SDL,
    generatedSchema: expect.stringContaining('queryA(filter: AFilter, order: AOrder, first: Int, offset: Int): [A]'),
  });
  const { schema, types } = await query('schema {}');
  const named = (name: string) => (schema as { predicate: string }[]).find(({ predicate }) => predicate === name);
  expect(named('A.name')).toEqual({ predicate: 'A.name', type: 'string', index: true, tokenizer: ['exact'] });
  expect(named('A.friends')).toEqual({ predicate: 'A.friends', type: 'uid', list: true });
  expect(types).toContainEqual({ name: 'A', fields: [{ name: 'A.name' }, { name: 'A.friends' }] });
  expect(await query('{ q(func: has(dgraph.graphql.schema)) { dgraph.graphql.xid dgraph.type } }')).toEqual({
    q: [{ 'dgraph.graphql.xid': 'dgraph.graphql.schema', 'dgraph.type': ['dgraph.graphql'] }],
  });
});

it('a schema stays in force after an invalid one, whose faults are reported with lines', async () => {
  const wrong = 'type B {\n  id: ID!\n  name: Strin\n}';
  expect(await send('/admin/schema', wrong)).toEqual({
    status: 200,
    body: {
      errors: [
        {
          message: 'resolving updateGQLSchema failed because input:3: Undefined type Strin.\n',
          extensions: { code: 'Error' },
        },
      ],
    },
  });
  expect(await send('/admin/schema/validate', wrong)).toEqual({
    status: 400,
    body: {
      errors: [{ message: 'input:3: Undefined type Strin.\n', extensions: { code: 'ErrorInvalidRequest' } }],
    },
  });
  expect((await send('/admin/schema', '')).body.errors[0].message).toContain('No schema specified');
  expect((await send('/admin/schema')).status).toBe(400);
  expect((await stored()).schema).toBe(SDL);
});

it('a schema can be validated without being put in force', async () => {
  expect(await send('/admin/schema/validate', 'type C { id: ID! n: Int }')).toEqual({
    status: 200,
    body: { errors: [{ message: 'Schema is valid', extensions: { code: 'success' } }] },
  });
  expect((await stored()).schema).toBe(SDL);
});

it('a mutation of /admin updates the schema in the existing node; the probe counts', async () => {
  const before = await stored();
  const { schemaUpdateCounter } = (await send('/probe/graphql')).body;
  const mutation = (sdl: string) =>
    admin(`mutation { updateGQLSchema(input: {set: {schema: ${JSON.stringify(sdl)}}}) { gqlSchema { id schema } } }`);
  expect(await mutation('type D { id: ID! n: Int }')).toEqual({
    data: { updateGQLSchema: { gqlSchema: { id: before.id, schema: 'type D { id: ID! n: Int }' } } },
  });
  expect((await mutation('type D {')).errors[0].message).toContain('resolving updateGQLSchema failed because');
  expect((await send('/probe/graphql')).body).toEqual({
    status: 'up',
    schemaUpdateCounter: Number(schemaUpdateCounter) + 1,
  });
});

it('a schema survives the drop of data, but not that of everything', async () => {
  await send('/mutate?commitNow=true', '{"set": {"D.n": 1}}');
  await send('/alter', '{"drop_op": "DATA"}');
  expect(await query('{ q(func: has(D.n)) { uid } }')).toEqual({ q: [] });
  expect((await stored()).schema).toBe('type D { id: ID! n: Int }');
  await send('/alter', '{"drop_all": true}');
  expect(await stored()).toBeNull();
});
