/** What the ontology's document says of its entities beside axioms, read once for each ontology in force. */
import type { InForce } from '../../materialize';
import { vocabulary } from '../../ontology';
import { onceFor } from '../../util/memo';
import { annotatedLabels } from '../links/label-source';

/** Labels and synonyms by IRI. */
export const labelsOf = onceFor((ontology: InForce): ReadonlyMap<string, readonly string[]> =>
  annotatedLabels({ ontology }),
);

/** The best first: what says what a term means, then what is said of it. */
const DEFINING: readonly string[] = [
  'http://www.w3.org/2004/02/skos/core#definition',
  'http://purl.obolibrary.org/obo/IAO_0000115',
  vocabulary.rdfs.comment,
  'http://purl.org/dc/terms/description',
  'http://purl.org/dc/elements/1.1/description',
  'http://www.w3.org/2004/02/skos/core#scopeNote',
];
/** Characters of one that are kept. */
const MOST_CHARACTERS = 1_000;

/**
 * Definitions and comments by IRI, the best first; of those in several languages the English ones, or those without a
 * language, and others where there are none of these.
 */
export const definitionsOf = onceFor(({ loaded }: InForce): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, { readonly text: string; readonly rank: number }[]>();
  for (const axiom of loaded.ontology.axioms) {
    if (axiom.kind !== 'AnnotationAssertion' || typeof axiom.value === 'string') continue;
    const kind = DEFINING.indexOf(axiom.property);
    const text = axiom.value.value.replace(/\s+/g, ' ').trim().slice(0, MOST_CHARACTERS);
    if (kind < 0 || text === '') continue;
    const isEnglish = /^(?:en(?:-.*)?)?$/i.test(axiom.value.lang ?? '');
    const list = found.get(axiom.subject) ?? [];
    list.push({ text, rank: kind + (isEnglish ? 0 : DEFINING.length) });
    found.set(axiom.subject, list);
  }
  return new Map(
    [...found].map(([iri, list]) => [iri, [...new Set(list.sort((a, b) => a.rank - b.rank).map(({ text }) => text))]]),
  );
});
