/** Clauses of DQL. */
import type { Clauses, ClauseRequest } from './index';
import { repeat } from './repeat';

const asQuery = (body: string): ClauseRequest => ({
  method: 'POST',
  path: '/query',
  headers: { 'Content-Type': 'application/dql' },
  body,
});
const asJson = (body: unknown): ClauseRequest => ({
  method: 'POST',
  path: '/query',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** Returns a distinct name of letters and digits for each number. */
const name = (i: number): string => `${LETTERS[i % 26]}${i}`;
const uid = (i: number): string => `0x${(i + 1).toString(16)}`;
const root = (selection: string, directives = ''): string => `{ q(func: has(title))${directives} { ${selection} } }`;
const filter = (text: string): string => root('uid', ` @filter(${text})`);
const VARIABLES = 'var(func: has(age)) { x as age f as friend } ';

/** Texts of queries, by the repeated clause. */
const TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  fields: (n) => root(repeat(n, () => 'title')),
  'fields graph.type': (n) => root(repeat(n, () => 'graph.type')),
  'aliased graph.type': (n) => root(repeat(n, (i) => `${name(i)}: graph.type`)),
  'filters on graph.type': (n) => filter(repeat(n, () => 'eq(graph.type, "Person")', ' OR ')),
  'orders by graph.type': (n) => `{ q(func: has(title), ${repeat(n, () => 'orderasc: graph.type', ', ')}) { uid } }`,
  'graph.type that does not parse': (n) => `${root(repeat(n, () => 'graph.type'))} )`,
  'graph.type in a list of the schema': (n) => `schema(pred: [${repeat(n, () => 'graph.type', ', ')}]) { type }`,
  'escaped graph.type': (n) => root(repeat(n, () => '<graph.type>')),
  'graph.type under @normalize': (n) =>
    root(
      repeat(n, (i) => `${name(i)}: graph.type`),
      ' @normalize',
    ),
  'graph.type under friends': (n) => root(repeat(n, (i) => `${name(i)}: friend { graph.type }`)),
  'graph.type in fragments': (n) =>
    `${root('...a0')} ${repeat(n, (i) => `fragment a${i} { graph.type ...a${i + 1} }`)}`,
  aliases: (n) => root(repeat(n, (i) => `${name(i)}: title`)),
  'unknown fields': (n) => root(repeat(n, name)),
  'fields in brackets': (n) => root(repeat(n, (i) => `<http://e/${i}>`)),
  'nested fields': (n) => root(repeat(n, () => 'friend { uid }')),
  'aliased nested fields': (n) => root(repeat(n, (i) => `${name(i)}: friend { uid }`)),
  'reverse fields': (n) => root(repeat(n, (i) => `${name(i)}: ~friend { uid }`)),
  or: (n) => filter(repeat(n, (i) => `eq(title, "node ${i}")`, ' OR ')),
  and: (n) => filter(repeat(n, () => 'has(title)', ' AND ')),
  not: (n) => filter(repeat(n, () => 'NOT has(age)', ' OR ')),
  'filters in brackets': (n) => filter(repeat(n, () => '(has(age))', ' AND ')),
  types: (n) => filter(repeat(n, () => 'type(Person)', ' OR ')),
  comparisons: (n) => filter(repeat(n, (i) => `ge(age, ${i % 100})`, ' OR ')),
  'filters of fields': (n) => root(repeat(n, (i) => `${name(i)}: friend @filter(ge(age, ${i % 100})) { uid }`)),
  'values of eq': (n) => `{ q(func: eq(title, [${repeat(n, (i) => `"node ${i}"`, ', ')}])) { uid } }`,
  'values of eq in a filter': (n) => filter(`eq(title, [${repeat(n, (i) => `"node ${i}"`, ', ')}])`),
  'one value of eq': (n) => filter(`eq(title, [${repeat(n, () => '"node 1"', ', ')}])`),
  'values of eq of a val': (n) =>
    `{ ${VARIABLES} q(func: uid(x)) @filter(eq(val(x), [${repeat(n, (i) => `${i}`, ', ')}])) { uid } }`,
  uids: (n) => `{ q(func: uid(${repeat(n, uid, ', ')})) { uid } }`,
  'one uid': (n) => `{ q(func: uid(${repeat(n, () => '1', ',')})) { uid } }`,
  'uids in a filter': (n) => filter(`uid(${repeat(n, uid, ', ')})`),
  'uids of uid_in': (n) => filter(`uid_in(friend, [${repeat(n, uid, ', ')}])`),
  'filters of a uid': (n) => filter(repeat(n, (i) => `uid(${uid(i)})`, ' OR ')),
  'filters uid_in': (n) => filter(repeat(n, (i) => `uid_in(friend, ${uid(i)})`, ' OR ')),
  'variables in uid': (n) => `{ ${VARIABLES} q(func: uid(${repeat(n, () => 'f', ',')})) { uid } }`,
  orders: (n) => `{ q(func: has(title), ${repeat(n, () => 'orderasc: title', ', ')}) { uid } }`,
  'orders of fields': (n) => root(repeat(n, (i) => `${name(i)}: friend (orderasc: title) { uid }`)),
  'orders by val': (n) => `{ ${VARIABLES} q(func: uid(x), ${repeat(n, () => 'orderasc: val(x)', ', ')}) { uid } }`,
  pages: (n) => `{ q(func: has(title), ${repeat(n, () => 'first: 1', ', ')}) { uid } }`,
  groupby: (n) => root(`friend @groupby(${repeat(n, () => 'title', ', ')}) { count(uid) }`),
  'groupby with aliases': (n) => root(`friend @groupby(${repeat(n, (i) => `${name(i)}: title`, ', ')}) { count(uid) }`),
  'fields of groupby': (n) => root(`friend @groupby(title) { ${repeat(n, (i) => `${name(i)}: count(uid)`)} }`),
  variables: (n) => root(repeat(n, (i) => `${name(i)} as title`)),
  'variables used': (n) => {
    const names = repeat(n / 2, (i) => `${name(i)} as age`);
    return (
      `{ var(func: has(title)) { ${names} } q(func: has(title)) { ${names.replace(/(\S+) as age/g, 'val($1)')} ` + '} }'
    );
  },
  blocks: (n) => `{ ${repeat(n, (i) => `${name(i)}(func: uid(1)) { uid }`)} }`,
  'blocks of has': (n) => `{ ${repeat(n, (i) => `${name(i)}(func: has(title)) { title }`)} }`,
  'blocks in turn': (n) =>
    `{ a0 as var(func: uid(1)) { uid } ${repeat(n, (i) => `a${i + 1} as var(func: uid(a${i})) { uid }`)} ` +
    'q(func: uid(a1)) { uid } }',
  'blocks in turn, last first': (n) => {
    const blocks = repeat(n, (i) => `a${i + 1} as var(func: uid(a${i}))`, '\n')
      .split('\n')
      .reverse();
    return `{ ${blocks.join(' ')} a0 as var(func: uid(1)) q(func: uid(a1)) { uid } }`;
  },
  'blocks of one name': (n) => `{ ${repeat(n, () => 'q(func: uid(1)) { uid }')} }`,
  facets: (n) => root(`friend @facets(${repeat(n, () => 'since', ', ')}) { uid }`),
  'facets with aliases': (n) => root(`friend @facets(${repeat(n, (i) => `${name(i)}: since`, ', ')}) { uid }`),
  'variables of facets': (n) => root(`friend @facets(${repeat(n, (i) => `${name(i)} as since`, ', ')}) { uid }`),
  'filters of facets': (n) =>
    root(`friend @facets(${repeat(n, (i) => `eq(since, ${2000 + (i % 30)})`, ' OR ')}) { uid }`),
  'orders of facets': (n) => root(`friend @facets(${repeat(n, () => 'orderasc: since', ', ')}) { uid }`),
  '@facets': (n) => root(`friend ${repeat(n, () => '@facets')} { uid }`),
  'fields with @facets': (n) => root(repeat(n, (i) => `${name(i)}: friend @facets { uid }`)),
  languages: (n) => root(`label@${repeat(n, (i) => ['en', 'fr', 'de'][i % 3]!, ':')}`),
  'unlike languages': (n) => root(`label@${repeat(n, (i) => `en-a${i}`, ':')}`),
  'fields with a language': (n) => root(repeat(n, (i) => `${name(i)}: label@en`)),
  cascade: (n) => root('title age', ` @cascade(${repeat(n, () => 'title', ', ')})`),
  'unlike fields of cascade': (n) => root('title age', ` @cascade(${repeat(n, name, ', ')})`),
  'fields under cascade': (n) =>
    root(
      repeat(n, (i) => `${name(i)}: friend { title }`),
      ' @cascade',
    ),
  expand: (n) => root(repeat(n, () => 'expand(_all_)')),
  'types of expand': (n) => root(`expand(${repeat(n, () => 'Person', ', ')})`),
  'unlike types of expand': (n) => root(`expand(${repeat(n, name, ', ')})`),
  'nested expand': (n) => root(repeat(n, () => 'expand(_all_) { uid }')),
  math: (n) => `{ ${VARIABLES} q(func: uid(x)) { m: math(${repeat(n, () => 'x', ' + ')}) } }`,
  'math of numbers': (n) => `{ ${VARIABLES} q(func: uid(x)) { m: math(x + ${repeat(n, (i) => `${i}`, ' + ')}) } }`,
  'fields math': (n) => `{ ${VARIABLES} q(func: uid(x)) { ${repeat(n, (i) => `${name(i)}: math(x + 1)`)} } }`,
  'conditions of math': (n) =>
    `{ ${VARIABLES} q(func: uid(x)) { m: math(${repeat(n, (i) => `cond(x > ${i}, 1, 2)`, ' + ')}) } }`,
  'values of val': (n) => `{ ${VARIABLES} q(func: uid(x)) { ${repeat(n, (i) => `${name(i)}: val(x)`)} } }`,
  aggregates: (n) => `{ ${VARIABLES} q() { ${repeat(n, (i) => `${name(i)}: max(val(x))`)} } }`,
  counts: (n) => root(repeat(n, (i) => `${name(i)}: count(friend)`)),
  'counts of uid': (n) => root(repeat(n, (i) => `${name(i)}: count(uid)`)),
  fragments: (n) => `${root('...a0')} ${repeat(n, (i) => `fragment a${i} { title }`)}`,
  'fragments in fragments': (n) =>
    `${root('...a0')} ${repeat(n, (i) => `fragment a${i} { ...a${i + 1} }`)} fragment a999999 { uid }`,
  spreads: (n) => `${root(repeat(n, () => '...f'))} fragment f { title }`,
  'spreads in spreads': (n) => `${root(repeat(n / 2, () => '...f'))} fragment f { ${repeat(n / 2, () => 'title')} }`,
  normalize: (n) =>
    root(
      repeat(n, (i) => `${name(i)}: title`),
      ' @normalize',
    ),
  'nested normalize': (n) =>
    root(
      repeat(n, (i) => `friend { ${name(i)}: title }`),
      ' @normalize',
    ),
  'many nodes under normalize': (n) =>
    root(
      repeat(Math.min(n, 200), (i) => `${name(i)}: friend { f${i}: title }`),
      ' @normalize',
    ),
  directives: (n) =>
    root(
      'uid',
      repeat(n, () => ' @normalize', ''),
    ),
  'edges of shortest': (n) =>
    `{ p as shortest(from: 0x1, to: 0x2) { ${repeat(n, () => 'friend')} } q(func: uid(p)) { uid } }`,
  shortest: (n) => `{ ${repeat(n, (i) => `p${i} as shortest(from: 0x1, to: 0x2) { friend }`)} }`,
  'numbers of paths': () =>
    '{ p as shortest(from: 0x1, to: 0x2, numpaths: 100000, depth: 60) { friend } q(func: uid(p)) { uid } }',
  'edges of recurse': (n) =>
    root(
      repeat(n, () => 'friend'),
      ' @recurse(depth: 5)',
    ),
  'recurse with loops': () => root('friend title', ' @recurse(depth: 1000, loop: true)'),
  ignorereflex: (n) =>
    root(
      repeat(n, (i) => `${name(i)}: friend { friend { uid } }`),
      ' @ignorereflex',
    ),
  regexp: (n) => filter(repeat(n, () => 'regexp(title, /node.*/)', ' OR ')),
  'pattern of a regexp': (n) => filter(`regexp(title, /${repeat(n, () => '(abc|xyz)', '')}/)`),
  'pattern of classes': (n) => filter(`regexp(title, /${repeat(n, () => '[a-z]', '')}/)`),
  'pattern of repetitions': (n) => filter(`regexp(title, /${repeat(n, () => 'a{9}', '')}/)`),
  'pattern of choices': (n) => filter(`regexp(title, /${repeat(n, (i) => `node ${i}`, '|')}/)`),
  'pattern of brackets': (n) => filter(`regexp(title, /${'('.repeat(n / 2)}${')'.repeat(n / 2)}/)`),
  'pattern of letters': (n) => filter(`regexp(title, /${'ab'.repeat(n / 2)}/)`),
  'pattern of letters of any case': (n) => filter(`regexp(title, /${'ab'.repeat(n / 2)}/i)`),
  'pattern of character classes': (n) =>
    filter(`regexp(title, /[${repeat(n, (i) => `\\\\x{${(i * 3 + 99).toString(16)}}`, '')}]/)`),
  'pattern of categories': (n) => filter(`regexp(title, /${repeat(n, () => '\\\\pL', '')}/)`),
  match: (n) => filter(`match(title, "${'ab'.repeat(n / 2)}", 3)`),
  'filters match': (n) => filter(repeat(n, () => 'match(title, "nod", 8)', ' OR ')),
  terms: (n) => filter(`anyofterms(title, "${repeat(n, (i) => `term${i}`)}")`),
  words: (n) => filter(`alloftext(title, "${repeat(n, (i) => `word${i}`)}")`),
  ngram: (n) => filter(`ngram(title, "${repeat(n, (i) => `word${i}`)}")`),
  between: (n) => filter(repeat(n, () => 'between(age, 1, 2)', ' OR ')),
  near: (n) => filter(`near(title, [${repeat(n, () => '1.0', ', ')}], 10)`),
  within: (n) => filter(`within(title, [[${repeat(n, (i) => `[${i % 90}, ${i % 80}]`, ', ')}]])`),
  polygons: (n) => filter(`intersects(title, [[${repeat(n, () => '[[1,1],[2,2],[1,2],[1,1]]', ', ')}]])`),
  similar_to: (n) => `{ q(func: similar_to(vec, 3, "[${repeat(n, () => '0.5', ', ')}]")) { uid } }`,
  string: (n) => filter(`eq(title, "${'x'.repeat(n)}")`),
  'escapes of a string': (n) => filter(`eq(title, "${'\\\\u0041'.repeat(n / 7)}")`),
  'quotes of a string': (n) => filter(`eq(title, "${'\\"'.repeat(n / 2)}")`),
  name: (n) => root('x'.repeat(n)),
  comments: (n) => root(repeat(n, () => '# x\n title\n', '')),
  'white space': (n) => root(`title${' '.repeat(n)}`),
  lines: (n) => root(`title${'\n'.repeat(n)}`),
  commas: (n) => root(`title${','.repeat(n)}`),
  'open braces': (n) => '{'.repeat(n),
  'nested braces': (n) => `{ q(func: has(title)) ${'{ friend '.repeat(n / 11)}${'}'.repeat(n / 11)} }`,
  'open brackets': (n) => filter('('.repeat(n)),
  'open brackets of a list': (n) => filter(`eq(title, ${'['.repeat(n)}`),
  slashes: (n) => filter(`regexp(title, ${'/'.repeat(n)})`),
  'at signs': (n) => root('@'.repeat(n)),
  dots: (n) => root('...'.repeat(n / 3)),
  number: (n) => filter(`eq(age, ${'9'.repeat(n)})`),
  'predicates of the schema': (n) => `schema(pred: [${repeat(n, () => 'title', ', ')}]) { type }`,
  'unlike predicates of the schema': (n) => `schema(pred: [${repeat(n, name, ', ')}]) { type }`,
  'fields of the schema': (n) => `schema { ${repeat(n, () => 'type')} }`,
  'types of the schema': (n) => `schema(type: [${repeat(n, () => 'Person', ', ')}]) {}`,
  'declared variables': (n) => `query q(${repeat(n, (i) => `$a${i}: string = "x"`, ', ')}) ${root('uid')}`,
  'unused variables': (n) => `{ ${repeat(n, (i) => `var(func: uid(1)) { a${i} as title }`)} q(func: uid(1)) { uid } }`,
};

export const DQL_CLAUSES: Clauses = {
  ...Object.fromEntries(
    Object.entries(TEXTS).map(([title, text]) => [`DQL: ${title}`, (bytes: number) => asQuery(text(bytes))]),
  ),
  'DQL: values of variables': (n) => {
    const names = repeat(n / 2, (i) => `$a${i}`, ' ').split(' ');
    return asJson({
      query:
        `query q(${names.map((each) => `${each}: string`).join(', ')}) ` +
        filter(names.map((each) => `eq(title, ${each})`).join(' OR ')),
      variables: Object.fromEntries(names.map((each) => [each, 'x'])),
    });
  },
  'DQL: undeclared variables': (n) =>
    asJson({
      query: root('uid'),
      variables: Object.fromEntries(
        repeat(n, (i) => `$a${i}`, ' ')
          .split(' ')
          .map((each) => [each, 'x']),
      ),
    }),
  'DQL: graph.type in JSON': (n) => asJson({ query: root(repeat(n, () => 'graph.type')) }),
  'DQL: members': (n) =>
    asJson(
      Object.fromEntries(
        repeat(n, (i) => `m${i}`, ' ')
          .split(' ')
          .map((each) => [each, 1]),
      ),
    ),
  'DQL: RDF answers': (n) => ({
    ...asQuery(root(repeat(n, (i) => `${name(i)}: title`))),
    path: '/query?respFormat=rdf',
  }),
  'DQL: debug': (n) => ({
    ...asQuery(root(repeat(n, (i) => `${name(i)}: friend { title }`))),
    path: '/query?debug=true',
  }),
};
