/** Quads of the room `rdf`, the input of mapping/. */
export { comparePositions, isBlank, isIri, isLiteral, termKey } from '../rdf';
export type { Quad, QuadDocument, Term } from '../rdf';
