/**
 * Vectors of chunks, created in batches after a document is stored. Only missing ones are created, so that work
 * resumes.
 */
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

/** Document whose vectors are missing. */
interface EmbedTask {
  readonly source: string;
  /** Checksum of the stored document. */
  readonly checksum: string;
  /** Receives the number of vectors created, and the number that was missing. */
  readonly onProgress: (done: number, total: number) => void;
}

interface StoredDocument {
  readonly uid: string;
  readonly checksum?: string;
  /** Number of chunks. */
  readonly count?: number;
  /** Number of chunks without a vector; in the first query only. */
  readonly lacking?: number;
  /** Next batch of chunks without a vector. */
  readonly chunks?: readonly Row[];
}

/**
 * Creates the missing vectors of a document. Stops if the document's checksum changes: the request that replaced the
 * document creates the new vectors.
 *
 * @returns number of vectors created; `isObsolete` if the document was replaced or removed before the end
 * @throws errors of Embedder and Engine; OwlgateError TransactionAborted; the signal's reason
 */
export async function embedDocument(
  engine: Engine,
  embedder: Embedder,
  { source, checksum, onProgress }: EmbedTask,
  signal: AbortSignal,
): Promise<{ readonly created: number; readonly isObsolete: boolean }> {
  const predicate = embeddingPredicate(embedder.model);
  await ensureEmbeddingSchema(engine, predicate);
  const withoutVector = `owlgate.document.chunk @filter(not has(<${predicate}>))`;
  for (let created = 0, total: number | undefined; ;) {
    signal.throwIfAborted();
    const { data } = await engine.query<{ q?: readonly StoredDocument[] }>(
      `query q($source: string) { q(func: eq(owlgate.document.source, $source)) { uid
        checksum: owlgate.document.checksum count: owlgate.document.chunks
        ${total === undefined ? `lacking: count(${withoutVector})` : ''}
        chunks: ${withoutVector} (first: ${CHUNKS_AT_ONCE}) {
          uid heading: owlgate.chunk.heading text: owlgate.chunk.text } } }`,
      { readOnly: true, variables: { $source: source } },
    );
    const document = data.q?.[0];
    const rows = document?.chunks ?? [];
    const isObsolete = document?.checksum !== checksum;
    if (!document || isObsolete || rows.length === 0) return { created, isObsolete };
    total ??= document.lacking ?? rows.length;
    const texts = rows.map(({ heading = '', text = '' }) => (heading === '' ? text : `${heading}\n\n${text}`));
    const vectors = await embedder.embed(texts, signal);
    created += await inTransaction(engine, signal, async (transaction) => {
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
      // An unchanged value serves as a guard. It conflicts with a removal of the document, which may not know the
      // predicate of vectors yet.
      const guard = { uid: document.uid, 'owlgate.document.chunks': document.count ?? 0 };
      await transaction.write({ set: set.length > 0 ? [guard, ...set] : [] });
      return set.length;
    });
    onProgress(created, Math.max(created, total));
  }
}
