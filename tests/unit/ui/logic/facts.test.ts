import * as fc from 'fast-check';
import { factsQuery, predicatesOf, quoted, text, type Predicate } from '../../../../ui/src/logic/dql';
import { factsOf, headOf, languagesOf, localName, objectOf, typeFacts } from '../../../../ui/src/logic/facts';
import { parse } from '../../../../src/dql';

const PREDICATES: readonly Predicate[] = [
  { predicate: 'age', type: 'int' },
  { predicate: 'nick', type: 'string', list: true },
  { predicate: 'knows', type: 'uid', list: true },
  { predicate: 'boss', type: 'uid' },
  { predicate: 'label', type: 'string', lang: true },
];

it('facts and their marks are read from the answers of both engines', () => {
  const fields = {
    uid: '0x1',
    p0: 4,
    i0: true,
    p1: ['a', 'b'],
    i1: { '1': true },
    p2: [
      { uid: '0x2', n0: 'Ada', i2: true },
      { uid: '0x3', iri: 'urn:x#Bo' },
    ],
    p3: { uid: '0x4', i3: true },
    label: 'x',
    'label@de': 'y',
  };
  expect(factsOf(fields, PREDICATES).map((fact) => [fact.predicate, fact.value, fact.isInferred])).toEqual([
    ['age', '4', true],
    ['nick', 'a', false],
    ['nick', 'b', true],
    ['knows', 'Ada', true],
    ['knows', 'Bo', false],
    ['boss', '0x4', true],
  ]);
  expect(languagesOf(fields, PREDICATES)).toEqual([
    { name: 'label', lang: '' },
    { name: 'label', lang: 'de' },
  ]);
  expect(
    typeFacts({ ti: ['Dog', 'Animal'], i: { '1': true } }).map(({ value, isInferred }) => [value, isInferred]),
  ).toEqual([
    ['Dog', false],
    ['Animal', true],
  ]);
});

it('a node is called by a name, else by the end of its IRI, else by its uid', () => {
  expect(headOf({ uid: '0x1', iri: 'urn:a#b', n0: ' ', n1: ['c'] }).label).toBe('c');
  expect(headOf({ uid: '0x1', iri: 'http://a/b/' }).label).toBe('b');
  expect(headOf({ uid: '0x1' }).label).toBe('0x1');
  expect(localName('x')).toBe('x');
});

it('predicates are those of the types of a node; all, without types', () => {
  const schema = {
    schema: [...PREDICATES, { predicate: 'owlgate.lock', type: 'string' }, { predicate: 'key', type: 'password' }],
    types: [{ name: 'A', fields: [{ name: 'age' }, { name: 'iri' }] }],
  };
  expect(predicatesOf(schema, ['A', 'B']).map(({ predicate }) => predicate)).toEqual(['age']);
  expect(predicatesOf(schema, []).map(({ predicate }) => predicate)).toEqual(PREDICATES.map((each) => each.predicate));
});

it('names and strings of every kind make queries that can be read', () => {
  const name = fc.string({ minLength: 1, unit: 'grapheme' }).filter((each) => !/[<>"{}|^`\\@~\s\p{C}]/u.test(each));
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), fc.string(), (names, value) => {
      const predicates = names.map((predicate): Predicate => ({ predicate, type: 'string' }));
      expect(() => parse(factsQuery('0x1', predicates, predicates))).not.toThrow();
      expect(() => parse(`{ q(func: eq(${quoted(names[0]!)}, ${text(value)})) { uid } }`)).not.toThrow();
    }),
    { numRuns: 100 },
  );
});

it('objects of facts keep quotes, backslashes and lines', () => {
  const fact = { predicate: 'p', isInferred: false };
  expect(objectOf({ ...fact, value: 'a "b"\\\n' })).toBe('"a \\"b\\"\\\\\\n"');
  expect(objectOf({ ...fact, value: 'a', lang: 'de' })).toBe('"a"@de');
  expect(objectOf({ ...fact, predicate: 'graph.type', value: 'Dog' })).toBe('Dog');
});
