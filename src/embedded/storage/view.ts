/**
 * Interface of query execution to the data: one consistent state of the store, as of a transaction's start timestamp,
 * with that transaction's own uncommitted writes on top. The executor uses this interface and never the storage
 * library.
 *
 * All methods are synchronous: the state is memory-mapped. Uids are numbers below 2^53; lists of them are ascending and
 * distinct, and must not be modified by the caller. An unknown predicate has no data.
 */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql';
import type { Value } from '../values/value';

export type Uid = number;

/** Ascending, distinct. */
export type UidList = Float64Array;

/** Stored literal: one value of a predicate at a node. */
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

/** Schema in force at the view's timestamp. */
export interface SchemaView {
  predicate(name: string): PredicateDeclaration | undefined;
  /** True if declared, or named by an earlier write request; a dropped predicate stays known. */
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
   * The same state without the transaction's own writes. As in Dgraph, `has` at a root, the tokens of a range and the
   * first key of an order use it; reads of single nodes and values see the writes.
   */
  readonly committed: ReadView;

  /** Objects of the edges `uid —predicate→`; with `reverse`, the subjects of `—predicate→ uid` (needs @reverse). */
  uids(predicate: string, uid: Uid, reverse: boolean): UidList;

  /** Same as `uids(…).length`, without reading the list if the store can avoid it. */
  uidCount(predicate: string, uid: Uid, reverse: boolean): number;

  /** Facets of one edge, by key; empty for none. The direction is that of `uids`. */
  edgeFacets(predicate: string, uid: Uid, other: Uid, reverse: boolean): readonly StoredFacet[];

  /** All values at a node: one for each language, or each member of a list, in Dgraph's order. */
  values(predicate: string, uid: Uid): readonly StoredValue[];

  /** Nodes with at least one edge or value of the predicate, ascending, above `after`. */
  subjects(predicate: string, reverse: boolean, after?: Uid): Iterable<Uid>;

  /** Nodes whose value of the predicate has the token. */
  indexed(predicate: string, tokenizer: string, token: Buffer): UidList;

  /**
   * Tokens between `from` and `to`, both inclusive and optional, in ascending or descending byte order, with their
   * nodes. For a sortable tokenizer byte order is value order. Lazy: reading stops with the iteration.
   */
  indexRange(
    predicate: string,
    tokenizer: string,
    range: { readonly from?: Buffer; readonly to?: Buffer; readonly descending?: boolean },
  ): Iterable<{ readonly token: Buffer; readonly uids: UidList }>;

  /** Nodes with between `min` and `max` (inclusive) edges or values of the predicate; needs @count. */
  counted(predicate: string, reverse: boolean, min: number, max: number): UidList;
}
