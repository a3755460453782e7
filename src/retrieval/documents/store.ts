/**
 * Documents in the engine: written, replaced and removed as a whole, each in one transaction, so that none is ever seen in
 * part.
 *
 *     document   owlgate.document.source (its identity), .title, .mediaType, .metadata (JSON), .checksum, .characters,
 *                .terms (words counted for ranking), .chunks (how many), .loadedAt   ─ owlgate.document.chunk →  chunks
 *     chunk      owlgate.chunk.index, .start, .end, .heading, .text, .terms (what is searched for; see search/terms.ts),
 *                .classes, .offsets (JSON: every mention), .asked (what a model has been asked about it; see link.ts)
 *                  ─ owlgate.chunk.mentions →  nodes of the user's
 *
 * None of these nodes has a type, so that queries over types do not meet them.
 */
import type { Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Mention } from '../types';
import type { TextChunk } from './chunks';
import { embeddingPredicates } from './schema';
import { inTransaction, type Transaction } from './transaction';

/** A document that is ready to be written. */
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
  /** As search/terms.ts writes them. */
  readonly terms: string;
  readonly termCount: number;
  readonly mentions: readonly Mention[];
}

export type PutStatus = 'created' | 'replaced' | 'unchanged';

/** Nodes in one mutation: an engine takes a million statements in one, and holds its body in memory. */
const CHUNKS_AT_ONCE = 500;

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
const SINGLE = [
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
const DOCUMENT_FIELDS = SINGLE.map((name) => `owlgate.document.${name}`);

interface StoredDocument {
  readonly uid: string;
  readonly checksum?: string;
  readonly chunks?: readonly { readonly uid: string }[];
}

/**
 * Writes a document, or replaces the one of the same source. One with the same checksum is left as it is.
 *
 * @param tell is told how many chunks have been written; from the beginning again where another transaction was in the way
 * @throws OwlgateError TransactionAborted, EngineUnreachable; EngineFailure; the signal's reason
 */
export function putDocument(
  engine: Engine,
  document: PreparedDocument,
  signal: AbortSignal,
  tell: (done: number, of: number) => void,
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
      tell(from + chunks.length, document.chunks.length);
    }
    return before.length > 0 ? 'replaced' : 'created';
  });
}

/** @returns whether there was one */
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
 * Takes the checksum off a document that is about to go, in a transaction of its own: vectors and links of a model, which
 * are written in many short ones for as long as it has the checksum that they were begun for, then end, and are no longer
 * faster than the long one that takes it out. Cut off here, the document is whole, and written anew when it is sent again.
 *
 * @param checksum of the document to come: where it has come, nothing goes
 */
function supersede(engine: Engine, source: string, checksum: string | undefined, signal: AbortSignal): Promise<void> {
  return inTransaction(engine, signal, async (transaction) => {
    const { q = [] } = await transaction.query<{ q?: readonly { readonly uid: string; readonly checksum?: string }[] }>(
      `query q($source: string) { q(func: eq(owlgate.document.source, $source)) {
        uid checksum: owlgate.document.checksum } }`,
      { $source: source },
    );
    const gone = q.filter((each) => each.checksum !== undefined && each.checksum !== checksum);
    await transaction.write({ delete: gone.map(({ uid }) => ({ uid, 'owlgate.document.checksum': null })) });
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
  const without = (uid: string, predicates: readonly string[]): object => ({
    uid,
    ...Object.fromEntries(predicates.map((name) => [name, null])),
  });
  const nodes = documents.flatMap(({ uid, chunks = [] }) => [
    without(uid, DOCUMENT_FIELDS),
    ...chunks.map((chunk) => without(chunk.uid, [...CHUNK_PREDICATES, ...vectors])),
  ]);
  for (let from = 0; from < nodes.length; from += CHUNKS_AT_ONCE) {
    await transaction.write({ delete: nodes.slice(from, from + CHUNKS_AT_ONCE) });
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

/** What a chunk's mentions are written as. */
export function linkFields(mentions: readonly Mention[]): Readonly<Record<string, unknown>> {
  const uids = [...new Set(mentions.flatMap((mention) => mention.uids))];
  const classes = [...new Set(mentions.flatMap((mention) => mention.classes))];
  return {
    'owlgate.chunk.offsets': printOffsets(mentions),
    ...(uids.length > 0 && { 'owlgate.chunk.mentions': uids.map((uid) => ({ uid })) }),
    ...(classes.length > 0 && { 'owlgate.chunk.classes': classes }),
  };
}

/** What is to be written, and what taken away, for a chunk's links to be those of other mentions; offsets apart. */
export function changedLinks(before: readonly Mention[], now: readonly Mention[]): { set: object; removed?: object } {
  const { 'owlgate.chunk.offsets': _, ...removed } = linkFields(without(before, now));
  const { 'owlgate.chunk.offsets': __, ...set } = linkFields(without(now, before));
  return { set, ...(Object.keys(removed).length > 0 && { removed }) };
}

/** Of mentions, what others do not have: nodes and classes, wherever they are mentioned. */
function without(mentions: readonly Mention[], others: readonly Mention[]): Mention[] {
  const uids = new Set(others.flatMap((mention) => mention.uids));
  const classes = new Set(others.flatMap((mention) => mention.classes));
  return mentions.map((mention) => ({
    ...mention,
    uids: mention.uids.filter((uid) => !uids.has(uid)),
    classes: mention.classes.filter((name) => !classes.has(name)),
  }));
}

/** Every mention of a chunk: `[start, end, uids, classes]`, offsets in the chunk's text; a fifth entry says that a model told it. */
export const printOffsets = (mentions: readonly Mention[]): string =>
  JSON.stringify(mentions.map(({ start, end, uids, classes, by }) => [start, end, uids, classes, ...(by ? [by] : [])]));

/** The reverse of `printOffsets`. @param text the chunk's */
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

/** @throws OwlgateError InvalidRequest for a source that cannot be one */
export function checkSource(source: string): string {
  const reason =
    source.trim() === ''
      ? 'source is empty: it names the document, and the same source sent again replaces it'
      : source.length > MOST_OF_SOURCE
        ? `source has ${source.length} characters, and ${MOST_OF_SOURCE} are the most`
        : // eslint-disable-next-line no-control-regex -- what no name has
          /[\x00-\x1f\x7f]|\p{Surrogate}/u.test(source)
          ? 'source has control characters'
          : undefined;
  if (reason !== undefined) throw new OwlgateError('InvalidRequest', { reason });
  return source;
}

const MOST_OF_SOURCE = 2_000;
