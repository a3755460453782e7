/** A map of bounded size that lets go of what has not been used for the longest time. */
export class LRUCache<Key, Value> {
  private readonly entries = new Map<Key, Value>();

  constructor(private readonly most: number) {}

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
    if (this.entries.size > this.most) this.entries.delete(this.entries.keys().next().value as Key);
  }

  clear(): void {
    this.entries.clear();
  }
}
