/** Preparation of an uploaded document for storage: text, chunks, search terms and mentions. */
import { createHash } from 'node:crypto';
import { Turns } from '../../util/turns';
import { printTerms, termsOf } from '../search/terms';
import type { Linker } from '../types';
import { chunkText, DEFAULT_CHUNKS, type ChunkSettings } from './chunks';
import { readContent, type DocumentType } from './read';
import { checkSource, type PreparedChunk, type PreparedDocument } from './store';

/** Uploaded document. */
export interface SentDocument {
  /** Identity: a file name, an address or another name. */
  readonly source: string;
  readonly content: Buffer | string;
  readonly mediaType: DocumentType;
  /** Encoding of a text in bytes. Default: as declared in the document, else UTF-8. */
  readonly charset?: string | undefined;
  /** Default: title in the document. */
  readonly title?: string | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface PrepareOptions {
  readonly linker: Linker;
  /** Language tag; selects stop words and stemmer. */
  readonly language: string;
  readonly chunks?: ChunkSettings;
}

/** Version of the stored form. After a change, an upload of an unchanged document writes it again. */
const FORMAT = 4;
const MAX_TITLE_LENGTH = 1_000;

/** Returns the checksum by which a repeated upload is recognized. */
export function checksumOf(document: SentDocument, { language, chunks = DEFAULT_CHUNKS }: PrepareOptions): string {
  const { content, mediaType, charset, title = null, metadata = {} } = document;
  const hash = createHash('sha256');
  // Without `charset` the encoding is UTF-8, except for HTML that declares another.
  const encoding = charset === undefined || (charset === 'utf-8' && mediaType !== 'text/html') ? [] : [charset];
  hash.update(JSON.stringify([FORMAT, language, chunks.size, chunks.overlap, mediaType, title, metadata, ...encoding]));
  return hash.update(content).digest('hex');
}

/** @throws OwlgateError InvalidRequest, DocumentUnreadable; errors of Linker; the signal's reason */
export async function prepareDocument(
  document: SentDocument,
  options: PrepareOptions,
  signal: AbortSignal,
): Promise<PreparedDocument> {
  const source = checkSource(document.source);
  const read = await readContent(document.content, document.mediaType, signal, document.charset);
  const title = (document.title ?? read.title ?? '').slice(0, MAX_TITLE_LENGTH);
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
    mediaType: document.mediaType,
    metadata: JSON.stringify(document.metadata ?? {}),
    checksum: checksumOf(document, options),
    characters: read.text.length,
    chunks,
  };
}
