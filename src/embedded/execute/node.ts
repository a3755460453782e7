/** A node of a running query: its plan, where it starts from, and what it has found so far. */
import type { NodePlan } from '../plan';
import type { StoredValue, UidList } from '../storage/view';
import type { Value } from '../values';
import type { GroupRow } from './groupby';
import { NO_UIDS } from './uids';
import type { Variables } from './variables';

export class Node {
  /** The nodes that it is asked about: what the level above found. */
  src: UidList = NO_UIDS;
  /** Everything found, ascending. */
  dest: UidList = NO_UIDS;
  /** What was found from each of `src` (a block has one list), in the order in which it is shown. Empty before it has run. */
  matrix: UidList[] = [];
  /**
   * Where facets are asked for: for each list of `matrix` the ends of the edges whose facets its places show. As in Dgraph
   * a page that is cut from the edges is not cut from these, so that from then on the two differ.
   */
  facetMatrix: UidList[] | undefined;
  /** The values found at each of `src`. */
  values: (readonly StoredValue[])[] = [];
  /** The number of edges or values at each of `src`, where only that was asked for. */
  counts: number[] = [];
  children: Node[] = [];
  /** More than one edge or value is possible. */
  isList = false;
  /** The store does not know the predicate. */
  unknown = false;
  /** A value for each node, from the variable or expression that this shows. */
  valueMap: ReadonlyMap<number, Value> | undefined;
  /** Variables defined above it in the same block. */
  inherited: Variables = new Map();
  /** The predicates that `expand(val(x))` means. */
  expandNames: readonly string[] | undefined;
  /** For each list of `matrix`, the groups of `@groupby`. */
  groups: GroupRow[][] | undefined;
  /** Facets are not shown (the last level of a recursion). */
  withoutFacets = false;
  /** The total weight of the path that begins here. */
  weight: number | undefined;
  /** A hop of a shortest path: the uid is shown whatever else is. */
  onPath = false;
  /** Nodes above the one being written, for `@ignorereflex`. */
  trail: number[] = [];

  constructor(readonly plan: NodePlan) {}

  /** A fresh copy to run, with the tree below it. */
  static of(plan: NodePlan): Node {
    const node = new Node(plan);
    node.children = plan.children.map((child) => Node.of(child));
    return node;
  }

  /** Needs no data of its own: it shows a variable or computes from some. */
  get isInternal(): boolean {
    switch (this.plan.role) {
      case 'value':
      case 'aggregate':
      case 'math':
      case 'count-uid':
      case 'expand':
        return true;
      default:
        return false;
    }
  }
}
