/** Writers by media type. */
import { JsonLdWriter } from './jsonld';
import { LineWriter } from './lines';
import { RdfXmlWriter } from './rdfxml';
import { TurtleWriter } from './turtle';
import type { Prefixes, StatementWriter } from './writer';

export type { Prefixes, Statement, StatementWriter } from './writer';

/** All but RDF/XML can write every statement. */
const WRITERS = {
  'text/turtle': (prefixes: Prefixes) => new TurtleWriter(prefixes, false),
  'application/trig': (prefixes: Prefixes) => new TurtleWriter(prefixes, true),
  'application/n-triples': () => new LineWriter(false),
  'application/n-quads': () => new LineWriter(true),
  'application/ld+json': () => new JsonLdWriter(),
  'application/rdf+xml': (prefixes: Prefixes) => new RdfXmlWriter(prefixes),
} as const;

export type WrittenSyntax = keyof typeof WRITERS;

/** Output syntaxes. */
export const WRITTEN_SYNTAXES = Object.keys(WRITERS) as readonly WrittenSyntax[];

export const makeWriter = (syntax: WrittenSyntax, prefixes: Prefixes): StatementWriter => WRITERS[syntax](prefixes);
