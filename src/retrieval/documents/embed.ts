/** Vectors of chunks: made in batches after the documents are there, and only where there are none; so it goes on where it ended. */
import type { Engine } from '../../dgraph';
import type { Embedder } from '../types';
import { embeddingPredicate, ensureEmbeddingSchema } from './schema';
import { inTransaction } from './transaction';

const CHUNKS_AT_ONCE = 64;

interface Row {
  readonly uid: string;
  readonly heading?: string;
  readonly text?: string;
}

/** Of a document, whose vectors are wanted. */
export interface EmbedTask {
  readonly source: string;
  /** As it was brought in. */
  readonly checksum: string;
  /** Is told how many of those that were missing have been made. */
  readonly tell: (done: number, of: number) => void;
}

interface Found {
  readonly uid: string;
  readonly checksum?: string;
  /** How many chunks it has. */
  readonly count?: number;
  /** Those without a vector; asked for once. */
  readonly lacking?: number;
  /** Of these, so many as are made at once. */
  readonly chunks?: readonly Row[];
}

/**
 * Makes the vectors that the chunks of a document lack, for as long as it is there as it was: one that is replaced has other
 * chunks, and somebody else to make theirs.
 *
 * @returns how many were made; `isGone` where the document has been replaced or taken out before all were
 * @throws as Embedder and Engine do; OwlgateError TransactionAborted; the signal's reason
 */
export async function embedDocument(
  engine: Engine,
  embedder: Embedder,
  { source, checksum, tell }: EmbedTask,
  signal: AbortSignal,
): Promise<{ readonly made: number; readonly isGone: boolean }> {
  const predicate = embeddingPredicate(embedder.model);
  await ensureEmbeddingSchema(engine, predicate);
  const withoutVector = `owlgate.document.chunk @filter(not has(<${predicate}>))`;
  for (let made = 0, of: number | undefined; ;) {
    signal.throwIfAborted();
    const { data } = await engine.query<{ q?: readonly Found[] }>(
      `query q($source: string) { q(func: eq(owlgate.document.source, $source)) { uid
        checksum: owlgate.document.checksum count: owlgate.document.chunks
        ${of === undefined ? `lacking: count(${withoutVector})` : ''}
        chunks: ${withoutVector} (first: ${CHUNKS_AT_ONCE}) {
          uid heading: owlgate.chunk.heading text: owlgate.chunk.text } } }`,
      { readOnly: true, variables: { $source: source } },
    );
    const document = data.q?.[0];
    const rows = document?.chunks ?? [];
    const isGone = document?.checksum !== checksum;
    if (!document || isGone || rows.length === 0) return { made, isGone };
    of ??= document.lacking ?? rows.length;
    const texts = rows.map(({ heading = '', text = '' }) => (heading === '' ? text : `${heading}\n\n${text}`));
    const vectors = await embedder.embed(texts, signal);
    made += await inTransaction(engine, signal, async (transaction) => {
      const { d = [], q = [] } = await transaction.query<{
        d?: readonly { readonly checksum?: string }[];
        q?: readonly { readonly uid: string }[];
      }>(
        `{ d(func: uid(${document.uid})) { checksum: owlgate.document.checksum }
           q(func: uid(${rows.map(({ uid }) => uid).join(', ')})) @filter(not has(<${predicate}>)) { uid } }`,
      );
      if (d[0]?.checksum !== checksum) return 0;
      const lacking = new Set(q.map(({ uid }) => uid));
      const set = rows.flatMap(({ uid }, i) =>
        lacking.has(uid) ? [{ uid, [predicate]: `[${vectors[i]!.join(', ')}]` }] : [],
      );
      // Written as it is, so that this and taking the document out, which may not know of the predicate yet, cannot both be.
      const guard = { uid: document.uid, 'owlgate.document.chunks': document.count ?? 0 };
      await transaction.write({ set: set.length > 0 ? [guard, ...set] : [] });
      return set.length;
    });
    tell(made, Math.max(made, of));
  }
}
