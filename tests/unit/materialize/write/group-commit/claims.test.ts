/** Claims: writes that may be committed together, and those that exclude each other. */
import { Claims } from '../../../../../src/materialize/write/group-commit/claims';
import { mutationOf, schemaOf } from '../../../../support/materialize/small';

const schema = schemaOf('likes: [uid]\nowner: uid\nage: int\ntag: [string]\niri: string\nnames: string @lang');
const parcel = (rdf: string, locks?: { exclusive?: string[]; shared?: string[] }, guards: string[] = []) => ({
  request: { mutations: [mutationOf(rdf)] },
  added: { set: [], delete: [] },
  guards,
  ...(locks && { locks: { exclusive: new Set(locks.exclusive), shared: new Set(locks.shared) } }),
});
const set = (statement: string) => parcel(`{ set { ${statement} . } }`);
const remove = (statement: string) => parcel(`{ delete { ${statement} . } }`);

/** Returns true for each parcel that may be committed with those before it. */
function accepted(...parcels: ReturnType<typeof parcel>[]): boolean[] {
  const claims = new Claims(schema);
  return parcels.map((each) => claims.add(each));
}

it.each([
  ['new nodes with the same label', '_:a <age> "1"', '_:a <age> "2"', true],
  ['edges from one node to new nodes with the same label', '<0x1> <likes> _:a', '<0x1> <likes> _:a', true],
  ['edges from one node to others', '<0x1> <likes> <0x2>', '<0x1> <likes> <0x3>', true],
  ['the same edge', '<0x1> <likes> <0x2>', '<0x1> <likes> <0x2>', false],
  ['types of one node', '<0x1> <dgraph.type> "A"', '<0x1> <dgraph.type> "B"', true],
  ['the same type', '<0x1> <dgraph.type> "A"', '<0x1> <dgraph.type> "A"', false],
  ['the place of one value', '<0x1> <age> "1"', '<0x1> <age> "2"', false],
  ['the place of one edge', '<0x1> <owner> _:a', '<0x1> <owner> _:b', false],
  ['one predicate at two nodes', '<0x1> <age> "1"', '<0x2> <age> "1"', true],
  // An engine may know one value in several spellings.
  ['values of one list', '<0x1> <tag> "a"', '<0x1> <tag> "b"', false],
  ['languages of one value', '<0x1> <names> "a"@en', '<0x1> <names> "b"@de', false],
  ['an IRI of two new nodes', '_:a <iri> "http://x"', '_:b <iri> "http://x"', false],
  ['IRIs of two new nodes', '_:a <iri> "http://x"', '_:b <iri> "http://y"', true],
])('%s', (_, first, second, isFree) => {
  expect(accepted(set(first), set(second))).toEqual([true, isFree]);
  expect(accepted(set(second), set(first))).toEqual([true, isFree]);
});

it('a set and a delete of one fact exclude each other', () => {
  expect(accepted(set('<0x1> <likes> <0x2>'), remove('<0x1> <likes> <0x2>'))).toEqual([true, false]);
});

it('shared locks agree, and exclusive ones exclude all others', () => {
  const at = (locks: { exclusive?: string[]; shared?: string[] }) => parcel('{ set { _:a <age> "1" . } }', locks);
  const [shared, exclusive] = [at({ shared: ['0x1', '0x2'] }), at({ exclusive: ['0x2'] })];
  expect(accepted(shared, shared, shared)).toEqual([true, true, true]);
  expect(accepted(shared, exclusive)).toEqual([true, false]);
  expect(accepted(exclusive, shared)).toEqual([true, false]);
  expect(accepted(exclusive, exclusive)).toEqual([true, false]);
  expect(accepted(at({ exclusive: ['0x3'] }), shared, exclusive)).toEqual([true, true, false]);
});

it('a write that takes the whole fence is alone', () => {
  expect(accepted(parcel('{ set { _:a <age> "1" . } }', undefined, ['0', '1']))).toEqual([false]);
});

it('an excluded write claims nothing', () => {
  const both = parcel('{ set { <0x1> <age> "1" .\n<0x2> <age> "1" . } }');
  expect(accepted(set('<0x1> <age> "1"'), both, set('<0x2> <age> "1"'))).toEqual([true, false, true]);
});
