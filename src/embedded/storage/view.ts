/**
 * What query execution sees of the data: one consistent state of the store, as of a transaction's start timestamp,
 * with that transaction's own uncommitted writes on top. The executor knows this interface and never the storage library.
 *
 * All methods are synchronous: the state is memory-mapped. Uids are numbers below 2^53; lists of them are ascending and
 * without repeats, and must not be modified by the caller. A predicate that the store has never seen gives empty answers.
 */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql/schema/ast';
import type { Value } from '../values/value';

export type Uid = number;

/** Ascending, distinct. */
export type UidList = Float64Array;

/** A stored literal: one value of a predicate at a node. */
export interface StoredValue {
  readonly value: Value;
  /** '' for the untagged value. */
  readonly lang: string;
  readonly facets: readonly StoredFacet[];
}

export interface StoredFacet {
  readonly key: string;
  readonly value: Value;
}

/** The schema in force at the view's timestamp. */
export interface SchemaView {
  predicate(name: string): PredicateDeclaration | undefined;
  /** Declared, or named by a request to write it: a predicate that was dropped is known on. */
  isKnown(name: string): boolean;
  /** In name order. */
  predicates(): Iterable<PredicateDeclaration>;
  type(name: string): TypeDeclaration | undefined;
  /** In name order. */
  types(): Iterable<TypeDeclaration>;
}

export interface ReadView {
  readonly schema: SchemaView;

  /**
   * The same state without the transaction's own writes. As in Dgraph, `has` at a root, the tokens that a range goes through
   * and the first key of an order are taken from it; whatever asks about single nodes and values sees all.
   */
  readonly committed: ReadView;

  /** Objects of the edges `uid —predicate→`; with `reverse`, the subjects of `—predicate→ uid` (needs @reverse). */
  uids(predicate: string, uid: Uid, reverse: boolean): UidList;

  /** As `uids(…).length`, without reading the list where the store can avoid it. */
  uidCount(predicate: string, uid: Uid, reverse: boolean): number;

  /** Facets of one edge, by key; empty where the edge has none. The direction is that of `uids`. */
  edgeFacets(predicate: string, uid: Uid, other: Uid, reverse: boolean): readonly StoredFacet[];

  /** All values at a node: one for each language, or each member of a list, in the order in which Dgraph gives them. */
  values(predicate: string, uid: Uid): readonly StoredValue[];

  /** Nodes with at least one edge or value of the predicate, ascending, starting after `after`. */
  subjects(predicate: string, reverse: boolean, after?: Uid): Iterable<Uid>;

  /** Nodes whose value of the predicate has the token. */
  indexed(predicate: string, tokenizer: string, token: Buffer): UidList;

  /**
   * Tokens between `from` and `to`, both inclusive and both optional, in byte order (or the reverse of it), with their nodes.
   * For a sortable tokenizer byte order is value order. Lazy: stop iterating to stop reading.
   */
  indexRange(
    predicate: string,
    tokenizer: string,
    range: { readonly from?: Buffer; readonly to?: Buffer; readonly descending?: boolean },
  ): Iterable<{ readonly token: Buffer; readonly uids: UidList }>;

  /** Nodes with between `min` and `max` (inclusive) edges or values of the predicate; needs @count. */
  counted(predicate: string, reverse: boolean, min: number, max: number): UidList;
}
