/** Recursion and shortest paths. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'recurse to a depth',
    `{ q(func: uid(0x1)) @recurse(depth: 3) { name knows } }`,
    {
      q: [
        {
          name: 'Ada',
          knows: [
            { name: 'Charles', knows: [{ name: 'Ada' }, { name: 'Mary' }] },
            { name: 'Mary', knows: [{ name: 'Emily & <Co>' }] },
            { name: 'William', knows: [{ name: 'Mary' }, { name: 'Emily & <Co>' }] },
          ],
        },
      ],
    },
  ],
  [
    'recurse with loops',
    `{ q(func: uid(0x1)) @recurse(depth: 3, loop: true) { uid knows } }`,
    {
      q: [
        {
          uid: '0x1',
          knows: [
            { uid: '0x2', knows: [{ uid: '0x1' }, { uid: '0x3' }] },
            { uid: '0x3', knows: [{ uid: '0x5' }] },
            { uid: '0x4', knows: [{ uid: '0x3' }, { uid: '0x5' }] },
          ],
        },
      ],
    },
  ],
  [
    'recurse without a depth',
    `{ q(func: uid(0x2)) @recurse { name knows spouse } }`,
    {
      q: [
        {
          name: 'Charles',
          knows: [
            {
              name: 'Ada',
              knows: [
                { name: 'Charles' },
                { name: 'Mary' },
                { name: 'William', knows: [{ name: 'Mary' }, { name: 'Emily & <Co>' }] },
              ],
            },
            { name: 'Mary', knows: [{ name: 'Emily & <Co>' }], spouse: { name: 'William' } },
          ],
        },
      ],
    },
  ],
  [
    'recurse with filters and variables',
    `{ q(func: uid(0x1)) @recurse(depth: 4) { a as age name knows @filter(ge(age, 40)) } r() { max(val(a)) } }`,
    {
      q: [
        {
          age: 36,
          name: 'Ada',
          knows: [
            { age: 79, name: 'Charles', knows: [{ age: 91, name: 'Mary' }] },
            { age: 91, name: 'Mary', knows: [{ age: 42, name: 'Emily & <Co>' }] },
          ],
        },
      ],
      r: [{ 'max(val(a))': 91 }],
    },
  ],
  [
    'recurse with facets',
    `{ q(func: uid(0x3)) @recurse(depth: 3) { name acted_in @facets ~directed } }`,
    {
      q: [
        {
          name: 'Mary',
          acted_in: [{ name: 'On the Connexion', '~directed': [{ name: 'Emily & <Co>' }], 'acted_in|role': 'Guide' }],
        },
      ],
    },
  ],
  [
    'the shortest by hops',
    `{ p as shortest(from: 0x2, to: 0x5) { knows } q(func: uid(p)) { name } }`,
    {
      q: [{ name: 'Charles' }, { name: 'Mary' }, { name: 'Emily & <Co>' }],
      _path_: [{ knows: { knows: { uid: '0x5' }, uid: '0x3' }, uid: '0x2', _weight_: 2 }],
    },
  ],
  [
    'the lightest by a facet',
    `{ p as shortest(from: 0x1, to: 0x5) { knows @facets(weight) } q(func: uid(p)) { name } }`,
    {
      q: [{ name: 'Ada' }, { name: 'Mary' }, { name: 'Emily & <Co>' }],
      _path_: [
        {
          knows: { knows: { uid: '0x5', 'knows|weight': 0.1 }, uid: '0x3', 'knows|weight': 0.5 },
          uid: '0x1',
          _weight_: 0.6,
        },
      ],
    },
  ],
  [
    'several paths',
    `{ p as shortest(from: 0x1, to: 0x5, numpaths: 3) { knows @facets(weight) } q(func: uid(p)) { name } }`,
    {
      q: [{ name: 'Ada' }, { name: 'Mary' }, { name: 'Emily & <Co>' }],
      _path_: [
        {
          knows: { knows: { uid: '0x5', 'knows|weight': 0.1 }, uid: '0x3', 'knows|weight': 0.5 },
          uid: '0x1',
          _weight_: 0.6,
        },
        {
          knows: { knows: { uid: '0x5', 'knows|weight': 3 }, uid: '0x4', 'knows|weight': 2.5 },
          uid: '0x1',
          _weight_: 5.5,
        },
      ],
    },
  ],
  [
    'several paths within weights',
    '{ p as shortest(from: 0x1, to: 0x5, numpaths: 3, minweight: 1, maxweight: 5) { knows @facets(weight) } ' +
      'q(func: uid(p)) { name } }',
    { q: [] },
  ],
  [
    'with a filter',
    `{ p as shortest(from: 0x1, to: 0x5) { knows @filter(not eq(name, "Mary")) } q(func: uid(p)) { name } }`,
    {
      q: [{ name: 'Ada' }, { name: 'William' }, { name: 'Emily & <Co>' }],
      _path_: [{ knows: { knows: { uid: '0x5' }, uid: '0x4' }, uid: '0x1', _weight_: 2 }],
    },
  ],
  [
    'ends from variables',
    '{ a as var(func: eq(name, "Charles")) b as var(func: eq(email, "ada@example.org")) p as shortest(from: ' +
      'uid(a), to: uid(b)) { knows } q(func: uid(p)) { name } }',
    { q: [{ name: 'Charles' }, { name: 'Ada' }], _path_: [{ knows: { uid: '0x1' }, uid: '0x2', _weight_: 1 }] },
  ],
  ['no path', `{ p as shortest(from: 0x5, to: 0x1) { knows } q(func: uid(p)) { name } }`, { q: [] }],
  ['too few hops', `{ p as shortest(from: 0x2, to: 0x5, depth: 1) { knows } q(func: uid(p)) { name } }`, { q: [] }],
]);
