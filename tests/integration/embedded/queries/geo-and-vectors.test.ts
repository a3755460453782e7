/** Places and vectors. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'near',
    '{ a(func: near(place, [-0.13, 51.5], 5000)) { uid } b(func: near(place, [-0.13, 51.5], 100)) { uid } ' +
      'c(func: near(place, [2.3, 48.85], 1000)) { uid } }',
    { a: [{ uid: '0x21' }], b: [], c: [{ uid: '0x22' }] },
  ],
  [
    'within',
    '{ a(func: within(place, [[[-1, 51], [0, 51], [0, 52], [-1, 52], [-1, 51]]])) { uid } b(func: ' +
      'within(place, [[[2, 48], [3, 48], [3, 49], [2, 49], [2, 48]]])) { uid } c(func: within(place, [[[2.3, ' +
      '48.82], [2.4, 48.82], [2.4, 48.85], [2.3, 48.85], [2.3, 48.82]]])) { uid } }',
    { a: [{ uid: '0x21' }], b: [{ uid: '0x22' }], c: [] },
  ],
  [
    'contains',
    '{ a(func: contains(place, [2.35, 48.85])) { uid } b(func: contains(place, [2.6, 48.85])) { uid } ' +
      'c(func: contains(place, [[[2.3, 48.82], [2.4, 48.82], [2.4, 48.85], [2.3, 48.85], [2.3, 48.82]]])) { ' +
      'uid } }',
    { a: [{ uid: '0x22' }], b: [], c: [{ uid: '0x22' }] },
  ],
  [
    'intersects',
    '{ a(func: intersects(place, [[[2.4, 48.7], [3, 48.7], [3, 48.85], [2.4, 48.85], [2.4, 48.7]]])) { uid } ' +
      'b(func: intersects(place, [[[4, 40], [5, 40], [5, 41], [4, 41], [4, 40]]])) { uid } c(func: ' +
      'intersects(place, [[[[4, 40], [5, 40], [5, 41], [4, 41], [4, 40]]], [[[-1, 51], [0, 51], [0, 52], [-1, ' +
      '52], [-1, 51]]]])) { uid } }',
    { a: [{ uid: '0x22' }], b: [], c: [{ uid: '0x21' }] },
  ],
  ['in filters', `{ q(func: type(Film)) @filter(near(place, [-0.13, 51.5], 5000)) { uid } }`, { q: [{ uid: '0x21' }] }],
  [
    'the nearest vectors',
    '{ a(func: similar_to(taste, 1, "[0.9, 0.1, 0.5]")) { uid } b(func: similar_to(taste, 5, "[0.9, 0.1, ' +
      '0.5]")) { uid } }',
    { a: [{ uid: '0x1' }], b: [{ uid: '0x1' }, { uid: '0x2' }] },
  ],
  [
    "the vectors nearest to a node's",
    '{ v as var(func: uid(0x2)) { t as taste } q(func: similar_to(taste, 1, val(t))) { uid } r(func: uid(v)) ' +
      '{ name } }',
    { q: [{ uid: '0x2' }], r: [{ name: 'Charles' }] },
  ],
  [
    'vector math',
    `{ var(func: has(taste)) { t as taste } q(func: uid(t)) { n: math(t dot t) twice: math(t + t) } }`,
    {
      q: [
        { n: 1.25, twice: [2.0, 0.0, 1.0] },
        { n: 1.25, twice: [0.0, 2.0, 1.0] },
      ],
    },
  ],
]);
