/** Which tokenizers and vector indexes there are, for which types, and which of them keep the order of values. */
import type { ScalarType } from './ast';

export interface TokenizerFacts {
  readonly type: ScalarType;
  /** Its tokens sort as the values do, so that it can answer ranges and orderings. A predicate has one of these at most. */
  readonly sortable: boolean;
}

const of = (type: ScalarType, sortable: boolean): TokenizerFacts => ({ type, sortable });

/** Dgraph v25.4's tokenizers by name. */
export const TOKENIZERS: ReadonlyMap<string, TokenizerFacts> = new Map([
  ['exact', of('string', true)],
  ['hash', of('string', false)],
  ['term', of('string', false)],
  ['fulltext', of('string', false)],
  ['trigram', of('string', false)],
  ['ngram', of('string', false)],
  ['sha256', of('string', false)],
  ['int', of('int', true)],
  ['float', of('float', true)],
  ['bigfloat', of('bigfloat', true)],
  ['bool', of('bool', false)],
  ['geo', of('geo', false)],
  ['year', of('datetime', true)],
  ['month', of('datetime', true)],
  ['day', of('datetime', true)],
  ['hour', of('datetime', true)],
]);

/** The vector indexes; each is for `float32vector`. */
export const VECTOR_INDEXES: ReadonlySet<string> = new Set(['hnsw']);

const METRICS: ReadonlySet<string> = new Set(['euclidean', 'cosine', 'dotproduct']);
const NUMBERS: ReadonlySet<string> = new Set(['maxLevels', 'efConstruction', 'efSearch', 'exponent']);

/** What is wrong with an option of a vector index, in Dgraph's words; undefined where nothing is. */
export function vectorOptionError(key: string, value: string): string | undefined {
  if (key === 'metric') return METRICS.has(value) ? undefined : `Can't create a vector index for ${value}`;
  if (!NUMBERS.has(key)) return `option ${key} is not allowed!`;
  return /^[+-]?[0-9]+$/.test(value) ? undefined : `strconv.Atoi: parsing ${JSON.stringify(value)}: invalid syntax`;
}
