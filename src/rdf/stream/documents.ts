/** Turtle, TriG and RDF/XML in parts. */
import { syntaxError } from '../document';
import { RdfXmlReader } from '../rdfxml';
import { TurtleReader } from '../turtle';
import type { Individual, Position, Quad } from '../quads';
import { ANONYMOUS, type QuadStream, type StreamedQuad } from './quad-stream';

/** Reader that accepts a document in parts, and hands over its statements. */
interface PartReader {
  readonly relativeIri: { readonly text: string; readonly position: Position } | undefined;
  readPart(text: string): void;
  readEnd(): void;
}

type Sink = (quad: Quad, graph?: Individual) => void;

/** Streaming reader around a reader that accepts a document in parts. */
class PartStream implements QuadStream {
  private quads: StreamedQuad[] = [];
  private readonly reader: PartReader;

  constructor(open: (sink: Sink) => PartReader) {
    this.reader = open(({ subject, predicate, object, position: { line } }, graph = '') => {
      this.quads.push({ subject, predicate, object, graph, line });
    });
  }

  read(text: string): readonly StreamedQuad[] {
    this.reader.readPart(text);
    return this.take();
  }

  end(): readonly StreamedQuad[] {
    this.reader.readEnd();
    return this.take();
  }

  private take(): readonly StreamedQuad[] {
    const { quads } = this;
    const { relativeIri } = this.reader;
    if (relativeIri) {
      const reason = `<${relativeIri.text}> is relative, and an identity must be absolute: write it in full, or add a base`;
      throw syntaxError(relativeIri.position, reason);
    }
    this.quads = [];
    return quads;
  }
}

export const turtleStream = (mediaType: 'text/turtle' | 'application/trig', base: string | undefined): QuadStream =>
  new PartStream((sink) => new TurtleReader(sink, { base, mediaType, anonymousPrefix: ANONYMOUS }));

export const rdfXmlStream = (base: string | undefined): QuadStream =>
  new PartStream((sink) => new RdfXmlReader(sink, { base, anonymousPrefix: ANONYMOUS }));
