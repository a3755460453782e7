/** Queries of the quick start, of everyday clients, and of the gateway itself. */
import { query, queryJson } from '../../support/engines/wire';
import { data, declined, refused, type ContractCase } from './case';

const ADA = { name: 'Ada' };
const BO = { name: 'Bo' };
const CY = { name: 'Cy' };
const DEE = { name: 'Dee Dee' };
const R2 = { name: 'R2' };

const asks = (name: string, text: string, blocks: Readonly<Record<string, unknown>>): ContractCase => ({
  name,
  request: query(text),
  answer: data(blocks),
});

export const ROOT_FUNCTIONS: readonly ContractCase[] = [
  asks('eq on a string', '{ q(func: eq(name, "Ada")) { name } }', { q: [ADA] }),
  asks('eq on one of several values', '{ q(func: eq(name, ["Ada", "Bo"]), orderasc: name) { name } }', {
    q: [ADA, BO],
  }),
  asks('eq on a hash index', '{ q(func: eq(email, "ada@example.org")) { name } }', { q: [ADA] }),
  asks('eq on an int', '{ q(func: eq(age, 36), orderasc: name) { name age } }', {
    q: [
      { ...ADA, age: 36 },
      { ...CY, age: 36 },
    ],
  }),
  asks('eq on a bool', '{ q(func: eq(alive, true), orderasc: name) { name } }', { q: [BO, CY] }),
  asks('eq on the count of an edge', '{ q(func: eq(count(knows), 2)) { name } }', { q: [ADA] }),
  asks('eq that finds nothing', '{ q(func: eq(name, "Zed")) { name } }', { q: [] }),
  asks('has', '{ q(func: has(email)) { name } }', { q: [ADA] }),
  asks('has a reverse edge', '{ q(func: has(~boss), orderasc: name) { name } }', { q: [BO, CY] }),
  asks('type', '{ q(func: type(Robot)) { name } }', { q: [R2] }),
  asks('uid', '{ q(func: uid(%bo%)) { uid name } }', { q: [{ uid: '%bo%', ...BO }] }),
  asks('uid of several nodes', '{ q(func: uid(%ada%, %bo%)) { name } }', { q: [ADA, BO] }),
  asks('uid of a node that has nothing', '{ q(func: uid(0xfffffff)) { uid } }', { q: [{ uid: '%new1%' }] }),
  asks('ge and le', '{ a(func: ge(age, 41)) { name } b(func: le(age, 7)) { name } }', { a: [BO], b: [DEE] }),
  asks('gt and lt', '{ a(func: gt(height, 1.65)) { name } b(func: lt(age, 7)) { name } }', { a: [BO], b: [] }),
  asks('between', '{ q(func: between(age, 8, 40), orderasc: name) { name } }', { q: [ADA, CY] }),
  asks('ge on a datetime', '{ q(func: ge(born, "1900-01-01")) { name } }', { q: [BO] }),
  asks('allofterms', '{ q(func: allofterms(nick, "number of")) { name } }', { q: [ADA] }),
  asks('anyofterms', '{ q(func: anyofterms(name, "Dee Bo Nobody"), orderasc: name) { name } }', { q: [BO, DEE] }),
  asks('regexp', '{ q(func: regexp(name, /^Dee/)) { name } }', { q: [DEE] }),
  asks('alloftext, by stem', '{ q(func: alloftext(bio, "run machine")) { name } }', { q: [BO] }),
  asks('near', '{ q(func: near(place, [13.0, 52.0], 100000)) { name } }', { q: [BO] }),
];

