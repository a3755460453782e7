/** Tokenizers and vector indexes, with their types and sortability. */
import type { ScalarType } from './ast';

interface TokenizerFacts {
  readonly type: ScalarType;
  /**
   * True if tokens sort like the values, so that the index serves ranges and orderings. A predicate has at most one
   * such index.
   */
  readonly sortable: boolean;
}

const facts = (type: ScalarType, sortable: boolean): TokenizerFacts => ({ type, sortable });

/** Dgraph v25.4's tokenizers by name. */
export const TOKENIZERS: ReadonlyMap<string, TokenizerFacts> = new Map([
  ['exact', facts('string', true)],
  ['hash', facts('string', false)],
  ['term', facts('string', false)],
  ['fulltext', facts('string', false)],
  ['trigram', facts('string', false)],
  ['ngram', facts('string', false)],
  ['sha256', facts('string', false)],
  ['int', facts('int', true)],
  ['float', facts('float', true)],
  ['bigfloat', facts('bigfloat', true)],
  ['bool', facts('bool', false)],
  ['geo', facts('geo', false)],
  ['year', facts('datetime', true)],
  ['month', facts('datetime', true)],
  ['day', facts('datetime', true)],
  ['hour', facts('datetime', true)],
]);

/** The vector indexes; each is for `float32vector`. */
export const VECTOR_INDEXES: ReadonlySet<string> = new Set(['hnsw']);

const METRICS: ReadonlySet<string> = new Set(['euclidean', 'cosine', 'dotproduct']);
const NUMBERS: ReadonlySet<string> = new Set(['maxLevels', 'efConstruction', 'efSearch', 'exponent']);

/** Returns the error of a vector index option in Dgraph's words; undefined for a valid option. */
export function vectorOptionError(key: string, value: string): string | undefined {
  if (key === 'metric') return METRICS.has(value) ? undefined : `Can't create a vector index for ${value}`;
  if (!NUMBERS.has(key)) return `option ${key} is not allowed!`;
  return /^[+-]?[0-9]+$/.test(value) ? undefined : `strconv.Atoi: parsing ${JSON.stringify(value)}: invalid syntax`;
}
