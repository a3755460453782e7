/** Filters. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'and, or, not',
    `{ q(func: has(age)) @filter(ge(age, 36) and (eq(name, "Ada") or not has(height))) { uid } }`,
    { q: [{ uid: '0x1' }, { uid: '0x3' }, { uid: '0x6' }] },
  ],
  [
    'uid_in, forward and reverse',
    '{ a(func: has(knows)) @filter(uid_in(knows, 0x5)) { uid } b(func: has(name)) @filter(uid_in(~knows, ' +
      '[0x1, 0x4])) { uid } }',
    { a: [{ uid: '0x3' }, { uid: '0x4' }], b: [{ uid: '0x2' }, { uid: '0x3' }, { uid: '0x4' }, { uid: '0x5' }] },
  ],
  ['a predicate without an index', `{ q(func: has(name)) @filter(ge(rating, 1)) { name@en rating } }`, { q: [] }],
  [
    'counts, zero included',
    '{ q(func: type(Person)) @filter(eq(count(acted_in), 0)) { uid } r(func: type(Person)) ' +
      '@filter(ge(count(nick), 1)) { uid } }',
    { q: [{ uid: '0x2' }, { uid: '0x4' }, { uid: '0x5' }], r: [{ uid: '0x1' }, { uid: '0x3' }] },
  ],
  [
    'on an edge',
    `{ q(func: uid(0x1)) { knows @filter(gt(age, 40)) { name } } }`,
    { q: [{ knows: [{ name: 'Charles' }, { name: 'Mary' }] }] },
  ],
  [
    'on several levels',
    `{ q(func: uid(0x1)) { knows @filter(has(knows)) { name knows @filter(not eq(name, "Mary")) { name } } } }`,
    {
      q: [
        {
          knows: [
            { name: 'Charles', knows: [{ name: 'Ada' }] },
            { name: 'Mary', knows: [{ name: 'Emily & <Co>' }] },
            { name: 'William', knows: [{ name: 'Emily & <Co>' }] },
          ],
        },
      ],
    },
  ],
  [
    'terms in a filter',
    `{ q(func: has(age)) @filter(anyofterms(name, "Ada William")) { uid } }`,
    { q: [{ uid: '0x1' }, { uid: '0x4' }, { uid: '0x6' }] },
  ],
  [
    'of a list',
    '{ q(func: has(nick)) @filter(eq(nick, "Countess")) { uid } r(func: has(age)) @filter(eq(nick, ["Queen ' +
      'of Science", "x"])) { uid } }',
    { q: [{ uid: '0x1' }], r: [{ uid: '0x3' }] },
  ],
  [
    'uids in a filter',
    `{ q(func: has(age)) @filter(uid(0x1, 0x3, 0x99)) { uid } r(func: has(age)) @filter(not uid(0x1, 0x3)) { uid } }`,
    { q: [{ uid: '0x1' }, { uid: '0x3' }], r: [{ uid: '0x2' }, { uid: '0x4' }, { uid: '0x5' }, { uid: '0x6' }] },
  ],
  ['nobody passes', `{ q(func: has(age)) @filter(eq(name, "nobody")) { uid } }`, { q: [] }],
]);
