/** Statements with their place in the document: what every syntax is read into. */

export type Iri = string;

/** Where something stands in a document, 1-based. */
export interface Position {
  readonly line: number;
  /** In UTF-16 units. */
  readonly column: number;
  /** The name of the document, where it is not the one that was loaded but one given along or imported. */
  readonly document?: string;
}

/** `lang` only for rdf:langString. */
export interface OwlLiteral {
  readonly kind: 'Literal';
  readonly value: string;
  readonly datatype: Iri;
  readonly lang?: string;
}

/** An IRI, or a blank node label with `_:`. Annotation subjects and values are spelled the same way. */
export type Individual = string;

/** An IRI, a blank node with `_:`, or a literal. */
export type Term = Individual | OwlLiteral;

export interface Quad {
  readonly subject: Individual;
  readonly predicate: Iri;
  readonly object: Term;
  /** Where the object stands, which is the part that tells a statement from its neighbours. */
  readonly position: Position;
  readonly subjectPosition: Position;
  readonly predicatePosition: Position;
}

export interface QuadDocument {
  /** In document order of `position`. */
  readonly quads: readonly Quad[];
  /** As the document declares them last; '' for the default prefix. */
  readonly prefixes: ReadonlyMap<string, Iri>;
  /** The first relative IRI that was read without any base in the document, if there is one. */
  /** What the ontologies of these statements are imported by; an import of anything else is not followed. */
  readonly imported?: ReadonlySet<Iri>;
  readonly relativeIri?: { readonly text: string; readonly position: Position };
}

export const isBlank = (term: Term): term is Individual => typeof term === 'string' && term.startsWith('_:');
export const isIri = (term: Term): term is Iri => typeof term === 'string' && !term.startsWith('_:');
export const isLiteral = (term: Term): term is OwlLiteral => typeof term !== 'string';

/** A spelling of a term that differs whenever the terms do. */
export function termKey(term: Term): string {
  return typeof term === 'string' ? term : JSON.stringify([term.value, term.datatype, term.lang ?? '']);
}

/** For sorting by place: the main document first, then the others by name. */
export function comparePositions(a: Position, b: Position): number {
  if (a.document !== b.document) return (a.document ?? '') < (b.document ?? '') ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
