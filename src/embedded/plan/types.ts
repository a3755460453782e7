/**
 * Plan of a query, as data: names resolved against the schema, arguments parsed, indexes selected. The reason why a
 * part cannot run (a missing index, for example) is noted as its `problem`, since Dgraph reports it only if that part
 * runs.
 */
import type { MathExpression, PredicateDeclaration, Span } from '../../dql';
import type { UidList } from '../storage/view';
import type { Tokenizer } from '../tokenizers';

/**
 * Predicate named in a query. Without a declaration the store does not know the predicate, and it has no data. A
 * predicate of which only the name is known, because it was dropped, has a declaration with the default type and no
 * index.
 */
export interface PredicateRef {
  readonly name: string;
  readonly reverse: boolean;
  /** As written; `['*']` requests all. */
  readonly langs: readonly string[];
  readonly declaration: PredicateDeclaration | undefined;
  /** True if the schema has the declaration; false for the default of a bare name. */
  readonly isDeclared: boolean;
  readonly span: Span;
}

/** Use of a variable: as a set of uids, as values by uid, or as a list of predicate names. */
export interface VariableUse {
  readonly name: string;
  readonly kind: 'uid' | 'value' | 'list';
}

/** Argument: a text, or the values of a variable. */
export type ArgumentPlan = { readonly text: string } | { readonly variable: string };

export type CompareOperator = 'eq' | 'ge' | 'gt' | 'le' | 'lt' | 'between';

interface FunctionBase {
  /** As written, for messages. */
  readonly name: string;
  readonly span: Span;
  /** Reason why the function cannot run here. */
  readonly problem?: string | undefined;
}

/** `uid(0x1, v)`. */
export interface UidFunction extends FunctionBase {
  readonly kind: 'uid';
  readonly uids: UidList;
  readonly variables: readonly string[];
}

/** `eq(name, "A")`, `ge(age, 3)`, `between(age, 3, 5)`, and `type(T)` as `eq(dgraph.type, "T")`. */
export interface CompareFunction extends FunctionBase {
  readonly kind: 'compare';
  readonly operator: CompareOperator;
  readonly predicate: PredicateRef;
  readonly args: readonly ArgumentPlan[];
  /** Index to use; absent if values are compared one by one. */
  readonly tokenizer: Tokenizer | undefined;
}

/** `ge(count(friend), 2)`. */
export interface CountFunction extends FunctionBase {
  readonly kind: 'count';
  readonly operator: CompareOperator;
  readonly predicate: PredicateRef;
  readonly args: readonly ArgumentPlan[];
}

/** `ge(val(x), 2)`. */
export interface ValueFunction extends FunctionBase {
  readonly kind: 'value';
  readonly operator: CompareOperator;
  readonly variable: string;
  readonly args: readonly ArgumentPlan[];
}

/** `eq(len(v), 0)`. */
export interface LengthFunction extends FunctionBase {
  readonly kind: 'length';
  readonly operator: CompareOperator;
  readonly variable: string;
  readonly args: readonly ArgumentPlan[];
}

/** `allofterms`, `anyofterms`, `alloftext`, `anyoftext`, `ngram`. */
export interface TermsFunction extends FunctionBase {
  readonly kind: 'terms';
  readonly predicate: PredicateRef;
  readonly tokenizer: 'term' | 'fulltext' | 'ngram';
  /** True if every term must be present. */
  readonly all: boolean;
  readonly args: readonly ArgumentPlan[];
}

export interface RegexpFunction extends FunctionBase {
  readonly kind: 'regexp';
  readonly predicate: PredicateRef;
  readonly pattern: string;
  readonly flags: string;
}

/** `match(name, "text", 3)`. */
export interface MatchFunction extends FunctionBase {
  readonly kind: 'match';
  readonly predicate: PredicateRef;
  readonly args: readonly ArgumentPlan[];
}

export interface HasFunction extends FunctionBase {
  readonly kind: 'has';
  readonly predicate: PredicateRef;
}

/** `uid_in(friend, 0x1, 0x2)`, `uid_in(friend, uid(v))`. */
export interface UidInFunction extends FunctionBase {
  readonly kind: 'uid_in';
  readonly predicate: PredicateRef;
  readonly uids: UidList;
  readonly variables: readonly string[];
}

/** `near(loc, [x, y], 1000)`, `within`, `contains`, `intersects`. */
export interface GeoFunction extends FunctionBase {
  readonly kind: 'geo';
  readonly operation: 'near' | 'within' | 'contains' | 'intersects';
  readonly predicate: PredicateRef;
  readonly args: readonly string[];
}

/** `similar_to(embedding, 3, "[1, 2]")`. */
export interface SimilarFunction extends FunctionBase {
  readonly kind: 'similar_to';
  readonly predicate: PredicateRef;
  readonly args: readonly ArgumentPlan[];
  readonly options: Readonly<Record<string, string>>;
}

