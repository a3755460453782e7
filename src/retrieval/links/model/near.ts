/**
 * Candidates for links without an exact label: nodes and classes of which a text contains the initials, or a part of
 * the label such as a surname or an inflected name. A model chooses among them.
 */
import { termsOf } from '../../search/terms';
import { foldWords } from '../fold';
import { TextHash } from '../../../util/text-hash';
import { hashLabel, LabelTable, MAX_NODES } from '../label-table';

/** Candidates, the likeliest first. */
export interface Near {
  readonly uids: readonly string[];
  /** Dgraph names. */
  readonly classes: readonly string[];
}

const MAX_NEAR_NODES = 12;
const MAX_NEAR_CLASSES = 6;
/** Minimum length of a stem. Shorter stems occur in too many words. */
const MIN_STEM_LENGTH = 3;
/** Initials in capitals, with or without dots: `NHM`, `N.H.M.` */
const INITIALS = /(?<![\p{L}\p{N}])(?:\p{Lu}{2,6}|(?:\p{Lu}\.){2,6})(?![\p{L}\p{N}])/gu;

/** Index from parts of labels to nodes. A part of too many labels gives no candidates. */
export class NearTable {
  private readonly nodes = new LabelTable();
  private readonly classes = new Map<number, string[]>();

  /** @param language language tag; selects stemmer and stop words */
  constructor(private readonly language: string) {}

  /** Number of pairs of part and node. */
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

  /** Returns the candidates of a text; deterministic for the same labels. */
  find(text: string): Near {
    const uids = new Map<string, number>();
    const classes = new Map<string, number>();
    const initials = [...text.matchAll(INITIALS)].map(([word]) => initialsHash(word.replaceAll('.', '')));
    for (const hash of new Set([...this.stems(text).map(hashOf), ...initials])) {
      count(uids, this.nodes.nodes(hash));
      count(classes, this.classes.get(hash) ?? []);
    }
    return { uids: best(uids, MAX_NEAR_NODES), classes: best(classes, MAX_NEAR_CLASSES) };
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
    return termsOf(words.join(' '), this.language).filter((stem) => stem.length >= MIN_STEM_LENGTH);
  }
}

/** Adds a part to the scores; rare parts weigh more. */
function count(scores: Map<string, number>, matches: readonly string[]): void {
  if (matches.length >= MAX_NODES) return;
  for (const each of matches) scores.set(each, (scores.get(each) ?? 0) + 1 / matches.length);
}

const best = (scores: ReadonlyMap<string, number>, limit: number): string[] =>
  [...scores]
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([each]) => each);

function hashOf(part: string): number {
  const hash = new TextHash();
  hash.add(part);
  return hash.value;
}

/** Returns a hash of initials that differs from the hash of an equal word. */
const initialsHash = (initials: string): number => hashOf(`.${initials.toLowerCase()}`);
