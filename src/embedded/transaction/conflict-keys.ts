/**
 * Conflict keys: the writes of a transaction, as numbers. Two concurrent transactions that share a key cannot both
 * commit. The keys follow Dgraph (posting/list.go, GetConflictKey):
 *
 *   @noconflict            no keys
 *   @upsert                one key for a posting list, whatever its node: two writers of one index token conflict
 *   data, list             one key for each member, edge or value
 *   data, single           one key for a node
 *   index and count        one key for each node under a token or a count
 *   reverse edges          no keys, except under @upsert
 */
import type { PredicateDeclaration } from '../../dql';
import type { Fingerprint, Uid } from '../storage';
import type { KeyList } from './key-list';

const enum Kind {
  Data = 1,
  Reverse = 2,
  Index = 3,
  Count = 4,
  CountReverse = 5,
}

/** All kinds, each at its own index. */
const KINDS: readonly number[] = [0, Kind.Data, Kind.Reverse, Kind.Index, Kind.Count, Kind.CountReverse];
const HIGH = 2 ** 32;

/** Two 32-bit hashes side by side, of which 53 bits are kept: two writes collide with a chance of one in 2^53. */
class Hash {
  private a = 0x811c9dc5;
  private b = 0x9747b28c;

  start(): this {
    this.a = 0x811c9dc5;
    this.b = 0x9747b28c;
    return this;
  }

  /** Continues from the state of another hash. */
  from({ a, b }: Hash): this {
    this.a = a;
    this.b = b;
    return this;
  }

  number(n: number): this {
    const low = (n % HIGH) | 0;
    const high = Math.floor(n / HIGH) | 0;
    this.a = mixA(mixA(this.a, low), high);
    this.b = mixB(mixB(this.b, low), high);
    return this;
  }

  text(s: string): this {
    let { a, b } = this;
    for (let i = 0; i <= s.length; i++) {
      const word = i < s.length ? s.charCodeAt(i) + 1 : s.length;
      a = mixA(a, word);
      b = mixB(b, word);
    }
    this.a = a;
    this.b = b;
    return this;
  }

  get value(): number {
    return (this.a >>> 0) + (this.b & 0x1fffff) * HIGH;
  }
}

function mixA(a: number, word: number): number {
  const mixed = Math.imul(a ^ word, 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}

function mixB(b: number, word: number): number {
  const mixed = Math.imul(b ^ word, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}

const hash = new Hash();

/** Collects the conflict keys of one predicate's writes. */
export class ConflictKeys {
  /** Hashes of the predicate with each kind: the beginnings of all keys. */
  private readonly beginnings: readonly Hash[];

  constructor(
    private readonly declaration: PredicateDeclaration,
    private readonly keys: KeyList,
  ) {
    const predicate = hash.start().text(declaration.name).value;
    this.beginnings = KINDS.map((kind) => new Hash().number(predicate).number(kind));
  }

  private add(kind: Kind, list: number | string, member: number | string | undefined): void {
    const { noconflict, upsert } = this.declaration;
    if (noconflict) return;
    hash.from(this.beginnings[kind]!);
    if (typeof list === 'number') hash.number(list);
    else hash.text(list);
    if (!upsert && member !== undefined) {
      if (typeof member === 'number') hash.number(member);
      else hash.text(member);
    }
    this.keys.add(hash.value);
  }

  /** Adds the write of an edge to `member`, or of the value at the place `member`. */
  data(subject: Uid, member: Uid | Fingerprint): void {
    this.add(Kind.Data, subject, this.declaration.list ? member : undefined);
  }

  reverse(object: Uid): void {
    if (this.declaration.upsert) this.add(Kind.Reverse, object, undefined);
  }

  /** @param token preceded by its tokenizer, since different tokenizers may give equal tokens */
  index(token: string, subject: Uid): void {
    this.add(Kind.Index, token, subject);
  }

  count(count: number, subject: Uid, reverse: boolean): void {
    this.add(reverse ? Kind.CountReverse : Kind.Count, count, subject);
  }
}

/** Formats a key as in responses. */
export function formatKey(key: number): string {
  return key.toString(36);
}
