/** What the ontology's document calls its entities, read once for each ontology in force. */
import type { InForce } from '../../materialize';
import { annotatedLabels } from '../links/label-source';

const read = new WeakMap<InForce, ReadonlyMap<string, readonly string[]>>();

/** Labels and synonyms by IRI. */
export function labelsOf(ontology: InForce): ReadonlyMap<string, readonly string[]> {
  let labels = read.get(ontology);
  if (!labels) read.set(ontology, (labels = annotatedLabels({ ontology })));
  return labels;
}
