/** Map of bounded size and weight that drops its least recently used entries. */

interface CacheBounds<Key, Value> {
  /** Maximum entries. */
  readonly most: number;
  /** Maximum sum of weights, such as characters, for entries whose size clients choose. */
  readonly weight?: { readonly most: number; readonly of: (key: Key, value: Value) => number };
}

export class LRUCache<Key, Value> {
  private readonly entries = new Map<Key, Value>();
  private total = 0;
  /** Key used last. */
  private newest: Key | undefined;

  constructor(private readonly bounds: CacheBounds<Key, Value>) {}

  /** Sum of the weights. */
  get weight(): number {
    return this.total;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value === undefined || key === this.newest) return value;
    this.entries.delete(key);
    this.entries.set(key, value);
    this.newest = key;
    return value;
  }

  /** Adds an entry, unless it alone exceeds the maximum weight. */
  set(key: Key, value: Value): void {
    const { most, weight } = this.bounds;
    this.delete(key);
    const added = this.weightOf(key, value);
    if (weight && added > weight.most) return;
    this.entries.set(key, value);
    this.newest = key;
    this.total += added;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= most && (!weight || this.total <= weight.most)) return;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.entries.get(key);
    if (value !== undefined) this.total -= this.weightOf(key, value);
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
    this.total = 0;
  }

  private weightOf(key: Key, value: Value): number {
    return this.bounds.weight?.of(key, value) ?? 0;
  }
}
