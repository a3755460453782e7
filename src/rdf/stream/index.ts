/** Streaming readers of RDF. */
import { rdfXmlStream, turtleStream } from './documents';
import { JsonLdStream } from './json-ld';
import { LineStream } from './lines';
import type { QuadStream, StreamOptions } from './quad-stream';

export type { QuadStream, StreamedQuad } from './quad-stream';

/** Returns the streaming reader of a syntax. */
export function openQuadStream({ syntax, base, loadContext }: StreamOptions): QuadStream {
  switch (syntax) {
    case 'application/n-triples':
    case 'application/n-quads':
      return new LineStream(syntax);
    case 'application/rdf+xml':
      return rdfXmlStream(base);
    case 'text/turtle':
    case 'application/trig':
      return turtleStream(syntax, base);
    case 'application/ld+json':
      return new JsonLdStream(base, loadContext);
  }
}
