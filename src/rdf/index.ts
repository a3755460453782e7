/**
 * The rdf room: documents in every syntax → quads with positions. Pure: no I/O except through a given context loader.
 */
export { detectSyntax, readRdf } from './read';
export type { RdfOptions } from './read';
export { parseTurtle } from './turtle';
export { NTriplesBytes } from './ntriples-bytes';
export type { ContextLoader } from './jsonld-contexts';
export { refuseOtherType } from './other-syntaxes';
export { decodeText, ENCODING_BYTES, encodingOf } from './decode';
export { writtenTag } from './language-tags';
export { writeRdf } from './write';
export { makeWriter, WRITTEN_SYNTAXES } from './writers';
export type { Prefixes, Statement, StatementWriter, WrittenSyntax } from './writers';
export { mergeDocuments } from './merge';
export type { NamedDocument } from './merge';
export { comparePositions, isBlank, isIri, isLiteral, termKey } from './quads';
export type { Individual, Iri, OwlLiteral, Position, Quad, QuadDocument, Term } from './quads';
export { OWL_NS, owl, RDF_NS, RDFS_NS, rdf, rdfs, SWRL_NS, swrl, XSD_NS, xsd } from './vocabulary';
