/**
 * Links that a model finds, beside those of labels: asked for after a document is there, a few chunks at a time. What has
 * been asked is kept with each chunk (`owlgate.chunk.asked`), so that it goes on where it ended, and asks again only where
 * labels or candidates have changed.
 */
import type { Engine } from '../../dgraph';
import type { GraphLinker } from '../links/linker';
import { askedMark, CHUNKS_BEFORE, passageOf, type LinkRun, type Passage } from '../links/model';
import type { ChatModel } from '../model';
import { forEachConcurrently } from '../../util/concurrency';
import { Snapshot } from '../search/snapshot';
import type { Graph, Mention } from '../types';
import { changedLinks, printOffsets, readOffsets } from './store';
import { inTransaction } from './transaction';

export interface LinkStage {
  readonly engine: Engine;
  readonly graph: Graph;
  readonly model: ChatModel;
  readonly linker: GraphLinker;
}

/** What a run has done. */
export interface LinkReport {
  /** Mentions that the model has told, or told apart. */
  linked: number;
  /** Chunks that it has still to be asked about. */
  left: number;
  /** The document has been replaced or taken out meanwhile. */
  isGone: boolean;
}

/** Chunks of a document that are read at once. */
const PAGE = 200;
/** Chunks that one question is about; their texts have at most 800 characters each. */
const CHUNKS_A_QUESTION = 8;
/** Questions at once. */
const LANES = 4;

interface Row {
  readonly uid: string;
  readonly index: number;
  readonly heading?: string;
  readonly text: string;
  readonly offsets?: string;
  readonly asked?: string;
}

/** A chunk to ask about, and what is kept with it then. */
interface Asked {
  readonly row: Row;
  readonly mark: string;
  readonly labels: readonly Mention[];
  /** Undefined where there is nothing to ask. */
  readonly passage: Passage | undefined;
}

/** Of a document, what is to be asked about. */
export interface LinkTask {
  readonly source: string;
  /** As it was brought in; left out: as it is. */
  readonly checksum?: string | undefined;
  /** False: those chunks alone that nothing has been asked about; true: those, too, of which something else would be asked now. */
  readonly every: boolean;
  /** Is told how many chunks have been looked at, of those that nothing had been asked about. */
  readonly tell?: (done: number, of: number) => void;
}

/**
 * Asks about the chunks of a document, for as long as it is there as it was.
 *
 * @throws as Engine does; OwlgateError TransactionAborted; the signal's reason
 */
export async function linkDocument(
  stage: LinkStage,
  run: LinkRun,
  task: LinkTask,
  signal: AbortSignal,
): Promise<LinkReport> {
  const { source, every } = task;
  const report: LinkReport = { linked: 0, left: 0, isGone: false };
  const snapshot = new Snapshot(stage.engine, signal);
  const { left, checksum } = await look(snapshot, source);
  report.isGone = task.checksum !== undefined && checksum !== task.checksum;
  if (report.isGone || (!every && left === 0)) return report;
  const keep = async (asked: readonly Asked[], mentionsOf: MentionsOf): Promise<void> => {
    const isThere = !report.isGone && (await write(stage.engine, source, checksum, asked, mentionsOf, signal));
    if (!isThere) report.isGone = true;
  };
  let done = 0;
  const tell = (chunks: number): void => {
    done += chunks;
    task.tell?.(done, Math.max(done, left));
  };
  for await (const page of toAsk(stage, snapshot, source, every, signal)) {
    const shut = page.filter(({ passage }) => !passage);
    await keep(shut, () => undefined);
    tell(shut.length);
    const open = page.filter(({ passage }) => passage !== undefined);
    const batches: (readonly Asked[])[] = [];
    for (let from = 0; from < open.length; from += CHUNKS_A_QUESTION)
      batches.push(open.slice(from, from + CHUNKS_A_QUESTION));
    await forEachConcurrently(batches, LANES, async (batch) => {
      if (report.isGone) return;
      const found = run.stopped === undefined ? await run.link(batch.map(({ passage }) => passage!)) : [];
      const linked = batch.flatMap((asked, i) => (found[i] ? [{ ...asked, mentions: found[i] }] : []));
      await keep(linked, (each) => (each as (typeof linked)[number]).mentions);
      if (report.isGone) return;
      report.linked += linked.flatMap(({ mentions }) => mentions).filter(({ by }) => by === 'model').length;
      report.left += batch.length - linked.length;
      tell(batch.length);
    });
    if (report.isGone) break;
  }
  return report;
}

