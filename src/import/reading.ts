/** Bytes of a source → statements with lines. */
import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import { OwlgateError } from '../errors';
import { detectSyntax, ENCODING_BYTES, encodingOf } from '../rdf';
import { openQuadStream, type QuadStream, type StreamedQuad } from '../rdf/stream';
import { gunzipped, isGzipError } from '../util/gzip';
import { parseMediaType } from '../util/media-type';
import type { Source } from './types';

/** Bytes by which the syntax is detected. */
const SAMPLE = 1 << 16;

/** Reading of one source. */
export class Reading {
  /** Bytes read, as they come from the source. */
  bytes = 0;
  private lines = 0;

  constructor(private readonly source: Source) {}

  /** Yields the statements, as many as one part of the text has. @throws OwlgateError ImportSyntax, ImportUnreadable */
  async *statements(): AsyncGenerator<readonly StreamedQuad[]> {
    const raw = await this.source.open();
    raw.on('data', () => undefined).pause();
    let stream: QuadStream | undefined;
    let sample = '';
    try {
      for await (const text of this.text(raw)) {
        if (stream) yield await stream.read(text);
        else {
          sample += text;
          if (sample.length < SAMPLE) continue;
          stream = this.openStream(sample);
          yield await stream.read(sample);
        }
      }
      if (!stream) {
        stream = this.openStream(sample);
        yield await stream.read(sample);
      }
      yield await stream.end();
    } catch (error) {
      throw this.placed(error);
    } finally {
      raw.destroy();
    }
  }

  private openStream(sample: string): QuadStream {
    const { name, mediaType, base } = this.source;
    const options = { name: name.replace(/\.gz$/i, ''), ...(mediaType !== undefined && { mediaType }) };
    const syntax = detectSyntax(sample.replace(/^\ufeff/, ''), options);
    if (syntax === 'application/owl+xml') {
      const reason = 'OWL/XML is a syntax of ontologies; load it with POST /ontology or owlgate ontology load';
      throw new OwlgateError('ImportUnreadable', { source: name, reason }, { source: name });
    }
    return openQuadStream({ syntax, base });
  }

  private async *text(raw: Readable): AsyncGenerator<string> {
    let decode: ((bytes?: Buffer) => string) | undefined;
    let start = Buffer.alloc(0);
    const decoded = (bytes?: Buffer): string => {
      const text = (decode ??= this.decoder(bytes ?? start))(bytes);
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lines++;
      return text;
    };
    for await (const bytes of gunzipped(this.counted(raw))) {
      if (decode) yield decoded(bytes);
      else {
        start = Buffer.concat([start, bytes]);
        if (start.length >= ENCODING_BYTES) yield decoded(start);
      }
    }
    if (!decode) yield decoded(start);
    yield decoded();
  }

  /** Returns a decoder of parts, for the encoding that the start of the document and its media type tell. */
  private decoder(start: Buffer): (bytes?: Buffer) => string {
    const { mediaType } = this.source;
    const charset = mediaType === undefined ? undefined : parseMediaType(mediaType)?.charset;
    const label = encodingOf(start, charset);
    let decoder: TextDecoder;
    try {
      decoder = new TextDecoder(label, { fatal: true });
    } catch {
      throw this.failure(`unknown encoding ${JSON.stringify(label.slice(0, 40))}; save it in UTF-8`);
    }
    return (bytes) => {
      try {
        return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      } catch {
        throw this.failure(`after line ${this.lines} it is not text in ${label.toUpperCase()}`);
      }
    };
  }

  private async *counted(raw: Readable): AsyncGenerator<Buffer> {
    for await (const chunk of raw as AsyncIterable<Buffer>) {
      this.bytes += chunk.length;
      yield chunk;
    }
  }

  private placed(error: unknown): unknown {
    const { name: source } = this.source;
    if (error instanceof OwlgateError && error.code === 'OntologySyntax') {
      const { line, column, reason } = error.details as { line: number; column: number; reason: string };
      return new OwlgateError('ImportSyntax', { source, line, column, reason }, { source, line, column });
    }
    if (!isGzipError(error)) return error;
    return this.failure(`it is compressed, and damaged or cut short (${(error as Error).message})`);
  }

  private failure(reason: string): OwlgateError {
    const { name: source } = this.source;
    return new OwlgateError('ImportUnreadable', { source, reason }, { source });
  }
}
