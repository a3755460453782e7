/**
 * Abstract syntax of DQL queries (Dgraph v25.4): output of `parse`, input of `print` and the planner.
 *
 * Every node is frozen and carries the span of its text. Names are as written and nothing is resolved: fragments stay
 * spreads, GraphQL variables stay references (see `bind.ts`), the schema is unknown.
 */
import type {
  CountRef,
  Filter,
  FunctionArgument,
  FunctionCall,
  FunctionOption,
  GqlVariable,
  LenRef,
  Predicate,
  Scalar,
  Span,
  ValRef,
} from './functionAst';
import type { MathExpression } from './mathAst';

export type * from './functionAst';
export type * from './mathAst';

export interface Document {
  readonly kind: 'Document';
  /** `query name($a: int = 3)`; absent for a bare `{ … }`. Several operations in one text are read as one. */
  readonly operation?: Operation;
  readonly blocks: readonly (QueryBlock | SchemaBlock)[];
  readonly fragments: readonly FragmentDefinition[];
  readonly span: Span;
}

export interface Operation {
  readonly kind: 'Operation';
  readonly name?: string;
  readonly variables: readonly VariableDefinition[];
  readonly span: Span;
}

/** `$a: int! = 3`. */
export interface VariableDefinition {
  readonly kind: 'VariableDefinition';
  /** With its `$`. */
  readonly name: string;
  /** `int`, `float`, `bool`, `string` or `float32vector`; any word is read, and `bind` refuses the others. */
  readonly type: string;
  readonly required: boolean;
  readonly default?: Scalar;
  readonly span: Span;
}

/** `fragment name { … }`. */
export interface FragmentDefinition {
  readonly kind: 'FragmentDefinition';
  readonly name: string;
  readonly selection: readonly Selection[];
  readonly span: Span;
}

/**
 * `v as name(func: …, first: …) @directives { … }`. The name `var` gives a block without output; a block named
 * `shortest` carries `shortest`; a block without `func` is an aggregation block (`name() { … }`).
 */
export interface QueryBlock {
  readonly kind: 'QueryBlock';
  /** Uid variable of the block's root nodes (`v as …`). */
  readonly variable?: string;
  readonly name: string;
  readonly func?: FunctionCall;
  /** Present if one of its arguments is written, whatever the block's name (Dgraph ignores them in other blocks). */
  readonly shortest?: ShortestPath;
  readonly pagination: Pagination;
  readonly order: readonly OrderKey[];
  readonly directives: Directives;
  /** Absent if the block has no braces. */
  readonly selection?: readonly Selection[];
  readonly span: Span;
}

/**
 * `shortest(from: 0x1, to: uid(v), numpaths: 2, …)`. The grammar allows `from` and `to` to be absent, execution does
 * not.
 */
export interface ShortestPath {
  readonly kind: 'ShortestPath';
  readonly from?: Scalar | FunctionCall;
  readonly to?: Scalar | FunctionCall;
  readonly numpaths?: Scalar | GqlVariable;
  readonly depth?: Scalar | GqlVariable;
  readonly minweight?: Scalar | GqlVariable;
  readonly maxweight?: Scalar | GqlVariable;
  readonly maxfrontiersize?: Scalar | GqlVariable;
  readonly span: Span;
}

/** `schema(pred: [a, b]) { type index }` or `schema(type: [A])`, alone in its request. */
export interface SchemaBlock {
  readonly kind: 'SchemaBlock';
  readonly predicates: readonly string[];
  readonly types: readonly string[];
  /** Requested fields; empty means all. */
  readonly fields: readonly string[];
  readonly span: Span;
}

/** `first`, `offset`, `after`: each a number (a uid for `after`) or a GraphQL variable. */
export interface Pagination {
  readonly first?: Scalar | GqlVariable;
  readonly offset?: Scalar | GqlVariable;
  readonly after?: Scalar | GqlVariable;
}

/** `orderasc: name@en`, `orderdesc: val(x)`. */
export interface OrderKey {
  readonly kind: 'OrderKey';
  readonly by: Predicate | ValRef;
  readonly descending: boolean;
  readonly span: Span;
}

/** Directives of a block or a field, in Dgraph's slots. */
export interface Directives {
  readonly filter?: Filter;
  /** `@cascade` is `[]`; `@cascade(a, b)` names its fields. */
  readonly cascade?: readonly Predicate[];
  readonly normalize?: boolean;
  readonly ignoreReflex?: boolean;
  readonly groupby?: readonly GroupKey[];
  readonly recurse?: Recurse;
  /** `@facets`, `@facets(a, b as c)`, `@facets(orderasc: since)`. */
  readonly facets?: FacetSelection;
  /** `@facets(eq(close, true))`. */
  readonly facetsFilter?: Filter;
}

