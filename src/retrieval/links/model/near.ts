/**
 * What a text may speak of without an exact label of it: nodes and classes of which a part of a label is there in some form
 * (a surname, an inflected name), or the initials. It proposes, and a model decides.
 */
import { termsOf } from '../../search/terms';
import { foldWords } from '../fold';
import { hashLabel, LabelHash, LabelTable, MOST_NODES } from '../label-table';

/** What is proposed, the likeliest first. */
export interface Near {
  readonly uids: readonly string[];
  /** By Dgraph name. */
  readonly classes: readonly string[];
}

const MOST_NEAR_NODES = 12;
const MOST_NEAR_CLASSES = 6;
/** Shorter stems are in too many words. */
const LEAST_OF_STEM = 3;
/** Written in capitals, with dots or without: `NHM`, `N.H.M.` */
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{Lu}{2,6}|(?:\p{Lu}\.){2,6})(?![\p{L}\p{N}])/gu;

/** Parts of labels → nodes. Of parts that many nodes have, none is proposed. */
export class NearTable {
  private readonly nodes = new LabelTable();
  private readonly classes = new Map<number, string[]>();

  /** @param language tag of the language whose stems and stop words count */
  constructor(private readonly language: string) {}

  /** Parts with their nodes. */
  get size(): number {
    return this.nodes.size;
  }

  addNode(label: string, uid: string): void {
    if (!hashLabel(label)) return;
    for (const hash of this.partsOf(label)) this.nodes.addHash(hash, uid);
  }

  addClass(label: string, name: string): void {
    for (const hash of this.partsOf(label)) {
      const names = this.classes.get(hash);
      if (!names) this.classes.set(hash, [name]);
      else if (!names.includes(name)) names.push(name);
    }
  }

  /** What a text may speak of. The same text and labels give the same. */
  find(text: string): Near {
    const uids = new Map<string, number>();
    const classes = new Map<string, number>();
    const initials = [...text.matchAll(INITIALS)].map(([word]) => initialsHash(word.replaceAll('.', '')));
    for (const hash of new Set([...this.stems(text).map(hashOf), ...initials])) {
      count(uids, this.nodes.nodes(hash));
      count(classes, this.classes.get(hash) ?? []);
    }
    return { uids: best(uids, MOST_NEAR_NODES), classes: best(classes, MOST_NEAR_CLASSES) };
  }

  private partsOf(label: string): readonly number[] {
    const stems = this.stems(label);
    const first = foldWords(label).map(({ folded }) => folded[0]!);
    return [
      ...new Set(stems.map(hashOf)),
      ...(first.length > 1 && first.length <= 6 ? [initialsHash(first.join(''))] : []),
    ];
  }

  private stems(text: string): string[] {
    const words = foldWords(text).map(({ folded }) => folded);
    return termsOf(words.join(' '), this.language).filter((stem) => stem.length >= LEAST_OF_STEM);
  }
}

/** A part counts the more, the fewer have it. */
function count(scores: Map<string, number>, found: readonly string[]): void {
  if (found.length >= MOST_NODES) return;
  for (const each of found) scores.set(each, (scores.get(each) ?? 0) + 1 / found.length);
}

const best = (scores: ReadonlyMap<string, number>, most: number): string[] =>
  [...scores]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([each]) => each);

function hashOf(part: string): number {
  const hash = new LabelHash();
  hash.add(part);
  return hash.value;
}

/** Apart from words that are written alike. */
const initialsHash = (initials: string): number => hashOf(`.${initials.toLowerCase()}`);
