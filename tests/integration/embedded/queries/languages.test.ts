/** Languages. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'the untagged value, and tagged ones',
    `{ q(func: uid(0x1, 0x5, 0x21)) { name name@en name@de name@fr } }`,
    {
      q: [
        { name: 'Ada', 'name@en': 'Ada Lovelace', 'name@de': 'Ada von Lovelace' },
        { name: 'Emily & <Co>', 'name@fr': 'Émilie' },
        { 'name@en': 'Difference', 'name@de': 'Differenz' },
      ],
    },
  ],
  [
    'preferences',
    '{ q(func: uid(0x1, 0x5, 0x21)) { name@fr:de } r(func: uid(0x1, 0x5, 0x21)) { name@fr:. } s(func: ' +
      'uid(0x1, 0x21)) { name@. } }',
    {
      q: [{ 'name@fr:de': 'Ada von Lovelace' }, { 'name@fr:de': 'Émilie' }, { 'name@fr:de': 'Differenz' }],
      r: [{ 'name@fr:.': 'Ada' }, { 'name@fr:.': 'Émilie' }, { 'name@fr:.': 'Difference' }],
      s: [{ 'name@.': 'Ada' }, { 'name@.': 'Difference' }],
    },
  ],
  [
    'all of them',
    `{ q(func: uid(0x1, 0x21)) { name@* } }`,
    {
      q: [
        { 'name@en': 'Ada Lovelace', 'name@de': 'Ada von Lovelace', name: 'Ada' },
        { 'name@en': 'Difference', 'name@de': 'Differenz' },
      ],
    },
  ],
  ['an alias', `{ q(func: uid(0x1)) { n: name@de } }`, { q: [{ n: 'Ada von Lovelace' }] }],
  [
    'in functions',
    '{ a(func: eq(name@de, "Differenz")) { uid } b(func: eq(name, "Differenz")) { uid } c(func: ' +
      'anyofterms(name@., "differenz somerville")) { uid } }',
    { a: [{ uid: '0x21' }], b: [], c: [{ uid: '0x3' }, { uid: '0x21' }] },
  ],
  [
    'in filters',
    '{ q(func: has(age)) @filter(has(name@en)) { uid } r(func: type(Film)) @filter(eq(name@en, ' +
      '"Difference")) { uid } }',
    { q: [{ uid: '0x1' }, { uid: '0x2' }, { uid: '0x3' }], r: [{ uid: '0x21' }] },
  ],
]);
