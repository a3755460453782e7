/**
 * Labels → nodes, in 32 to 64 bytes a label: 53-bit hashes of folded labels beside the nodes' uids. A million labels are at
 * most 64 MB; that of a million words of a text one is mistaken for a label among them happens once in ten thousand texts.
 */
import { foldWords } from './fold';

/** Longer ones are no labels but texts. */
export const MOST_WORDS = 10;
export const MOST_CHARACTERS = 120;
/** Nodes of the same label that are linked; a label of more is no name. */
export const MOST_NODES = 20;

/** FNV-1a with two offsets, which makes 64 bits out of 32-bit arithmetic. */
export class LabelHash {
  private a = 0x811c9dc5;
  private b = 0x9747b28c;

  /** Goes on by a word. */
  add(word: string): void {
    let { a, b } = this;
    for (let i = 0; i <= word.length; i++) {
      const code = i < word.length ? word.charCodeAt(i) : 0x20;
      a = Math.imul(a ^ code, 0x01000193);
      b = Math.imul(b ^ ((code << 7) | code), 0x01000193) ^ (b >>> 15);
    }
    this.a = a;
    this.b = b;
  }

  /** 53 bits. */
  get value(): number {
    return (this.a >>> 11) * 0x1_0000_0000 + (this.b >>> 0);
  }
}

/** The hash of a label; undefined for one that is none: no words, or too many. */
export function hashLabel(label: string): { readonly hash: number; readonly words: number } | undefined {
  if (label.length > MOST_CHARACTERS) return undefined;
  const words = foldWords(label);
  if (words.length === 0 || words.length > MOST_WORDS || isTooWeak(words.map(({ folded }) => folded))) return undefined;
  const hash = new LabelHash();
  for (const { folded } of words) hash.add(folded);
  return { hash: hash.value, words: words.length };
}

/** What would be found everywhere: single letters and digits, and words of grammar alone. */
function isTooWeak(words: readonly string[]): boolean {
  return words.every(
    (word) => GRAMMAR.has(word) || /^[a-z0-9]$/.test(word) || (words.length === 1 && /^\d{1,3}$/.test(word)),
  );
}

const GRAMMAR: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been but by can could did do doe for from had has have he her here him his how i if in into is it ' +
    'its may me might more most must my no nor not of off on or other our out over she should so some such than that the their ' +
    'them then there these they thi this those to too under until up very wa was we were what when where which while who whom ' +
    'whose why will with would yes you your thing name label null none true false unknown'
  ).split(' '),
);

/** An open-addressed hash table; a slot with uid 0 is free. */
export class LabelTable {
  private hashes = new Float64Array(1024);
  private uids = new BigUint64Array(1024);
  private used = 0;
  private longest = 0;

  /** Labels with their nodes. */
  get size(): number {
    return this.used;
  }

  /** Words of the longest label. */
  get mostWords(): number {
    return this.longest;
  }

  /** @param label what is no label is left out */
  add(label: string, uid: string): void {
    const hashed = hashLabel(label);
    if (!hashed) return;
    this.longest = Math.max(this.longest, hashed.words);
    this.addHash(hashed.hash, uid);
  }

  /** @param hash as LabelHash makes them */
  addHash(hash: number, uid: string): void {
    if (this.used * 2 >= this.hashes.length) this.grow();
    if (this.put(hash, BigInt(uid))) this.used++;
  }

  /** The nodes of a hash, lowest uid first. */
  nodes(hash: number): readonly string[] {
    const found: bigint[] = [];
    const { hashes, uids } = this;
    for (let at = this.slot(hash); uids[at] !== 0n; at = (at + 1) % hashes.length) {
      if (hashes[at] === hash) found.push(uids[at]!);
    }
    return found.sort((a, b) => (a < b ? -1 : 1)).map((uid) => `0x${uid.toString(16)}`);
  }

  private slot(hash: number): number {
    return hash % this.hashes.length;
  }

  /** @returns false where it is there already, or as many are as are linked */
  private put(hash: number, uid: bigint): boolean {
    const { hashes, uids } = this;
    let same = 0;
    let at = this.slot(hash);
    for (; uids[at] !== 0n; at = (at + 1) % hashes.length) {
      if (hashes[at] !== hash) continue;
      if (uids[at] === uid || ++same >= MOST_NODES) return false;
    }
    hashes[at] = hash;
    uids[at] = uid;
    return true;
  }

  private grow(): void {
    const { hashes, uids } = this;
    this.hashes = new Float64Array(hashes.length * 2);
    this.uids = new BigUint64Array(hashes.length * 2);
    for (const [i, uid] of uids.entries()) if (uid !== 0n) this.put(hashes[i]!, uid);
  }
}
