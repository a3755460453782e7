/** Query variables. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'uids across blocks',
    `{ f as var(func: eq(name, "Ada")) { k as knows } q(func: uid(k)) @filter(not uid(f)) { name } }`,
    { q: [{ name: 'Charles' }, { name: 'Mary' }, { name: 'William' }] },
  ],
  [
    'blocks in any order',
    `{ q(func: uid(k)) { name } var(func: uid(0x1)) { k as knows } }`,
    { q: [{ name: 'Charles' }, { name: 'Mary' }, { name: 'William' }] },
  ],
  [
    'several',
    `{ a as var(func: uid(0x1)) b as var(func: uid(0x2)) q(func: uid(a, b)) { name } }`,
    { q: [{ name: 'Ada' }, { name: 'Charles' }] },
  ],
  [
    'values',
    `{ var(func: type(Person)) { a as age } q(func: uid(a)) @filter(ge(val(a), 42)) { name val(a) } }`,
    {
      q: [
        { name: 'Charles', 'val(a)': 79 },
        { name: 'Mary', 'val(a)': 91 },
        { name: 'Emily & <Co>', 'val(a)': 42 },
      ],
    },
  ],
  [
    'values at a root',
    `{ var(func: type(Person)) { a as age } q(func: ge(val(a), 79)) { name v: val(a) } }`,
    {
      q: [
        { name: 'Charles', v: 79 },
        { name: 'Mary', v: 91 },
      ],
    },
  ],
  [
    'values as arguments',
    `{ var(func: uid(0x1)) { n as name } q(func: eq(name, val(n))) { uid } }`,
    { q: [{ uid: '0x1' }, { uid: '0x6' }] },
  ],
  [
    'counts',
    `{ var(func: type(Person)) { c as count(knows) } q(func: uid(c)) @filter(eq(val(c), 2)) { name } }`,
    { q: [{ name: 'Charles' }, { name: 'William' }] },
  ],
  [
    'in uid_in',
    `{ k as var(func: uid(0x3, 0x5)) q(func: has(knows)) @filter(uid_in(knows, uid(k))) { uid } }`,
    { q: [{ uid: '0x1' }, { uid: '0x2' }, { uid: '0x3' }, { uid: '0x4' }] },
  ],
  [
    'without nodes',
    `{ e as var(func: eq(name, "nobody")) q(func: uid(e)) { name } r(func: has(age)) @filter(uid(e)) { uid } }`,
    { q: [], r: [] },
  ],
  [
    'used where it is defined',
    `{ q(func: uid(0x1)) { k as knows { name } } r(func: uid(k)) { uid } }`,
    {
      q: [{ knows: [{ name: 'Charles' }, { name: 'Mary' }, { name: 'William' }] }],
      r: [{ uid: '0x2' }, { uid: '0x3' }, { uid: '0x4' }],
    },
  ],
]);
