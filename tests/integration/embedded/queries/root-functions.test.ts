/** Functions at a root. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'uids, in their own order',
    `{ q(func: uid(0x5, 0x1)) { uid name } }`,
    {
      q: [
        { uid: '0x1', name: 'Ada' },
        { uid: '0x5', name: 'Emily & <Co>' },
      ],
    },
  ],
  ['eq on an exact index', `{ q(func: eq(name, "Ada")) { uid } }`, { q: [{ uid: '0x1' }, { uid: '0x6' }] }],
  [
    'eq with several values',
    `{ q(func: eq(name, ["Ada", "Mary"])) { uid name } }`,
    {
      q: [
        { uid: '0x1', name: 'Ada' },
        { uid: '0x3', name: 'Mary' },
        { uid: '0x6', name: 'Ada' },
      ],
    },
  ],
  ['eq on a hash index', `{ q(func: eq(email, "ada@example.org")) { name } }`, { q: [{ name: 'Ada' }] }],
  [
    'eq on int, float, bool and datetime',
    '{ a(func: eq(age, 36)) { uid } b(func: eq(height, 1.8)) { uid } c(func: eq(alive, true)) { uid } ' +
      'd(func: eq(born, "1815-12-10")) { uid } }',
    { a: [{ uid: '0x1' }, { uid: '0x4' }], b: [{ uid: '0x2' }], c: [{ uid: '0x3' }], d: [{ uid: '0x1' }] },
  ],
  [
    'eq on an integer beyond doubles',
    `{ q(func: eq(age, 9007199254740993)) { uid age } }`,
    { q: [{ uid: '0x6', age: 9007199254740992 }] },
  ],
  [
    'eq on a bigfloat',
    `{ q(func: eq(wealth, "1e10")) { uid wealth } }`,
    { q: [{ uid: '0x2', wealth: 10000000000.0 }] },
  ],
  [
    'ranges of integers',
    '{ a(func: ge(age, 79)) { age } b(func: gt(age, 79)) { age } c(func: le(age, 36)) { age } d(func: ' +
      'lt(age, 42)) { age } }',
    {
      a: [{ age: 79 }, { age: 91 }, { age: 9007199254740992 }],
      b: [{ age: 91 }, { age: 9007199254740992 }],
      c: [{ age: 36 }, { age: 36 }],
      d: [{ age: 36 }, { age: 36 }],
    },
  ],
  [
    'ranges of floats',
    `{ a(func: ge(height, 1.72)) { height } b(func: lt(height, 1.72)) { height } }`,
    { a: [{ height: 1.8 }, { height: 1.72 }, { height: 1000000.0 }], b: [{ height: 1.65 }] },
  ],
  [
    'ranges of datetimes by year',
    `{ a(func: ge(born, "1791")) { born } b(func: lt(born, "1791-12-26T08:00:00Z")) { born } }`,
    {
      a: [{ born: '1815-12-10T00:00:00Z' }, { born: '1791-12-26T08:30:00+01:00' }],
      b: [{ born: '1791-12-26T08:30:00+01:00' }, { born: '1780-12-26T00:00:00Z' }],
    },
  ],
  [
    'ranges of datetimes by day',
    `{ q(func: gt(released, "1999-03-04")) { name released } }`,
    { q: [{ released: '1999-03-04T10:00:00Z' }, { name: 'On the Connexion', released: '2001-01-01T00:00:00Z' }] },
  ],
  [
    'ranges of strings',
    `{ a(func: ge(name, "M")) { name } b(func: lt(name, "B")) { name } c(func: ge(name@en, "C")) { name@en } }`,
    {
      a: [{ name: 'Mary' }, { name: 'William' }, { name: 'On the Connexion' }],
      b: [{ name: 'Ada' }, { name: 'Ada' }],
      c: [{ 'name@en': 'Charles Babbage' }, { 'name@en': 'Mary Somerville' }, { 'name@en': 'Difference' }],
    },
  ],
  [
    'between',
    `{ a(func: between(age, 36, 79)) { age } b(func: between(name, "A", "D")) { name } }`,
    {
      a: [{ age: 36 }, { age: 79 }, { age: 36 }, { age: 42 }],
      b: [{ name: 'Ada' }, { name: 'Charles' }, { name: 'Ada' }],
    },
  ],
  [
    'has',
    '{ a(func: has(spouse)) { name } b(func: has(nick)) { nick } c(func: has(name@de)) { name@de } d(func: ' +
      'has(~spouse)) { uid } }',
    {
      a: [{ name: 'Mary' }],
      b: [{ nick: ['Countess', 'Enchantress'] }, { nick: ['Queen of Science'] }],
      c: [{ 'name@de': 'Ada von Lovelace' }, { 'name@de': 'Differenz' }],
      d: [{ uid: '0x4' }],
    },
  ],
  [
    'terms',
    '{ a(func: anyofterms(name, "ada connexion")) { uid } b(func: allofterms(name, "the on")) { uid } ' +
      'c(func: allofterms(name@en, "babbage charles")) { uid } }',
    { a: [{ uid: '0x1' }, { uid: '0x6' }, { uid: '0x22' }], b: [{ uid: '0x22' }], c: [{ uid: '0x2' }] },
  ],
  [
    'types',
    `{ q(func: type(Film)) { uid } r(func: type(Nothing)) { uid } }`,
    { q: [{ uid: '0x21' }, { uid: '0x22' }], r: [] },
  ],
  [
    'counts of edges',
    '{ a(func: eq(count(knows), 3)) { uid } b(func: ge(count(knows), 2)) { uid } c(func: lt(count(~knows), ' +
      '2)) { uid } d(func: between(count(acted_in), 1, 2)) { uid } }',
    {
      a: [{ uid: '0x1' }],
      b: [{ uid: '0x1' }, { uid: '0x2' }, { uid: '0x4' }],
      c: [{ uid: '0x1' }, { uid: '0x2' }, { uid: '0x4' }],
      d: [{ uid: '0x1' }, { uid: '0x3' }],
    },
  ],
  [
    'predicates that nobody has',
    '{ a(func: has(nothing)) { uid } b(func: eq(nothing, "x")) { uid } c(func: uid(0x99)) { name } d(func: ' +
      'uid(0x99)) { uid } }',
    { a: [], b: [], c: [], d: [{ uid: '0x99' }] },
  ],
]);
