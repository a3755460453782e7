/** Node of a running query: its plan, its input nodes and its results; variables and groups among them. */
import type { NodePlan } from '../plan';
import type { StoredValue, UidList } from '../storage/view';
import type { Value } from '../values';
import { NO_UIDS } from './uids';

/** Query variable. */
export interface Variable {
  readonly uids?: UidList | undefined;
  readonly values: Map<number, Value>;
  /** Nodes from the block down to the parent of the defining node. */
  readonly path: readonly Node[];
  /** Raw values, for `expand(val(x))`. */
  readonly lists?: readonly (readonly StoredValue[])[] | undefined;
}

export type Variables = Map<string, Variable>;

/** Value, or uid of the target of an edge. */
export type GroupKey = { readonly value: Value } | { readonly uid: number };

/** Group of `@groupby`. */
export interface GroupRow {
  readonly keys: readonly { readonly name: string; readonly key: GroupKey }[];
  readonly results: { readonly name: string; readonly value: Value }[];
  readonly uids: UidList;
}

export class Node {
  /** Input nodes: the results of the level above. */
  src: UidList = NO_UIDS;
  /** All result nodes, ascending. */
  dest: UidList = NO_UIDS;
  /** Result nodes of each of `src` in the order of output (a block has one list). Empty before the node has run. */
  matrix: UidList[] = [];
  /**
   * If facets are requested: for each list of `matrix`, the targets of the edges whose facets are shown at its places.
   * As in Dgraph, paging cuts `matrix` and not this list, so the two may differ.
   */
  facetMatrix: UidList[] | undefined;
  /** Values at each of `src`. */
  values: (readonly StoredValue[])[] = [];
  /** Number of edges or values at each of `src`, if only that is requested. */
  counts: number[] = [];
  children: Node[] = [];
  /** True if several edges or values are possible. */
  isList = false;
  /** True if the store does not know the predicate. */
  isUnknown = false;
  /** Value by node, from the variable or expression that this field shows. */
  valueMap: ReadonlyMap<number, Value> | undefined;
  /** Variables defined above this node in the same block. */
  inherited: Variables = new Map();
  /** Predicates named by `expand(val(x))`. */
  expandNames: readonly string[] | undefined;
  /** For each list of `matrix`, the groups of `@groupby`. */
  groups: GroupRow[][] | undefined;
  /** True if facets are not shown (the last level of a recursion). */
  withoutFacets = false;
  /** Total weight of the path that starts here. */
  weight: number | undefined;
  /** True for a hop of a shortest path, which always shows its uid. */
  onPath = false;
  /** Ancestors of the node being written, for `@ignorereflex`. */
  trail: number[] = [];

  constructor(readonly plan: NodePlan) {}

  /** Creates the nodes of a plan and its children. */
  static of(plan: NodePlan): Node {
    const node = new Node(plan);
    node.children = plan.children.map((child) => Node.of(child));
    return node;
  }

  /** True for fields without data of their own: they show a variable or compute from variables. */
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
