/** Statements as mapping/ takes them (the room `rdf` reads documents into them). */
export { comparePositions, isBlank, isIri, isLiteral, termKey } from '../rdf';
export type { Quad, QuadDocument, Term } from '../rdf';
