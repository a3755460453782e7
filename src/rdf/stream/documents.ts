/** Turtle, TriG and RDF/XML in parts. */
import { syntaxError } from '../document';
import { RdfXmlReader } from '../rdfxml';
import { TurtleReader } from '../turtle';
import type { Position } from '../quads';
import { ANONYMOUS, type QuadStream, type StreamedQuad } from './quad-stream';

/** Streaming reader around a reader that accepts a document in parts. */
abstract class PartStream implements QuadStream {
  protected quads: StreamedQuad[] = [];

  read(text: string): readonly StreamedQuad[] {
    this.readPart(text);
    return this.take();
  }

  end(): readonly StreamedQuad[] {
    this.readEnd();
    return this.take();
  }

  protected abstract readPart(text: string): void;
  protected abstract readEnd(): void;
  protected abstract get relativeIri(): { readonly text: string; readonly position: Position } | undefined;

  private take(): readonly StreamedQuad[] {
    const { quads, relativeIri } = this;
    if (relativeIri) {
      const reason = `<${relativeIri.text}> is relative, and an identity must be absolute: write it in full, or add a base`;
      throw syntaxError(relativeIri.position, reason);
    }
    this.quads = [];
    return quads;
  }
}

export class TurtleStream extends PartStream {
  private readonly reader: TurtleReader;

  constructor(mediaType: 'text/turtle' | 'application/trig', base: string | undefined) {
    super();
    this.reader = new TurtleReader(
      ({ subject, predicate, object, position: { line } }, graph) => {
        this.quads.push({ subject, predicate, object, graph, line });
      },
      { base, mediaType, anonymousPrefix: ANONYMOUS },
    );
  }

  protected readPart(text: string): void {
    this.reader.write(text);
  }

  protected readEnd(): void {
    this.reader.end();
  }

  protected get relativeIri(): { readonly text: string; readonly position: Position } | undefined {
    return this.reader.relativeIri;
  }
}

export class RdfXmlStream extends PartStream {
  private readonly reader: RdfXmlReader;

  constructor(base: string | undefined) {
    super();
    this.reader = new RdfXmlReader(
      ({ subject, predicate, object, position: { line } }) => {
        this.quads.push({ subject, predicate, object, graph: '', line });
      },
      { base, anonymousPrefix: ANONYMOUS },
    );
  }

  protected readPart(text: string): void {
    this.reader.readPart(text);
  }

  protected readEnd(): void {
    this.reader.readEnd();
  }

  protected get relativeIri(): { readonly text: string; readonly position: Position } | undefined {
    return this.reader.relativeIri;
  }
}
