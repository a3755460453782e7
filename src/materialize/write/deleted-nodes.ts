/** `extensions.ontology.deleted`: nodes that a write deleted whole, with the incoming edges that it deleted. */
import type { Settled } from '../store/settle';
import type { Fact } from '../store/terms';
import { factAt, shown } from './contradiction-messages';
import type { ShownFact } from './contradiction-messages';
import type { Rights, WholeNodes } from './stars';

/** Maximum edges listed in an answer. */
export const MAX_LISTED = 1000;

export interface DeletedNodes {
  readonly nodes: number;
  /** Deleted asserted edges whose source remains. */
  readonly incoming: readonly Fact[];
}

/** Shape of deleted nodes in an answer. */
export interface ShownDeleted {
  readonly nodes: number;
  readonly incoming: number;
  readonly edges?: readonly ShownFact[];
  readonly truncated?: true;
}

/** @param rights rights of the client; edges of predicates that it may not read are left out */
export function deletedNodes(
  { workingSet, inference }: Settled,
  { nodes, incoming }: WholeNodes,
  rights: Rights,
): DeletedNodes {
  const entailedRows = new Set(inference.stillEntailed);
  const edges = incoming.filter((row) => !entailedRows.has(row)).map((row) => factAt(workingSet, row));
  return { nodes: nodes.size, incoming: edges.filter(({ s, p }) => !nodes.has(s) && rights.mayRead(p)) };
}

export function shownDeleted({ nodes, incoming }: DeletedNodes): ShownDeleted {
  const { length } = incoming;
  return {
    nodes,
    incoming: length,
    ...(length > 0 && { edges: incoming.slice(0, MAX_LISTED).map(shown) }),
    ...(length > MAX_LISTED && { truncated: true as const }),
  };
}

export function sumOfDeleted(a: ShownDeleted, b: ShownDeleted): ShownDeleted {
  const edges = [...(a.edges ?? []), ...(b.edges ?? [])];
  const isTruncated = edges.length > MAX_LISTED || a.truncated || b.truncated;
  return {
    nodes: a.nodes + b.nodes,
    incoming: a.incoming + b.incoming,
    ...(edges.length > 0 && { edges: edges.slice(0, MAX_LISTED) }),
    ...(isTruncated && { truncated: true as const }),
  };
}
