/**
 * Pattern-defeating quicksort (O. Peters, 2021), with the parameters of Go's `sort.Sort`, which Dgraph uses. It is not
 * stable: the order of nodes with equal values depends on its exact steps.
 */

const INSERTION_LENGTH = 12;
const NINTHER_LENGTH = 50;
const MAX_PIVOT_SWAPS = 12;
const PARTIAL_STEPS = 5;
const MASK = (1n << 64n) - 1n;

type Hint = 'unknown' | 'increasing' | 'decreasing';

/** Sorts `items` in place. Terminates even if `less` is inconsistent. */
export function pdqsort<T>(items: T[], less: (a: T, b: T) => boolean): void {
  if (items.length > 1) new Sorter(items, less).sort(0, items.length, bitLength(items.length));
}

/** Moves the `n` least of the first `end` items to the front, in no particular order. */
export function selectLeast<T>(items: T[], less: (a: T, b: T) => boolean, end: number, n: number): void {
  new Sorter(items, less).select(0, end - 1, n);
}

function bitLength(n: number): number {
  return 32 - Math.clz32(n);
}

class Sorter<T> {
  private pivotSwaps = 0;

  constructor(
    private readonly items: T[],
    private readonly compare: (a: T, b: T) => boolean,
  ) {}

  private less(i: number, j: number): boolean {
    return this.compare(this.items[i]!, this.items[j]!);
  }

  private swap(i: number, j: number): void {
    const item = this.items[i]!;
    this.items[i] = this.items[j]!;
    this.items[j] = item;
  }

  sort(start: number, end: number, limit: number): void {
    let balanced = true;
    let partitioned = true;
    for (;;) {
      const length = end - start;
      if (length <= INSERTION_LENGTH) {
        this.insertionSort(start, end);
        return;
      }
      if (limit === 0) {
        this.heapSort(start, end);
        return;
      }
      if (!balanced) {
        this.breakPatterns(start, end);
        limit--;
      }
      let [pivot, hint] = this.choosePivot(start, end);
      if (hint === 'decreasing') {
        this.reverse(start, end);
        pivot = end - 1 - (pivot - start);
        hint = 'increasing';
      }
      if (balanced && partitioned && hint === 'increasing' && this.partialInsertionSort(start, end)) return;
      // The item before the range is a lower bound. If it is not less than the pivot, many items may equal the pivot.
      if (start > 0 && !this.less(start - 1, pivot)) {
        start = this.partitionEqual(start, end, pivot);
        continue;
      }
      const [middle, already] = this.partition(start, end, pivot);
      partitioned = already;
      const left = middle - start;
      const right = end - middle;
      const threshold = Math.floor(length / 8);
      if (left < right) {
        balanced = left >= threshold;
        this.sort(start, middle, limit);
        start = middle + 1;
      } else {
        balanced = right >= threshold;
        this.sort(middle + 1, end, limit);
        end = middle;
      }
    }
  }

  private insertionSort(start: number, end: number): void {
    for (let i = start + 1; i < end; i++) {
      for (let j = i; j > start && this.less(j, j - 1); j--) this.swap(j, j - 1);
    }
  }

  private heapSort(start: number, end: number): void {
    const length = end - start;
    for (let i = (length - 1) >> 1; i >= 0; i--) this.siftDown(i, length, start);
    for (let i = length - 1; i >= 0; i--) {
      this.swap(start, start + i);
      this.siftDown(0, i, start);
    }
  }

  private siftDown(low: number, high: number, first: number): void {
    for (let root = low; ;) {
      let child = 2 * root + 1;
      if (child >= high) return;
      if (child + 1 < high && this.less(first + child, first + child + 1)) child++;
      if (!this.less(first + root, first + child)) return;
      this.swap(first + root, first + child);
      root = child;
    }
  }

  private reverse(start: number, end: number): void {
    for (let i = start, j = end - 1; i < j; i++, j--) this.swap(i, j);
  }

