/** What of a schema and a GraphQL schema leaves the registry as it is. */
import {
  protectFromGraphql,
  printRegistrySchema,
  protectFromSchema,
} from '../../../../src/materialize/in-force/registry-schema';

const REFUSED = { code: 'ReservedPredicate' };

describe('a schema', () => {
  it.each([
    ['of other predicates', 'name: string @index(exact) .\ntype T {\n name\n}'],
    ['of the registry as it is', printRegistrySchema()],
    [
      'of the registry as an engine prints it',
      '<owlgate.key>:string @index(exact) @upsert .\n<owlgate.lock>: [string] .',
    ],
    ['that cannot be read and speaks of other things', 'name: strung'],
    ['with the prefix inside a name', 'my.owlgate.key: string .'],
  ])('%s passes', (_, text) => {
    expect(() => protectFromSchema(text)).not.toThrow();
  });

  it.each([
    ['without its index', 'owlgate.key: string .', 'line 1, column 1: owlgate.key cannot be altered'],
    ['of another type', 'name: string .\n<owlgate.version>: string .', 'line 2, column 1: owlgate.version'],
    ['with reverse edges', 'owlgate.current: uid @reverse .', 'owlgate.current cannot be altered'],
    ['with a new one', 'owlgate.mine: string .', 'owlgate.mine cannot be altered'],
    ['as a field of a type', 'type T {\n name\n owlgate.key\n}', 'owlgate.key cannot be a field of the type T'],
    [
      'as a reverse field of a type',
      'type T {\n <~owlgate.current>\n}',
      '~owlgate.current cannot be a field of the type T',
    ],
  ])('%s does not', (_, text, message) => {
    expect(() => protectFromSchema(text)).toThrow(expect.objectContaining(REFUSED) as Error);
    expect(() => protectFromSchema(text)).toThrow(message);
  });

  it('that speaks of the registry and cannot be read is refused with the place', () => {
    expect(() => protectFromSchema('name: string .\nowlgate.key: strung .')).toThrow(/line 2/);
  });
});

describe('a GraphQL schema', () => {
  it.each([
    ['type Dog { name: String @dgraph(pred: "name") }'],
    ['# owlgate.key is the registry’s\ntype Dog { name: String }'],
    ['type Owlgate { key: String }'],
  ])('%s passes', (text) => {
    expect(() => protectFromGraphql(text)).not.toThrow();
  });

  const mapped = 'type X { a: String @dgraph(pred: "owlgate.key") }';
  it.each([
    ['a mapping', mapped],
    ['a mapping of reverse edges', 'type X { a: [X] @dgraph(pred:"~owlgate.current") }'],
    ['a mapping in a block string', 'type X { a: String @dgraph(pred: """owlgate.key""") }'],
    ['a mapping with an escape', 'type X { a: String @dgraph(pred: "\\u006fwlgate.key") }'],
    [
      'a mapping in a mutation of /admin',
      JSON.stringify({
        query: `mutation { updateGQLSchema(input: {set: {schema: ${JSON.stringify(mapped)}}}) { gqlSchema { id } } }`,
      }),
    ],
    ['a type whose fields get such names', 'type owlgate { key: String }'],
  ])('%s does not pass', (_, text) => {
    expect(() => protectFromGraphql(text)).toThrow(expect.objectContaining(REFUSED) as Error);
  });
});
