/** Refusals, with the messages of Dgraph v25.4, and hostile queries. */
import { parse } from '../../../../src/dql';
import { DqlUnsupportedError, executeQuery, QueryError, QueryTimeoutError } from '../../../../src/embedded/execute';
import { ask, type Refused } from '../../../support/embedded/ask';
import { MemoryStore } from '../../../support/embedded/memory-view';
import { sampleStore } from '../../../support/embedded/sample';

const refused: readonly Refused[] = [
  ['a root without an index', '{ q(func: eq(note, "x")) { uid } }', 'Predicate note is not indexed'],
  [
    'terms without their index',
    '{ q(func: anyofterms(email, "x")) { uid } }',
    'Attribute email is not indexed with type term',
  ],
  [
    'the same in a filter that has nodes',
    '{ q(func: has(age)) @filter(alloftext(email, "x")) { uid } }',
    'Attribute email is not indexed with type fulltext',
  ],
  [
    'an order that an index does not have',
    '{ q(func: ge(email, "x")) { uid } }',
    'Attribute:0-email does not have proper index for comparison',
  ],
  [
    'counts without @count',
    '{ q(func: gt(count(directed), 0)) { uid } }',
    'Need @count directive in schema for attr: directed for fn: gt at root',
  ],
  [
    'counts of nothing',
    '{ q(func: eq(count(knows), 0)) { uid } }',
    'count(predicate) cannot be used to search for negative counts (nonsensical) or zero counts (not tracked).',
  ],
  [
    'an argument of another type',
    '{ q(func: eq(age, "old")) { uid } }',
    'strconv.ParseInt: parsing "old": invalid syntax',
  ],
  ['edges compared with values', '{ q(func: eq(knows, "x")) { uid } }', 'Attribute knows is not valid scalar type'],
  ['a reverse edge that is not kept', '{ q(func: uid(0x1)) { ~age } }', "Predicate age doesn't have reverse edge"],
  [
    'languages where there are none',
    '{ q(func: uid(0x1)) { email@en } }',
    'Language tags can only be used with predicates of string type having @lang directive in schema. Got: [email]',
  ],
  [
    'an order by what nobody has',
    '{ q(func: has(age), orderasc: nothing) { uid } }',
    'Cannot sort by unknown attribute nothing',
  ],
  [
    'an order by a list',
    '{ q(func: has(age), orderasc: nick) { uid } }',
    'Sorting not supported on attr: nick of type: [scalar]',
  ],
  [
    'an order from the end',
    '{ q(func: has(age), orderasc: age, first: -1) { uid } }',
    'We do not yet support negative or infinite count with sorting: age -1. Try flipping order and return ' +
      'first few elements instead.',
  ],
  ['an order by booleans', '{ q(func: has(alive), orderasc: alive) { uid } }', "Value of type: bool isn't sortable"],
  ['uid_in at a root', '{ q(func: uid_in(knows, 0x1)) { uid } }', 'uid_in function not allowed at root'],
  [
    'a regular expression without trigrams',
    '{ q(func: regexp(email, /ada/)) { uid } }',
    'Attribute email does not have trigram index for regex matching. Please add a trigram index or use ' +
      'has/uid function with regexp() as filter.',
  ],
  [
    'a regular expression that could be anything',
    '{ q(func: regexp(name, /a.*b/)) { uid } }',
    "regular expression is too wide-ranging and can't be executed efficiently",
  ],
  ['a negative distance', '{ q(func: near(place, [1, 2], -5)) { uid } }', 'Distance cannot be negative'],
  [
    'a distance in edits that is no number',
    '{ q(func: match(name, "x", far)) { uid } }',
    'Levenshtein distance value must be an int, got far',
  ],
  ['a field twice', '{ q(func: uid(0x1)) { name name } }', 'name not allowed multiple times in same sub-query.'],
  [
    'a list as a value variable',
    '{ q(func: uid(0x1)) { n as nick } r(func: uid(n)) { uid } }',
    'Value variables not supported for predicate with list type.',
  ],
  [
    'an aggregate on the wrong level',
    '{ q(func: uid(0x1)) { a as age min(val(a)) } }',
    'Invalid variable aggregation. Check the levels.',
  ],
  [
    'a recursion with levels',
    '{ q(func: uid(0x1)) @recurse(depth: 2) { knows { name } } }',
    'recurse queries require that all predicates are specified in one level',
  ],
  [
    'an endless recursion',
    '{ q(func: uid(0x1)) @recurse(loop: true) { knows } }',
    'Depth must be > 0 when loop is true for recurse query',
  ],
  [
    'a shortest path from many',
    '{ a as var(func: has(age)) p as shortest(from: uid(a), to: 0x5) { knows } q(func: uid(p)) { uid } }',
    'from variable(a) should only expand to 1 uid',
  ],
  [
    'variables in a circle',
    '{ a as var(func: uid(b)) { uid } b as var(func: uid(a)) { uid } }',
    "Query couldn't be executed",
  ],
  [
    'a repeated field under expand',
    '{ q(func: uid(0x1)) { name expand(_all_) } }',
    'Repeated subgraph: [name] while using expand()',
  ],
  [
    'vectors of another length',
    '{ q(func: similar_to(taste, 2, "[1, 2]")) { uid } }',
    'can not compute euclidean distance on vectors of different lengths',
  ],
];

