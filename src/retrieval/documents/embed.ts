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

/**
 * Makes the vectors that the chunks of a document lack.
 *
 * @returns how many were made
 * @throws as Embedder and Engine do; OwlgateError TransactionAborted; the signal's reason
 */
export async function embedDocument(
  engine: Engine,
  embedder: Embedder,
  source: string,
  signal: AbortSignal,
): Promise<number> {
  const predicate = embeddingPredicate(embedder.model);
  await ensureEmbeddingSchema(engine, predicate);
  for (let made = 0; ;) {
    const { data } = await engine.query<{ q?: readonly { readonly chunks?: readonly Row[] }[] }>(
      `query q($source: string) { q(func: eq(owlgate.document.source, $source)) {
        chunks: owlgate.document.chunk (first: ${CHUNKS_AT_ONCE}) @filter(not has(<${predicate}>)) {
          uid heading: owlgate.chunk.heading text: owlgate.chunk.text } } }`,
      { readOnly: true, variables: { $source: source } },
    );
    const rows = data.q?.[0]?.chunks ?? [];
    if (rows.length === 0) return made;
    const texts = rows.map(({ heading = '', text = '' }) => (heading === '' ? text : `${heading}\n\n${text}`));
    const vectors = await embedder.embed(texts, signal);
    await inTransaction(engine, signal, async (transaction) => {
      // A document that has been replaced meanwhile has other chunks.
      const { q = [] } = await transaction.query<{ q?: readonly { readonly uid: string }[] }>(
        `{ q(func: uid(${rows.map(({ uid }) => uid).join(', ')})) @filter(has(owlgate.chunk.text)) { uid } }`,
      );
      const there = new Set(q.map(({ uid }) => uid));
      const set = rows.flatMap(({ uid }, i) =>
        there.has(uid) ? [{ uid, [predicate]: `[${vectors[i]!.join(', ')}]` }] : [],
      );
      await transaction.write({ set });
    });
    made += rows.length;
  }
}
