import fc from 'fast-check';
import { DqlSyntaxError } from '../../../src/dql/errors';
import type { PredicateDeclaration, SchemaDocument, TypeDeclaration } from '../../../src/dql/schema/ast';
import { TOKENIZERS } from '../../../src/dql/schema/indexes';
import { parseSchema } from '../../../src/dql/schema/parser';
import { printSchema } from '../../../src/dql/schema/printer';
import { validateSchema } from '../../../src/dql/schema/validate';
import { runs } from '../../support/runs';

const withoutSpans = ({ predicates, types }: SchemaDocument): SchemaDocument => ({
  predicates: predicates.map((p) => ({ ...p, span: undefined })),
  types: types.map((t) => ({ ...t, span: undefined })),
});
const declaration = (more: Partial<PredicateDeclaration>): PredicateDeclaration => ({
  kind: 'Predicate',
  name: 'name',
  type: 'string',
  list: false,
  index: [],
  reverse: false,
  count: false,
  lang: false,
  upsert: false,
  unique: false,
  noconflict: false,
  ...more,
});
const refusal = (read: () => unknown): DqlSyntaxError => {
  try {
    read();
  } catch (error) {
    if (error instanceof DqlSyntaxError) return error;
    throw error;
  }
  throw new Error('not refused');
};

describe('parseSchema', () => {
  it.each([
    ['name: string .', {}],
    [
      'name : STRING @index(TERM, exact) @lang .',
      { index: [{ tokenizer: 'term' }, { tokenizer: 'exact' }], lang: true },
    ],
    [
      '<http://a.b/é>: [ uid ] @reverse @count .',
      { name: 'http://a.b/é', type: 'uid', list: true, reverse: true, count: true },
    ],
    [
      '[0x1] a-b.c: dateTime @index(hour) @upsert @unique @noconflict .',
      { name: 'a-b.c', type: 'datetime', index: [{ tokenizer: 'hour' }], upsert: true, unique: true, noconflict: true },
    ],
    ['type: int @index(int) . # a predicate named type', { name: 'type', type: 'int', index: [{ tokenizer: 'int' }] }],
    [
      'v: float32vector @index(hnsw(metric:"cosine", exponent: "4")) .',
      {
        name: 'v',
        type: 'float32vector',
        index: [
          {
            tokenizer: 'hnsw',
            options: [
              { key: 'metric', value: 'cosine' },
              { key: 'exponent', value: '4' },
            ],
          },
        ],
      },
    ],
    ['name: string @index(term) @index(hash) .', { index: [{ tokenizer: 'hash' }] }],
  ] as const)('reads %s', (text, expected) => {
    expect(withoutSpans(parseSchema(text))).toEqual({ predicates: [declaration(expected)], types: [] });
  });

  it('reads types, with reverse fields, comments, empty lines and the old syntax', () => {
    const document = parseSchema(
      '# head\r\ntype <A-1> { name # c\r\n\r\n <~knows>\n age: int!\n tags: [string!]!\n}\ntype B {}\n',
    );
    expect(document.types.map((t) => [t.name, t.fields])).toEqual([
      ['A-1', ['name', '~knows', 'age', 'tags']],
      ['B', []],
    ]);
    expect(document.types[1]!.span).toMatchObject({ line: 8, column: 1 });
  });

  it.each([
    ['name: string', 'Invalid ending', 1, 13],
    ['name: string . age: int .', 'Invalid ending', 1, 16],
    ['name: string\n@index(term) .', 'Invalid ending', 1, 13],
    ['name string .', 'Missing colon', 1, 6],
    ['name: .', 'Missing Type', 1, 7],
    ['name: foo .', 'Undefined Type', 1, 7],
    ['name@en: string .', "Invalid '@' in name", 1, 5],
    ['name: [bool] .', 'Unsupported type for list: [bool].', 1, 8],
    ['name: [string .', 'Unclosed [ while parsing schema for: name', 1, 15],
    ['name: string @foo .', 'Invalid index specification', 1, 15],
    ['name: string @reverse .', 'Cannot reverse for non-UID type', 1, 15],
    [
      'name: int @lang .',
      '@lang directive can only be specified for string type. Got: [int] for attr: [0-name]',
      1,
      12,
    ],
    ['name: string @index .', 'Require type of tokenizer for pred: 0-name for indexing.', 1, 15],
    ['name: string @index() .', "Expected token or VectorFactory name, but found ')'", 1, 21],
    ['name: string @index(foo) .', 'Invalid tokenizer foo', 1, 21],
    ['name: string @index(int) .', "Tokenizer: int isn't valid for predicate: name of type: string", 1, 21],
    ['d: datetime @index(year, month) .', 'Only one index tokenizer can be sortable for 0-d', 1, 26],
    ['name: string @index(term, term) .', 'Duplicate tokenizers defined for predicate name', 1, 27],
    ['name: uid @index(term) .', 'Indexing not allowed on predicate 0-name of type uid', 1, 12],
    [
      'v: float32vector @index(hnsw(metric:"x")) .',
      "IndexFactory: hnsw issues this error: 'Can't create a vector index for x'",
      1,
      30,
    ],
    ['v: float32vector @index(hnsw(foo:"1")) .', "'option foo is not allowed!'", 1, 30],
    ['v: float32vector @index(hnsw(metric:cosine)) .', "unexpected 'cosine' found when expecting quoted text", 1, 37],
    ['~x: string .', 'Invalid schema. Unexpected ~', 1, 1],
    ['1x: string .', 'Unexpected token: "1" while parsing schema', 1, 1],
    ['<a b>: string .', "Invalid schema: Unexpected character ' ' while parsing IRI", 1, 3],
    ['[x] name: string .', 'While parsing namespace', 1, 2],
    ['type T {\n name, age\n}', 'Missing colon in type declaration. Got ,: each', 2, 6],
    ['type T {\n name\n name\n}', 'Duplicate fields with name: name', 3, 2],
    ['type T {\n name', 'Missing colon in type declaration', 2, 6],
    ['type T {\n name\n} x: int .', 'Expected new line or EOF after type declaration. Got "x"', 3, 3],
  ])('refuses %s', (text, reason, line, column) => {
    const error = refusal(() => parseSchema(text));
    expect(error.reason).toContain(reason);
    expect([error.line, error.column]).toEqual([line, column]);
  });
});

