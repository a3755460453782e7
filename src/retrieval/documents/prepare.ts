/** A document as it was sent → what is written of it: text, chunks, what is searched for, and what is mentioned. */
import { createHash } from 'node:crypto';
import { Turns } from '../../util/turns';
import { printTerms, termsOf } from '../search/terms';
import type { Linker } from '../types';
import { chunkText, DEFAULT_CHUNKS, type ChunkSettings } from './chunks';
import { readContent, type DocumentType } from './read';
import { checkSource, type PreparedChunk, type PreparedDocument } from './store';

/** A document as it was sent. */
export interface SentDocument {
  /** Its identity: a file name, an address, whatever people know it by. */
  readonly source: string;
  readonly content: Buffer | string;
  readonly mediaType: DocumentType;
  /** Of a text in bytes; left out: what it says itself, else UTF-8. */
  readonly charset?: string | undefined;
  /** Left out: what the document calls itself. */
  readonly title?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface PrepareOptions {
  readonly linker: Linker;
  /** Tag of the language whose stop words and stems count. */
  readonly language: string;
  readonly chunks?: ChunkSettings;
}

/** Of what is written of a document: when it changes, documents that are sent again are written anew. */
const FORMAT = 2;
const MOST_OF_TITLE = 1_000;

/** What a document that is sent again is known by. */
export function checksumOf(sent: SentDocument, { language, chunks = DEFAULT_CHUNKS }: PrepareOptions): string {
  const { content, mediaType, charset, title = null, metadata = {} } = sent;
  const hash = createHash('sha256');
  // UTF-8 is what is read without, but for documents that say something else of themselves.
  const said = charset === undefined || (charset === 'utf-8' && mediaType !== 'text/html') ? [] : [charset];
  hash.update(JSON.stringify([FORMAT, language, chunks.size, chunks.overlap, mediaType, title, metadata, ...said]));
  return hash.update(content).digest('hex');
}

/** @throws OwlgateError InvalidRequest, DocumentUnreadable; as Linker does; the signal's reason */
export async function prepareDocument(
  sent: SentDocument,
  options: PrepareOptions,
  signal: AbortSignal,
): Promise<PreparedDocument> {
  const source = checkSource(sent.source);
  const read = await readContent(sent.content, sent.mediaType, signal, sent.charset);
  const title = (sent.title ?? read.title ?? '').slice(0, MOST_OF_TITLE);
  const titleTerms = termsOf(title, options.language);
  const chunks: PreparedChunk[] = [];
  const turns = new Turns(signal);
  for (const chunk of await chunkText(read, options.chunks ?? DEFAULT_CHUNKS, signal)) {
    signal.throwIfAborted();
    await turns.pause();
    const isTitle = chunk.heading === title;
    const terms = [
      ...titleTerms,
      ...(isTitle ? [] : termsOf(chunk.heading, options.language)),
      ...termsOf(chunk.text, options.language),
    ];
    const mentions = await options.linker.mentions(chunk.text, signal);
    chunks.push({ ...chunk, terms: printTerms(terms), termCount: terms.length, mentions });
  }
  return {
    source,
    title,
    mediaType: sent.mediaType,
    metadata: JSON.stringify(sent.metadata ?? {}),
    checksum: checksumOf(sent, options),
    characters: read.text.length,
    chunks,
  };
}
