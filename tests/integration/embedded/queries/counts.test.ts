/** Counts. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'of edges, at nodes without any too',
    `{ q(func: type(Person)) { uid count(knows) back: count(~knows) } }`,
    {
      q: [
        { uid: '0x1', 'count(knows)': 3, back: 1 },
        { uid: '0x2', 'count(knows)': 2, back: 1 },
        { uid: '0x3', 'count(knows)': 1, back: 3 },
        { uid: '0x4', 'count(knows)': 2, back: 1 },
        { uid: '0x5', 'count(knows)': 0, back: 2 },
      ],
    },
  ],
  [
    'of values',
    `{ q(func: type(Person)) { count(nick) count(name) } }`,
    {
      q: [
        { 'count(nick)': 2, 'count(name)': 1 },
        { 'count(nick)': 0, 'count(name)': 1 },
        { 'count(nick)': 1, 'count(name)': 1 },
        { 'count(nick)': 0, 'count(name)': 1 },
        { 'count(nick)': 0, 'count(name)': 1 },
      ],
    },
  ],
  [
    'with a filter',
    `{ q(func: type(Person)) { n: count(knows @filter(ge(age, 40))) } }`,
    { q: [{ n: 2 }, { n: 1 }, { n: 1 }, { n: 2 }, { n: 0 }] },
  ],
  [
    'of the nodes of a block',
    '{ q(func: type(Person)) { count(uid) } r(func: type(Person)) @filter(ge(age, 40)) { total: count(uid) ' +
      'uid } s(func: eq(name, "nobody")) { count(uid) } }',
    { q: [{ count: 5 }], r: [{ total: 3 }, { uid: '0x2' }, { uid: '0x3' }, { uid: '0x5' }], s: [{ count: 0 }] },
  ],
  [
    'of the nodes below',
    `{ q(func: type(Person)) { knows { count(uid) } } }`,
    { q: [{ knows: [{ count: 3 }] }, { knows: [{ count: 2 }] }, { knows: [{ count: 1 }] }, { knows: [{ count: 2 }] }] },
  ],
  ['of what nobody has', `{ q(func: uid(0x1)) { count(nothing) name } }`, { q: [{ name: 'Ada' }] }],
]);
