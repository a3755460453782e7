/** DQL queries, schemas of /alter, and mutations in RDF, with the recorded cases as seeds. */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import * as fc from 'fast-check';
import { print } from '../../../src/dql';
import type { RecordedCase, RecordedFeature } from '../../conformance/dql/recorded-case';
import { arbitraryDocument } from '../../support/dql/arbitrary';
import type { Format } from '../generate/format';
import { CLASSES, EDGES, PREDICATES, SCHEMA, VALUES } from '../world';

const folder = path.join(__dirname, '../../conformance/dql/cases');
let cases: readonly RecordedCase[] | undefined;

function recorded(): readonly RecordedCase[] {
  cases ??= readdirSync(folder)
    .sort()
    .flatMap((file) => (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as RecordedFeature).cases);
  return cases;
}

const texts = (field: 'query' | 'rdf' | 'alter'): string[] =>
  recorded().flatMap((each) => (typeof each[field] === 'string' ? [each[field]] : []));

const NAMES = [...PREDICATES, ...EDGES, ...VALUES, ...CLASSES];
const FUNCTIONS = [
  ...['eq', 'le', 'lt', 'ge', 'gt', 'between', 'has', 'uid', 'uid_in', 'type', 'anyofterms', 'allofterms'],
  ...['anyoftext', 'alloftext', 'regexp', 'match', 'near', 'within', 'contains', 'intersects', 'similar_to'],
  ...['checkpwd', 'count', 'val', 'len', 'min', 'max', 'sum', 'avg', 'math', 'expand', 'shortest'],
];
const DIRECTIVES = ['@filter', '@facets', '@cascade', '@normalize', '@recurse', '@groupby', '@ignorereflex', '@if'];

export const dqlQuery: Format = {
  name: 'dql',
  seeds: () => texts('query'),
  make: (random) => print(fc.sample(arbitraryDocument, { seed: random.next(), numRuns: 1 })[0]!),
  words: [
    ...NAMES,
    ...FUNCTIONS,
    ...DIRECTIVES,
    ...['{', '}', '(', ')', '[', ']', ':', ',', '@', '.', '$a', '~', '*', '"', '/a/', '#', '<', '>', '_all_', 'as'],
    ...['first: 1', 'offset: -1', 'after: 0x1', 'orderasc: age', 'depth: 3', 'loop: true', 'numpaths: 2', 'fragment'],
    ...['graph.type', 'dgraph.type', 'and', 'or', 'not', 'var(func: ', 'schema {}', '...f', '@en:.', '0x1', '1.5'],
  ],
  nests: [
    ['friend {', 'name', '}'],
    ['(', 'has(name)', ')'],
    ['not (', 'has(name)', ')'],
    ['math(', '1', ')'],
    ['-', '1', ''],
    ['[', '1', ']'],
    ['{', '', '}'],
  ],
  grammar: {
    start: [
      '{ «block» }',
      '{ «block» «block» }',
      'query q($a: string, $b: int = 3) { «block» }',
      'schema { type index }',
      '{ v as var(func: «root») «fields» s(func: uid(v)) { «field» val(x) } }',
      '{ p as shortest(from: 0x1, to: 0x5, numpaths: 2) { friend } r(func: uid(p)) { name } }',
    ],
    block: ['q(func: «root») «fields»', 'q(func: «root»«page») «directive» «fields»', '«name»(func: «root») «fields»'],
    root: [
      'has(«name»)',
      'type(«class»)',
      'eq(«name», «value»)',
      'uid(0x1, 0x5)',
      'uid(«uid»)',
      'ge(count(«name»), 1)',
      'anyofterms(name, «value»)',
      'regexp(name, /^A.*e$/i)',
      'near(loc, [2.3, 48.8], 1000)',
      'between(age, 1, «number»)',
      'similar_to(vec, 3, "[1,2,3]")',
      'match(name, "Alise", 3)',
    ],
    page: [', first: 3', ', first: «number», offset: 1', ', orderasc: «name»', ', orderdesc: val(v)', ', after: 0x2'],
    directive: [
      '',
      '@filter(«filter»)',
      '@cascade',
      '@normalize',
      '@recurse(depth: 2)',
      '@recurse(depth: 3, loop: true)',
      '@groupby(«name»)',
    ],
    filter: ['has(«name»)', '«root» and «filter»', 'not («filter»)', '(«filter» or «root»)', 'uid_in(friend, 0x1)'],
    fields: ['{ «field» }', '{ «field» «field» }', '{ uid «field» «field» «field» }'],
    field: [
      '«name»',
      'a: «name»',
      'graph.type',
      'count(«name»)',
      'v as «name»',
      '«name» @facets',
      '«name» @filter(«filter») «fields»',
      '«edge» (first: 2) «fields»',
      '«edge» «fields»',
      '~«edge» «fields»',
      'expand(_all_) «fields»',
      'name@en:.',
      'x as math(«math»)',
      'max(val(v))',
    ],
    math: ['1', 'v + «number»', '«math» * («math»)', 'cond(v > 1, 2, «math»)', 'sqrt(«math»)', 'since(v)', '-«math»'],
    edge: ['friend', ...EDGES],
    name: ['name', ...PREDICATES, ...VALUES, ...EDGES, '<name>', 'nothere'],
    class: ['Person', ...CLASSES, 'Nobody'],
    value: ['"Alice"', '"x"', '5', '["a", "b"]', '"2000-01-01"', 'val(v)', '$a', '""'],
    number: ['1', '0', '-1', '100000', '9223372036854775807'],
    uid: ['0x1', 'v', '0xffffffffffffffff', '0', '5'],
  },
};

