/** Several documents as one: an ontology and what it imports. */
import { comparePositions, isBlank } from './quads';
import type { Iri, Position, Quad, QuadDocument, Term } from './quads';

export interface NamedDocument {
  /** How positions in it are told from those in the first. */
  readonly name: string;
  readonly document: QuadDocument;
}

/**
 * The statements of all documents. Those of the first keep their blank nodes and positions; in the others positions name the
 * document, and blank nodes are renamed so that no two documents share one.
 *
 * @param others with different names, in any order; the result does not depend on it except for the names of blank nodes
 */
export function mergeDocuments(first: QuadDocument, others: readonly NamedDocument[]): QuadDocument {
  if (others.length === 0) return first;
  const mark = unusedMark(first.quads);
  const quads = [...first.quads];
  const prefixes = new Map<string, Iri>(first.prefixes);
  let { relativeIri } = first;
  others.forEach(({ name, document }, i) => {
    const blank = `_:${mark}${i + 1}_`;
    const term = <T extends Term>(t: T): T => (isBlank(t) ? ((blank + t.slice(2)) as T) : t);
    const placed = ({ line, column }: Position): Position => ({ line, column, document: name });
    for (const { subject, predicate, object, position, subjectPosition, predicatePosition } of document.quads) {
      quads.push({
        subject: term(subject),
        predicate,
        object: term(object),
        position: placed(position),
        subjectPosition: placed(subjectPosition),
        predicatePosition: placed(predicatePosition),
      });
    }
    for (const [prefix, iri] of document.prefixes) if (!prefixes.has(prefix)) prefixes.set(prefix, iri);
    const { relativeIri: theirs } = document;
    relativeIri ??= theirs && { text: theirs.text, position: placed(theirs.position) };
  });
  quads.sort((a, b) => comparePositions(a.position, b.position));
  return { quads, prefixes, ...(relativeIri && { relativeIri }) };
}

/** What no blank node of these statements begins with. */
function unusedMark(quads: readonly Quad[]): string {
  let mark = 'd';
  const clashes = ({ subject, object }: Quad): boolean =>
    subject.startsWith(`_:${mark}`) || (typeof object === 'string' && object.startsWith(`_:${mark}`));
  while (quads.some(clashes)) mark += '_';
  return mark;
}
