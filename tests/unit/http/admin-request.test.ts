import { readAdminRequest } from '../../../src/http/admin-request';

const read = (query: string) =>
  readAdminRequest({
    method: 'POST',
    contentType: 'application/json',
    parameters: new URLSearchParams(),
    body: JSON.stringify({ query }),
  });

it('a mutation is recognized, and its texts are found', () => {
  const { hasMutation, texts } = read(
    'mutation { updateGQLSchema(input: {set: {schema: "type A { b: ID! }"}}) { x } }',
  );
  expect({ hasMutation, texts }).toEqual({ hasMutation: true, texts: ['type A { b: ID! }'] });
});

it('the rights of a group with many predicates are accepted', () => {
  const rules = Array.from({ length: 5_000 }, (_, i) => `{predicate: "p${i}", permission: 7}`).join(' ');
  expect(read(`mutation { updateGroup(input: {set: {rules: [${rules}]}}) { group { name } } }`).texts).toHaveLength(
    5_000,
  );
});

// Dgraph validates each of these in time quadratic in the number of fields.
it.each([
  ['repeated fields', `{ health { ${'status '.repeat(1_001)} } }`],
  ['repeated roots', `{ ${'health { status } '.repeat(501)} }`],
  ['fields of a fragment that nothing spreads', `{ health { status } } fragment F on A { ${'b '.repeat(1_001)} }`],
  ['several operations', Array.from({ length: 101 }, (_, i) => `query Q${i} { a { ${'b '.repeat(10)} } }`).join('\n')],
  ['spreads', `{ health { ${'...F '.repeat(1_001)} } } fragment F on A { b }`],
  ['inline fragments', `{ health { ${'... on A { b } '.repeat(501)} } }`],
])('%s: over the limit, a document is refused', (_, query) => {
  expect(() => read(query)).toThrow(/^the document selects \d+ fields and fragments; 1000 are allowed$/);
});

it('nested fragments that expand to too many fields are refused', () => {
  const fragments = Array.from({ length: 16 }, (_, i) => `fragment F${i} on A { ...F${i + 1} ...F${i + 1} }`);
  const query = `{ health { ...F0 } } ${fragments.join(' ')} fragment F16 on A { b }`;
  expect(() => read(query)).toThrow(/the operation has \d+ fields; 10000 are allowed/);
});
