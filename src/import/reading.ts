/** Bytes of a source → statements with lines. */
import type { Readable } from 'node:stream';
import { OwlgateError } from '../errors';
import { detectSyntax } from '../rdf';
import { openQuadStream, type QuadStream, type StreamedQuad } from '../rdf/stream';
import { gunzipped, isGzipError } from '../util/gzip';
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
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const bytes of gunzipped(this.counted(raw))) {
      let text: string;
      try {
        text = decoder.decode(bytes, { stream: true });
      } catch {
        throw this.failure(`after line ${this.lines} it is not text in UTF-8`);
      }
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lines++;
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
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
