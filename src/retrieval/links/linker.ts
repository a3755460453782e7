/**
 * Linker: finds the nodes and classes whose labels occur in a text. The longest label at each place wins; only whole
 * words match, regardless of case, diacritics and plural.
 */
import type { Logger } from '../../util/log';
import { TextHash } from '../../util/text-hash';
import type { Graph, Linker, Mention } from '../types';
import { foldWords } from './fold';
import { classLabels, labelledClasses, MAX_LABELS, readLabels } from './label-source';
import { MAX_WORDS, type LabelTable } from './label-table';
import { NearTable, type Near } from './model/near';
import { PartTable } from './part-table';

/**
 * Age at which labels are read again: two seconds, or ten times the duration of reading them, so that a graph of a
 * million labels is not read for every document. During the reading the old labels are used, up to an age of a hundred
 * times that duration.
 */
const FRESH_MS = 2_000;
const FRESH_FACTOR = 10;
const STALE_FACTOR = 100;

interface LabelCache {
  readonly table: LabelTable;
  /** Undefined until a question asks for parts: documents are linked without. */
  readonly parts: PartTable | undefined;
  /** Index of parts of labels. */
  readonly near: NearTable | undefined;
  readonly freshUntil: number;
  readonly usableUntil: number;
}

export class GraphLinker implements Linker {
  private cache: LabelCache | undefined;
  private reading: Promise<LabelCache> | undefined;
  private hasParts = false;
  private classes: { readonly ontology: unknown; readonly labels: ReadonlyMap<number, readonly string[]> } | undefined;

  constructor(
    private readonly graph: Graph,
    private readonly logger: Logger,
    /** Language tag of texts; required for `near`, whose index takes extra memory. */
    private readonly nearLanguage?: string,
  ) {}

  async mentions(text: string, signal: AbortSignal = new AbortController().signal): Promise<readonly Mention[]> {
    const { table } = await this.tables(signal);
    return findMentions(text, table, this.classLabels());
  }

  async partly(texts: readonly string[], signal: AbortSignal): Promise<readonly (readonly string[])[]> {
    if (!this.hasParts) {
      this.hasParts = true;
      this.forget();
    }
    const { parts } = await this.tables(signal);
    return texts.map((text) => parts?.nodes(text) ?? []);
  }

  /** Returns nodes and classes that a text may refer to without their exact label. */
  async near(text: string, signal: AbortSignal): Promise<Near> {
    const { near } = await this.tables(signal);
    return near?.find(text) ?? { uids: [], classes: [] };
  }

  /** Discards the labels; the next call reads them again. */
  forget(): void {
    this.cache = undefined;
    this.reading = undefined;
  }

  private async tables(signal: AbortSignal): Promise<LabelCache> {
    const { cache } = this;
    const now = Date.now();
    if (cache && now < cache.freshUntil) return cache;
    const reading = (this.reading ??= this.renew());
    if (cache && now < cache.usableUntil) {
      // The next call tries again or gets the error.
      reading.catch(() => undefined);
      return cache;
    }
    const renewed = await reading;
    signal.throwIfAborted();
    return renewed;
  }

  private renew(): Promise<LabelCache> {
    const reading: Promise<LabelCache> = this.read().then(
      (cache) => {
        // A different value means that `forget` was called meanwhile.
        if (this.reading === reading) [this.cache, this.reading] = [cache, undefined];
        return cache;
      },
      (error: unknown) => {
        if (this.reading === reading) this.reading = undefined;
        throw error;
      },
    );
    return reading;
  }

  private async read(): Promise<LabelCache> {
    const startedAt = Date.now();
    const near = this.nearLanguage === undefined ? undefined : new NearTable(this.nearLanguage);
    const parts = this.hasParts ? new PartTable() : undefined;
    const { table, isComplete } = await readLabels(this.graph, new AbortController().signal, (label, uid) => {
      parts?.add(label, uid);
      if (near && near.size < MAX_LABELS) near.addNode(label, uid);
    });
    if (near) {
      for (const { name, labels } of labelledClasses(this.graph))
        for (const label of labels) near.addClass(label, name);
    }
    if (!isComplete) this.logger.warn('the graph has too many labels; some are not linked', { labels: table.size });
    const now = Date.now();
    const duration = now - startedAt;
    const freshUntil = now + Math.max(FRESH_MS, FRESH_FACTOR * duration);
    return { table, parts, near, freshUntil, usableUntil: Math.max(freshUntil, now + STALE_FACTOR * duration) };
  }

  private classLabels(): ReadonlyMap<number, readonly string[]> {
    const { ontology } = this.graph;
    if (this.classes?.ontology !== ontology || !this.classes) {
      this.classes = { ontology, labels: classLabels(this.graph) };
    }
    return this.classes.labels;
  }
}

const PARAGRAPH_BREAK = /\n\s*\n/;
const NO_CLASSES: readonly string[] = [];

/** Returns the mentions of a text in order, without overlaps. */
export function findMentions(
  text: string,
  nodes: LabelTable,
  classes: ReadonlyMap<number, readonly string[]>,
): Mention[] {
  const words = foldWords(text);
  const maxWords = classes.size > 0 ? MAX_WORDS : Math.min(MAX_WORDS, nodes.maxWords);
  const startsParagraph = words.map(
    ({ start }, i) => i > 0 && PARAGRAPH_BREAK.test(text.slice(words[i - 1]!.end, start)),
  );
  const out: Mention[] = [];
  for (let from = 0; from < words.length;) {
    const hash = new TextHash();
    let longest: Mention | undefined;
    let next = from + 1;
    for (let to = from; to < words.length && to - from < maxWords; to++) {
      // A label does not continue in the next paragraph.
      if (to > from && startsParagraph[to]) break;
      hash.add(words[to]!.folded);
      const { value } = hash;
      const [uids, names] = [nodes.nodes(value), classes.get(value) ?? NO_CLASSES];
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
