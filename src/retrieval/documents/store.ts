/**
 * Documents in the engine. A document is written, replaced or removed in one transaction, so that no reader sees a part
 * of it.
 *
 *     document   owlgate.document.source (identity), .title, .mediaType, .metadata (JSON), .checksum, .characters,
 *                .terms (word count for ranking), .chunks (count), .loadedAt   ─ owlgate.document.chunk →  chunks
 *     chunk      owlgate.chunk.index, .start, .end, .heading, .text, .terms (search terms; see search/terms.ts),
 *                .classes, .offsets (JSON: all mentions), .asked (digest of the model's question; see link.ts)
 *                  ─ owlgate.chunk.mentions →  nodes of the user
 *
 * These nodes have no type, so that queries by type do not return them.
 */
import type { Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Mention } from '../types';
import type { TextChunk } from './chunks';
import { embeddingPredicates } from './schema';
import { inTransaction, type Transaction } from './transaction';

/** Document ready for storage. */
export interface PreparedDocument {
  readonly source: string;
  readonly title: string;
  readonly mediaType: string;
  /** JSON. */
  readonly metadata: string;
  readonly checksum: string;
  readonly characters: number;
  readonly chunks: readonly PreparedChunk[];
}

export interface PreparedChunk extends TextChunk {
  /** Output of `printTerms`. */
  readonly terms: string;
  readonly termCount: number;
  readonly mentions: readonly Mention[];
}

export type PutStatus = 'created' | 'replaced' | 'unchanged';

/**
 * Nodes per mutation: an engine accepts a million statements in one, and holds its body in memory. Each answer lists the
 * conflict keys of the whole transaction, so that many small mutations cost the square of their number.
 */
const CHUNKS_AT_ONCE = 2_000;
const REMOVED_AT_ONCE = 10_000;

const CHUNK_PREDICATES = [
  'index',
  'start',
  'end',
  'heading',
  'text',
  'terms',
  'mentions',
  'classes',
  'offsets',
  'asked',
].map((name) => `owlgate.chunk.${name}`);
const FIELD_NAMES = [
  'source',
  'title',
  'mediaType',
  'metadata',
  'checksum',
  'characters',
  'terms',
  'chunks',
  'loadedAt',
  'chunk',
];
const DOCUMENT_FIELDS = FIELD_NAMES.map((name) => `owlgate.document.${name}`);

interface StoredDocument {
  readonly uid: string;
  readonly checksum?: string;
  readonly chunks?: readonly { readonly uid: string }[];
}

/**
 * Writes a document, or replaces the one with the same source. A document with the same checksum stays unchanged.
 *
 * @param onProgress receives the number of chunks written; starts again after a conflict with another transaction
 * @throws OwlgateError TransactionAborted, EngineUnreachable; EngineFailure; the signal's reason
 */
