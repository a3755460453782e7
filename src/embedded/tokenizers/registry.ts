/** Tokenizers that `@index(…)` can name, with their type and properties. */
import type { ValueType } from '../values';

export interface Tokenizer {
  readonly name: string;
  /** Type of the predicate. */
  readonly type: ValueType;
  /** True if the byte order of tokens is the order of values, so that ranges and sorts can use the index. */
  readonly sortable: boolean;
  /** True if equal tokens do not imply equal values, so that matches need a comparison. */
  readonly lossy: boolean;
  /** True if a value has at most one token. */
  readonly single: boolean;
}

const tokenizer = (name: string, type: ValueType, flags: string): [string, Tokenizer] => [
  name,
  {
    name,
    type,
    sortable: flags.includes('sortable'),
    lossy: flags.includes('lossy'),
    single: flags.includes('single'),
  },
];

const TOKENIZERS: ReadonlyMap<string, Tokenizer> = new Map([
  tokenizer('bigfloat', 'bigfloat', 'sortable lossy single'),
  tokenizer('bool', 'bool', 'single'),
  tokenizer('day', 'datetime', 'sortable lossy single'),
  tokenizer('exact', 'string', 'sortable single'),
  tokenizer('float', 'float', 'sortable single'),
  tokenizer('fulltext', 'string', 'lossy'),
  tokenizer('geo', 'geo', 'lossy'),
  tokenizer('hash', 'string', 'single'),
  tokenizer('hour', 'datetime', 'sortable lossy single'),
  tokenizer('int', 'int', 'sortable single'),
  tokenizer('month', 'datetime', 'sortable lossy single'),
  tokenizer('ngram', 'string', 'lossy'),
  tokenizer('sha256', 'string', 'single'),
  tokenizer('term', 'string', 'lossy'),
  tokenizer('trigram', 'string', 'lossy'),
  tokenizer('year', 'datetime', 'sortable lossy single'),
]);

/** Undefined for names unknown to Dgraph, and for `hnsw`, an index without tokens. */
export function findTokenizer(name: string): Tokenizer | undefined {
  return TOKENIZERS.get(name);
}
