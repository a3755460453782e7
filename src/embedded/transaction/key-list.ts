/** List of conflict keys: many numbers, rarely read. */

/**
 * Ratio of lengths from which the keys of the shorter list are looked up in the longer one, instead of merging both.
 */
const LOOK_UP = 16;

export class KeyList {
  private keys: Float64Array = new Float64Array(16);
  private length = 0;
  private isSorted = true;

  /** Number of keys, with duplicates. */
  get size(): number {
    return this.length;
  }

  /** @param keys ascending and distinct; owned by the list from then on */
  static of(keys: Float64Array): KeyList {
    const list = new KeyList();
    list.keys = keys;
    list.length = keys.length;
    list.isSorted = true;
    return list;
  }

  /** Adds the keys of another list. Sorts both. */
  addAll(other: KeyList): void {
    const [a, b] = [this.sorted(), other.sorted()];
    const merged = new Float64Array(a.length + b.length);
    let n = 0;
    for (let i = 0, k = 0; i < a.length || k < b.length;) {
      const isFromA = k === b.length || a[i]! <= b[k]!;
      const key = isFromA ? a[i++]! : b[k++]!;
      if (n === 0 || merged[n - 1] !== key) merged[n++] = key;
    }
    this.keys = merged;
    this.length = n;
  }

  add(key: number): void {
    if (this.length === this.keys.length) {
      const grown = new Float64Array(Math.max(16, this.length * 2));
      grown.set(this.keys);
      this.keys = grown;
    }
    this.keys[this.length++] = key;
    this.isSorted = false;
  }

  /** Keys, ascending and distinct. Read-only, and valid until the next `add`. */
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

  /** True if the lists share a key. */
  meets(other: KeyList): boolean {
    const [few, many] = this.length < other.length ? [this.sorted(), other.sorted()] : [other.sorted(), this.sorted()];
    if (few.length * LOOK_UP < many.length) return few.some((key) => contains(many, key));
    for (let i = 0, k = 0; i < few.length && k < many.length;) {
      if (few[i] === many[k]) return true;
      if (few[i]! < many[k]!) i++;
      else k++;
    }
    return false;
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
