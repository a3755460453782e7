import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { startOnPort, type EngineOnPort } from '../../../support/embedded/on-port';

const SDL = `
type Person {
  id: ID!
  name: String! @id @search(by: [exact, term])
  age: Int @search
  salary: Int64 @search
  knows: [Person]
}
`;

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
  return { status: response.status, text: await response.text() };
};
const graphql = async (query: string, more: object = {}): Promise<any> =>
  JSON.parse((await send('/graphql', JSON.stringify({ query, ...more }))).text);

it('a missing schema is reported', async () => {
  expect(await graphql('{ queryPerson { name } }')).toEqual({
    errors: [
      {
        message:
          "Not resolving queryPerson. There's no GraphQL schema in Dgraph. Use the /admin API to add a GraphQL schema",
      },
    ],
  });
});

it('a missing schema is reported for every field, and later mutations are not executed', async () => {
  const unresolved = (name: string) => ({
    message: `Not resolving ${name}. There's no GraphQL schema in Dgraph. Use the /admin API to add a GraphQL schema`,
  });
  expect(await graphql('{ queryPerson { name } other: queryPerson { name } }')).toEqual({
    errors: [unresolved('queryPerson'), unresolved('other')],
  });
  const message = 'Mutation deletePerson was not executed because of a previous error.';
  expect(await graphql('mutation { addPerson { numUids } deletePerson { numUids } }')).toEqual({
    errors: [unresolved('addPerson'), { message, locations: [{ line: 1, column: 34 }], path: ['deletePerson'] }],
  });
});

describe('with a schema', () => {
  beforeAll(async () => {
    await send('/admin/schema', SDL);
    const added = await graphql(
      `
        mutation ($input: [AddPersonInput!]!) {
          addPerson(input: $input) {
            numUids
            person(order: { asc: name }) {
              name
            }
          }
        }
      `,
      {
        variables: {
          input: [
            { name: 'Ann', age: 30, salary: '9007199254740993', knows: [{ name: 'Bea', age: 20 }] },
            { name: 'Cid', knows: [{ name: 'Bea' }] },
          ],
        },
      },
    );
    expect(added).toEqual({ data: { addPerson: { numUids: 3, person: [{ name: 'Ann' }, { name: 'Cid' }] } } });
  });

  it('answers queries, with filters, orders and aggregates', async () => {
    expect(
      await graphql(
        '{ queryPerson(filter: {age: {ge: 20}}, order: {desc: age}) { name age knows { name } knowsAggregate ' +
          '{ count } } ' +
          'aggregatePerson { count ageMax ageAvg } getPerson(name: "Cid") { knows { name } } }',
      ),
    ).toEqual({
      data: {
        queryPerson: [
          { name: 'Ann', age: 30, knows: [{ name: 'Bea' }], knowsAggregate: { count: 1 } },
          { name: 'Bea', age: 20, knows: [], knowsAggregate: { count: 0 } },
        ],
        aggregatePerson: { count: 3, ageMax: 30, ageAvg: 25 },
        getPerson: { knows: [{ name: 'Bea' }] },
      },
    });
  });

  it('keeps all digits of 64-bit integers', async () => {
    const { text } = await send('/graphql', '{"query": "{ getPerson(name: \\"Ann\\") { salary } }"}');
    expect(text).toBe('{"data":{"getPerson":{"salary":9007199254740993}}}');
  });

  it('reports why a mutation is impossible, and writes nothing', async () => {
    const { errors } = await graphql('mutation { addPerson(input: [{name: "Ann"}]) { numUids } }');
    expect(errors[0]).toMatchObject({
      message: expect.stringContaining('id Ann already exists for field name inside type Person'),
      path: ['addPerson'],
    });
    expect((await graphql('{ aggregatePerson { count } }')).data.aggregatePerson.count).toBe(3);
  });

  it('updates and deletes', async () => {
    await graphql('mutation { addPerson(input: [{name: "Dan", age: 1}]) { numUids } }');
    const update =
      'mutation { updatePerson(input: {filter: {name: {eq: "Dan"}}, set: {age: 2}}) { person { age } numUids } }';
    expect((await graphql(update)).data.updatePerson).toEqual({ person: [{ age: 2 }], numUids: 1 });
    const remove = 'mutation { deletePerson(filter: {name: {eq: "Dan"}}) { msg numUids } }';
    expect((await graphql(remove)).data.deletePerson).toEqual({ msg: 'Deleted', numUids: 1 });
    expect((await graphql('{ getPerson(name: "Dan") { age } }')).data.getPerson).toBeNull();
  });

  it.each([
    ['GET', async () => send(`/graphql?query=${encodeURIComponent('{getPerson(name:"Ann"){age}}')}`)],
    ['the text itself', async () => send('/graphql', '{ getPerson(name: "Ann") { age } }', 'application/graphql')],
    [
      'an operation by name',
      async () =>
        send(
          '/graphql',
          JSON.stringify({
            query: 'query a {getPerson(name:"Ann"){age}} query b {queryPerson{age}}',
            operationName: 'a',
          }),
        ),
    ],
  ])('takes %s', async (_, ask) => {
    expect((await ask()).text).toBe('{"data":{"getPerson":{"age":30}}}');
  });

  it.each([
    ['a batch', '[{"query":"{queryPerson{name}}"}]', 'application/json', 'Not a valid GraphQL request body'],
    ['no JSON', '{"query":', 'application/json', 'Not a valid GraphQL request body'],
    ['another type', '{queryPerson{name}}', 'text/plain', 'Unrecognised Content-Type'],
    [
      'an unknown field',
      '{"query":"{ queryPersons { name } }"}',
      'application/json',
      'Cannot query field "queryPersons"',
    ],
  ])('refuses %s', async (_, body, type, message) => {
    const { status, text } = await send('/graphql', body, type);
    expect([status, JSON.parse(text).errors[0].message]).toEqual([200, expect.stringContaining(message)]);
  });

  it('stores queries that are sent with their hash', async () => {
    const query = '{ getPerson(name: "Ann") { age } }';
    const extensions = { persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') } };
    expect((await graphql('', { extensions })).errors[0].message).toBe('PersistedQueryNotFound');
    expect(
      (
        await graphql(
          `
            ${query}
          `,
          { extensions },
        )
      ).errors[0].message,
    ).toBe('provided sha does not match query');
    const answer = { data: { getPerson: { age: 30 } } };
    expect(await graphql(query, { extensions })).toEqual(answer);
    expect(await graphql('', { extensions })).toEqual(answer);
  });

  it('answers introspection', async () => {
    const { data } = await graphql('{ __type(name: "Person") { name fields { name } } }');
    expect(data.__type.fields.map(({ name }: { name: string }) => name)).toContain('knowsAggregate');
  });
});