export function putDocument(
  engine: Engine,
  document: PreparedDocument,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<PutStatus> {
  const { source, checksum } = document;
  return inTransaction(engine, signal, async (transaction, attempt) => {
    if (attempt > 0) await supersede(engine, source, checksum, signal);
    const vectors = await embeddingPredicates(engine);
    const before = await find(transaction, source);
    if (before.length === 1 && before[0]!.checksum === checksum) return 'unchanged';
    await remove(transaction, before, vectors);
    let uid = '_:document';
    for (let from = 0; from === 0 || from < document.chunks.length; from += CHUNKS_AT_ONCE) {
      signal.throwIfAborted();
      const chunks = document.chunks.slice(from, from + CHUNKS_AT_ONCE).map((chunk, i) => chunkNode(chunk, from + i));
      const node = from === 0 ? documentNode(document) : {};
      const uids = await transaction.write({ set: [{ uid, ...node, 'owlgate.document.chunk': chunks }] });
      uid = uids['document'] ?? uid;
      onProgress(from + chunks.length, document.chunks.length);
    }
    return before.length > 0 ? 'replaced' : 'created';
  });
}

/** Removes a document. @returns false if there is none */
export function removeDocument(engine: Engine, source: string, signal: AbortSignal): Promise<boolean> {
  return inTransaction(engine, signal, async (transaction, attempt) => {
    if (attempt > 0) await supersede(engine, source, undefined, signal);
    const vectors = await embeddingPredicates(engine);
    const before = await find(transaction, source);
    await remove(transaction, before, vectors);
    return before.length > 0;
  });
}

/**
 * Removes the checksum of an obsolete document in a separate transaction. Work on its vectors and links checks the
 * checksum in each of its many short transactions. Without a checksum this work stops, and cannot abort the long
 * transaction that removes the document. After an interruption the document is complete, and the next upload writes it
 * again.
 *
 * @param checksum checksum of the new document; a stored document with it is not obsolete
 */
function supersede(engine: Engine, source: string, checksum: string | undefined, signal: AbortSignal): Promise<void> {
  return inTransaction(engine, signal, async (transaction) => {
    const { q = [] } = await transaction.query<{ q?: readonly { readonly uid: string; readonly checksum?: string }[] }>(
      `query q($source: string) { q(func: eq(owlgate.document.source, $source)) {
        uid checksum: owlgate.document.checksum } }`,
      { $source: source },
    );
    const obsolete = q.filter((each) => each.checksum !== undefined && each.checksum !== checksum);
    await transaction.write({ delete: obsolete.map(({ uid }) => ({ uid, 'owlgate.document.checksum': null })) });
  });
}

async function find(transaction: Transaction, source: string): Promise<readonly StoredDocument[]> {
  const { q = [] } = await transaction.query<{ q?: readonly StoredDocument[] }>(
    `query q($source: string) { q(func: eq(owlgate.document.source, $source)) {
      uid checksum: owlgate.document.checksum chunks: owlgate.document.chunk { uid } } }`,
    { $source: source },
  );
  return q;
}

async function remove(
  transaction: Transaction,
  documents: readonly StoredDocument[],
  vectors: readonly string[],
): Promise<void> {
  const nullNode = (uid: string, predicates: readonly string[]): object => ({
    uid,
    ...Object.fromEntries(predicates.map((name) => [name, null])),
  });
  const nodes = documents.flatMap(({ uid, chunks = [] }) => [
    nullNode(uid, DOCUMENT_FIELDS),
    ...chunks.map((chunk) => nullNode(chunk.uid, [...CHUNK_PREDICATES, ...vectors])),
  ]);
  for (let from = 0; from < nodes.length; from += REMOVED_AT_ONCE) {
    await transaction.write({ delete: nodes.slice(from, from + REMOVED_AT_ONCE) });
  }
}

function documentNode(document: PreparedDocument): object {
  const { source, title, mediaType, metadata, checksum, characters, chunks } = document;
  return {
    'owlgate.document.source': source,
    'owlgate.document.title': title,
    'owlgate.document.mediaType': mediaType,
    'owlgate.document.metadata': metadata,
    'owlgate.document.checksum': checksum,
    'owlgate.document.characters': characters,
    'owlgate.document.terms': chunks.reduce((sum, { termCount }) => sum + termCount, 0),
    'owlgate.document.chunks': chunks.length,
    'owlgate.document.loadedAt': new Date().toISOString(),
  };
}

function chunkNode(chunk: PreparedChunk, index: number): object {
  return {
    uid: `_:chunk${index}`,
    'owlgate.chunk.index': index,
    'owlgate.chunk.start': chunk.start,
    'owlgate.chunk.end': chunk.end,
    'owlgate.chunk.heading': chunk.heading,
    'owlgate.chunk.text': chunk.text,
    'owlgate.chunk.terms': chunk.terms,
    ...linkFields(chunk.mentions),
  };
}

/** Returns the fields that store a chunk's mentions. */
function linkFields(mentions: readonly Mention[]): Readonly<Record<string, unknown>> {
  const uids = [...new Set(mentions.flatMap((mention) => mention.uids))];
  const classes = [...new Set(mentions.flatMap((mention) => mention.classes))];
  return {
    'owlgate.chunk.offsets': printOffsets(mentions),
    ...(uids.length > 0 && { 'owlgate.chunk.mentions': uids.map((uid) => ({ uid })) }),
    ...(classes.length > 0 && { 'owlgate.chunk.classes': classes }),
  };
}

/** Returns the fields to set and to remove when a chunk's mentions change, without offsets. */
export function changedLinks(before: readonly Mention[], now: readonly Mention[]): { set: object; removed?: object } {
  const { 'owlgate.chunk.offsets': _, ...removed } = linkFields(without(before, now));
  const { 'owlgate.chunk.offsets': __, ...set } = linkFields(without(now, before));
  return { set, ...(Object.keys(removed).length > 0 && { removed }) };
}

/** Removes the nodes and classes that occur anywhere in other mentions. */
function without(mentions: readonly Mention[], others: readonly Mention[]): Mention[] {
  const uids = new Set(others.flatMap((mention) => mention.uids));
  const classes = new Set(others.flatMap((mention) => mention.classes));
  return mentions.map((mention) => ({
    ...mention,
    uids: mention.uids.filter((uid) => !uids.has(uid)),
    classes: mention.classes.filter((name) => !classes.has(name)),
  }));
}

/**
 * Prints mentions as `[start, end, uids, classes]`, with offsets in the chunk's text; a fifth entry marks a model's
 * link.
 */
export const printOffsets = (mentions: readonly Mention[]): string =>
  JSON.stringify(mentions.map(({ start, end, uids, classes, by }) => [start, end, uids, classes, ...(by ? [by] : [])]));

/** Inverse of `printOffsets`. @param text text of the chunk */
export function readOffsets(offsets: string | undefined, text: string): Mention[] {
  const rows = JSON.parse(offsets ?? '[]') as [number, number, string[], string[], 'model'?][];
  return rows.map(([start, end, uids, classes, by]) => ({
    start,
    end,
    text: text.slice(start, end),
    uids,
    classes,
    ...(by && { by }),
  }));
}

/** @throws OwlgateError InvalidRequest for an invalid source */
export function checkSource(source: string): string {
  const reason =
    source.trim() === ''
      ? 'source is empty: it names the document, and the same source sent again replaces it'
      : source.length > MAX_SOURCE_LENGTH
        ? `source has ${source.length} characters, more than ${MAX_SOURCE_LENGTH}`
        : // oxlint-disable-next-line no-control-regex -- sources must not contain them
          /[\x00-\x1f\x7f]|\p{Surrogate}/u.test(source)
          ? 'source has control characters'
          : undefined;
  if (reason !== undefined) throw new OwlgateError('InvalidRequest', { reason });
  return source;
}

const MAX_SOURCE_LENGTH = 2_000;
