/** Pages. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'first and offset at a root',
    `{ q(func: type(Person), first: 2, offset: 1) { uid } r(func: type(Person), offset: 3) { uid } }`,
    { q: [{ uid: '0x2' }, { uid: '0x3' }], r: [{ uid: '0x4' }, { uid: '0x5' }] },
  ],
  [
    'negative first',
    `{ q(func: type(Person), first: -2) { uid } r(func: uid(0x1)) { knows(first: -1) { uid } } }`,
    { q: [{ uid: '0x4' }, { uid: '0x5' }], r: [{ knows: [{ uid: '0x4' }] }] },
  ],
  [
    'after',
    `{ q(func: type(Person), after: 0x2) { uid } r(func: uid(0x1)) { knows(after: 0x2) { uid } } }`,
    { q: [{ uid: '0x3' }, { uid: '0x4' }, { uid: '0x5' }], r: [{ knows: [{ uid: '0x3' }, { uid: '0x4' }] }] },
  ],
  [
    'on edges, each list by itself',
    `{ q(func: type(Person)) { uid knows(first: 1, offset: 1) { uid } } }`,
    {
      q: [
        { uid: '0x1', knows: [{ uid: '0x3' }] },
        { uid: '0x2', knows: [{ uid: '0x3' }] },
        { uid: '0x3' },
        { uid: '0x4', knows: [{ uid: '0x5' }] },
        { uid: '0x5' },
      ],
    },
  ],
  [
    'after a filter',
    '{ q(func: type(Person), first: 2) @filter(ge(age, 40)) { uid } r(func: uid(0x1)) { knows(first: 1, ' +
      'offset: 1) @filter(ge(age, 40)) { uid } } }',
    { q: [{ uid: '0x2' }, { uid: '0x3' }], r: [{ knows: [{ uid: '0x3' }] }] },
  ],
  [
    'has knows an offset only with first',
    '{ a(func: has(age), offset: 2) { uid } b(func: has(age), offset: 2, first: 2) { uid } c(func: has(age), ' +
      'first: -2) { uid } }',
    {
      a: [{ uid: '0x1' }, { uid: '0x2' }, { uid: '0x3' }, { uid: '0x4' }, { uid: '0x5' }, { uid: '0x6' }],
      b: [{ uid: '0x3' }, { uid: '0x4' }],
      c: [{ uid: '0x1' }],
    },
  ],
  [
    'counts of pages',
    `{ q(func: uid(0x1)) { count(knows(first: 2)) c: count(knows) } }`,
    { q: [{ 'count(knows)': 3, c: 3 }] },
  ],
]);
