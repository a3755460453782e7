/** Facets. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'of edges',
    `{ q(func: uid(0x1)) { knows @facets { name } } }`,
    {
      q: [
        {
          knows: [
            { name: 'Charles', 'knows|close': true, 'knows|since': '1833-06-05T00:00:00Z' },
            { name: 'Mary', 'knows|close': false, 'knows|since': '1834-01-01T00:00:00Z', 'knows|weight': 0.5 },
            { name: 'William', 'knows|weight': 2.5 },
          ],
        },
      ],
    },
  ],
  [
    'some, with names',
    `{ q(func: uid(0x1)) { knows @facets(close, s: since) { name } } }`,
    {
      q: [
        {
          knows: [
            { name: 'Charles', 'knows|close': true, s: '1833-06-05T00:00:00Z' },
            { name: 'Mary', 'knows|close': false, s: '1834-01-01T00:00:00Z' },
            { name: 'William' },
          ],
        },
      ],
    },
  ],
  [
    'of one-valued and of listed values',
    `{ q(func: uid(0x1)) { nick @facets name @facets } }`,
    { q: [{ 'nick|since': { '1': 1843 }, nick: ['Countess', 'Enchantress'], name: 'Ada' }] },
  ],
  [
    'of reverse edges',
    `{ q(func: uid(0x3)) { ~knows @facets(weight) { name } } }`,
    {
      q: [
        {
          '~knows': [
            { name: 'Ada', '~knows|weight': 0.5 },
            { name: 'Charles', '~knows|weight': 1 },
            { name: 'William' },
          ],
        },
      ],
    },
  ],
  [
    'filters',
    '{ q(func: uid(0x1)) { knows @facets(eq(close, true)) { name } } r(func: uid(0x1)) { knows @facets(not ' +
      'eq(close, true)) { name } } s(func: uid(0x1)) { knows @facets(ge(since, "1834") or gt(weight, 2)) { ' +
      'name } } }',
    {
      q: [{ knows: [{ name: 'Charles' }] }],
      r: [{ knows: [{ name: 'Mary' }, { name: 'William' }] }],
      s: [{ knows: [{ name: 'Mary' }, { name: 'William' }] }],
    },
  ],
  [
    'filter and fetch',
    `{ q(func: uid(0x1)) { knows @facets(ge(weight, 0.5)) @facets(weight) { name } } }`,
    {
      q: [
        {
          knows: [
            { name: 'Mary', 'knows|weight': 0.5 },
            { name: 'William', 'knows|weight': 2.5 },
          ],
        },
      ],
    },
  ],
  [
    'terms',
    `{ q(func: uid(0x3)) { acted_in @facets(allofterms(role, "guide")) @facets { name } } }`,
    { q: [{ acted_in: [{ name: 'On the Connexion', 'acted_in|role': 'Guide' }] }] },
  ],
  [
    'order',
    '{ q(func: uid(0x1)) { knows @facets(orderdesc: weight) { name } } r(func: uid(0x1)) { knows ' +
      '@facets(orderasc: since) (first: 2) { name } } }',
    {
      q: [
        {
          knows: [{ name: 'William', 'knows|weight': 2.5 }, { name: 'Mary', 'knows|weight': 0.5 }, { name: 'Charles' }],
        },
      ],
      r: [
        {
          knows: [
            { name: 'Charles', 'knows|since': '1833-06-05T00:00:00Z' },
            { name: 'Mary', 'knows|since': '1834-01-01T00:00:00Z' },
          ],
        },
      ],
    },
  ],
  [
    'variables',
    `{ var(func: uid(0x1, 0x2)) { knows @facets(w as weight) } q(func: uid(w), orderasc: val(w)) { name val(w) } }`,
    {
      q: [
        { name: 'Mary', 'val(w)': 0.5 },
        { name: 'William', 'val(w)': 2.5 },
      ],
    },
  ],
]);