/** `@groupby(alias: age, friend)`. */
export interface GroupKey {
  readonly kind: 'GroupKey';
  readonly alias?: string;
  readonly predicate: Predicate;
  readonly span: Span;
}

/** `@recurse(depth: 3, loop: true)`. */
export interface Recurse {
  readonly kind: 'Recurse';
  readonly depth?: Scalar | GqlVariable;
  readonly loop?: Scalar | GqlVariable;
  readonly span: Span;
}

/** Facets to fetch: every facet (`all`), or `keys` and the keys of `order` together. `@facets()` fetches none. */
export interface FacetSelection {
  readonly kind: 'FacetSelection';
  /** True for a bare `@facets`. */
  readonly all: boolean;
  readonly keys: readonly FacetKey[];
  readonly order: readonly FacetOrder[];
  readonly span: Span;
}

/** `orderasc: since`. */
export interface FacetOrder {
  readonly kind: 'FacetOrder';
  readonly key: string;
  readonly descending: boolean;
  readonly span: Span;
}

/** `v as key` or `alias: key`. */
export interface FacetKey {
  readonly kind: 'FacetKey';
  readonly key: string;
  readonly alias?: string;
  readonly variable?: string;
  readonly span: Span;
}

export type Selection =
  | Field
  | UidField
  | CountField
  | ValField
  | AggregateField
  | MathField
  | ExpandField
  | CheckPasswordField
  | FragmentSpread;

interface SelectionBase {
  /** `v as …`. */
  readonly variable?: string;
  /** `alias: …`. */
  readonly alias?: string;
  readonly span: Span;
}

/** Predicate with its arguments, directives and selection. */
export interface Field extends SelectionBase {
  readonly kind: 'Field';
  readonly predicate: Predicate;
  readonly pagination: Pagination;
  readonly order: readonly OrderKey[];
  readonly directives: Directives;
  readonly selection?: readonly Selection[];
}

/** `uid`. */
export interface UidField extends SelectionBase {
  readonly kind: 'UidField';
}

/** `count(uid)` (no predicate) or `count(friend @filter(…))`; `count(friend) @filter(…)` is the same. */
export interface CountField extends SelectionBase {
  readonly kind: 'CountField';
  readonly predicate?: Predicate;
  readonly pagination: Pagination;
  readonly order: readonly OrderKey[];
  readonly directives: Directives;
}

/** `val(x)`. */
export interface ValField extends SelectionBase {
  readonly kind: 'ValField';
  readonly value: ValRef;
}

/** `min(val(x))`, `max`, `sum`, `avg`; inside `@groupby` also `min(name)`. */
export interface AggregateField extends SelectionBase {
  readonly kind: 'AggregateField';
  readonly function: 'min' | 'max' | 'sum' | 'avg';
  readonly of: ValRef | Predicate;
}

/** `x as math(a + b)`. */
export interface MathField extends SelectionBase {
  readonly kind: 'MathField';
  readonly expression: MathExpression;
}

/** `expand(_all_) @filter(type(A)) { … }`, `expand(A, B)`, `expand(val(x))`. */
export interface ExpandField extends SelectionBase {
  readonly kind: 'ExpandField';
  /** `['_all_']` for every predicate of the node's types. */
  readonly types: readonly string[] | ValRef;
  readonly pagination: Pagination;
  readonly order: readonly OrderKey[];
  readonly directives: Directives;
  readonly selection?: readonly Selection[];
}

/** `checkpwd(password, "secret")`. */
export interface CheckPasswordField extends SelectionBase {
  readonly kind: 'CheckPasswordField';
  readonly predicate: Predicate;
  readonly password: Scalar | GqlVariable;
}

/** `...name`. */
export interface FragmentSpread {
  readonly kind: 'FragmentSpread';
  readonly name: string;
  readonly span: Span;
}

export type Node =
  | Document
  | Operation
  | VariableDefinition
  | FragmentDefinition
  | QueryBlock
  | SchemaBlock
  | ShortestPath
  | OrderKey
  | GroupKey
  | Recurse
  | FacetSelection
  | FacetKey
  | FacetOrder
  | Filter
  | FunctionArgument
  | FunctionOption
  | CountRef
  | LenRef
  | Predicate
  | Selection
  | MathExpression;

export type Kind = Node['kind'];
export type NodeOf<K extends Kind> = Extract<Node, { readonly kind: K }>;
