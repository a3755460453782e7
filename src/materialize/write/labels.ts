/** Labels of blank nodes in the form that RDF can spell. */
import { withNodes, type Mutation, type NodeRef, type NQuad } from '../../dql';
import { IRI_LABEL } from '../store/settle';

/** Replaces labels that RDF cannot spell; the answer restores the client's labels. */
export function relabel(mutation: Mutation, labels: Map<string, string>): Mutation {
  if (![mutation.set, mutation.delete].some((statements) => statements.some(hasUnspellable))) return mutation;
  const byLabel = new Map([...labels].map(([label, clients]) => [clients, label]));
  const node = (ref: NodeRef): NodeRef => {
    if (!isUnspellable(ref)) return ref;
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

const isUnspellable = (term: NQuad['object']): term is NodeRef & { readonly kind: 'blank' } =>
  term.kind === 'blank' && !term.label.startsWith(IRI_LABEL) && !fits(term.label);

const hasUnspellable = ({ subject, object }: NQuad): boolean => isUnspellable(subject) || isUnspellable(object);

const fits = (label: string): boolean => /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(label) && !label.endsWith('.');
