/** Order. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'ascending and descending',
    `{ a(func: type(Person), orderasc: age) { age } b(func: type(Person), orderdesc: age) { age } }`,
    {
      a: [{ age: 36 }, { age: 36 }, { age: 42 }, { age: 79 }, { age: 91 }],
      b: [{ age: 91 }, { age: 79 }, { age: 42 }, { age: 36 }, { age: 36 }],
    },
  ],
  [
    'several keys',
    `{ q(func: type(Person), orderasc: age, orderdesc: name) { age name } }`,
    {
      q: [
        { age: 36, name: 'William' },
        { age: 36, name: 'Ada' },
        { age: 42, name: 'Emily & <Co>' },
        { age: 79, name: 'Charles' },
        { age: 91, name: 'Mary' },
      ],
    },
  ],
  [
    'missing values last',
    '{ a(func: type(Person), orderasc: height) { uid height } b(func: type(Person), orderdesc: height) { uid ' +
      'height } }',
    {
      a: [
        { uid: '0x1', height: 1.65 },
        { uid: '0x4', height: 1.72 },
        { uid: '0x2', height: 1.8 },
        { uid: '0x5', height: 1000000.0 },
        { uid: '0x3' },
      ],
      b: [
        { uid: '0x5', height: 1000000.0 },
        { uid: '0x2', height: 1.8 },
        { uid: '0x4', height: 1.72 },
        { uid: '0x1', height: 1.65 },
        { uid: '0x3' },
      ],
    },
  ],
  [
    'with pages',
    `{ q(func: type(Person), orderdesc: age, first: 2, offset: 1) { age } }`,
    { q: [{ age: 79 }, { age: 42 }] },
  ],
  [
    'on edges',
    `{ q(func: uid(0x1)) { knows(orderdesc: name) { name } } }`,
    { q: [{ knows: [{ name: 'William' }, { name: 'Mary' }, { name: 'Charles' }] }] },
  ],
  [
    'by a predicate without an index',
    `{ q(func: type(Film), orderasc: rating) { rating } }`,
    { q: [{ rating: -1e-5 }, { rating: 7.25 }] },
  ],
  [
    'by datetimes and bigfloats',
    `{ a(func: has(born), orderasc: born) { born } b(func: has(wealth), orderdesc: wealth) { wealth } }`,
    {
      a: [{ born: '1780-12-26T00:00:00Z' }, { born: '1791-12-26T08:30:00+01:00' }, { born: '1815-12-10T00:00:00Z' }],
      b: [{ wealth: 1.2345678901234568e29 }, { wealth: 10000000000.0 }],
    },
  ],
  [
    'by language',
    `{ q(func: has(name@en), orderasc: name@en) { name@en } }`,
    {
      q: [
        { 'name@en': 'Ada Lovelace' },
        { 'name@en': 'Charles Babbage' },
        { 'name@en': 'Difference' },
        { 'name@en': 'Mary Somerville' },
      ],
    },
  ],
  [
    'by a variable',
    `{ var(func: type(Person)) { c as count(knows) } q(func: uid(c), orderdesc: val(c)) { uid val(c) } }`,
    {
      q: [
        { uid: '0x1', 'val(c)': 3 },
        { uid: '0x2', 'val(c)': 2 },
        { uid: '0x4', 'val(c)': 2 },
        { uid: '0x3', 'val(c)': 1 },
        { uid: '0x5', 'val(c)': 0 },
      ],
    },
  ],
]);
