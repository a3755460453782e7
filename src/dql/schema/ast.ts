/** Abstract syntax of Dgraph's schema language, for /alter and for the answer of `schema {}`. */
import type { Span } from '../ast';

/** Scalar types as the schema language spells them; `uid` is an edge. */
export type ScalarType =
  | 'default'
  | 'string'
  | 'int'
  | 'float'
  | 'bool'
  | 'datetime'
  | 'geo'
  | 'uid'
  | 'password'
  | 'bigfloat'
  | 'float32vector'
  | 'binary';

/** One tokenizer of `@index(…)`: `term`, or `hnsw(metric: "cosine")` with its options. */
export interface IndexSpec {
  readonly tokenizer: string;
  readonly options?: readonly { readonly key: string; readonly value: string }[];
}

/**
 * `name: [string] @index(term) @reverse @count @lang @upsert @unique @noconflict .`, as written: the engine adds the
 * `@upsert` that `@unique` implies. A namespace before it (`[0x1] name`) is read and dropped, as Dgraph does for
 * everyone but the guardian of all namespaces.
 */
export interface PredicateDeclaration {
  readonly kind: 'Predicate';
  readonly name: string;
  readonly type: ScalarType;
  readonly list: boolean;
  /** Empty without an index. */
  readonly index: readonly IndexSpec[];
  readonly reverse: boolean;
  readonly count: boolean;
  readonly lang: boolean;
  readonly upsert: boolean;
  readonly unique: boolean;
  readonly noconflict: boolean;
  readonly span?: Span;
}

/** `type Person { name <~knows> }`; reverse fields keep their `~`. */
export interface TypeDeclaration {
  readonly kind: 'Type';
  readonly name: string;
  readonly fields: readonly string[];
  readonly span?: Span;
}

export interface SchemaDocument {
  readonly predicates: readonly PredicateDeclaration[];
  readonly types: readonly TypeDeclaration[];
}
