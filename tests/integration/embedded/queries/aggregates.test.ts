/** Aggregates and math. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../support/embedded/ask';

holdTo([
  [
    'over a whole variable',
    `{ var(func: type(Person)) { a as age } q() { min(val(a)) max(val(a)) s: sum(val(a)) avg(val(a)) } }`,
    { q: [{ 'min(val(a))': 36 }, { 'max(val(a))': 91 }, { s: 284 }, { 'avg(val(a))': 56.8 }] },
  ],
  [
    'of strings and datetimes',
    `{ var(func: has(born)) { n as name b as born } q() { min(val(n)) max(val(n)) min(val(b)) max(val(b)) } }`,
    {
      q: [
        { 'min(val(n))': 'Ada' },
        { 'max(val(n))': 'Mary' },
        { 'min(val(b))': '1780-12-26T00:00:00Z' },
        { 'max(val(b))': '1815-12-10T00:00:00Z' },
      ],
    },
  ],
  [
    'of nothing',
    `{ var(func: eq(name, "nobody")) { a as age } q() { sum(val(a)) } }`,
    { q: [{ 'sum(val(a))': null }] },
  ],
  [
    'at each node',
    `{ q(func: type(Person)) { name knows { a as age } min(val(a)) oldest: max(val(a)) avg(val(a)) } }`,
    {
      q: [
        {
          name: 'Ada',
          knows: [{ age: 79 }, { age: 91 }, { age: 36 }],
          'min(val(a))': 36,
          oldest: 91,
          'avg(val(a))': 68.66666666666667,
        },
        { name: 'Charles', knows: [{ age: 36 }, { age: 91 }], 'min(val(a))': 36, oldest: 91, 'avg(val(a))': 63.5 },
        { name: 'Mary', knows: [{ age: 42 }], 'min(val(a))': 42, oldest: 42, 'avg(val(a))': 42 },
        { name: 'William', knows: [{ age: 91 }, { age: 42 }], 'min(val(a))': 42, oldest: 91, 'avg(val(a))': 66.5 },
        { name: 'Emily & <Co>' },
      ],
    },
  ],
  [
    'arithmetic',
    '{ var(func: uid(0x1, 0x2)) { a as age h as height } q(func: uid(a)) { sum: math(a + 1) diff: math(a - ' +
      'h) product: math(a * 2) int: math(a / 5) float: math(a / 5.0) rest: math(a % 7) neg: math(-a) mix: ' +
      'math((a + h) * 2) } }',
    {
      q: [
        { sum: 37, diff: 34.35, product: 72, int: 7, float: 7.2, rest: 1, neg: -36, mix: 75.3 },
        { sum: 80, diff: 77.2, product: 158, int: 15, float: 15.8, rest: 2, neg: -79, mix: 161.6 },
      ],
    },
  ],
  [
    'functions',
    '{ var(func: uid(0x1, 0x2)) { a as age h as height } q(func: uid(a)) { pow: math(pow(a, 2)) log: ' +
      'math(logbase(a, 2)) ln: math(ln(a)) exp: math(exp(0)) sqrt: math(sqrt(a)) floor: math(floor(h)) ceil: ' +
      'math(ceil(h)) max: math(max(a, 50)) min: math(min(a, h)) } }',
    {
      q: [
        {
          pow: 1296,
          log: 5.169925001442312,
          ln: 3.58351893845611,
          exp: 1,
          sqrt: 6,
          floor: 1,
          ceil: 2,
          max: 50,
          min: 1.65,
        },
        {
          pow: 6241,
          log: 6.303780748177103,
          ln: 4.3694478524670215,
          exp: 1,
          sqrt: 8.888194417315589,
          floor: 1,
          ceil: 2,
          max: 79,
          min: 1.8,
        },
      ],
    },
  ],
  [
    'comparisons and conditions',
    `{ var(func: type(Person)) { a as age } q(func: uid(a)) { old: math(a > 40) c: math(cond(a <= 36, 0, a)) } }`,
    {
      q: [
        { old: false, c: 0 },
        { old: true, c: 79 },
        { old: true, c: 91 },
        { old: false, c: 0 },
        { old: true, c: 42 },
      ],
    },
  ],
  [
    'variables of their own',
    `{ var(func: uid(0x1, 0x2)) { a as age d as math(a * 2) } q(func: uid(d), orderasc: val(d)) { val(d) } }`,
    { q: [{ 'val(d)': 72 }, { 'val(d)': 158 }] },
  ],
  [
    'missing values count as zero',
    '{ var(func: type(Person)) { a as age c as count(nick) h as height } q(func: uid(a)) { x: math(a + c) y: ' +
      'math(c + h) } }',
    {
      q: [
        { x: 38, y: 3.65 },
        { x: 79, y: 1.8 },
        { x: 92, y: 1 },
        { x: 36, y: 1.72 },
        { x: 42, y: 1000000.0 },
      ],
    },
  ],
  [
    'division by zero leaves the node out',
    `{ var(func: type(Person)) { a as age c as count(nick) } q(func: uid(a)) { name x: math(a / c) } }`,
    {
      q: [
        { name: 'Ada', x: 18 },
        { name: 'Charles' },
        { name: 'Mary', x: 91 },
        { name: 'William' },
        { name: 'Emily & <Co>' },
      ],
    },
  ],
  [
    'values of an outer level are carried down',
    `{ var(func: uid(0x1)) { a as age knows { b as age s as math(a + b) } } q(func: uid(s)) { name val(s) } }`,
    {
      q: [
        { name: 'Charles', 'val(s)': 115 },
        { name: 'Mary', 'val(s)': 127 },
        { name: 'William', 'val(s)': 72 },
      ],
    },
  ],
  [
    'bigfloats',
    `{ var(func: has(wealth)) { w as wealth } q(func: uid(w)) { d: math(w * 2) } r() { sum(val(w)) } }`,
    { q: [{ d: 2.4691357802469136e29 }, { d: 20000000000.0 }], r: [{ 'sum(val(w))': 1.2345678901234568e29 }] },
  ],
  [
    'in an empty block',
    `{ var(func: type(Person)) { a as age } q() { s as sum(val(a)) n as max(val(a)) x: math(s / n) } }`,
    { q: [{ 'sum(val(a))': 284 }, { 'max(val(a))': 91 }, { x: 3 }] },
  ],
]);
