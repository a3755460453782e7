/** GraphQL documents and SDL, with the recorded cases and schemas as seeds. */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { getIntrospectionQuery } from 'graphql';
import type { RecordedFeature } from '../../conformance/graphql/recorded-case';
import type { Format } from '../generate/format';
import { CLASSES } from '../world';

const folder = path.join(__dirname, '../../conformance/graphql');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const filesOf = (part: string, extension: string): string[] =>
  readdirSync(path.join(folder, part))
    .filter((file) => file.endsWith(extension))
    .sort()
    .map((file) => path.join(part, file));

let documents: readonly string[] | undefined;
let schemas: readonly string[] | undefined;

const recordedDocuments = (): readonly string[] =>
  (documents ??= filesOf('cases', '.json').flatMap((file) =>
    (JSON.parse(read(file)) as RecordedFeature).cases.map(({ query }) => query.replace(/\{\{\w+\}\}/g, '0x1')),
  ));

const TYPES = [...CLASSES, 'Pilot', 'Ship', 'Thing'];

export const graphqlDocument: Format = {
  name: 'graphql',
  seeds: () => [...recordedDocuments(), getIntrospectionQuery(), '{ __typename }'],
  words: [
    ...[
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      ':',
      '!',
      '$v',
      '...',
      'on',
      'fragment',
      'F',
      '...F',
      '@',
      '"""',
      '"x"',
      '#',
      ',',
    ],
    ...[
      'query',
      'mutation',
      'subscription',
      '@skip(if: true)',
      '@include(if: $v)',
      '@cascade',
      '@cacheControl',
      'null',
    ],
    ...[
      'first: -1',
      'offset: 1',
      'filter: {',
      'order: {',
      'upsert: true',
      'input: [',
      'id',
      'iri',
      '__typename',
      '\\u0000',
    ],
    ...[
      '__schema',
      '__type(name: "Hound")',
      'numUids',
      'has:',
      'eq:',
      'regexp: "/a/"',
      'and: [',
      'not: {',
      'between: {',
    ],
    ...TYPES.flatMap((type) => [type, `query${type}`, `get${type}`, `aggregate${type}`, `add${type}`, `delete${type}`]),
  ],
  nests: [
    ['{ a ', '{ b }', '}'],
    ['[', '1', ']'],
    ['{ not: ', '{}', '}'],
    ['... on Hound {', 'title', '}'],
    ['(', 'a: 1', ')'],
  ],
  grammar: {
    start: [
      '{ «field» }',
      'query Q($v: String = "x", $n: Int) { «field» «field» }',
      'mutation { «change» }',
      'mutation M { «change» «change» }',
      'subscription { «field» }',
      'query { «field» ...F } fragment F on Query { «field» }',
    ],
    field: [
      '__typename',
      'query«type»(«arguments») { «inner» }',
      'query«type» { «inner» }',
      'get«type»(id: "0x1") { «inner» }',
      'aggregate«type» { count }',
      'a: query«type» @cascade { «inner» }',
    ],
    arguments: [
      'first: 2',
      'first: $n',
      'filter: { «filter» }',
      'order: { asc: title }, offset: 1',
      'filter: { id: ["0x1"] }',
    ],
    filter: [
      'has: title',
      'title: { eq: "Rex" }',
      'title: { anyofterms: $v }',
      'not: { «filter» }',
      'and: [{ «filter» }, { «filter» }]',
    ],
    inner: [
      'id',
      'id iri title',
      '__typename «inner»',
      'tends { «inner» }',
      '... on Hound { «inner» }',
      'legs weight tendedBy(first: 1) { id }',
    ],
    change: [
      'add«type»(input: [{ «input» }]) { numUids }',
      'add«type»(input: [{ «input» }], upsert: true) { «payload» { «inner» } numUids }',
      'update«type»(input: { filter: { «filter» }, set: { «input» } }) { numUids }',
      'delete«type»(filter: { «filter» }) { numUids msg }',
    ],
    input: [
      'title: "x"',
      'title: "x", legs: 4',
      'iri: "https://example.org/world#rex"',
      'tends: [{ «input» }]',
      'livesAt: { iri: "https://example.org/h" }',
      'weight: 1.5, tagged: true, since: "2001-01-01T00:00:00Z"',
    ],
    payload: ['hound', 'keeper', 'being'],
    type: ['Hound', ...CLASSES, 'Nothing'],
  },
};

export const sdl: Format = {
  name: 'sdl',
  seeds: () => (schemas ??= filesOf('schemas', '.graphql').map(read)),
  words: [
    ...[
      'type',
      'interface',
      'enum',
      'union',
      'input',
      'extend',
      'implements',
      '&',
      '|',
      '{',
      '}',
      '(',
      ')',
      '[',
      ']',
      '!',
    ],
    ...[
      'ID',
      'String',
      'Int',
      'Int64',
      'Float',
      'Boolean',
      'DateTime',
      'Point',
      'Polygon',
      '@id',
      '@search',
      '@dgraph(pred: "x")',
    ],
    ...[
      '@auth(query: { rule: "{$R: { eq: \\"A\\" } }" })',
      '@hasInverse(field: a)',
      '@custom(dql: "query { a }")',
      '@lambda',
    ],
    ...[
      '@custom(http: {url: "http://127.0.0.1:1", method: GET})',
      '@generate(query: {get: false})',
      '@withSubscription',
    ],
    ...[
      '# Dgraph.Authorization {"VerificationKey":"k","Header":"h","Algo":"HS256"}',
      '# Dgraph.Allow-Origin "x"',
      '"""',
      'Query',
    ],
    ...TYPES,
  ],
  nests: [
    ['[', 'String', ']'],
    ['{', 'a: String', '}'],
    ['(', 'a: 1', ')'],
  ],
  grammar: {
    start: ['«type»', '«type»\n«start»', '«type»\nextend type Hound { fuzzed: «scalar» }'],
    type: [
      'type Fuzzed { «fields» }',
      'type «name» @auth(query: «rule») { «fields» }',
      'interface «name» { «fields» }',
      'union «name» = Hound | Keeper',
      'enum «name» { A B }',
      'type Query { top: [Hound] @custom(dql: "query { top(func: type(Hound)) { title } }") }',
      'extend type Hound @auth(query: «rule») { extra: «scalar» @search }',
    ],
    fields: [
      'a: String',
      'id: ID! a: «scalar» «directive»',
      'a: «scalar»! «directive» b: [«name»]',
      'a: String @id «fields»',
    ],
    scalar: ['String', 'Int', 'Int64', 'Float', 'Boolean', 'DateTime', 'Point', '[String]', 'Nothing'],
    directive: [
      '',
      '@search',
      '@search(by: [term, fulltext])',
      '@dgraph(pred: "title")',
      '@dgraph(pred: "~tends")',
      '@id',
    ],
    rule: [
      '{ rule: "{$R: { eq: \\"A\\" } }" }',
      '{ or: [«rule», «rule»] }',
      '{ not: «rule» }',
      '{ rule: "query { queryHound { id } }" }',
    ],
    name: ['Fuzzed', 'Other', 'Hound', 'Dgraph', 'type'],
  },
};
