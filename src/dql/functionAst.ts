/** Abstract syntax of predicates, filters, functions and their arguments. */

/** Half-open range of UTF-16 offsets into the source, with the 1-based line and column of its start. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly column: number;
}

/** `name`, `name@en:fr:.`, `~friend`, `<http://ex.org/p>`. */
export interface Predicate {
  readonly kind: 'Predicate';
  /** Without `~`, `@…` and angle brackets. */
  readonly name: string;
  /** True if written as `<…>`. */
  readonly iri: boolean;
  readonly reverse: boolean;
  /** `['en', 'fr', '.']`; `['*']` for all; empty without a tag. */
  readonly langs: readonly string[];
  readonly span: Span;
}

export type Filter = FilterAnd | FilterOr | FilterNot | FunctionCall;

interface FilterAnd {
  readonly kind: 'And';
  readonly operands: readonly Filter[];
  readonly span: Span;
}
interface FilterOr {
  readonly kind: 'Or';
  readonly operands: readonly Filter[];
  readonly span: Span;
}
interface FilterNot {
  readonly kind: 'Not';
  readonly operand: Filter;
  readonly span: Span;
}

/**
 * `eq(name@en, "A", "B")`, `uid(0x1, v)`, `has(~friend)`, `type(Person)`, `ge(count(friend), 2)`, `uid_in(friend,
 * 0x1)`. `subject` is the first argument if it names what the function reads; `uid` and `type` have none. In `uid` a
 * number is a Scalar and any other name a VariableName. A list argument (`eq(name, ["A", "B"])`) equals its items as
 * arguments, except in geo functions, where it is coordinates.
 */
export interface FunctionCall {
  readonly kind: 'FunctionCall';
  /** In lower case. */
  readonly name: string;
  readonly subject?: Predicate | ValRef | CountRef | LenRef;
  readonly args: readonly FunctionArgument[];
  /** The named arguments of `similar_to(emb, 3, $v, ef: 64, distance_threshold: 0.5)`; empty elsewhere. */
  readonly options: readonly FunctionOption[];
  readonly span: Span;
}

/** `ef: 64`; the key in lower case. */
export interface FunctionOption {
  readonly kind: 'FunctionOption';
  readonly key: string;
  readonly value: Scalar | GqlVariable;
  readonly span: Span;
}

export type FunctionArgument = Scalar | GqlVariable | ListValue | RegexValue | ValRef | VariableName | FunctionCall;

/** Bare name of a query variable, as in `uid(a, b)`. */
interface VariableName {
  readonly kind: 'VariableName';
  readonly name: string;
  readonly span: Span;
}

/** String, number, boolean, uid or bare word. */
export interface Scalar {
  readonly kind: 'Scalar';
  /** Without quotes, escapes resolved. */
  readonly text: string;
  readonly quoted: boolean;
  readonly span: Span;
}

/** `$a`. */
export interface GqlVariable {
  readonly kind: 'GqlVariable';
  readonly name: string;
  readonly span: Span;
}

/** `["A", "B"]`, `[[1.0, 2.0], [3.0, 4.0]]`. */
export interface ListValue {
  readonly kind: 'List';
  readonly items: readonly (Scalar | GqlVariable | ListValue)[];
  readonly span: Span;
}

/** `/pattern/flags`. */
export interface RegexValue {
  readonly kind: 'Regex';
  readonly pattern: string;
  readonly flags: string;
  readonly span: Span;
}

/** `val(x)`. */
export interface ValRef {
  readonly kind: 'ValRef';
  readonly variable: string;
  readonly span: Span;
}

/** `count(friend)`, `count(~friend)` inside a function; `count(v)` of a uid variable has the same form. */
export interface CountRef {
  readonly kind: 'CountRef';
  readonly predicate: Predicate;
  readonly span: Span;
}

/** `len(v)`, in the condition of an upsert. */
export interface LenRef {
  readonly kind: 'LenRef';
  readonly variable: string;
  readonly span: Span;
}
