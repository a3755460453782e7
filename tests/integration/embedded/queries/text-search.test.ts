/** Full text, regular expressions, fuzzy matching. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'full text stems and skips stop words',
    `{ a(func: alloftext(motto, "the pattern of engine")) { uid } b(func: anyoftext(motto, "weave errors")) { uid } }`,
    { a: [{ uid: '0x1' }, { uid: '0x3' }], b: [{ uid: '0x1' }, { uid: '0x2' }] },
  ],
  [
    'full text in a language',
    `{ a(func: alloftext(name@de, "von")) { uid } b(func: alloftext(name@en, "lovelace")) { uid } }`,
    { a: [], b: [{ uid: '0x1' }] },
  ],
  [
    'full text in a filter',
    `{ q(func: has(age)) @filter(anyoftext(motto, "patterns")) { uid } }`,
    { q: [{ uid: '0x1' }, { uid: '0x3' }] },
  ],
  [
    'regular expressions at a root',
    '{ a(func: regexp(name, /^Cha.*s$/)) { uid } b(func: regexp(name, /ADA|mary/i)) { uid } c(func: ' +
      'regexp(name@en, /Lovelace|Somer/)) { uid } d(func: regexp(name, /Wil+iam/)) { uid } e(func: ' +
      'regexp(name, /nobody/)) { uid } }',
    {
      a: [{ uid: '0x2' }],
      b: [{ uid: '0x1' }, { uid: '0x3' }, { uid: '0x6' }],
      c: [{ uid: '0x1' }, { uid: '0x3' }],
      d: [{ uid: '0x4' }],
      e: [],
    },
  ],
  [
    'regular expressions in a filter',
    '{ q(func: has(age)) @filter(regexp(name, /a/)) { uid } r(func: has(email)) @filter(regexp(email, ' +
      '/^ADA@/i)) { uid } }',
    { q: [{ uid: '0x1' }, { uid: '0x2' }, { uid: '0x3' }, { uid: '0x4' }, { uid: '0x6' }], r: [{ uid: '0x1' }] },
  ],
  [
    'fuzzy matching',
    '{ a(func: match(name, "Charlie", 3)) { uid } b(func: match(name, "Wiliam", 1)) { uid } c(func: ' +
      'match(name, "zzz", 2)) { uid } d(func: match(name@en, "Ada Loveless", 3)) { uid } }',
    { a: [{ uid: '0x2' }], b: [{ uid: '0x4' }], c: [], d: [{ uid: '0x1' }] },
  ],
  [
    'fuzzy matching in a filter',
    `{ q(func: has(age)) @filter(match(name, "Adda", 1)) { uid } }`,
    { q: [{ uid: '0x1' }, { uid: '0x6' }] },
  ],
]);
