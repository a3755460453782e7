/** Merge of several documents: an ontology and its imports. */
import { comparePositions, isBlank } from './quads';
import type { Iri, Position, Quad, QuadDocument, Term } from './quads';

export interface NamedDocument {
  /** Value of `document` in its positions. */
  readonly name: string;
  readonly document: QuadDocument;
}

/**
 * Merges the statements of all documents. Statements of the first document stay unchanged. In the others, positions
 * name the document, and blank nodes are renamed so that no two documents share one.
 *
 * @param others documents with distinct names; their order affects only the labels of blank nodes
 */
export function mergeDocuments(first: QuadDocument, others: readonly NamedDocument[]): QuadDocument {
  if (others.length === 0) return first;
  const labelPrefix = unusedPrefix(first.quads);
  const quads = [...first.quads];
  const prefixes = new Map<string, Iri>(first.prefixes);
  let { relativeIri } = first;
  others.forEach(({ name, document }, i) => {
    const blank = `_:${labelPrefix}${i + 1}_`;
    const term = <T extends Term>(t: T): T => (isBlank(t) ? ((blank + t.slice(2)) as T) : t);
    const inDocument = ({ line, column }: Position): Position => ({ line, column, document: name });
    for (const { subject, predicate, object, position, subjectPosition, predicatePosition } of document.quads) {
      quads.push({
        subject: term(subject),
        predicate,
        object: term(object),
        position: inDocument(position),
        subjectPosition: inDocument(subjectPosition),
        predicatePosition: inDocument(predicatePosition),
      });
    }
    for (const [prefix, iri] of document.prefixes) if (!prefixes.has(prefix)) prefixes.set(prefix, iri);
    const { relativeIri: candidate } = document;
    relativeIri ??= candidate && { text: candidate.text, position: inDocument(candidate.position) };
  });
  quads.sort((a, b) => comparePositions(a.position, b.position));
  return { quads, prefixes, ...(relativeIri && { relativeIri }) };
}

/** Returns a prefix that no blank node label of the statements begins with. */
function unusedPrefix(quads: readonly Quad[]): string {
  let prefix = 'd';
  const clashes = ({ subject, object }: Quad): boolean =>
    subject.startsWith(`_:${prefix}`) || (typeof object === 'string' && object.startsWith(`_:${prefix}`));
  while (quads.some(clashes)) prefix += '_';
  return prefix;
}
