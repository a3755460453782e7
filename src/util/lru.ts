/** Map of bounded size that evicts the least recently used entry. */
export class LRUCache<Key, Value> {
  private readonly entries = new Map<Key, Value>();

  constructor(private readonly maxSize: number) {}

  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value === undefined) return undefined;
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.maxSize) this.entries.delete(this.entries.keys().next().value as Key);
  }

  clear(): void {
    this.entries.clear();
  }
}
