/** What a Dgraph mutation says, whichever format it came in (JSON or RDF): statements, grouped as the engine applies them. */
import type { Span } from '../ast';

/**
 * A whole /mutate body: an optional query and the mutations that its variables condition and feed. A body that is a query
 * alone has no mutations.
 */
export interface MutationRequest {
  /** DQL text of the upsert's query with its braces, fragments after it. */
  readonly query?: string;
  /** Where the query stands in an RDF body, to place an error in it; in JSON it is a string with escapes of its own. */
  readonly querySpan?: Span;
  readonly mutations: readonly Mutation[];
}

export interface Mutation {
  /** The condition as written, `@if(eq(len(v), 0))`; absent means always. */
  readonly cond?: string;
  readonly set: readonly NQuad[];
  readonly delete: readonly NQuad[];
  /** What JSON says of how many values a predicate takes, by predicate; see `predicateHints`. */
  readonly hints?: ReadonlyMap<string, PredicateHint>;
}

/** For a predicate without a schema: an array makes a list of it, a lone value or object does not. */
export type PredicateHint = 'single' | 'list';

/**
 * A node as a mutation names it: a uid (always as `0x` and lower-case digits), a blank node (label without `_:`), an upsert's
 * `uid(v)`, or any other name, an IRI mostly, which a plain Dgraph refuses.
 */
export type NodeRef =
  | { readonly kind: 'uid'; readonly uid: string }
  | { readonly kind: 'blank'; readonly label: string }
  | { readonly kind: 'iri'; readonly iri: string }
  | { readonly kind: 'uidVar'; readonly variable: string };

/**
 * A literal with the type that its format gave it, before the schema converts it.
 * `default` is RDF's plain literal, `string` JSON's string or RDF's `xs:string`; `int` is text so that 64 bits survive.
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
  /** The datatype IRI as written in RDF, where there was one. */
  readonly datatype?: string;
}

/** `val(v)` in object position. */
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

/** One statement. `lang` goes with a literal (or a star: `name@en *`). Stars occur in deletes alone: `S P *` and `S * *`. */
export interface NQuad {
  readonly subject: NodeRef;
  /** `*` in `S * *`; otherwise the name without angle brackets and language. */
  readonly predicate: string;
  readonly object: NodeRef | LiteralValue | ValueVariable | Star;
  readonly lang?: string;
  readonly facets?: readonly Facet[];
  readonly span?: Span;
}
