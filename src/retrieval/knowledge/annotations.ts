/** Labels and definitions in annotations of the ontology; read once per ontology in force. */
import type { InForce } from '../../materialize';
import { vocabulary } from '../../ontology';
import { onceFor } from '../../util/memo';
import { annotatedLabels } from '../links/label-source';

/** Labels and synonyms by IRI. */
export const labelsOf = onceFor((ontology: InForce): ReadonlyMap<string, readonly string[]> =>
  annotatedLabels({ ontology }),
);

/** Annotation properties with definitions and descriptions, best first. */
const DEFINING: readonly string[] = [
  'http://www.w3.org/2004/02/skos/core#definition',
  'http://purl.obolibrary.org/obo/IAO_0000115',
  vocabulary.rdfs.comment,
  'http://purl.org/dc/terms/description',
  'http://purl.org/dc/elements/1.1/description',
  'http://www.w3.org/2004/02/skos/core#scopeNote',
];
/** Maximum characters of a definition; the rest is cut. */
const MAX_CHARACTERS = 1_000;

/**
 * Definitions and comments by IRI, best first. Texts in English or without a language come before texts in other
 * languages.
 */
export const definitionsOf = onceFor(({ loaded }: InForce): ReadonlyMap<string, readonly string[]> => {
  const definitions = new Map<string, { readonly text: string; readonly rank: number }[]>();
  for (const { subject, property, text: whole, lang = '' } of loaded.annotations) {
    const kind = DEFINING.indexOf(property);
    const text = whole.replace(/\s+/g, ' ').trim().slice(0, MAX_CHARACTERS);
    if (kind < 0 || text === '') continue;
    const isEnglish = /^(?:en(?:-.*)?)?$/i.test(lang);
    const list = definitions.get(subject) ?? [];
    list.push({ text, rank: kind + (isEnglish ? 0 : DEFINING.length) });
    definitions.set(subject, list);
  }
  return new Map(
    [...definitions].map(([iri, list]) => [
      iri,
      [...new Set(list.sort((a, b) => a.rank - b.rank).map(({ text }) => text))],
    ]),
  );
});
