/**
 * Finds in a text the nodes and classes whose labels it has: the longest label at each place, whole words alone, without
 * regard to case, diacritics and plural.
 */
import type { Logger } from '../../util/log';
import type { Graph, Linker, Mention } from '../types';
import { foldWords } from './fold';
import { classLabels, labelledClasses, MOST_LABELS, readLabels } from './label-source';
import { LabelHash, MOST_WORDS, type LabelTable } from './label-table';
import { NearTable, type Near } from './model/near';

/**
 * How old labels may be that are linked with: two seconds, or ten times as long as reading them took, so that a graph of
 * a million labels is not read for every document. Then they are read anew; those of a large graph serve until that is
 * done, unless they are older than a hundred times as long.
 */
const FRESH_MS = 2_000;
const FRESH_FACTOR = 10;
const STALE_FACTOR = 100;

interface Held {
  readonly table: LabelTable;
  /** Where parts of labels are looked for, too. */
  readonly near: NearTable | undefined;
  readonly freshUntil: number;
  readonly usableUntil: number;
}

export class GraphLinker implements Linker {
  private held: Held | undefined;
  private reading: Promise<Held> | undefined;
  private classes: { readonly ontology: unknown; readonly labels: ReadonlyMap<number, readonly string[]> } | undefined;

  constructor(
    private readonly graph: Graph,
    private readonly logger: Logger,
    /** Tag of the language of texts, where `near` is wanted: parts of labels take memory of their own. */
    private readonly nearIn?: string,
  ) {}

  async mentions(text: string, signal: AbortSignal = new AbortController().signal): Promise<readonly Mention[]> {
    const { table } = await this.tables(signal);
    return findMentions(text, table, this.classLabels());
  }

  /** What a text may speak of without an exact label of it. */
  async near(text: string, signal: AbortSignal): Promise<Near> {
    const { near } = await this.tables(signal);
    return near?.find(text) ?? { uids: [], classes: [] };
  }

  /** Labels that are read anew where they may have changed. */
  forget(): void {
    this.held = undefined;
    this.reading = undefined;
  }

  private async tables(signal: AbortSignal): Promise<Held> {
    const { held } = this;
    const now = Date.now();
    if (held && now < held.freshUntil) return held;
    const reading = (this.reading ??= this.renew());
    if (held && now < held.usableUntil) {
      // Whoever needs them next tries again, or is told.
      reading.catch(() => undefined);
      return held;
    }
    const renewed = await reading;
    signal.throwIfAborted();
    return renewed;
  }

  private renew(): Promise<Held> {
    const reading: Promise<Held> = this.read().then(
      (held) => {
        // Otherwise they have been forgotten meanwhile.
        if (this.reading === reading) [this.held, this.reading] = [held, undefined];
        return held;
      },
      (error: unknown) => {
        if (this.reading === reading) this.reading = undefined;
        throw error;
      },
    );
    return reading;
  }

  private async read(): Promise<Held> {
    const begun = Date.now();
    const near = this.nearIn === undefined ? undefined : new NearTable(this.nearIn);
    const { table, isWhole } = await readLabels(this.graph, new AbortController().signal, (label, uid) => {
      if (near && near.size < MOST_LABELS) near.addNode(label, uid);
    });
    if (near) {
      for (const { name, labels } of labelledClasses(this.graph))
        for (const label of labels) near.addClass(label, name);
    }
    if (!isWhole) this.logger.warn('the graph has more labels than are linked', { labels: table.size });
    const now = Date.now();
    const took = now - begun;
    const freshUntil = now + Math.max(FRESH_MS, FRESH_FACTOR * took);
    return { table, near, freshUntil, usableUntil: Math.max(freshUntil, now + STALE_FACTOR * took) };
  }

  private classLabels(): ReadonlyMap<number, readonly string[]> {
    const { ontology } = this.graph;
    if (this.classes?.ontology !== ontology || !this.classes) {
      this.classes = { ontology, labels: classLabels(this.graph) };
    }
    return this.classes.labels;
  }
}

/** The mentions of a text in their order; none overlaps another. */
export function findMentions(
  text: string,
  nodes: LabelTable,
  classes: ReadonlyMap<number, readonly string[]>,
): Mention[] {
  const words = foldWords(text);
  const most = classes.size > 0 ? MOST_WORDS : Math.min(MOST_WORDS, nodes.mostWords);
  const out: Mention[] = [];
  for (let from = 0; from < words.length;) {
    const hash = new LabelHash();
    let longest: Mention | undefined;
    let next = from + 1;
    for (let to = from; to < words.length && to - from < most; to++) {
      // A label does not go on in the next paragraph.
      if (to > from && /\n\s*\n/.test(text.slice(words[to - 1]!.end, words[to]!.start))) break;
      hash.add(words[to]!.folded);
      const { value } = hash;
      const [uids, names] = [nodes.nodes(value), classes.get(value) ?? []];
      if (uids.length === 0 && names.length === 0) continue;
      const [start, end] = [words[from]!.start, words[to]!.end];
      longest = { start, end, text: text.slice(start, end), uids, classes: names };
      next = to + 1;
    }
    if (longest) out.push(longest);
    from = next;
  }
  return out;
}
