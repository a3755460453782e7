/** Requests to a schema that has no fields for their operation. */
import { GraphqlApi, printResponse } from '../../../../src/graphql';
import { readSdl } from '../../../../src/graphql/sdl';
import { backend } from '../../../support/graphql/library';

const OFF = {
  query: 'query: {get: false, query: false, aggregate: false}',
  mutation: 'mutation: {add: false, update: false, delete: false}',
};
const FIELDS = { query: 'queryA', mutation: 'addA', subscription: 'queryA' } as const;
type Operation = keyof typeof FIELDS;

const apiWithout = (off: readonly Operation[]): GraphqlApi => {
  const parts = off.flatMap((each) => (each === 'subscription' ? [] : [OFF[each]]));
  const generate = parts.length > 0 ? `@generate(${parts.join(', ')})` : '';
  return new GraphqlApi(readSdl(`type A ${generate} { id: ID! a: Int }`));
};

const FORMS: readonly ((field: string) => string)[] = [
  (field) => `{ ${field} { __typename } }`,
  (field) => `{ a: ${field} @cascade { __typename } __typename }`,
  (field) => `{ ... { ... { ${field} { __typename } } } }`,
  (field) => `{ ... @include(if: true) { b: ${field} } ${field} { __typename } }`,
  (field) => `{ ${field} { __typename } } query other { __typename }`,
];

describe.each<[Operation, readonly Operation[]]>([
  ['query', ['query']],
  ['query', ['query', 'mutation']],
  ['mutation', ['mutation']],
  ['mutation', ['query', 'mutation']],
  ['subscription', []],
  ['subscription', ['query', 'mutation']],
])('a %s on a schema without %j', (operation, off) => {
  const root = operation[0]!.toUpperCase() + operation.slice(1);

  it.each(FORMS)('is refused in form %#', async (form) => {
    const testBackend = backend();
    const query = `${operation} main ${form(FIELDS[operation])}`;
    const { errors = [], data } = await apiWithout(off).execute({ query, operationName: 'main' }, testBackend);
    const messages = errors.map(({ message }) => message);
    expect(messages.length).toBeGreaterThan(0);
    for (const message of messages) {
      expect(message).toMatch(
        new RegExp(`^Cannot query field "${FIELDS[operation]}" on type "${root}"|^Not resolving subscription because`),
      );
    }
    expect([data, testBackend.queries, testBackend.upserts]).toEqual([undefined, [], []]);
  });

  it('selects meta fields', async () => {
    const query = `${operation} main { __typename } query other { __typename }`;
    const { errors, data } = await apiWithout(off).execute({ query, operationName: 'main' }, backend());
    expect([errors, data]).toEqual([undefined, { __typename: root }]);
  });

  it('is absent from introspection', async () => {
    const query = '{ __schema { queryType { name } mutationType { name } subscriptionType { name } } }';
    const { data } = JSON.parse(printResponse(await apiWithout(off).execute({ query }, backend()))) as {
      data: { __schema: Readonly<Record<string, unknown>> };
    };
    expect(data.__schema[`${operation}Type`]).toBeNull();
  });
});
