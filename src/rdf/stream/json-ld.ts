/**
 * JSON-LD in parts: the items of a top-level array, of a top-level `@graph`, or one object a line (NDJSON-LD) are read
 * group by group, each with the document's `@context`. Other documents are read whole, up to a maximum.
 */
import { OwlgateError } from '../../errors';
import { syntaxError } from '../document';
import { parseJsonLdDataset } from '../jsonld';
import type { ContextLoader } from '../jsonld-contexts';
import type { Term } from '../quads';
import { ItemSplitter, type Item } from './json-items';
import { ANONYMOUS, type QuadStream, type StreamedQuad } from './quad-stream';

/** Characters of items that are read together. */
const GROUP_CHARACTERS = 1 << 18;

export class JsonLdStream implements QuadStream {
  private readonly splitter = new ItemSplitter();
  private items: Item[] = [];
  private characters = 0;
  private groups = 0;

  constructor(
    private readonly base: string | undefined,
    private readonly loadContext: ContextLoader | undefined,
  ) {}

  async read(text: string): Promise<readonly StreamedQuad[]> {
    return this.readItems(this.splitter.read(text), false);
  }

  async end(): Promise<readonly StreamedQuad[]> {
    return this.readItems(this.splitter.end(), true);
  }

  private async readItems(items: readonly Item[], isLast: boolean): Promise<readonly StreamedQuad[]> {
    const quads: StreamedQuad[] = [];
    for (const item of items) {
      this.items.push(item);
      this.characters += item.text.length;
      if (this.characters >= GROUP_CHARACTERS) quads.push(...(await this.readGroup()));
    }
    if (isLast && this.items.length > 0) quads.push(...(await this.readGroup()));
    return quads;
  }

  private async readGroup(): Promise<StreamedQuad[]> {
    const { items, base, loadContext } = this;
    const { members } = this.splitter;
    this.items = [];
    this.characters = 0;
    // The items keep their lines: what stands before an item is replaced by line ends.
    const first = items[0]!.line;
    let text = `{${members}"@graph":[`;
    let line = 1;
    items.forEach((item, i) => {
      const gap = Math.max(item.line - first + 1 - line, 0);
      text += `${i === 0 ? '' : ','}${'\n'.repeat(gap)}${item.text}`;
      line += gap + item.lines;
    });
    const offset = first - 1;
    const prefix = `_:genid`;
    const group = ++this.groups;
    const label = (term: string): string =>
      term.startsWith(prefix) && !text.includes(term) ? `_:${ANONYMOUS}${group}${ANONYMOUS}${term.slice(2)}` : term;
    const renamed = (term: Term): Term => (typeof term === 'string' ? label(term) : term);
    try {
      const dataset = await parseJsonLdDataset(`${text}]}`, base, loadContext);
      return dataset.map(({ quad, graph }) => ({
        subject: label(quad.subject),
        predicate: quad.predicate,
        object: renamed(quad.object),
        graph: label(graph),
        line: quad.position.line + offset,
      }));
    } catch (error) {
      if (!(error instanceof OwlgateError) || error.code !== 'OntologySyntax') throw error;
      const { line: at, column, reason } = error.details as { line: number; column: number; reason: string };
      throw syntaxError({ line: at + offset, column }, reason);
    }
  }
}