export const SHAPES: readonly ContractCase[] = [
  asks('nesting', '{ q(func: eq(name, "Ada")) { name knows(orderasc: name) { name knows { name } } } }', {
    q: [
      {
        ...ADA,
        knows: [
          { ...BO, knows: [CY] },
          { ...CY, knows: [DEE] },
        ],
      },
    ],
  }),
  asks('an edge to one node is an object', '{ q(func: eq(name, "Ada")) { boss { name } } }', { q: [{ boss: CY }] }),
  asks('a reverse edge', '{ q(func: eq(name, "Cy")) { ~boss(orderasc: name) { name } } }', {
    q: [{ '~boss': [ADA, BO] }],
  }),
  asks('aliases', '{ q(func: eq(name, "Ada")) { n: name friends: knows(orderasc: name) { n: name } } }', {
    q: [{ n: 'Ada', friends: [{ n: 'Bo' }, { n: 'Cy' }] }],
  }),
  asks('an alias with a dot', '{ q(func: eq(name, "R2")) { graph.type: dgraph.type } }', {
    q: [{ 'graph.type': ['Robot'] }],
  }),
  asks('a list of values', '{ q(func: eq(name, "Bo")) { nick } }', { q: [{ nick: ['the runner'] }] }),
  asks('values of every type', '{ q(func: eq(name, "Ada")) { age height born alive place secret } }', {
    q: [
      {
        age: 36,
        height: 1.65,
        born: '1815-12-10T00:00:00Z',
        alive: false,
        place: { type: 'Point', coordinates: [-0.12, 51.5] },
      },
    ],
  }),
  asks('languages', '{ q(func: eq(name, "Ada")) { name name@de name@fr name@fr:de name@. } }', {
    q: [{ name: 'Ada', 'name@de': 'Ada die Erste', 'name@fr:de': 'Ada die Erste', 'name@.': 'Ada' }],
  }),
  asks('several blocks', '{ a(func: eq(name, "Ada")) { name } b(func: eq(name, "Bo")) { name } }', {
    a: [ADA],
    b: [BO],
  }),
  asks('a node without anything asked for is left out', '{ q(func: eq(age, 36)) { email } }', {
    q: [{ email: 'ada@example.org' }],
  }),
  asks('expand(_all_)', '{ q(func: eq(name, "R2")) { expand(_all_) { name } } }', { q: [{ ...R2, boss: BO }] }),
  asks('@normalize', '{ q(func: eq(name, "Bo")) @normalize { who: name knows { whom: name } } }', {
    q: [{ who: 'Bo', whom: 'Cy' }],
  }),
  asks('@cascade', '{ q(func: type(Person), orderasc: name) @cascade { name boss { name } } }', {
    q: [
      { ...ADA, boss: CY },
      { ...BO, boss: CY },
    ],
  }),
  asks('@recurse', '{ q(func: eq(name, "Bo")) @recurse(depth: 3) { name knows } }', {
    q: [{ ...BO, knows: [{ ...CY, knows: [DEE] }] }],
  }),
  asks('shortest', '{ p as shortest(from: %ada%, to: %dee%) { knows } q(func: uid(p)) { name } }', {
    q: [ADA, CY, DEE],
    _path_: [{ uid: '%ada%', knows: { uid: '%cy%', knows: { uid: '%dee%' } }, _weight_: 2 }],
  }),
  asks('@groupby', '{ q(func: type(Person)) @groupby(age) { count(uid) } }', {
    q: [
      {
        '@groupby': [
          { age: 7, count: 1 },
          { age: 41, count: 1 },
          { age: 36, count: 2 },
        ],
      },
    ],
  }),
  asks('a fragment', '{ q(func: eq(name, "Cy")) { ...who } } fragment who { name age }', { q: [{ ...CY, age: 36 }] }),
];

export const FILTERS_ORDER_PAGES: readonly ContractCase[] = [
  asks(
    'and, or, not',
    '{ q(func: type(Person), orderasc: name) @filter(eq(age, 36) AND NOT has(email) OR le(age, 10)) { name } }',
    {
      q: [CY, DEE],
    },
  ),
  asks('a filter below', '{ q(func: eq(name, "Ada")) { knows @filter(ge(age, 40)) { name } } }', {
    q: [{ knows: [BO] }],
  }),
  asks('uid_in', '{ q(func: type(Person), orderasc: name) @filter(uid_in(boss, %cy%)) { name } }', { q: [ADA, BO] }),
  asks('type as a filter', '{ q(func: has(boss), orderasc: name) @filter(type(Person)) { name } }', { q: [ADA, BO] }),
  asks('orderdesc, and a second key', '{ q(func: type(Person), orderdesc: age, orderasc: name) { name } }', {
    q: [BO, ADA, CY, DEE],
  }),
  asks('first and offset', '{ q(func: type(Person), orderasc: name, first: 2, offset: 1) { name } }', { q: [BO, CY] }),
  asks('after', '{ q(func: type(Person), first: 1, after: %ada%) { count(uid) } n(func: uid(%bo%)) { name } }', {
    q: [{ count: 1 }],
    n: [BO],
  }),
  asks('the last ones', '{ q(func: type(Robot), first: -1) { name } }', { q: [R2] }),
  asks('pages below', '{ q(func: eq(name, "Ada")) { knows(orderdesc: name, first: 1) { name } } }', {
    q: [{ knows: [CY] }],
  }),
  asks('count(uid)', '{ q(func: type(Person)) { count(uid) } }', { q: [{ count: 4 }] }),
  asks('count of an edge, and of a reverse edge', '{ q(func: eq(name, "Cy")) { count(knows) count(~knows) } }', {
    q: [{ 'count(knows)': 1, 'count(~knows)': 2 }],
  }),
];

