import { printSchema } from '../../../src/dql';
import { parseSchema } from '../../../src/dql/schema/parser';
import { OwlgateError } from '../../../src/errors';
import { diffSchema, refuseConflicts } from '../../../src/schema';
import type { SchemaAnswer, StoredPredicate } from '../../../src/schema';

const diff = (compiled: string, answer: SchemaAnswer) => diffSchema(parseSchema(compiled), answer);
const stored = (predicate: Partial<StoredPredicate>): SchemaAnswer => ({
  schema: [{ predicate: 'p', type: 'string', ...predicate }],
});

describe('diffSchema', () => {
  it('adds missing predicates and types', () => {
    const result = diff('p: int @index(int) .\ntype A {\n p\n}', {
      schema: [{ predicate: 'dgraph.type', type: 'string', list: true }],
      types: [{ name: 'dgraph.graphql', fields: [] }],
    });
    expect(result).toMatchObject({
      predicates: { added: ['p'], changed: [] },
      types: { added: ['A'], changed: [] },
      conflicts: [],
      isEmpty: false,
    });
    expect(printSchema(result.merged)).toBe('p: int @index(int) .\ntype A {\n  p\n}\n');
  });

  it('compares a renamed predicate with its earlier name: indexes go along, and other types are conflicts', () => {
    const former = new Map([['p', ['old']]]);
    const answer: SchemaAnswer = {
      schema: [{ predicate: 'old', type: 'string', index: true, tokenizer: ['trigram'] }],
    };
    const difference = diffSchema(parseSchema('p: string @index(exact) .'), answer, former);
    expect(difference).toMatchObject({ predicates: { added: ['p'] }, conflicts: [] });
    expect(printSchema(difference.merged)).toBe('p: string @index(exact, trigram) .\n');
    const conflicting = diffSchema(parseSchema('p: int .'), answer, former);
    expect(() => refuseConflicts(conflicting, (name) => name === 'old')).toThrow(/"old" is of type string/);
    expect(() => refuseConflicts(conflicting, () => false)).not.toThrow();
  });

  it('is empty for an equal schema in any order', () => {
    const answer: SchemaAnswer = {
      schema: [
        { predicate: 'p', type: 'string', index: true, tokenizer: ['term', 'exact'], upsert: true },
        { predicate: 'e', type: 'uid', list: true, reverse: true, count: true },
        {
          predicate: 'v',
          type: 'float32vector',
          tokenizer: ['hnsw("exponent":"4","metric":"cosine")'],
          index_specs: [
            {
              name: 'hnsw',
              options: [
                { key: 'metric', value: 'cosine' },
                { key: 'exponent', value: '4' },
              ],
            },
          ],
        },
        { predicate: 'w', type: 'float32vector', tokenizer: ['hnsw("metric":"cosine")'] },
      ],
      types: [{ name: 'A', fields: [{ name: 'q' }, { name: 'p' }] }],
    };
    const result = diff(
      [
        'p: string @index(exact, term) @upsert .',
        'e: [uid] @reverse @count .',
        'v: float32vector @index(hnsw(exponent: "4", metric: "cosine")) .',
        'w: float32vector @index(hnsw(metric: "cosine")) .',
        'type A {\n p\n}',
      ].join('\n'),
      answer,
    );
    expect(result).toMatchObject({ isEmpty: true, conflicts: [] });
    expect(result.merged.types).toEqual([{ kind: 'Type', name: 'A', fields: ['p', 'q'] }]);
  });

  it('keeps additional declarations of the engine', () => {
    const result = diff('p: string @index(exact) .\ntype A {\n p\n b\n}', {
      ...stored({ tokenizer: ['fulltext'], lang: true, count: true, no_conflict: true }),
      types: [
        { name: 'A', fields: [{ name: 'x' }, { name: 'b' }] },
        { name: 'Other', fields: [{ name: 'x' }] },
      ],
    });
    expect(result.predicates.changed).toEqual([
      {
        name: 'p',
        before: 'p: string @index(fulltext) @count @lang @noconflict .',
        after: 'p: string @index(exact, fulltext) @count @lang @noconflict .',
      },
    ]);
    expect(result.types.changed).toEqual([{ name: 'A', addedFields: ['p'] }]);
    expect(printSchema(result.merged)).toContain('type A {\n  b\n  p\n  x\n}');
    expect(printSchema(result.merged)).not.toContain('Other');
  });

  it('keeps a stored sortable index and compares vector options', () => {
    const sortable = diff('p: datetime @index(hour) .', stored({ type: 'datetime', tokenizer: ['year'] }));
    expect(sortable.isEmpty).toBe(true);
    expect(printSchema(sortable.merged)).toBe('p: datetime @index(year) .\n');
    const vector = diff(
      'p: float32vector @index(hnsw(metric: "cosine")) .',
      stored({ type: 'float32vector', tokenizer: ['hnsw("metric":"euclidean")'] }),
    );
    expect(vector.predicates.changed).toMatchObject([{ after: 'p: float32vector @index(hnsw(metric: "cosine")) .' }]);
  });

  it.each<[string, string, Partial<StoredPredicate>]>([
    ['a list', 'p: [string] .', { type: 'string' }],
    ['several edges', 'p: [uid] @reverse .', { type: 'uid' }],
    ['a reverse index', 'p: [uid] @reverse .', { type: 'uid', list: true }],
    ['uniqueness', 'p: string @index(exact) @upsert @unique .', { tokenizer: ['exact'] }],
    ['a type for values written without a schema', 'p: string @index(exact) .', { type: 'default' }],
  ])('adds %s without a conflict', (_, compiled, existing) => {
    const result = diff(compiled, stored(existing));
    expect(result.conflicts).toEqual([]);
    expect(result.predicates.changed).toHaveLength(1);
    expect(printSchema(result.merged)).toBe(`${compiled}\n`);
  });

  it.each<[string, Partial<StoredPredicate>, RegExp, boolean]>([
    ['p: int .', { type: 'string' }, /is of type string and would be int/, false],
    ['p: int .', { type: 'default' }, /is of type default and would be int/, false],
    ['p: string .', { type: 'string', list: true }, /is a list and would take one value/, true],
    ['p: uid .', { type: 'uid', list: true }, /is a list/, true],
    ['p: [uid] .', { type: 'string' }, /is of type string and would be \[uid\]/, true],
    ['p: string .', { type: 'uid', list: true }, /is of type \[uid\] and would be string/, true],
    ['p: string .', { type: 'password' }, /password/, true],
    ['p: [string] .', { type: 'string', lang: true }, /by language/, false],
  ])('%s over %j is a conflict', (compiled, existing, reason, needsDrop) => {
    const result = diff(compiled, stored({ ...existing, tokenizer: ['exact'] }));
    expect(result.conflicts).toMatchObject([
      { name: 'p', reason: expect.stringMatching(reason), needsDrop, after: compiled },
    ]);
    expect(result.isEmpty).toBe(false);
    // The new type keeps no index or directive of the stored one.
    expect(printSchema(result.merged)).toBe(`${compiled}\n`);
    expect(() => refuseConflicts(result, () => false)).not.toThrow();
    expect(() => refuseConflicts(result, () => true)).toThrow(OwlgateError);
  });

  it.each<[string, Partial<StoredPredicate>, boolean]>([
    ['p: int .', { type: 'string' }, true],
    ['p: [string] .', { type: 'string' }, true],
    ['p: string @index(exact) @lang .', { type: 'string' }, false],
    ['p: string .', { type: 'default' }, false],
  ])('%s over %j waits until the ontology is in force: %s', (compiled, existing, isLate) => {
    expect(diff(compiled, stored({ ...existing })).late).toEqual(isLate ? ['p'] : []);
  });

  it('refuses all conflicts with data, with advice', () => {
    const result = diff('p: int .\nq: int .\nr: uid .', {
      schema: [
        { predicate: 'p', type: 'string' },
        { predicate: 'q', type: 'string' },
        { predicate: 'r', type: 'uid', list: true },
      ],
    });
    const refusal = () => refuseConflicts(result, (name) => name !== 'q');
    expect(refusal).toThrow(/"p" is of type string and would be int.*"r" is a list.*owlgate:name/s);
    let error: unknown;
    try {
      refusal();
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      code: 'OntologySchemaConflict',
      status: 409,
      details: { conflicts: [{ predicate: 'p', before: 'p: string .', after: 'p: int .' }, { predicate: 'r' }] },
    });
  });

  it('reads an empty answer', () => {
    expect(diff('', {})).toMatchObject({ isEmpty: true, merged: { predicates: [], types: [] } });
  });
});
