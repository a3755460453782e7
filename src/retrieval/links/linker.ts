/**
 * Finds in a text the nodes and classes whose labels it has: the longest label at each place, whole words alone, without
 * regard to case, diacritics and plural.
 */
import type { Logger } from '../../util/log';
import type { Graph, Linker, Mention } from '../types';
import { foldWords } from './fold';
import { classLabels, readLabels } from './label-source';
import { LabelHash, MOST_WORDS, type LabelTable } from './label-table';

/**
 * How old labels may be that are linked with: two seconds, or ten times as long as reading them took, so that a graph of
 * a million labels is not read for every document.
 */
const FRESH_MS = 2_000;
const FRESH_FACTOR = 10;

interface Held {
  readonly table: LabelTable;
  readonly until: number;
}

export class GraphLinker implements Linker {
  private held: Held | undefined;
  private reading: Promise<Held> | undefined;
  private classes: { readonly ontology: unknown; readonly labels: ReadonlyMap<number, readonly string[]> } | undefined;

  constructor(
    private readonly graph: Graph,
    private readonly logger: Logger,
  ) {}

  async mentions(text: string, signal: AbortSignal = new AbortController().signal): Promise<readonly Mention[]> {
    const table = await this.table(signal);
    return findMentions(text, table, this.classLabels());
  }

  /** Labels that are read anew where they may have changed. */
  forget(): void {
    this.held = undefined;
  }

  private async table(signal: AbortSignal): Promise<LabelTable> {
    if (this.held && Date.now() < this.held.until) return this.held.table;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    const held = await this.reading;
    signal.throwIfAborted();
    return held.table;
  }

  private async read(): Promise<Held> {
    const begun = Date.now();
    const { table, isWhole } = await readLabels(this.graph, new AbortController().signal);
    if (!isWhole) this.logger.warn('the graph has more labels than are linked', { labels: table.size });
    const took = Date.now() - begun;
    const held = { table, until: Date.now() + Math.max(FRESH_MS, FRESH_FACTOR * took) };
    this.held = held;
    return held;
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
