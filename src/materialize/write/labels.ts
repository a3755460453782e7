/** Labels of blank nodes in the form that RDF can spell. */
import { withNodes, type Mutation, type NodeRef, type NQuad } from '../../dql';
import { IRI_LABEL } from '../store/settle';

/** Replaces labels that RDF cannot spell; the answer restores the client's labels. */
export function relabel(mutation: Mutation, labels: Map<string, string>): Mutation {
  const byLabel = new Map([...labels].map(([label, clients]) => [clients, label]));
  const fits = (label: string) => /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(label) && !label.endsWith('.');
  const node = (ref: NodeRef): NodeRef => {
    if (ref.kind !== 'blank' || ref.label.startsWith(IRI_LABEL) || fits(ref.label)) return ref;
    let label = byLabel.get(ref.label);
    if (label === undefined) {
      label = `owlgate.label.${labels.size}`;
      byLabel.set(ref.label, label);
      labels.set(label, ref.label);
    }
    return { kind: 'blank', label };
  };
  const statement = (nquad: NQuad): NQuad => withNodes(nquad, node);
  return { ...mutation, set: mutation.set.map(statement), delete: mutation.delete.map(statement) };
}
