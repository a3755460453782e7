/** Pseudo-random choices that a seed repeats: the same parts of a seed give the same choices, on every machine. */

/** Part of a seed. */
export type SeedPart = string | number;

export class Random {
  private constructor(
    private a: number,
    private b: number,
    private c: number,
    private d: number,
  ) {}

  /** A source of its own for each combination of parts, so that one case never depends on those before it. */
  static of(...parts: readonly SeedPart[]): Random {
    let hash = 0x811c9dc5;
    for (const character of parts.join('\u0000')) {
      hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
      hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
    }
    const random = new Random(hash, hash ^ 0x9e3779b9, Math.imul(hash, 0x85ebca6b), 1);
    for (let i = 0; i < 12; i++) random.next();
    return random;
  }

  /** An integer of 32 bits (sfc32, from PractRand). */
  next(): number {
    const sum = (this.a + this.b + this.d) | 0;
    this.d = (this.d + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    this.c |= 0;
    return sum >>> 0;
  }

  /** An integer from 0 to below `limit`. */
  below(limit: number): number {
    return limit <= 1 ? 0 : Math.floor((this.next() / 2 ** 32) * limit);
  }

  /** An integer from `least` to `most`. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  chance(probability: number): boolean {
    return this.next() / 2 ** 32 < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  /** An item by weight; `[weight, item]`. */
  weighted<T>(items: readonly (readonly [number, T])[]): T {
    let left = this.below(items.reduce((sum, [weight]) => sum + weight, 0));
    for (const [weight, item] of items) {
      if (left < weight) return item;
      left -= weight;
    }
    return items[0]![1];
  }

  /** From `least` to `most` values that `make` returns. */
  list<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: this.between(least, most) }, make);
  }

  bytes(length: number): Buffer {
    const bytes = Buffer.alloc(length);
    for (let i = 0; i < length; i++) bytes[i] = this.next() & 0xff;
    return bytes;
  }
}