describe('validateSchema', () => {
  it.each([
    ['a: string .\na: int .', 'predicate a defined multiple times', 2],
    ['type T {\n}\ntype T {\n}', 'type T defined multiple times', 3],
    ['uid: string .', 'Cannot create user-defined predicate with internal name uid', 1],
    ['a: string @upsert .', 'Index tokenizer is mandatory for: [a] when specifying @upsert directive', 1],
    [
      'a: string @unique @index(term) .',
      'index for predicate [a] is missing, add either hash or exact index with @unique',
      1,
    ],
    ['a: int @unique .', 'index for predicate [a] is missing, add int index with @unique', 1],
    ['a: uid @unique .', '@unique directive not supported on [UID] type predicate', 1],
  ])('refuses %s', (text, message, line) => {
    const error = refusal(() => validateSchema(parseSchema(text)));
    expect(error.message).toBe(message);
    expect(error.line).toBe(line);
  });
  it('accepts a valid schema', () => {
    expect(() => validateSchema(parseSchema('a: string @unique @index(hash) .\ntype a {\n a\n}'))).not.toThrow();
  });
});

describe('printSchema', () => {
  it('is canonical', () => {
    const text = 'b:[uid]@count@reverse .\n<ab1>: int .';
    expect(printSchema(parseSchema(`type T {\n x: int\n <~b>\n}\n${text}\n<é>: default .`))).toBe(
      'b: [uid] @reverse @count .\nab1: int .\n<é>: default .\ntype T {\n  x\n  <~b>\n}\n',
    );
  });

  const name = fc.oneof(
    fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,8}$/),
    fc.stringMatching(/^[!#-;=?A-Z[\]_a-z~à-ÿ0-9]{1,10}$/).filter((n) => !n.includes('@')),
  );
  const tokenizers = (type: string): fc.Arbitrary<string[]> => {
    const names = [...TOKENIZERS].filter(([, t]) => t.type === type);
    return fc
      .subarray(names)
      .filter((chosen) => chosen.filter(([, t]) => t.sortable).length < 2)
      .map((chosen) => chosen.map(([n]) => n));
  };
  const predicate: fc.Arbitrary<PredicateDeclaration> = fc
    .constantFrom(
      'default',
      'string',
      'int',
      'float',
      'bool',
      'datetime',
      'geo',
      'uid',
      'password',
      'bigfloat',
      'float32vector',
      'binary',
    )
    .chain((type) =>
      fc.record({
        kind: fc.constant('Predicate' as const),
        name,
        type: fc.constant(type),
        list: type === 'bool' || type === 'password' ? fc.constant(false) : fc.boolean(),
        index:
          type === 'float32vector'
            ? fc.constantFrom(
                [],
                [{ tokenizer: 'hnsw' }],
                [{ tokenizer: 'hnsw', options: [{ key: 'metric', value: 'cosine' }] }],
              )
            : tokenizers(type).map((names) => names.map((tokenizer) => ({ tokenizer }))),
        reverse: type === 'uid' ? fc.boolean() : fc.constant(false),
        count: fc.boolean(),
        lang: fc.boolean(),
        upsert: fc.boolean(),
        unique: fc.boolean(),
        noconflict: fc.boolean(),
      }),
    )
    .map((p) => ({ ...p, lang: p.lang && p.type === 'string' && !p.list }));
  const type: fc.Arbitrary<TypeDeclaration> = fc.record({
    kind: fc.constant('Type' as const),
    name,
    fields: fc.uniqueArray(
      fc.oneof(
        name,
        name.map((n) => `~${n}`),
      ),
      { maxLength: 5 },
    ),
  });

  it('round-trips schemas', () => {
    fc.assert(
      fc.property(fc.array(predicate, { maxLength: 5 }), fc.array(type, { maxLength: 3 }), (predicates, types) => {
        const document = { predicates, types };
        expect(withoutSpans(parseSchema(printSchema(document)))).toEqual(withoutSpans(document));
      }),
    );
  });
});

it('throws nothing but DqlSyntaxError', () => {
  const word = fc.constantFrom(
    'type',
    'T',
    '{',
    '}',
    '\n',
    ':',
    '@',
    'index',
    '(',
    ')',
    '[',
    ']',
    '"x"',
    '"',
    '<',
    'a>',
    '.',
    ',',
    '!',
    '0x1',
    '#',
    'string',
    'hnsw',
    '\\',
    'é',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 20 }), (words) => {
      try {
        parseSchema(words.join(' '));
      } catch (error) {
        expect(error).toBeInstanceOf(DqlSyntaxError);
      }
    }),
    { numRuns: runs(2000) },
  );
});
