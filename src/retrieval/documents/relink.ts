/** Links documents anew, for nodes and classes that came, changed or went after them. Only what differs is written. */
import type { Engine } from '../../dgraph';
import type { Linker, Mention } from '../types';
import { linkFields, printOffsets, readOffsets } from './store';
import { inTransaction } from './transaction';

const CHUNKS_AT_ONCE = 500;

interface Row {
  readonly uid: string;
  readonly text?: string;
  readonly offsets?: string;
}

/**
 * Goes over all chunks, a part at a time; each part is a transaction. Cut off, it may be begun again.
 *
 * @returns after each part, how many chunks were looked at and how many have other links now, in all
 */
export async function* relinkAll(
  engine: Engine,
  linker: Linker,
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
    if (uids.length > 0) relinked += await relinkPart(engine, linker, uids, signal);
    chunks += uids.length;
    if (uids.length > 0 || chunks === 0) yield { chunks, relinked };
    if (uids.length < CHUNKS_AT_ONCE) return;
    after = uids.at(-1)!;
  }
}

function relinkPart(engine: Engine, linker: Linker, uids: readonly string[], signal: AbortSignal): Promise<number> {
  return inTransaction(engine, signal, async (transaction) => {
    const { q = [] } = await transaction.query<{ q?: readonly Row[] }>(
      `{ q(func: uid(${uids.join(', ')})) { uid text: owlgate.chunk.text offsets: owlgate.chunk.offsets } }`,
    );
    const set: object[] = [];
    const removed: object[] = [];
    for (const { uid, text, offsets } of q) {
      if (text === undefined) continue;
      const now = await linker.mentions(text, signal);
      if (printOffsets(now) === offsets) continue;
      const before = readOffsets(offsets, text);
      const gone = linkFields(without(before, now));
      const { 'owlgate.chunk.offsets': _, ...edges } = gone;
      if (Object.keys(edges).length > 0) removed.push({ uid, ...edges });
      set.push({ uid, ...linkFields(without(now, before)), 'owlgate.chunk.offsets': printOffsets(now) });
    }
    await transaction.write({ delete: removed });
    await transaction.write({ set });
    return set.length;
  });
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
