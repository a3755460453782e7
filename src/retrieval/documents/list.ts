/** Listing of documents, and details of one. */
import type { Snapshot } from '../search/snapshot';
import type { Mention } from '../types';
import { readOffsets } from './store';

interface DocumentEntry {
  readonly source: string;
  readonly title: string;
  readonly media_type: string;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly characters: number;
  readonly chunk_count: number;
  /** Chunks with a vector of the embedding model; absent without a model. */
  readonly embedded?: number;
  /** ISO 8601. */
  readonly loaded_at: string;
}

export interface DocumentPage {
  readonly documents: readonly DocumentEntry[];
  /** Start of the next page; absent at the end. */
  readonly next?: string;
}

interface ChunkEntry {
  readonly chunk_index: number;
  readonly start: number;
  readonly end: number;
  readonly heading?: string;
  readonly text: string;
  /** Offsets refer to the chunk's text. */
  readonly mentions: readonly Mention[];
}

export interface DocumentDetails extends DocumentEntry {
  readonly chunks: readonly ChunkEntry[];
  /** Index of the last chunk of this page; absent at the end. */
  readonly next?: string;
}

interface Row {
  readonly uid: string;
  readonly source: string;
  readonly title?: string;
  readonly mediaType?: string;
  readonly metadata?: string;
  readonly characters?: number;
  readonly chunks?: number;
  readonly loadedAt?: string;
  readonly embedded?: number;
}

const FIELDS = ['source', 'title', 'mediaType', 'metadata', 'characters', 'chunks', 'loadedAt']
  .map((name) => `${name}: owlgate.document.${name}`)
  .join(' ');

/** Returns the DQL fields of a document. @param vectors predicate of the embedding model, if one is configured */
const fieldsOf = (vectors: string | undefined): string =>
  vectors === undefined ? FIELDS : `${FIELDS} embedded: count(owlgate.document.chunk @filter(has(<${vectors}>)))`;

/**
 * @param vectors predicate of the embedding model, if one is configured
 * @param after `next` of the previous page
 */
export async function listDocuments(
  snapshot: Snapshot,
  vectors: string | undefined,
  first: number,
  after = '0x0',
): Promise<DocumentPage> {
  const { q = [] } = await snapshot.query<{ q?: readonly Row[] }>(
    `{ q(func: has(owlgate.document.source), first: ${first + 1}, after: ${after}) { uid ${fieldsOf(vectors)} } }`,
  );
  const shown = q.slice(0, first);
  return { documents: shown.map(toEntry), ...(q.length > first && { next: shown.at(-1)!.uid }) };
}

interface ChunkRow {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly heading?: string;
  readonly text: string;
  readonly offsets?: string;
}

/**
 * @param vectors predicate of the embedding model, if one is configured
 * @param after index of the last chunk of the previous page
 */
export async function showDocument(
  snapshot: Snapshot,
  vectors: string | undefined,
  source: string,
  first: number,
  after = -1,
): Promise<DocumentDetails | undefined> {
  const { q = [] } = await snapshot.query<{ q?: readonly (Row & { readonly parts?: readonly ChunkRow[] })[] }>(
    `query q($source: string) { q(func: eq(owlgate.document.source, $source)) { uid ${fieldsOf(vectors)}
      parts: owlgate.document.chunk @filter(ge(owlgate.chunk.index, ${after + 1}))
        (orderasc: owlgate.chunk.index, first: ${first + 1}) {
        index: owlgate.chunk.index start: owlgate.chunk.start end: owlgate.chunk.end heading: owlgate.chunk.heading
        text: owlgate.chunk.text offsets: owlgate.chunk.offsets } } }`,
    { $source: source },
  );
  const row = q[0];
  if (!row) return undefined;
  const parts = row.parts ?? [];
  const shown = parts.slice(0, first);
  return {
    ...toEntry(row),
    chunks: shown.map(({ index, start, end, heading = '', text, offsets }) => ({
      chunk_index: index,
      start,
      end,
      ...(heading !== '' && { heading }),
      text,
      mentions: readOffsets(offsets, text),
    })),
    ...(parts.length > first && { next: String(shown.at(-1)!.index) }),
  };
}

const toEntry = (row: Row): DocumentEntry => ({
  source: row.source,
  title: row.title ?? '',
  media_type: row.mediaType ?? '',
  metadata: JSON.parse(row.metadata ?? '{}') as Record<string, unknown>,
  characters: row.characters ?? 0,
  chunk_count: row.chunks ?? 0,
  ...(row.embedded !== undefined && { embedded: row.embedded }),
  loaded_at: row.loadedAt ?? '',
});