export const VARIABLES_AND_FACETS: readonly ContractCase[] = [
  asks(
    'a uid variable',
    '{ v as var(func: eq(name, "Ada")) { f as knows } q(func: uid(f), orderasc: name) { name } w(func: ' +
      'uid(v)) { name } }',
    {
      q: [BO, CY],
      w: [ADA],
    },
  ),
  asks(
    'a value variable',
    '{ var(func: type(Person)) { a as age } q(func: uid(a), orderdesc: val(a), first: 1) { name val(a) } }',
    {
      q: [{ ...BO, 'val(a)': 41 }],
    },
  ),
  asks(
    'aggregates',
    '{ var(func: type(Person)) { a as age } q() { min(val(a)) max(val(a)) sum(val(a)) avg(val(a)) } }',
    {
      q: [{ 'min(val(a))': 7 }, { 'max(val(a))': 41 }, { 'sum(val(a))': 120 }, { 'avg(val(a))': 30 }],
    },
  ),
  asks('math', '{ var(func: eq(name, "Ada")) { a as age b as math(a * 2 + 1) } q(func: uid(b)) { val(b) } }', {
    q: [{ 'val(b)': 73 }],
  }),
  asks('facets', '{ q(func: eq(name, "Bo")) { ~knows @facets { name } } }', {
    q: [{ '~knows': [{ ...ADA, '~knows|close': true, '~knows|since': 2001 }] }],
  }),
  asks('facets in order', '{ q(func: eq(name, "Ada")) { knows @facets(orderdesc: since) { name } } }', {
    q: [
      {
        knows: [
          { ...CY, 'knows|since': 2005 },
          { ...BO, 'knows|since': 2001 },
        ],
      },
    ],
  }),
  asks('a filter on facets', '{ q(func: eq(name, "Ada")) { knows @facets(eq(close, true)) { name } } }', {
    q: [{ knows: [BO] }],
  }),
  {
    name: 'query variables, in a JSON body',
    request: queryJson({
      query: 'query people($name: string, $n: int = 5) { q(func: eq(name, $name), first: $n) { name } }',
      variables: { $name: 'Bo' },
    }),
    answer: data({ q: [BO] }),
  },
  {
    name: 'a read-only best-effort query',
    request: query('{ q(func: eq(name, "Bo")) { name } }', { ro: true, be: true }),
    answer: data({ q: [BO] }),
  },
];

export const SCHEMA_QUESTIONS: readonly ContractCase[] = [
  asks('the schema of one predicate', 'schema(pred: [knows]) { type list reverse count }', {
    schema: [{ predicate: 'knows', type: 'uid', reverse: true, count: true, list: true }],
  }),
  asks('a type', 'schema(type: Robot) {}', {
    types: [{ name: 'Robot', fields: [{ name: 'name' }, { name: 'boss' }] }],
  }),
];

export const REFUSED_QUERIES: readonly ContractCase[] = [
  { name: 'text that is no query', request: query('{ q(func: '), answer: refused(/.+/) },
  { name: 'no body', request: query(''), answer: refused(/.+/) },
  {
    name: 'a password that is none',
    request: query('{ q(func: eq(secret, "x")) { name } }'),
    answer: refused('Password too short, i.e. should have at least 6 chars'),
  },
  {
    name: 'a function without its index',
    request: query('{ q(func: regexp(email, /^ada/)) { name } }'),
    answer: refused('Attribute email does not have trigram index for regex matching'),
  },
  {
    name: 'a function that there is not',
    request: query('{ q(func: nearly(name, "x")) { name } }'),
    answer: refused(/nearly/),
  },
  {
    name: 'a variable that nothing defines',
    request: query('{ q(func: uid(v)) { name } }'),
    answer: refused(/Some variables are used but not defined/),
  },
  {
    name: 'a content type that is none of Dgraph’s',
    request: { path: '/query', type: 'text/csv', body: '{ q(func: uid(1)) { uid } }' },
    answer: declined(/Unsupported Content-Type/),
  },
];