export const schemaText: Format = {
  name: 'schema',
  seeds: () => [SCHEMA, ...texts('alter'), 'a: string .', 'type T {\n a\n}'],
  words: [
    ...NAMES,
    ...['string', 'int', 'uid', '[uid]', 'float', 'bool', 'datetime', 'geo', 'password', 'default', 'bigfloat'],
    ...['float32vector', '@index', '@reverse', '@count', '@lang', '@upsert', '@unique', '@noconflict', 'type', '\n'],
    ...['(exact)', '(term)', '(hnsw(metric:"cosine"))', '.', ':', '[', ']', '{', '}', '<', '>', '[0x1]', 'owlgate.x'],
  ],
  nests: [
    ['[', 'uid', ']'],
    ['(', 'exact', ')'],
    ['{', 'a', '}'],
  ],
  grammar: {
    start: ['«line»', '«line»\n«start»', 'type «type» {\n«name»\n}\n«line»'],
    line: ['«name»: «scalar» .', '«name»: «scalar» «directive» .', '«name»: [«scalar»] .', '«name»: uid @reverse .'],
    name: ['fuzzed', 'fuzzed1', '<größe>', 'a.b', 'dash-ed', ...PREDICATES, ...VALUES],
    type: ['Fuzzed', 'Person', '<人間>', ...CLASSES],
    scalar: ['string', 'int', 'float', 'bool', 'datetime', 'uid', 'geo', 'password', 'default', 'bigfloat', 'nothing'],
    directive: ['@index(«tokenizer»)', '@index(«tokenizer», «tokenizer»)', '@lang', '@count', '@upsert', '@unique'],
    tokenizer: ['exact', 'term', 'hash', 'fulltext', 'trigram', 'int', 'float', 'bool', 'year', 'hour', 'geo', 'none'],
  },
};

export const rdfMutation: Format = {
  name: 'rdf',
  seeds: () => [
    ...texts('rdf'),
    'upsert { query { q(func: eq(name, "Alice")) { v as uid } } mutation @if(eq(len(v), 1)) { set { uid(v) ' +
      '<nick> "a" . } } }',
  ],
  words: [
    ...NAMES.map((name) => `<${name}>`),
    ...['<', '>', '_:a', '_:b', '<0x1>', '"x"', '"x"@en', '"5"^^<xs:int>', '"x"^^<geo:geojson>', '*', '.', '(', ')'],
    ...['set', 'delete', 'upsert', 'query', 'mutation', '@if', 'uid(v)', 'val(v)', '{', '}', '\n', '#', '(since=2000)'],
    ...['<dgraph.type>', '<graph.type>', '<owlgate.x>', '(owl.inferred=true)', '<https://example.org/x>', '<iri>'],
  ],
  nests: [
    ['{', '_:a <name> "x" .', '}'],
    ['(', 'a=1', ')'],
    ['<', 'a', '>'],
  ],
  grammar: {
    start: [
      '{ set {\n«lines»\n} }',
      '{ set {\n«lines»\n} delete {\n«removed»\n} }',
      '{ delete {\n«removed»\n} }',
      'upsert {\n query { q(func: «root») { v as uid n as age } }\n mutation «cond» {\n set ' +
        '{\n«lines»\n«upserted»\n}\n}\n}',
    ],
    lines: ['«line»', '«line»\n«line»', '«line»\n«line»\n«lines»'],
    line: [
      '«subject» <«value»> «literal» .',
      '«subject» <«edge»> «subject» .',
      '«subject» <graph.type> "«class»" .',
      '«subject» <«edge»> «subject» (since=2000, w="x") .',
      '«subject» <name> "x"@en .',
    ],
    upserted: ['uid(v) <nick> "u" .', 'uid(v) <age> val(n) .', '_:n <friend> uid(v) .', 'uid(v) <«edge»> uid(v) .'],
    removed: [
      '«subject» <«value»> * .',
      '«subject» * * .',
      '<0x1> <«edge»> «subject» .',
      '«subject» <graph.type> "«class»" .',
    ],
    cond: ['', '@if(eq(len(v), 0))', '@if(gt(len(v), 0) and not eq(len(v), 3))'],
    root: ['eq(name, "Alice")', 'has(title)', 'type(Keeper)', 'eq(chip, "c-1")'],
    subject: ['_:a', '_:b', '_:c', '<0x1>', '<0x5>', '<https://example.org/world#rex>', '<https://example.org/n>'],
    literal: ['"x"', '"4"', '"4"^^<xs:int>', '"true"', '"2001-02-03T04:05:06Z"', '"1.5"^^<xs:float>', '"\\u00e9\\n"'],
    class: [...CLASSES, 'Person'],
    edge: [...EDGES, 'friend'],
    value: [...VALUES, 'name', 'age', 'fresh'],
  },
};
