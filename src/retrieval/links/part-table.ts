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

  /** Returns the nodes of whose labels a text is a part; none of a part that is too common to tell any. */
  nodes(part: string): readonly string[] {
    const hashed = hashLabel(part);
    const uids = hashed && NAMES.test(part) ? (this.table?.nodes(hashed.hash) ?? []) : [];
    return uids.length < MAX_NODES ? uids : [];
  }
}
