/** The tokenizers that `@index(…)` can name: for which type, whether sorted, whether exact. */
import type { ValueType } from '../values';

export interface Tokenizer {
  readonly name: string;
  /** The predicate's type that it takes. */
  readonly type: ValueType;
  /** Byte order of tokens is value order, so that ranges and sorts can use the index. */
  readonly sortable: boolean;
  /** Equal tokens do not mean equal values: what the index finds has to be compared. */
  readonly lossy: boolean;
  /** At most one token for a value. */
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

/** Undefined for a name that Dgraph does not know; `hnsw` is an index of another kind and has no tokens. */
export function findTokenizer(name: string): Tokenizer | undefined {
  return TOKENIZERS.get(name);
}

/** All names, in alphabetical order. */
export function tokenizerNames(): readonly string[] {
  return [...TOKENIZERS.keys()];
}

/** The tokenizer that a bare `@index` would mean for a type, where Dgraph has one for it. */
export function defaultTokenizer(type: string): string | undefined {
  switch (type) {
    case 'int':
    case 'float':
    case 'bool':
    case 'geo':
    case 'bigfloat':
      return type;
    case 'datetime':
      return 'year';
    case 'string':
      return 'term';
    default:
      return undefined;
  }
}

/** Which tokenizer the function needs, for those that need one in particular. */
export function requiredTokenizer(functionName: string): string | undefined {
  switch (functionName) {
    case 'allofterms':
    case 'anyofterms':
      return 'term';
    case 'alloftext':
    case 'anyoftext':
      return 'fulltext';
    case 'regexp':
    case 'match':
      return 'trigram';
    case 'ngram':
      return 'ngram';
    case 'near':
    case 'within':
    case 'contains':
    case 'intersects':
      return 'geo';
    default:
      return undefined;
  }
}