export type FunctionPlan =
  | UidFunction
  | CompareFunction
  | CountFunction
  | ValueFunction
  | LengthFunction
  | TermsFunction
  | RegexpFunction
  | MatchFunction
  | HasFunction
  | UidInFunction
  | GeoFunction
  | SimilarFunction;

export type FilterPlan =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly FilterPlan[] }
  | { readonly kind: 'not'; readonly operand: FilterPlan }
  | FunctionPlan;

export interface OrderPlan {
  /** Order by the values of a predicate or a variable. */
  readonly by: PredicateRef | { readonly variable: string };
  readonly descending: boolean;
}

export interface FacetsPlan {
  readonly all: boolean;
  /** By key, with keys that are only sorted by. */
  readonly keys: readonly { readonly key: string; readonly alias: string | undefined }[];
  readonly order: readonly { readonly key: string; readonly descending: boolean }[];
  /** Facet key → variable. */
  readonly variables: ReadonlyMap<string, string>;
}

/** Condition on the facets of an edge or value. */
export type FacetsFilterPlan =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly FacetsFilterPlan[] }
  | { readonly kind: 'not'; readonly operand: FacetsFilterPlan }
  | {
      readonly kind: 'compare';
      readonly operator: Exclude<CompareOperator, 'between'>;
      readonly key: string;
      readonly text: string;
    }
  | { readonly kind: 'terms'; readonly all: boolean; readonly key: string; readonly terms: readonly string[] };

/** `@cascade`: required fields, and the page taken afterwards. */
export interface CascadePlan {
  /** `__all__` for every field. */
  readonly fields: readonly string[];
  readonly first: number;
  readonly offset: number;
}

export interface RecursePlan {
  readonly depth: number;
  readonly loop: boolean;
}

export interface ShortestPlan {
  readonly from: UidFunction;
  readonly to: UidFunction;
  readonly paths: number;
  /** Maximum hops; absent for no limit. */
  readonly depth: number | undefined;
  readonly minWeight: number;
  readonly maxWeight: number;
  readonly frontier: number;
}

/**
 * Kind of a node of the tree: `block`, a root; `predicate`, edges or values or their count; `uid`, the uid itself; and
 * without data of their own `value` (`val(x)`), `aggregate` (`min(val(x))`), `math`, `count-uid` (`count(uid)`),
 * `expand`.
 */
type Role = 'block' | 'predicate' | 'uid' | 'value' | 'aggregate' | 'math' | 'count-uid' | 'expand';

export type AggregateFunction = 'min' | 'max' | 'sum' | 'avg';

/** Block, or field within one. */
export interface NodePlan {
  readonly role: Role;
  /** Name of the field in the answer if it has no alias; a reverse edge keeps its `~`. */
  readonly attr: string;
  readonly predicate: PredicateRef | undefined;
  /** '' for none; for a block, its name. */
  readonly alias: string;
  /** Variable that the node defines. */
  readonly variable: string | undefined;
  readonly uses: readonly VariableUse[];
  readonly count: number;
  readonly offset: number;
  readonly after: number;
  /** True if only the number is requested. */
  readonly counted: boolean;
  readonly order: readonly OrderPlan[];
  readonly func: FunctionPlan | undefined;
  readonly filter: FilterPlan | undefined;
  readonly facets: FacetsPlan | undefined;
  readonly facetsFilter: FacetsFilterPlan | undefined;
  readonly cascade: CascadePlan | undefined;
  readonly normalize: boolean;
  readonly ignoreReflex: boolean;
  readonly groupBy: readonly NodePlan[] | undefined;
  /** Aggregate of a variable, or inside `@groupby` of a predicate. */
  readonly aggregate: AggregateFunction | undefined;
  readonly password: string | undefined;
  readonly math: MathExpression | undefined;
  /** Types, `['_all_']`, or the variable that holds predicate names. */
  readonly expand: readonly string[] | { readonly variable: string } | undefined;
  /** True if values of all languages are requested (`name@*`, `expand`). */
  readonly allLanguages: boolean;
  readonly recurse: RecursePlan | undefined;
  readonly shortest: ShortestPlan | undefined;
  /** True for a block without a function, which has only aggregates. */
  readonly empty: boolean;
  readonly problem: string | undefined;
  readonly children: readonly NodePlan[];
  readonly span: Span;
}

export interface BlockPlan {
  readonly node: NodePlan;
  readonly needs: ReadonlySet<string>;
  readonly defines: ReadonlySet<string>;
}

/** `schema(pred: …) {…}`. */
export interface SchemaPlan {
  readonly predicates: readonly string[];
  readonly types: readonly string[];
  readonly fields: readonly string[];
}

export interface QueryPlan {
  readonly blocks: readonly BlockPlan[];
  readonly schema: SchemaPlan | undefined;
}
