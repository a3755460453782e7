/** Fields: aliases, nesting, types of values. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'every type of value',
    '{ q(func: uid(0x1)) { name nick born age height alive wealth email taste } r(func: uid(0x2, 0x5, 0x6)) ' +
      '{ born age height note name } f(func: type(Film)) { released rating place } }',
    {
      q: [
        {
          name: 'Ada',
          nick: ['Countess', 'Enchantress'],
          born: '1815-12-10T00:00:00Z',
          age: 36,
          height: 1.65,
          alive: false,
          wealth: 1.2345678901234568e29,
          email: 'ada@example.org',
          taste: [1.0, 0.0, 0.5],
        },
      ],
      r: [
        { born: '1791-12-26T08:30:00+01:00', age: 79, height: 1.8, name: 'Charles' },
        { age: 42, height: 1000000.0, note: 'tab\there, quote" and  ', name: 'Emily & <Co>' },
        { age: 9007199254740992, name: 'Ada' },
      ],
      f: [
        { released: '1999-03-04T10:00:00Z', rating: 7.25, place: { type: 'Point', coordinates: [-0.1276, 51.5072] } },
        {
          released: '2001-01-01T00:00:00Z',
          rating: -1e-5,
          place: {
            type: 'Polygon',
            coordinates: [
              [
                [2.2, 48.8],
                [2.5, 48.8],
                [2.5, 48.9],
                [2.2, 48.9],
                [2.2, 48.8],
              ],
            ],
          },
        },
      ],
    },
  ],
  [
    'aliases',
    `{ q(func: uid(0x1)) { id: uid who: name friends: knows { who: name } alive: alive } }`,
    {
      q: [{ id: '0x1', who: 'Ada', friends: [{ who: 'Charles' }, { who: 'Mary' }, { who: 'William' }], alive: false }],
    },
  ],
  [
    'nesting',
    `{ q(func: uid(0x1)) { knows { name knows { name knows { name } } } } }`,
    {
      q: [
        {
          knows: [
            {
              name: 'Charles',
              knows: [
                { name: 'Ada', knows: [{ name: 'Charles' }, { name: 'Mary' }, { name: 'William' }] },
                { name: 'Mary', knows: [{ name: 'Emily & <Co>' }] },
              ],
            },
            { name: 'Mary', knows: [{ name: 'Emily & <Co>' }] },
            { name: 'William', knows: [{ name: 'Mary', knows: [{ name: 'Emily & <Co>' }] }, { name: 'Emily & <Co>' }] },
          ],
        },
      ],
    },
  ],
  [
    'one edge is an object, several are a list',
    `{ q(func: uid(0x3)) { spouse { name } knows { name } } }`,
    { q: [{ spouse: { name: 'William' }, knows: [{ name: 'Emily & <Co>' }] }] },
  ],
  [
    'reverse edges',
    `{ q(func: uid(0x5)) { ~knows { name } } r(func: uid(0x4)) { ~spouse { name } } }`,
    { q: [{ '~knows': [{ name: 'Mary' }, { name: 'William' }] }], r: [{ '~spouse': [{ name: 'Mary' }] }] },
  ],
  [
    'empty objects are left out',
    `{ q(func: uid(0x1)) { knows { nothing } spouse { name } name } r(func: uid(0x1)) { nothing } }`,
    { q: [{ name: 'Ada' }], r: [] },
  ],
  ['ids of nodes that nothing else is known of', `{ q(func: uid(0x77)) { uid } }`, { q: [{ uid: '0x77' }] }],
  [
    'passwords are checked and not shown',
    `{ q(func: uid(0x1, 0x2)) { uid secret checkpwd(secret, "analytical") no: checkpwd(secret, "difference") } }`,
    {
      q: [
        { uid: '0x1', 'checkpwd(secret)': true, no: false },
        { uid: '0x2', 'checkpwd(secret)': false, no: false },
      ],
    },
  ],
  [
    'blocks in the order in which they are written',
    `{ b(func: uid(0x2)) { name } a(func: uid(0x1)) { name } }`,
    { b: [{ name: 'Charles' }], a: [{ name: 'Ada' }] },
  ],
  [
    'the same field under two names',
    `{ q(func: uid(0x1)) { a: knows(first: 1) { name } b: knows(offset: 1) { name } } }`,
    { q: [{ a: [{ name: 'Charles' }], b: [{ name: 'Mary' }, { name: 'William' }] }] },
  ],
  [
    'the reflexive nodes are ignored',
    `{ q(func: uid(0x1)) @ignorereflex { name knows { name knows { name } } } }`,
    {
      q: [
        {
          name: 'Ada',
          knows: [
            { name: 'Charles', knows: [{ name: 'Mary' }] },
            { name: 'Mary', knows: [{ name: 'Emily & <Co>' }] },
            { name: 'William', knows: [{ name: 'Mary' }, { name: 'Emily & <Co>' }] },
          ],
        },
      ],
    },
  ],
]);
