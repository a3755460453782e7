/** Linking of all documents again, after changes of nodes and classes. Writes only changed links. */
import type { Engine } from '../../dgraph';
import { labelsMark } from '../links/model';
import type { Linker } from '../types';
import { changedLinks, printOffsets, readOffsets } from './store';
import { inTransaction } from './transaction';

const CHUNKS_AT_ONCE = 500;

interface Row {
  readonly uid: string;
  readonly text?: string;
  readonly offsets?: string;
  readonly asked?: string;
}

/**
 * Links all chunks by labels. With a model, chunks keep the model's links as long as their labels are unchanged. Each
 * part of the chunks is one transaction; after an interruption the work can be repeated.
 *
 * @returns after each part, the total numbers of chunks checked and changed
 */
export async function* relinkAll(
  engine: Engine,
  linker: Linker,
  byModel: boolean,
  signal: AbortSignal,
): AsyncGenerator<{ readonly chunks: number; readonly relinked: number }> {
  let [chunks, relinked] = [0, 0];
  for (let after = '0x0'; ;) {
    signal.throwIfAborted();
    const { data } = await engine.query<{ q?: readonly { readonly uid: string }[] }>(
      `{ q(func: has(owlgate.chunk.text), first: ${CHUNKS_AT_ONCE}, after: ${after}) { uid } }`,
      { readOnly: true },
    );
    const uids = (data.q ?? []).map(({ uid }) => uid);
    if (uids.length > 0) relinked += await relinkPart(engine, linker, byModel, uids, signal);
    chunks += uids.length;
    if (uids.length > 0 || chunks === 0) yield { chunks, relinked };
    if (uids.length < CHUNKS_AT_ONCE) return;
    after = uids.at(-1)!;
  }
}

function relinkPart(
  engine: Engine,
  linker: Linker,
  byModel: boolean,
  uids: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  return inTransaction(engine, signal, async (transaction) => {
    const { q = [] } = await transaction.query<{ q?: readonly Row[] }>(
      `{ q(func: uid(${uids.join(', ')})) {
        uid text: owlgate.chunk.text offsets: owlgate.chunk.offsets asked: owlgate.chunk.asked } }`,
    );
    const set: object[] = [];
    const removed: object[] = [];
    let count = 0;
    for (const { uid, text, offsets, asked } of q) {
      if (text === undefined) continue;
      const mentions = await linker.mentions(text, signal);
      if (byModel && asked?.startsWith(`${labelsMark(mentions)}.`)) continue;
      if (asked !== undefined) removed.push({ uid, 'owlgate.chunk.asked': null });
      if (printOffsets(mentions) === offsets) continue;
      const change = changedLinks(readOffsets(offsets, text), mentions);
      if (change.removed) removed.push({ uid, ...change.removed });
      set.push({ uid, ...change.set, 'owlgate.chunk.offsets': printOffsets(mentions) });
      count++;
    }
    await transaction.write({ delete: removed });
    await transaction.write({ set });
    return count;
  });
}
