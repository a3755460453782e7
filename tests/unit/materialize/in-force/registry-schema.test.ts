/** Schemas that leave the registry as it is. */
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
  ])('%s is accepted', (_, text) => {
    expect(() => protectFromSchema(text)).not.toThrow();
  });

  it.each([
    ['without its index', 'owlgate.key: string .', 'line 1, column 1: owlgate.key cannot be altered'],
    ['of another type', 'name: string .\n<owlgate.record>: int .', 'line 2, column 1: owlgate.record'],
    ['with reverse edges', 'owlgate.link: [uid] @reverse .', 'owlgate.link cannot be altered'],
    ['with a new one', 'owlgate.mine: string .', 'owlgate.mine cannot be altered'],
    ['as a field of a type', 'type T {\n name\n owlgate.key\n}', 'owlgate.key cannot be a field of the type T'],
    ['as a reverse field of a type', 'type T {\n <~owlgate.link>\n}', '~owlgate.link cannot be a field of the type T'],
  ])('%s is refused', (_, text, message) => {
    expect(() => protectFromSchema(text)).toThrow(expect.objectContaining(REFUSED) as Error);
    expect(() => protectFromSchema(text)).toThrow(message);
  });

  it('that names the registry and cannot be read is refused with its position', () => {
    expect(() => protectFromSchema('name: string .\nowlgate.key: strung .')).toThrow(/line 2/);
  });
});
