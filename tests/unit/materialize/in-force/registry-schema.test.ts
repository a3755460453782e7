/** What of a schema, a drop and a GraphQL schema leaves the registry as it is. */
import { protectRegistry } from '../../../../src/http/handlers/alter';
import { printRegistrySchema, protectFromSchema } from '../../../../src/materialize/in-force/registry-schema';

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

describe('an operation', () => {
  it.each([
    ['{"drop_all": true}'],
    ['{"drop_op": "DATA"}'],
    ['{"drop_op": "TYPE", "drop_value": "owlgate.T"}'],
    ['{"drop_attr": "name"}'],
    ['{"drop_attr": ""}'],
    ['{"drop_attr": 5}'],
    ['{"schema": "name: string ."}'],
    ['{'],
    ['null'],
  ])('%s passes', (body) => {
    expect(() => protectRegistry(body)).not.toThrow();
  });

  it.each([
    ['{"drop_attr": "owlgate.key"}'],
    ['{"dropAttr": "owlgate.text"}'],
    ['{"drop_op": "ATTR", "drop_value": "owlgate.lock"}'],
    ['{"drop_op": 3, "dropValue": "owlgate.lock"}'],
    ['{"drop_attr": "\\u006fwlgate.lock"}'],
    ['{"dropAttr": "owlgate.key", "drop_attr": "name"}'],
    ['{"schema": "owlgate.key: int ."}'],
    ['owlgate.key: int .'],
  ])('%s does not', (body) => {
    expect(() => protectRegistry(body)).toThrow(expect.objectContaining(REFUSED) as Error);
  });
});