describe('refusals', () => {
  it.each(refused)('have the message of Dgraph: %s', (_, query, message) => {
    expect(() => ask(query)).toThrow(QueryError);
    expect(() => ask(query)).toThrow(message);
  });

  it('occur only for parts that Dgraph would run', () => {
    expect(ask('{ q(func: eq(name, "nobody")) @filter(anyofterms(email, "x")) { uid } }')).toEqual({ q: [] });
    expect(ask('{ q(func: anyofterms(nothing, "x")) { uid } }')).toEqual({ q: [] });
  });

  it('of unsupported constructs name the position', () => {
    const query = '{\n  q(func: allof(name, custom, "x")) { uid }\n}';
    expect(() => ask(query)).toThrow(DqlUnsupportedError);
    expect(() => ask(query)).toThrow('line 2 column 11: the function allof (a custom tokenizer) is not supported');
  });
});

describe('a query', () => {
  const run = (query: string, options: object): unknown => executeQuery(parse(query), sampleStore(), options);

  it('ends at its time limit', () => {
    // Each round reads a few thousand nodes, so that the deadline is checked too.
    const roots = Array.from({ length: 5000 }, (_, i) => `0x${(i + 1).toString(16)}`).join(', ');
    const query = `{ q(func: uid(${roots})) { uid name knows { name } } }`;
    expect(() => run(query, { deadline: Date.now() - 1 })).toThrow(QueryTimeoutError);
    expect(() => run(query, { deadline: Date.now() + 60_000 })).not.toThrow();
  });

  it('has a limit of edges in a recursion', () => {
    const query = '{ q(func: uid(0x1)) @recurse(depth: 9, loop: true) { knows } }';
    expect(() => run(query, { maxEdges: 10 })).toThrow('Exceeded query edge limit = 10. Found');
  });

  it('has a limit of levels in a recursion and in a path', () => {
    const chain = new MemoryStore(
      'next: [uid] .',
      Array.from({ length: 3000 }, (_, i) => `<${i + 1}> <next> <${i + 2}> .`).join('\n'),
    );
    const query = '{ q(func: uid(0x1)) @recurse { uid next } }';
    expect(() => executeQuery(parse(query), chain)).toThrow('more than 1000 levels deep');
    expect(() => executeQuery(parse(query), chain, { maxDepth: 10 })).toThrow('more than 10 levels deep');
    const path = '{ p as shortest(from: 0x1, to: 2500) { next } q(func: uid(p)) { uid } }';
    expect(() => executeQuery(parse(path), chain)).toThrow('more than 1000 levels deep');
    const short = '{ q(func: uid(0x1)) @recurse(depth: 900) { uid next } }';
    expect(executeQuery(parse(short), chain).json.length).toBeGreaterThan(900);
  });

  it('has a limit of rows under @normalize', () => {
    const query = '{ q(func: uid(0x1)) @normalize { a: name knows { b: name knows { c: name } } } }';
    expect(() => run(query, { maxNormalized: 5 })).toThrow("Couldn't evaluate @normalize directive - too many results");
  });

  it('has a limit of nesting', () => {
    const deep = `{ q(func: uid(0x1)) ${'{ knows '.repeat(20_000)}{ uid }${' }'.repeat(20_000)} }`;
    expect(() => run(deep, {})).toThrow(/^line 1 column \d+: /);
    const filter = `{ q(func: uid(0x1)) @filter(${'not ('.repeat(20_000)}has(age)${')'.repeat(20_000)}) { uid } }`;
    expect(() => run(filter, {})).toThrow(/^line 1 column \d+: /);
  });
});
