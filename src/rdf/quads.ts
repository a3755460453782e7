/** Statements with positions: the result of every reader. */

export type Iri = string;

/** Position in a document, 1-based. */
export interface Position {
  readonly line: number;
  /** Column in UTF-16 units. */
  readonly column: number;
  /** Name of an additional or imported document; undefined for the main document. */
  readonly document?: string;
}

/** Literal; `lang` only for rdf:langString. */
export interface OwlLiteral {
  readonly kind: 'Literal';
  readonly value: string;
  readonly datatype: Iri;
  readonly lang?: string;
}

/** IRI, or blank node label with `_:`. Annotation subjects and values have the same form. */
export type Individual = string;

/** IRI, blank node with `_:`, or literal. */
export type Term = Individual | OwlLiteral;

export interface Quad {
  readonly subject: Individual;
  readonly predicate: Iri;
  readonly object: Term;
  /** Position of the object, the part that distinguishes a statement from its neighbours. */
  readonly position: Position;
  readonly subjectPosition: Position;
  readonly predicatePosition: Position;
}

export interface QuadDocument {
  /** Statements, ordered by `position`. */
  readonly quads: readonly Quad[];
  /** Last declaration of each prefix; '' for the default prefix. */
  readonly prefixes: ReadonlyMap<string, Iri>;
  /** IRIs by which the ontologies of these statements are imported; imports of other IRIs are not followed. */
  readonly imported?: ReadonlySet<Iri>;
  /** First relative IRI, if the document and the caller name no base for it. */
  readonly relativeIri?: { readonly text: string; readonly position: Position };
}

export const isBlank = (term: Term): term is Individual => typeof term === 'string' && term.startsWith('_:');
export const isIri = (term: Term): term is Iri => typeof term === 'string' && !term.startsWith('_:');
export const isLiteral = (term: Term): term is OwlLiteral => typeof term !== 'string';

/** Returns a key that is equal for equal terms only. */
export function termKey(term: Term): string {
  return typeof term === 'string' ? term : JSON.stringify([term.value, term.datatype, term.lang ?? '']);
}

/** Compares positions: the main document comes first, then the others by name. */
export function comparePositions(a: Position, b: Position): number {
  if (a.document !== b.document) return (a.document ?? '') < (b.document ?? '') ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
