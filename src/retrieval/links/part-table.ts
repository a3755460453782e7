/**
 * Table from parts of labels to nodes: single words (a surname), beginnings and ends. Only parts that begin with a
 * capital or a digit, as names do.
 */
import { foldWords } from './fold';
import { hashLabel, LabelTable, MAX_NODES } from './label-table';

/** Maximum pairs of part and node, 32 to 64 bytes each. With more, no parts are known: none would be sure to be unique. */
const MAX_PARTS = 500_000;
const NAMES = /^[\p{Lu}\p{N}]/u;

export class PartTable {
  private table: LabelTable | undefined = new LabelTable();

  add(label: string, uid: string): void {
    if (!this.table || !hashLabel(label)) return;
    const words = foldWords(label);
    const put = (from: number, to: number): void => {
      const text = label.slice(words[from]!.start, words[to - 1]!.end);
      if (NAMES.test(text)) this.table!.add(text, uid);
    };
    for (let i = 0; i < words.length && words.length > 1; i++) {
      put(i, i + 1);
      if (i > 1) put(0, i);
      if (i > 0 && i < words.length - 1) put(i, words.length);
    }
    if (this.table.size > MAX_PARTS) this.table = undefined;
  }

  /**
   * Returns the nodes of whose labels a text is a part, or that have all its words in their labels; none of a part that
   * is too common to tell any.
   */
  nodes(part: string): readonly string[] {
    const whole = this.run(part);
    const words = foldWords(part).map(({ start, end }) => part.slice(start, end));
    if (whole.length > 0 || words.length < 2) return whole.length < MAX_NODES ? whole : [];
    // "Ada Finch" of Ada Maria Finch. A title may be too common to tell any.
    const [first = [], ...others] = words.map((word) => this.run(word)).filter((uids) => uids.length < MAX_NODES);
    return first.filter((uid) => others.every((uids) => uids.includes(uid)));
  }

  private run(part: string): readonly string[] {
    const hashed = hashLabel(part);
    return hashed && NAMES.test(part) ? (this.table?.nodes(hashed.hash) ?? []) : [];
  }
}
