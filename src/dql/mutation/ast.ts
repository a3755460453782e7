/** Abstract syntax of mutations in JSON or RDF: statements, grouped as the engine applies them. */
import type { Span } from '../ast';

/**
 * Body of /mutate: an optional query and the mutations that use its variables. A body with only a query has no
 * mutations.
 */
export interface MutationRequest {
  /** DQL text of the upsert's query, with its braces and the fragments after it. */
  readonly query?: string;
  /** Position of the query in an RDF body, for errors in it; in JSON the query is a string with escapes. */
  readonly querySpan?: Span;
  readonly mutations: readonly Mutation[];
}

export interface Mutation {
  /** The condition as written, `@if(eq(len(v), 0))`; absent means always. */
  readonly cond?: string;
  readonly set: readonly NQuad[];
  readonly delete: readonly NQuad[];
  /** Cardinality hints of JSON by predicate; see `predicateHints`. */
  readonly hints?: ReadonlyMap<string, PredicateHint>;
  /** Statements that are printed already; they precede `set` and `delete`. */
  readonly printed?: PrintedStatements;
}

/** Statements as RDF, one per line, and their predicates. */
export interface PrintedStatements {
  readonly set: string;
  readonly delete: string;
  readonly predicates: readonly string[];
}

/** Cardinality of a predicate without a schema: list for an array, single for a lone value or object. */
export type PredicateHint = 'single' | 'list';

/**
 * Node as named in a mutation: a uid (always as `0x` and lower-case digits), a blank node (label without `_:`), an
 * upsert's `uid(v)`, or any other name, mostly an IRI, which a plain Dgraph refuses.
 */
export type NodeRef =
  | { readonly kind: 'uid'; readonly uid: string }
  | { readonly kind: 'blank'; readonly label: string }
  | { readonly kind: 'iri'; readonly iri: string; /** Its `nodeKey`, shared by statements. */ readonly key?: string }
  | { readonly kind: 'uidVar'; readonly variable: string };

/**
 * Literal with the type from its format, before the schema converts it. `default` is RDF's plain literal, `string`
 * JSON's string or RDF's `xs:string`; `int` is text so that 64 bits survive.
 */
export interface LiteralValue {
  readonly kind: 'literal';
  readonly type:
    | 'default'
    | 'string'
    | 'int'
    | 'float'
    | 'bool'
    | 'datetime'
    | 'geo'
    | 'password'
    | 'bigfloat'
    | 'float32vector'
    | 'binary';
  /** Lexical form; geo is GeoJSON text with double quotes. */
  readonly value: string;
  /** Datatype IRI as written in RDF, if any. */
  readonly datatype?: string;
}

/** `val(v)` as an object. */
export interface ValueVariable {
  readonly kind: 'valVar';
  readonly variable: string;
}

/** `*`: every value of the predicate; as a predicate, every predicate of the node. */
export interface Star {
  readonly kind: 'star';
}

export interface Facet {
  readonly key: string;
  /** Lexical form, without quotes. */
  readonly value: string;
  readonly type: 'string' | 'int' | 'float' | 'bool' | 'datetime';
}

/**
 * Statement. `lang` belongs to a literal (or a star: `name@en *`). Stars occur in deletes alone: `S P *` and `S * *`.
 */
export interface NQuad {
  readonly subject: NodeRef;
  /** `*` in `S * *`; otherwise the name without angle brackets and language. */
  readonly predicate: string;
  readonly object: NodeRef | LiteralValue | ValueVariable | Star;
  readonly lang?: string;
  readonly facets?: readonly Facet[];
  readonly span?: Span;
}
