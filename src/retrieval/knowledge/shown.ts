/** Nodes and facts as JSON for agents. */
import type { NodeReference, Statement } from '../types';
import type { Node } from './nodes';

export const shownNode = ({ uid, label, iri, types }: Node) => ({
  uid,
  ...(label !== undefined && { name: label }),
  ...(iri !== undefined && { iri }),
  types,
});

/** A fact with the names of its nodes: `Otto Maier (0x6)`. */
export function shownFact({ subject, predicate, object, status }: Statement) {
  const name = ({ label, uid }: NodeReference): string => (label === undefined ? uid : `${label} (${uid})`);
  return { subject: name(subject), predicate, object: typeof object === 'object' ? name(object) : object, status };
}
