/** GraphQL schemas that would map the predicates of the registry, in every spelling that Dgraph takes. */
import * as fc from 'fast-check';
import { protectFromGraphql } from '../../../../src/materialize/in-force/reserved-sdl';

const REFUSED = expect.objectContaining({ code: 'ReservedPredicate' }) as Error;

it.each([
  ['type Dog { name: String @dgraph(pred: "name") }'],
  ['# owlgate.key is the registry’s\ntype Dog { name: String }'],
  ['type Owlgate { key: String }'],
  ['type Dog { owlgate: String, type: owlgate }\nenum owlgate { a }'],
  ['"""type owlgate, pred: "owlgate.key" """ type Dog @dgraph(type: "owlgates") { name: String }'],
  ['type Dog { "owlgate.key" name: String }'],
])('%s is accepted', (text) => {
  expect(() => protectFromGraphql(text)).not.toThrow();
});

it.each([
  ['a mapping', 'type X { a: String @dgraph(pred: "owlgate.key") }'],
  ['a mapping of reverse edges', 'type X { a: [X] @dgraph(pred:"~owlgate.link") }'],
  ['a mapping in a block string', 'type X { a: String @dgraph(pred: """owlgate.key""") }'],
  ['a mapping with escapes', 'type X { a: String @dgraph(pred: "\\u006fwl\\u{67}ate.key") }'],
  ['a mapping in angle brackets', 'type X { a: String @dgraph(pred: "<owlgate.key>") }'],
  ['a mapping with white space', 'type X { a: String @dgraph(pred: " owlgate.key") }'],
  ['a mapping with a language', 'type X { a: String @dgraph(pred: "owlgate.key@en") }'],
  ['a mapping behind a comma', 'type X { a: String @dgraph(pred:,"owlgate.key") }'],
  ['a mapping behind a comment', 'type X { a: String @dgraph(pred # a\n: # "b"\n"owlgate.key") }'],
  ['a mapping of a type', 'type X @dgraph(type: "owlgate") { key: String }'],
  ['a mapping of a type into the prefix', 'type X @dgraph(type: "owlgate.chat") { key: String }'],
  ['a secret', 'type X @secret(field: "pw", pred: "owlgate.key") { id: ID! }'],
  ['a type whose fields get such names', 'type owlgate { key: String }'],
  ['an interface of that name', 'extend interface,\n owlgate { key: String }'],
])('%s is refused', (_, text) => {
  expect(() => protectFromGraphql(text)).toThrow(REFUSED);
});

it('a mapping to the registry is found in any surroundings', () => {
  const ignored = fc.stringMatching(/^(?:[ ,\t\n]|#[a-z"':{]{0,6}\n){0,4}$/);
  const noise = fc.constantFrom(
    '',
    '"""a " b"""',
    '# "\n',
    'enum E { pred type }',
    'type T { f(type: String = ""): Int }',
  );
  const spelled = fc.constantFrom('"owlgate.key"', '"~<owlgate.key>"', '"\\u006fwlgate.key"', '"""\n owlgate.key"""');
  fc.assert(
    fc.property(noise, ignored, ignored, ignored, spelled, (before, a, b, c, name) => {
      const sdl = `${before}\ntype X { f: String @dgraph(${a}pred${b}:${c}${name}) }`;
      expect(() => protectFromGraphql(sdl)).toThrow(REFUSED);
    }),
  );
});
