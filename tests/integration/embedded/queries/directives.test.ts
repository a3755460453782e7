/** Cascade, normalize, groupby, expand. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'cascade asks for every field',
    `{ q(func: type(Person)) @cascade { name height knows { name } } }`,
    {
      q: [
        { name: 'Ada', height: 1.65, knows: [{ name: 'Charles' }, { name: 'Mary' }, { name: 'William' }] },
        { name: 'Charles', height: 1.8, knows: [{ name: 'Ada' }, { name: 'Mary' }] },
        { name: 'William', height: 1.72, knows: [{ name: 'Mary' }, { name: 'Emily & <Co>' }] },
      ],
    },
  ],
  [
    'cascade asks for some',
    `{ q(func: type(Person)) @cascade(spouse) { name spouse { name } } }`,
    { q: [{ name: 'Mary', spouse: { name: 'William' } }] },
  ],
  [
    'cascade on an edge',
    `{ q(func: uid(0x1, 0x4)) { name knows @cascade { name height } } }`,
    {
      q: [
        {
          name: 'Ada',
          knows: [
            { name: 'Charles', height: 1.8 },
            { name: 'William', height: 1.72 },
          ],
        },
        { name: 'William', knows: [{ name: 'Emily & <Co>', height: 1000000.0 }] },
      ],
    },
  ],
  [
    'pages after the cascade',
    `{ q(func: type(Person), first: 1, offset: 1) @cascade { name height knows(first: 1) { name } } }`,
    { q: [{ name: 'Charles', height: 1.8, knows: [{ name: 'Ada' }] }] },
  ],
  [
    'normalize multiplies',
    `{ q(func: uid(0x1)) @normalize { n: name age knows { f: name acted_in { film: name } } } }`,
    {
      q: [
        { f: 'Charles', n: 'Ada' },
        { f: 'Mary', film: 'On the Connexion', n: 'Ada' },
        { f: 'William', n: 'Ada' },
      ],
    },
  ],
  [
    'normalize on an edge',
    `{ q(func: uid(0x1)) { name knows @normalize { f: name knows { g: name } } } }`,
    {
      q: [
        {
          name: 'Ada',
          knows: [
            { f: 'Charles', g: 'Ada' },
            { f: 'Charles', g: 'Mary' },
            { f: 'Mary', g: 'Emily & <Co>' },
            { f: 'William', g: 'Mary' },
            { f: 'William', g: 'Emily & <Co>' },
          ],
        },
      ],
    },
  ],
  [
    'normalize with counts and lists',
    `{ q(func: uid(0x1)) @normalize { n: name k: nick c: count(knows) knows { f: name } } }`,
    {
      q: [
        { c: 3, f: 'Charles', k: ['Countess', 'Enchantress'], n: 'Ada' },
        { c: 3, f: 'Mary', k: ['Countess', 'Enchantress'], n: 'Ada' },
        { c: 3, f: 'William', k: ['Countess', 'Enchantress'], n: 'Ada' },
      ],
    },
  ],
  [
    'groupby values',
    `{ q(func: type(Person)) @groupby(age) { count(uid) } }`,
    {
      q: [
        {
          '@groupby': [
            { age: 42, count: 1 },
            { age: 79, count: 1 },
            { age: 91, count: 1 },
            { age: 36, count: 2 },
          ],
        },
      ],
    },
  ],
  [
    'groupby with aggregates and names',
    `{ q(func: type(Person)) @groupby(years: age) { n: count(uid) max(height) min(name) } }`,
    {
      q: [
        {
          '@groupby': [
            { years: 91, n: 1, 'min(name)': 'Mary' },
            { years: 42, n: 1, 'max(height)': 1000000.0, 'min(name)': 'Emily & <Co>' },
            { years: 79, n: 1, 'max(height)': 1.8, 'min(name)': 'Charles' },
            { years: 36, n: 2, 'max(height)': 1.72, 'min(name)': 'Ada' },
          ],
        },
      ],
    },
  ],
  [
    'groupby edges and several keys',
    '{ q(func: type(Person)) { knows @groupby(alive, age) { count(uid) } } r(func: has(knows)) ' +
      '@groupby(knows) { count(uid) } }',
    {
      q: [
        {
          knows: [
            {
              '@groupby': [
                { alive: false, age: 79, count: 1 },
                { alive: true, age: 91, count: 1 },
              ],
            },
          ],
        },
        {
          knows: [
            {
              '@groupby': [
                { alive: false, age: 36, count: 1 },
                { alive: true, age: 91, count: 1 },
              ],
            },
          ],
        },
        { knows: [{ '@groupby': [{ age: 42, count: 1 }] }] },
        { knows: [{ '@groupby': [{ alive: true, age: 91, count: 1 }] }] },
      ],
      r: [
        {
          '@groupby': [
            { knows: '0x1', count: 1 },
            { knows: '0x2', count: 1 },
            { knows: '0x4', count: 1 },
            { knows: '0x5', count: 2 },
            { knows: '0x3', count: 3 },
          ],
        },
      ],
    },
  ],
  [
    'groupby binds variables',
    `{ var(func: type(Person)) @groupby(knows) { c as count(uid) } q(func: uid(c), orderdesc: val(c)) { uid val(c) } }`,
    {
      q: [
        { uid: '0x3', 'val(c)': 3 },
        { uid: '0x5', 'val(c)': 2 },
        { uid: '0x1', 'val(c)': 1 },
        { uid: '0x2', 'val(c)': 1 },
        { uid: '0x4', 'val(c)': 1 },
      ],
    },
  ],
  [
    'expand all',
    `{ q(func: uid(0x4)) { expand(_all_) { name } } }`,
    {
      q: [
        {
          height: 1.72,
          knows: [{ name: 'Mary' }, { name: 'Emily & <Co>', 'knows|weight': 3 }],
          name: 'William',
          age: 36,
        },
      ],
    },
  ],
  [
    'expand a type',
    `{ q(func: uid(0x21)) { expand(Film) { name } } }`,
    {
      q: [
        {
          'name@en': 'Difference',
          'name@de': 'Differenz',
          released: '1999-03-04T10:00:00Z',
          rating: 7.25,
          '~acted_in': [{ name: 'Ada', '~acted_in|role': 'Herself' }, { name: 'Mary' }],
        },
      ],
    },
  ],
  [
    'expand with a filter',
    `{ q(func: uid(0x3)) { expand(_all_) @filter(type(Film)) { rating } } }`,
    { q: [{ acted_in: [{ rating: 7.25 }, { rating: -1e-5, 'acted_in|role': 'Guide' }] }] },
  ],
  [
    'expand within expand',
    `{ q(func: uid(0x22)) { expand(_all_) { expand(_all_) } } }`,
    {
      q: [
        {
          name: 'On the Connexion',
          released: '2001-01-01T00:00:00Z',
          rating: -1e-5,
          '~acted_in': [
            {
              age: 91,
              alive: true,
              nick: ['Queen of Science'],
              born: '1780-12-26T00:00:00Z',
              'name@en': 'Mary Somerville',
              name: 'Mary',
              '~acted_in|role': 'Guide',
            },
          ],
        },
      ],
    },
  ],
]);
