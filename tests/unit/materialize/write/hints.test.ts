import { mergeHints, singleEdges, withLists } from '../../../../src/materialize/write/hints';
import { readMutationBody } from '../../../../src/mutation';
import type { Mutation } from '../../../../src/dql/mutation/ast';
import { schemaOf } from '../../../support/materialize/small';

const schema = schemaOf('known: string');
const mutationsOf = (body: object): readonly Mutation[] =>
  readMutationBody('application/json', JSON.stringify(body)).mutations;

it('any of several mutations can declare a list', () => {
  const mutations = mutationsOf({ mutations: [{ set: { a: 'x', b: ['x'] } }, { set: { a: ['x'], b: 'x', c: 'x' } }] });
  expect([...mergeHints(mutations)!].sort()).toEqual([
    ['a', 'list'],
    ['b', 'list'],
    ['c', 'single'],
  ]);
  expect(mergeHints([])).toBeUndefined();
});

it('a value of an undeclared list is sent twice, since RDF has no other list syntax', () => {
  const [mutation] = mutationsOf({ set: [{ uid: '_:a', list: ['x'], known: ['x'], one: 'x', 'dgraph.type': ['A'] }] });
  const sent = withLists(mutation!, schema).set.map(({ predicate }) => predicate);
  expect(sent.filter((name) => name === 'list')).toHaveLength(2);
  expect(sent.filter((name) => name !== 'list').sort()).toEqual(['dgraph.type', 'known', 'one']);
});

it('a list of several values needs one repetition', () => {
  const [mutation] = mutationsOf({
    set: [
      { uid: '_:a', list: ['x', 'y'] },
      { uid: '_:b', list: ['z'] },
    ],
  });
  const values = withLists(mutation!, schema).set.map(({ object }) => (object.kind === 'literal' ? object.value : ''));
  expect(values).toEqual(['x', 'x', 'y', 'z', 'z']);
});

it('single edges of JSON are declared; values and declared predicates are not', () => {
  const mutations = mutationsOf({
    set: { edge: { uid: '_:b' }, 'odd/name': { uid: '0x1' }, edges: [{ uid: '_:b' }], known: 'x', value: 'x' },
  });
  expect(singleEdges(mutations, schema)).toEqual([
    expect.stringMatching(/^<?edge>?: uid/),
    expect.stringMatching(/^<odd\/name>: uid/),
  ]);
});
