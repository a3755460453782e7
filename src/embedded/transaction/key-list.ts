/** Conflict keys as they are collected: numbers, many, mostly never looked at again. */
export class KeyList {
  private keys = new Float64Array(16);
  private length = 0;
  private isSorted = true;

  /** Number of keys, some of them perhaps more than once. */
  get size(): number {
    return this.length;
  }

  add(key: number): void {
    if (this.length === this.keys.length) {
      const grown = new Float64Array(this.length * 2);
      grown.set(this.keys);
      this.keys = grown;
    }
    this.keys[this.length++] = key;
    this.isSorted = false;
  }

  /** The keys, ascending and distinct. Not to be modified, and not to be kept beyond the next `add`. */
  sorted(): Float64Array {
    if (!this.isSorted) {
      const keys = this.keys.subarray(0, this.length).sort();
      let n = 0;
      for (const key of keys) if (n === 0 || keys[n - 1] !== key) keys[n++] = key;
      this.length = n;
      this.isSorted = true;
    }
    return this.keys.subarray(0, this.length);
  }

  /** Whether the lists have a key in common. */
  meets(other: KeyList): boolean {
    const [few, many] = this.length < other.length ? [this.sorted(), other.sorted()] : [other.sorted(), this.sorted()];
    return few.some((key) => contains(many, key));
  }
}

function contains(sorted: Float64Array, key: number): boolean {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] === key) return true;
    if (sorted[middle]! < key) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
