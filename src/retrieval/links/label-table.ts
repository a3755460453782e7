/**
 * Table from labels to nodes, 32 to 64 bytes per label: 53-bit hashes of folded labels, with uids. A million labels
 * take at most 64 MB. With a million labels, one of ten thousand texts of a million words has a false match.
 */
import { TextHash } from '../../util/text-hash';
import { foldWords } from './fold';

/** Maximum length of a label. Longer values are texts, not labels. */
export const MAX_WORDS = 10;
const MAX_CHARACTERS = 120;
/** Maximum nodes linked per label. */
export const MAX_NODES = 20;

const NO_NODES: readonly string[] = [];

/** Returns the hash of a label; undefined for text that is not a label: no words, too many, or only common ones. */
export function hashLabel(label: string): { readonly hash: number; readonly words: number } | undefined {
  if (label.length > MAX_CHARACTERS) return undefined;
  const words = foldWords(label);
  if (words.length === 0 || words.length > MAX_WORDS || isTooCommon(words.map(({ folded }) => folded)))
    return undefined;
  const hash = new TextHash();
  for (const { folded } of words) hash.add(folded);
  return { hash: hash.value, words: words.length };
}

/** True for words that any text contains: single letters, short numbers and function words. */
function isTooCommon(words: readonly string[]): boolean {
  return words.every(
    (word) => FUNCTION_WORDS.has(word) || /^[a-z0-9]$/.test(word) || (words.length === 1 && /^\d{1,3}$/.test(word)),
  );
}

const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been but by can could did do doe for from had has have he her here him his ' +
    'how i if in into is it ' +
    ('its may me might more most must my no nor not of off on or other our out over she should so some such ' +
      'than that the their ') +
    ('them then there these they thi this those to too under until up very wa was we were what when where ' +
      'which while who whom ') +
    'whose why will with would yes you your thing name label null none true false unknown'
  ).split(' '),
);

/** Open-addressed hash table; a slot with uid 0 is free. */
export class LabelTable {
  private hashes = new Float64Array(1024);
  private uids = new BigUint64Array(1024);
  private used = 0;
  private longest = 0;

  /** Number of pairs of label and node. */
  get size(): number {
    return this.used;
  }

  /** Number of words of the longest label. */
  get maxWords(): number {
    return this.longest;
  }

  /** Adds a label, unless the text is not a label. */
  add(label: string, uid: string): void {
    const hashed = hashLabel(label);
    if (!hashed) return;
    this.longest = Math.max(this.longest, hashed.words);
    this.addHash(hashed.hash, uid);
  }

  /** @param hash value of a TextHash */
  addHash(hash: number, uid: string): void {
    if (this.used * 2 >= this.hashes.length) this.grow();
    if (this.put(hash, BigInt(uid))) this.used++;
  }

  /** Returns the nodes of a hash, lowest uid first. */
  nodes(hash: number): readonly string[] {
    const { hashes, uids } = this;
    let slot = this.slot(hash);
    // Most texts are not labels. A free slot has the hash 0; reading its uid would make a bigint.
    if (hashes[slot] === 0 && hash !== 0) return NO_NODES;
    const matches: bigint[] = [];
    for (; uids[slot] !== 0n; slot = (slot + 1) % hashes.length) {
      if (hashes[slot] === hash) matches.push(uids[slot]!);
    }
    return matches.sort((a, b) => (a < b ? -1 : 1)).map((uid) => `0x${uid.toString(16)}`);
  }

  private slot(hash: number): number {
    return hash % this.hashes.length;
  }

  /** @returns false if the pair exists, or the label has the maximum of nodes */
  private put(hash: number, uid: bigint): boolean {
    const { hashes, uids } = this;
    let sameLabel = 0;
    let slot = this.slot(hash);
    for (; uids[slot] !== 0n; slot = (slot + 1) % hashes.length) {
      if (hashes[slot] !== hash) continue;
      if (uids[slot] === uid || ++sameLabel >= MAX_NODES) return false;
    }
    hashes[slot] = hash;
    uids[slot] = uid;
    return true;
  }

  private grow(): void {
    const { hashes, uids } = this;
    this.hashes = new Float64Array(hashes.length * 2);
    this.uids = new BigUint64Array(hashes.length * 2);
    for (const [i, uid] of uids.entries()) if (uid !== 0n) this.put(hashes[i]!, uid);
  }
}
