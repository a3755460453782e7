/** Binary heap that breaks ties as Go's container/heap does, for paths of equal weight. */

export interface HeapItem {
  cost: number;
  index: number;
}

export class Heap<T extends HeapItem> {
  private readonly items: T[] = [];

  get size(): number {
    return this.items.length;
  }

  push(item: T): void {
    item.index = this.items.length;
    this.items.push(item);
    this.up(item.index);
  }

  pop(): T | undefined {
    const last = this.items.length - 1;
    if (last < 0) return undefined;
    this.swap(0, last);
    this.down(0, last);
    const item = this.items.pop()!;
    item.index = -1;
    return item;
  }

  /** Drops the last item of the array. */
  dropLast(): void {
    this.items.pop();
  }

  /** Restores the order after the cost of an item has changed; ignores items already removed. */
  fix(item: T): void {
    if (item.index < 0) return;
    if (!this.down(item.index, this.items.length)) this.up(item.index);
  }

  private less(i: number, j: number): boolean {
    return this.items[i]!.cost < this.items[j]!.cost;
  }

  private swap(i: number, j: number): void {
    const [a, b] = [this.items[i]!, this.items[j]!];
    this.items[i] = b;
    this.items[j] = a;
    b.index = i;
    a.index = j;
  }

  private up(start: number): void {
    let child = start;
    while (child > 0) {
      const parent = (child - 1) >> 1;
      if (!this.less(child, parent)) break;
      this.swap(parent, child);
      child = parent;
    }
  }

  private down(start: number, end: number): boolean {
    let parent = start;
    for (;;) {
      const left = 2 * parent + 1;
      if (left >= end) break;
      const child = left + 1 < end && this.less(left + 1, left) ? left + 1 : left;
      if (!this.less(child, parent)) break;
      this.swap(parent, child);
      parent = child;
    }
    return parent > start;
  }
}
