import { fieldsAt, readGraphqlSchema } from '../../../../ui/src/logic/graphql';

const field = (name: string, type: string) => ({ name, type: { name: null, ofType: { name: type } } });
const schema = readGraphqlSchema({
  __schema: {
    queryType: { name: 'Query' },
    mutationType: { name: 'Mutation' },
    subscriptionType: null,
    types: [
      { name: 'Query', fields: [field('queryDog', 'Dog')] },
      { name: 'Mutation', fields: [field('addDog', 'Dog')] },
      { name: 'Dog', fields: [field('name', 'String'), field('owner', 'Person')] },
      { name: 'Person', fields: [field('age', 'Int')] },
      { name: 'String', fields: null },
    ],
  },
});

it.each([
  ['{ ', ['queryDog']],
  ['query q($a: Int) { queryDog(filter: { a: { b: 1 } }) { ', ['name', 'owner']],
  ['{ queryDog { owner { ', ['age']],
  ['{ queryDog { owner { age } ', ['name', 'owner']],
  ['mutation { ', ['addDog']],
  ['{ alias: queryDog @include(if: true) { ', ['name', 'owner']],
  ['fragment f on Person { ', ['age']],
  ['{ queryDog { ... on Person { ', ['age']],
  ['{ queryDog # { owner {\n { name "}" ', ['name', 'owner']],
  ['{ queryDog { nothing { ', []],
  ['', []],
])('after %j fit %j', (text, fields) => {
  expect(fieldsAt(schema, text)).toEqual(fields);
});