  /** Scatters three items, by xorshift seeded with the length. */
  private breakPatterns(start: number, end: number): void {
    const length = end - start;
    if (length < 8) return;
    let random = BigInt(length);
    const modulus = 1n << BigInt(bitLength(length));
    const at = start + Math.floor(length / 4) * 2 - 1;
    for (let i = 0; i < 3; i++) {
      random ^= (random << 13n) & MASK;
      random ^= random >> 7n;
      random ^= (random << 17n) & MASK;
      let other = Number(random & (modulus - 1n));
      if (other >= length) other -= length;
      this.swap(at + i, start + other);
    }
  }

  private choosePivot(start: number, end: number): [number, Hint] {
    const length = end - start;
    const quarter = Math.floor(length / 4);
    let [i, j, k] = [start + quarter, start + quarter * 2, start + quarter * 3];
    this.pivotSwaps = 0;
    if (length >= 8) {
      if (length >= NINTHER_LENGTH) {
        i = this.median(i - 1, i, i + 1);
        j = this.median(j - 1, j, j + 1);
        k = this.median(k - 1, k, k + 1);
      }
      j = this.median(i, j, k);
    }
    if (this.pivotSwaps === 0) return [j, 'increasing'];
    return [j, this.pivotSwaps === MAX_PIVOT_SWAPS ? 'decreasing' : 'unknown'];
  }

  private median(a: number, b: number, c: number): number {
    const [low, high] = this.inOrder(a, b);
    const [middle] = this.inOrder(high, c);
    return this.inOrder(low, middle)[1];
  }

  private inOrder(a: number, b: number): [number, number] {
    if (!this.less(b, a)) return [a, b];
    this.pivotSwaps++;
    return [b, a];
  }

  private partition(start: number, end: number, pivot: number): [number, boolean] {
    this.swap(start, pivot);
    let i = start + 1;
    let j = end - 1;
    let already = true;
    for (;;) {
      while (i <= j && this.less(i, start)) i++;
      while (i <= j && !this.less(j, start)) j--;
      if (i > j) break;
      already = false;
      this.swap(i++, j--);
    }
    this.swap(j, start);
    return [j, already];
  }

  private partitionEqual(start: number, end: number, pivot: number): number {
    this.swap(start, pivot);
    let i = start + 1;
    let j = end - 1;
    for (;;) {
      while (i <= j && !this.less(start, i)) i++;
      while (i <= j && this.less(start, j)) j--;
      if (i > j) return i;
      this.swap(i++, j--);
    }
  }

  private partialInsertionSort(start: number, end: number): boolean {
    let i = start + 1;
    for (let step = 0; step < PARTIAL_STEPS; step++) {
      while (i < end && !this.less(i, i - 1)) i++;
      if (i === end) return true;
      if (end - start < NINTHER_LENGTH) return false;
      this.swap(i, i - 1);
      if (i - start >= 2) {
        for (let j = i - 1; j >= 1 && this.less(j, j - 1); j--) this.swap(j, j - 1);
      }
      if (end - i >= 2) {
        for (let j = i + 1; j < end && this.less(j, j - 1); j++) this.swap(j, j - 1);
      }
    }
    return false;
  }

  /** Quickselect over an inclusive range. */
  select(low: number, high: number, k: number): void {
    while (low < high) {
      if (high - low <= 8) {
        this.insertionSort(low, high + 1);
        return;
      }
      const pivot = this.selectPartition(low, high, this.choosePivot(low, high)[0]);
      if (k === pivot) return;
      if (k < pivot) high = pivot - 1;
      else low = pivot + 1;
    }
  }

  private selectPartition(low: number, high: number, pivot: number): number {
    let at = low;
    this.swap(pivot, high);
    for (let i = low; i < high; i++) if (this.less(i, high)) this.swap(i, at++);
    this.swap(at, high);
    return at;
  }
}
