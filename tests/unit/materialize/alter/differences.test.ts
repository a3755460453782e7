/** Declarations against what an ontology needs and what an engine has. */
import { parseSchema } from '../../../../src/dql';
import { fieldLosses, predicateLosses, typeLoss } from '../../../../src/materialize/alter/differences';

const declared = (text: string) => parseSchema(`p: ${text} .`).predicates[0]!;

describe('predicateLosses', () => {
  it.each([
    ['the same', 'string @index(exact)', 'string @index(exact)', []],
    ['another index besides', 'string @index(exact)', 'string @index(term, exact)', []],
    ['another index that keeps order', 'datetime @index(day)', 'datetime @index(hour)', []],
    ['no index', 'string @index(exact, term)', 'string', ['lose @index(exact)']],
    ['no index for search', 'string @index(exact, term)', 'string @index(exact)', []],
    ['another index instead', 'string @index(exact)', 'string @index(hash)', ['lose @index(exact)']],
    ['another type', 'int @index(int)', 'string', ['become string instead of int']],
    ['a list', 'string', '[string]', ['become [string] instead of string']],
    ['a single value', '[uid] @reverse', 'uid @reverse', ['become uid instead of [uid]']],
    ['fewer directives', '[uid] @reverse @count', '[uid]', ['lose @reverse', 'lose @count']],
    ['more of those that may be more', 'string @index(exact)', 'string @index(exact) @upsert @count', []],
    ['values by language', 'string', 'string @lang', ['get @lang']],
    ['no values by language', 'string @lang', 'string', ['lose @lang']],
    ['uniqueness', 'string @index(exact)', 'string @index(exact) @unique', ['get @unique']],
    ['no key', 'string @index(exact) @upsert', 'string @index(exact)', ['lose @upsert']],
    ['a key by uniqueness', 'string @index(exact) @upsert', 'string @index(exact) @unique', ['get @unique']],
    ['no conflicts', 'int', 'int @noconflict', ['get @noconflict']],
    [
      'a vector index with other options',
      'float32vector @index(hnsw(metric: "cosine"))',
      'float32vector @index(hnsw(metric: "euclidean"))',
      ['lose @index(hnsw)'],
    ],
  ])('%s', (_, needed, requested, expected) => {
    expect(predicateLosses(declared(needed), declared(needed), declared(requested))).toEqual(expected);
    expect(predicateLosses(declared(needed), undefined, declared(requested))).toEqual(expected);
    // Sent back as it is stored, it loses nothing, whatever is stored.
    expect(predicateLosses(declared(needed), declared(requested), declared(requested))).toEqual([]);
    // A difference that a load would make is no loss either.
    expect(predicateLosses(declared(needed), declared(requested), declared(needed))).toEqual([]);
  });
});

it('typeLoss accepts the stored declaration', () => {
  expect(typeLoss(declared('int'), declared('string'), declared('string'))).toBeUndefined();
  expect(typeLoss(declared('int'), declared('string'), declared('int'))).toBeUndefined();
  expect(typeLoss(declared('int'), declared('string'), declared('float'))).toBe('become float instead of int');
});

it('fieldLosses names only existing fields', () => {
  const type = (...fields: string[]) => ({ kind: 'Type' as const, name: 'T', fields });
  expect(fieldLosses(type('a', 'b', 'c'), ['a', 'b'], type('b', 'z'))).toEqual(['a']);
  expect(fieldLosses(type('a', 'b'), ['a', 'b'], type('z', 'b', 'a'))).toEqual([]);
});