async function look(
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

/** The chunks of a document, a page at a time, as far as they are to be asked about. */
async function* toAsk(
  { model, linker }: LinkStage,
  snapshot: Snapshot,
  source: string,
  every: boolean,
  signal: AbortSignal,
): AsyncGenerator<readonly Asked[]> {
  let before: readonly (readonly Mention[])[] = [];
  let ofTitle: readonly Mention[] | undefined;
  for (let from = 0; ; from += PAGE) {
    const { q = [] } = await snapshot.query<{
      q?: readonly { readonly title?: string; readonly rows?: readonly Row[] }[];
    }>(
      `query q($source: string) { q(func: eq(owlgate.document.source, $source)) { title: owlgate.document.title
        rows: owlgate.document.chunk @filter(ge(owlgate.chunk.index, ${from}) and lt(owlgate.chunk.index, ${from + PAGE})) (orderasc: owlgate.chunk.index) {
          uid index: owlgate.chunk.index heading: owlgate.chunk.heading text: owlgate.chunk.text
          offsets: owlgate.chunk.offsets asked: owlgate.chunk.asked } } }`,
      { $source: source },
    );
    const { title = '', rows = [] } = q[0] ?? {};
    if (rows.length === 0) return;
    ofTitle ??= await linker.mentions(title, signal);
    const out: Asked[] = [];
    for (const row of rows) {
      signal.throwIfAborted();
      const { heading = '', text, asked } = row;
      const labels = await linker.mentions(text, signal);
      if (every || asked === undefined) {
        const context = [...before.flat(), ...ofTitle];
        const passage = passageOf({ heading, text, mentions: labels }, context, await linker.near(text, signal));
        const mark = askedMark(model.name, labels, passage);
        if (mark !== asked) out.push({ row, mark, labels, passage });
      }
      before = [labels, ...before].slice(0, CHUNKS_BEFORE);
    }
    yield out;
  }
}

type MentionsOf = (asked: Asked) => readonly Mention[] | undefined;

/**
 * Writes the links of chunks and that they have been asked about. A chunk that another one has changed meanwhile is left
 * as it is.
 *
 * @returns false, with nothing written, where the document has another checksum now
 */
function write(
  engine: Engine,
  source: string,
  checksum: string | undefined,
  asked: readonly Asked[],
  mentionsOf: MentionsOf,
  signal: AbortSignal,
): Promise<boolean> {
  if (asked.length === 0) return Promise.resolve(true);
  return inTransaction(engine, signal, async (transaction) => {
    const { d = [], q = [] } = await transaction.query<{
      d?: readonly { readonly checksum?: string }[];
      q?: readonly { readonly uid: string; readonly offsets?: string }[];
    }>(
      `query q($source: string) {
        d(func: eq(owlgate.document.source, $source)) { uid checksum: owlgate.document.checksum }
        q(func: uid(${asked.map(({ row }) => row.uid).join(', ')})) @filter(has(owlgate.chunk.text)) {
          uid offsets: owlgate.chunk.offsets } }`,
      { $source: source },
    );
    if (d.length === 0 || d[0]!.checksum !== checksum) return false;
    const now = new Map(q.map((each) => [each.uid, each.offsets]));
    const set: object[] = [];
    const removed: object[] = [];
    for (const each of asked) {
      const { row, mark, labels } = each;
      if (!now.has(row.uid) || now.get(row.uid) !== row.offsets) continue;
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
