/**
 * Links by a model, a few chunks at a time. They are added to the links by labels after a document is stored. Each
 * chunk stores a digest of its question (`owlgate.chunk.asked`), so that interrupted work can resume. A question is
 * repeated only after a change of labels or candidates.
 */
import type { Engine } from '../../dgraph';
import type { GraphLinker } from '../links/linker';
import { askedMark, CHUNKS_BEFORE, passageOf, type LinkRun, type Passage } from '../links/model';
import type { ChatModel } from '../model';
import { forEachConcurrently, inBatches } from '../../util/concurrency';
import { Snapshot } from '../search/snapshot';
import type { Graph, Mention } from '../types';
import { changedLinks, printOffsets, readOffsets } from './store';
import { inTransaction } from './transaction';

interface LinkStage {
  readonly engine: Engine;
  readonly graph: Graph;
  readonly model: ChatModel;
  readonly linker: GraphLinker;
}

/** Result of linking one document. */
export interface LinkReport {
  /** Mentions found or disambiguated by the model. */
  linked: number;
  /** Chunks without a usable reply. */
  left: number;
  /** True if the document was replaced or removed meanwhile. */
  isObsolete: boolean;
}

/** Chunks per page. */
const PAGE = 200;
/** Chunks per question; their texts have about 800 characters each. */
const CHUNKS_PER_QUESTION = 8;
/** Concurrent questions. */
const LANES = 4;

interface Row {
  readonly uid: string;
  readonly index: number;
  readonly heading?: string;
  readonly text: string;
  readonly offsets?: string;
  readonly asked?: string;
}

/** Chunk to link, with the digest to store. */
interface LinkableChunk {
  readonly row: Row;
  readonly mark: string;
  readonly labels: readonly Mention[];
  /** Undefined without anything to ask. */
  readonly passage: Passage | undefined;
}

/** Document to link. */
export interface LinkTask {
  readonly source: string;
  /** Checksum of the stored document. Default: any. */
  readonly checksum?: string | undefined;
  /** False: only chunks without a stored digest. True: also chunks whose digest would change. */
  readonly every: boolean;
  /** Receives the number of chunks done, and the number of chunks without a stored digest. */
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Links the chunks of a document, as long as its checksum stays the same.
 *
 * @throws errors of Engine; OwlgateError TransactionAborted; the signal's reason
 */
export async function linkDocument(
  stage: LinkStage,
  run: LinkRun,
  task: LinkTask,
  signal: AbortSignal,
): Promise<LinkReport> {
  const { source, every } = task;
  const report: LinkReport = { linked: 0, left: 0, isObsolete: false };
  const snapshot = new Snapshot(stage.engine, signal);
  const { left, checksum } = await readState(snapshot, source);
  report.isObsolete = task.checksum !== undefined && checksum !== task.checksum;
  if (report.isObsolete || (!every && left === 0)) return report;
  const store = async (chunks: readonly LinkableChunk[], mentionsOf: MentionsOf): Promise<void> => {
    const isCurrent = !report.isObsolete && (await write(stage.engine, source, checksum, chunks, mentionsOf, signal));
    if (!isCurrent) report.isObsolete = true;
  };
  let done = 0;
  const progress = (chunks: number): void => {
    done += chunks;
    task.onProgress?.(done, Math.max(done, left));
  };
  for await (const page of linkableChunks(stage, snapshot, source, every, signal)) {
    const unambiguous = page.filter(({ passage }) => !passage);
    await store(unambiguous, () => undefined);
    progress(unambiguous.length);
    const open = page.filter(({ passage }) => passage !== undefined);
    await forEachConcurrently(inBatches(open, CHUNKS_PER_QUESTION), LANES, async (batch) => {
      if (report.isObsolete) return;
      const replies = run.stopped === undefined ? await run.link(batch.map(({ passage }) => passage!)) : [];
      const linked = batch.flatMap((chunk, i) => (replies[i] ? [{ ...chunk, mentions: replies[i] }] : []));
      await store(linked, (each) => (each as (typeof linked)[number]).mentions);
      if (report.isObsolete) return;
      report.linked += linked.flatMap(({ mentions }) => mentions).filter(({ by }) => by === 'model').length;
      report.left += batch.length - linked.length;
      progress(batch.length);
    });
    if (report.isObsolete) break;
  }
  return report;
}

async function readState(
  snapshot: Snapshot,
  source: string,
): Promise<{ readonly left: number; readonly checksum: string | undefined }> {
  const { q = [] } = await snapshot.query<{ q?: readonly { readonly left?: number; readonly checksum?: string }[] }>(
    `query q($source: string) { q(func: eq(owlgate.document.source, $source)) {
      checksum: owlgate.document.checksum
      left: count(owlgate.document.chunk @filter(not has(owlgate.chunk.asked))) } }`,
    { $source: source },
  );
  return { left: q[0]?.left ?? 0, checksum: q[0]?.checksum };
}

/** Yields the chunks of a document that need linking, page by page. */
async function* linkableChunks(
  { model, linker }: LinkStage,
  snapshot: Snapshot,
  source: string,
  every: boolean,
  signal: AbortSignal,
): AsyncGenerator<readonly LinkableChunk[]> {
  let before: readonly (readonly Mention[])[] = [];
  let titleMentions: readonly Mention[] | undefined;
  for (let from = 0; ; from += PAGE) {
    const { q = [] } = await snapshot.query<{
      q?: readonly { readonly title?: string; readonly rows?: readonly Row[] }[];
    }>(
      `query q($source: string) { q(func: eq(owlgate.document.source, $source)) { title: owlgate.document.title
        rows: owlgate.document.chunk
          @filter(ge(owlgate.chunk.index, ${from}) and lt(owlgate.chunk.index, ${from + PAGE}))
          (orderasc: owlgate.chunk.index) {
          uid index: owlgate.chunk.index heading: owlgate.chunk.heading text: owlgate.chunk.text
          offsets: owlgate.chunk.offsets asked: owlgate.chunk.asked } } }`,
      { $source: source },
    );
    const { title = '', rows = [] } = q[0] ?? {};
    if (rows.length === 0) return;
    titleMentions ??= await linker.mentions(title, signal);
    const out: LinkableChunk[] = [];
    for (const row of rows) {
      signal.throwIfAborted();
      const { heading = '', text, asked } = row;
      const labels = await linker.mentions(text, signal);
      if (every || asked === undefined) {
        const context = [...before.flat(), ...titleMentions];
        const passage = passageOf({ heading, text, mentions: labels }, context, await linker.near(text, signal));
        const mark = askedMark(model.name, labels, passage);
        if (mark !== asked) out.push({ row, mark, labels, passage });
      }
      before = [labels, ...before].slice(0, CHUNKS_BEFORE);
    }
    yield out;
  }
}

type MentionsOf = (chunk: LinkableChunk) => readonly Mention[] | undefined;

/**
 * Stores the links and digests of chunks. Skips chunks that another transaction has changed meanwhile.
 *
 * @returns false, with nothing written, if the checksum of the document has changed
 */
function write(
  engine: Engine,
  source: string,
  checksum: string | undefined,
  chunks: readonly LinkableChunk[],
  mentionsOf: MentionsOf,
  signal: AbortSignal,
): Promise<boolean> {
  if (chunks.length === 0) return Promise.resolve(true);
  return inTransaction(engine, signal, async (transaction) => {
    const { d = [], q = [] } = await transaction.query<{
      d?: readonly { readonly checksum?: string }[];
      q?: readonly { readonly uid: string; readonly offsets?: string }[];
    }>(
      `query q($source: string) {
        d(func: eq(owlgate.document.source, $source)) { uid checksum: owlgate.document.checksum }
        q(func: uid(${chunks.map(({ row }) => row.uid).join(', ')})) @filter(has(owlgate.chunk.text)) {
          uid offsets: owlgate.chunk.offsets } }`,
      { $source: source },
    );
    if (d.length === 0 || d[0]!.checksum !== checksum) return false;
    const storedOffsets = new Map(q.map((each) => [each.uid, each.offsets]));
    const set: object[] = [];
    const removed: object[] = [];
    for (const each of chunks) {
      const { row, mark, labels } = each;
      if (!storedOffsets.has(row.uid) || storedOffsets.get(row.uid) !== row.offsets) continue;
      const mentions = mentionsOf(each) ?? labels;
      const change = changedLinks(readOffsets(row.offsets, row.text), mentions);
      if (change.removed) removed.push({ uid: row.uid, ...change.removed });
      set.push({
        uid: row.uid,
        ...change.set,
        'owlgate.chunk.offsets': printOffsets(mentions),
        'owlgate.chunk.asked': mark,
      });
    }
    await transaction.write({ delete: removed });
    await transaction.write({ set });
    return true;
  });
}
