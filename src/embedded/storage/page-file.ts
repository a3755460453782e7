/**
 * LMDB's file, read page by page without mapping it. LMDB maps its file and trusts it, so a damaged page would end the
 * process; here it is found before.
 *
 * A page begins with its own number, and each table is a tree of pages: branches, leaves, and runs of pages for long
 * values. What no tree reaches is free, and is not looked at.
 */
import * as fs from 'node:fs';
import { SPACES } from './keys';

/** Layout of LMDB's pages (lmdb 3, data format 2): offsets in bytes. */
const PAGE_HEADER = 24;
const TRANSACTION_AT = 8;
const FLAGS_AT = 18;
const LOWER_AT = 20;
const UPPER_AT = 22;
const RUN_LENGTH_AT = 20;
const NODE_HEADER = 8;
/** Bytes in place of a long value: its first page, its transaction, and its number of pages. */
const RUN_BYTES = 24;
const MAGIC = 0xbeefc0de;
const IS_BRANCH = 1;
const IS_LEAF = 2;
const IS_RUN = 4;
const IS_STATE = 8;
const HAS_LONG_VALUE = 1;
const PAGE_SIZES = new Set([256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536]);
const NO_PAGE = 0xffff_ffff_ffff_ffffn;
const MAX_DEPTH = 32;
/** Readings of a file that another process changes. */
const ATTEMPTS = 20;
const FORMAT = 2;
/** Flags of the two tables: numbers are the keys of the table of free pages. */
const FREE_FLAGS = 8;
const FLAGS = 0;
/** Flag of a state that may not have reached the disk yet. */
const IS_OVERLAPPING = 0x1000;

/** Offsets in a state's record, which begins with the magic number. */
const STATE = {
  format: 4,
  pageSize: 24,
  freeFlags: 28,
  freeRoot: 64,
  flags: 76,
  root: 112,
  lastPage: 120,
  version: 128,
  boot: 136,
};
const STATE_BYTES = 144;

/** Committed state of the file. */
interface State {
  readonly freeRoot: bigint;
  readonly root: bigint;
  readonly lastPage: number;
  readonly version: bigint;
  readonly boot: bigint;
  readonly isOverlapping: boolean;
}

/** How much of a file is read: branches and what a store reads when it is opened; or all pages. */
type Extent = 'opening' | 'all';

/** Tree of a table. */
interface Table {
  readonly root: bigint;
  /** Order of keys. */
  readonly isBefore: (a: Buffer, b: Buffer) => boolean;
  readonly isValue: (value: Buffer) => boolean;
}

/** Damage of a tree. */
class Damage extends Error {}

export class PageFile {
  private constructor(
    private readonly descriptor: number,
    private readonly size: number,
    private readonly pageSize: number,
    private readonly states: readonly State[],
  ) {}

  /**
   * Looks for damage. Another process may write meanwhile.
   *
   * @returns its description, which begins with "it" or "page"; undefined for an intact file
   * @throws errors of the system
   */
  static damageOf(file: string, extent: Extent): string | undefined {
    const descriptor = fs.openSync(file, 'r');
    try {
      let damage: string | undefined;
      let before: State | undefined;
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const pages = PageFile.of(descriptor);
        if (typeof pages === 'string') return pages;
        const state = pages.current();
        // The same state is as damaged as before; later transactions may have replaced pages of an earlier one.
        if (state.version === before?.version) return damage;
        before = state;
        damage = pages.damageOf(state, extent);
        if (damage === undefined) return undefined;
      }
      return damage;
    } finally {
      fs.closeSync(descriptor);
    }
  }

  /** @returns a description of the damage if there is no state to read */
  private static of(descriptor: number): PageFile | string {
    if (fs.fstatSync(descriptor).size === 0) return 'it is empty';
    const first = statePage(descriptor, 0, 0);
    if (!first) return 'it is not an LMDB file';
    const pageSize = first.readUInt32LE(STATE.pageSize);
    if (!PAGE_SIZES.has(pageSize)) return `it has pages of ${pageSize} bytes`;
    // Two pages take turns; half a page after the first one is the last state that reached the disk.
    const second = statePage(descriptor, pageSize, 1);
    const flushed = readAt(descriptor, pageSize / 2 + PAGE_HEADER, STATE_BYTES);
    if (second?.readUInt32LE(STATE.pageSize) !== pageSize || !flushed) return 'its second page is not a state of LMDB';
    const states = [first, second, flushed].map(readState);
    // A file grows before the state that needs its new pages: its size is read after the states.
    return new PageFile(descriptor, fs.fstatSync(descriptor).size, pageSize, states);
  }

  private damageOf(state: State, extent: Extent): string | undefined {
    const { freeRoot, root, lastPage } = state;
    // The last pages of a transaction may be free, and unwritten: a shorter file is intact if no tree reaches them.
    const isShort = this.size < (lastPage + 1) * this.pageSize;
    try {
      const isPages = (value: Buffer): boolean => isPageList(value, lastPage);
      this.checkTree({ root: freeRoot, isBefore: isLower, isValue: isPages }, state, 'all');
      this.checkTree({ root, isBefore: isEarlier, isValue: () => true }, state, isShort ? 'all' : extent);
      return undefined;
    } catch (error) {
      if (!(error instanceof Damage)) throw error;
      return error.message;
    }
  }

  /** Returns the state that LMDB would open: the newest one, or after a restart of the machine the last one on disk. */
  private current(): State {
    const states = [...this.states].sort((a, b) => Number(b.version - a.version));
    const newest = states[0]!;
    if (!newest.isOverlapping || newest.boot === 0n || newest.boot === currentBoot()) return newest;
    return states.find(({ isOverlapping }) => !isOverlapping) ?? newest;
  }

  private checkTree({ root, isBefore, isValue }: Table, state: State, extent: Extent): void {
    if (root === NO_PAGE) return;
    let leafDepth: number | undefined;
    const open: (readonly [page: bigint, depth: number])[] = [[root, 1]];
    const seen = new Set<bigint>();
    for (let next = open.pop(); next; next = open.pop()) {
      const [number, depth] = next;
      if (seen.has(number)) throw new Damage(`page ${number} is in two places`);
      if (depth > MAX_DEPTH) throw new Damage(`page ${number} is nested too deeply`);
      const page = this.page(number, state);
      const flags = page.readUInt16LE(FLAGS_AT);
      const isBranch = flags === IS_BRANCH;
      if (!isBranch && flags !== IS_LEAF) throw new Damage(`page ${number} is neither branch nor leaf`);
      const nodes = nodesOf(page, number);
      // The first key of a branch is not used, and may be empty.
      for (let i = isBranch ? 2 : 1; i < nodes.length; i++) {
        if (!isBefore(keyOf(page, nodes[i - 1]!), keyOf(page, nodes[i]!))) {
          throw new Damage(`page ${number} has entries out of order`);
        }
      }
      if (!isBranch) {
        leafDepth ??= depth;
        if (depth !== leafDepth) throw new Damage(`page ${number} is nested at another depth than other leaves`);
        for (const at of nodes) {
          if (!isValue(this.value(page, at, number, state))) throw new Damage(`page ${number} has an unreadable value`);
        }
        continue;
      }
      seen.add(number);
      const isLast = nodes.length > 0 && this.isLeaf(childOf(page, nodes[0]!), state);
      for (const [i, at] of nodes.entries()) {
        const child = childOf(page, at);
        if (isLast && i > 0 && extent === 'opening' && page[at + NODE_HEADER]! >= SPACES) {
          this.requireInside(child, 1n, state);
        } else open.push([child, depth + 1]);
      }
    }
  }

  private isLeaf(number: bigint, state: State): boolean {
    return this.page(number, state).readUInt16LE(FLAGS_AT) === IS_LEAF;
  }

  /** Returns the value of a leaf's entry. */
  private value(page: Buffer, at: number, number: bigint, state: State): Buffer {
    const length = valueLength(page, at);
    const flags = page.readUInt16LE(at + 4);
    const from = at + NODE_HEADER + page.readUInt16LE(at + 6);
    if (flags !== 0 && flags !== HAS_LONG_VALUE) throw new Damage(`page ${number} has an entry of an unknown kind`);
    if (flags === 0) return page.subarray(from, from + length);
    const [run, pages] = [page.readBigUInt64LE(from), page.readBigUInt64LE(from + 16)];
    this.requireInside(run, pages, state);
    const head = this.page(run, state);
    if (head.readUInt16LE(FLAGS_AT) !== IS_RUN || BigInt(head.readUInt32LE(RUN_LENGTH_AT)) !== pages) {
      throw new Damage(`page ${run} does not begin a long value`);
    }
    if (BigInt(length) + BigInt(PAGE_HEADER) > pages * BigInt(this.pageSize)) {
      throw new Damage(`page ${run} begins a value longer than its pages`);
    }
    return readAt(this.descriptor, Number(run) * this.pageSize + PAGE_HEADER, length)!;
  }

  private page(number: bigint, state: State): Buffer {
    this.requireInside(number, 1n, state);
    const page = readAt(this.descriptor, Number(number) * this.pageSize, this.pageSize);
    if (!page || page.readBigUInt64LE(0) !== number || page.readBigUInt64LE(TRANSACTION_AT) > state.version) {
      throw new Damage(`page ${number} has other contents`);
    }
    return page;
  }

  private requireInside(first: bigint, count: bigint, { lastPage }: State): void {
    const end = first + count;
    if (first < 2n || count < 1n || end > BigInt(lastPage) + 1n) throw new Damage(`page ${first} is not of this file`);
    if (end * BigInt(this.pageSize) > BigInt(this.size)) {
      throw new Damage(`it has ${this.size} bytes, and page ${end - 1n} is missing`);
    }
  }
}

function readAt(descriptor: number, from: number, length: number): Buffer | undefined {
  const buffer = Buffer.allocUnsafe(length);
  return fs.readSync(descriptor, buffer, 0, length, from) === length ? buffer : undefined;
}

/** Reads the state in a page. @returns undefined for another page, or flags that a store's tables do not have */
function statePage(descriptor: number, at: number, number: number): Buffer | undefined {
  const header = readAt(descriptor, at, PAGE_HEADER);
  const bytes = readAt(descriptor, at + PAGE_HEADER, STATE_BYTES);
  const isRight =
    header?.readBigUInt64LE(0) === BigInt(number) &&
    header.readUInt16LE(FLAGS_AT) === IS_STATE &&
    bytes?.readUInt32LE(0) === MAGIC &&
    bytes.readUInt32LE(STATE.format) === FORMAT &&
    (bytes.readUInt16LE(STATE.freeFlags) & ~IS_OVERLAPPING) === FREE_FLAGS &&
    bytes.readUInt16LE(STATE.flags) === FLAGS;
  return isRight ? bytes : undefined;
}

const readState = (bytes: Buffer): State => ({
  freeRoot: bytes.readBigUInt64LE(STATE.freeRoot),
  root: bytes.readBigUInt64LE(STATE.root),
  lastPage: Number(bytes.readBigUInt64LE(STATE.lastPage)),
  version: bytes.readBigUInt64LE(STATE.version),
  boot: bytes.readBigUInt64LE(STATE.boot),
  isOverlapping: (bytes.readUInt16LE(STATE.freeFlags) & IS_OVERLAPPING) !== 0,
});

/** True for a list of free pages: its length, then pages; a negative number is the length of the run that follows. */
function isPageList(value: Buffer, lastPage: number): boolean {
  if (value.length < 8) return false;
  const count = Number(value.readBigInt64LE(0));
  if (count < 0 || 8 * (count + 1) > value.length) return false;
  for (let i = 1; i <= count; i++) {
    const entry = value.readBigInt64LE(8 * i);
    if (entry > BigInt(lastPage) || -entry > BigInt(lastPage) || entry === 1n) return false;
  }
  return true;
}

/** Returns the offsets of a page's entries, which fill it from its upper bound to its end. */
function nodesOf(page: Buffer, number: bigint): number[] {
  const lower = page.readUInt16LE(LOWER_AT);
  const upper = PAGE_HEADER + page.readUInt16LE(UPPER_AT);
  if (lower % 2 !== 0 || PAGE_HEADER + lower > upper || upper > page.length) {
    throw new Damage(`page ${number} has more entries than space`);
  }
  const isLeaf = page.readUInt16LE(FLAGS_AT) === IS_LEAF;
  const nodes = Array.from({ length: lower / 2 }, (_, i) => PAGE_HEADER + page.readUInt16LE(PAGE_HEADER + 2 * i));
  let free = upper;
  for (const at of [...nodes].sort((a, b) => a - b)) {
    if (at !== free || at + NODE_HEADER > page.length) throw new Damage(`page ${number} has a gap`);
    const length = isLeaf ? lengthInPage(page, at) : 0;
    free += NODE_HEADER + page.readUInt16LE(at + 6) + length;
    // Entries begin at even offsets.
    free += free % 2;
  }
  if (free !== page.length) throw new Damage(`page ${number} has a gap`);
  return nodes;
}

/** Bytes that a leaf's value takes in its page: the value, or the place of its run. */
const lengthInPage = (page: Buffer, at: number): number =>
  page.readUInt16LE(at + 4) === HAS_LONG_VALUE ? RUN_BYTES : valueLength(page, at);
const valueLength = (page: Buffer, at: number): number => page.readUInt32LE(at);

const keyOf = (page: Buffer, at: number): Buffer =>
  page.subarray(at + NODE_HEADER, at + NODE_HEADER + page.readUInt16LE(at + 6));
/** Order of bytes, and of numbers. */
const isEarlier = (a: Buffer, b: Buffer): boolean => a.compare(b) < 0;
const isLower = (a: Buffer, b: Buffer): boolean =>
  a.length === 8 && b.length === 8 && a.readBigUInt64LE(0) < b.readBigUInt64LE(0);
const childOf = (page: Buffer, at: number): bigint =>
  BigInt(page.readUInt32LE(at)) + (BigInt(page.readUInt16LE(at + 4)) << 32n);

/** Number by which LMDB tells whether the machine has been started again since a commit; 0 where there is none. */
function currentBoot(): bigint {
  try {
    const text = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
    return BigInt(`0x${/^[0-9a-f]+/.exec(text)?.[0] ?? '0'}`);
  } catch {
    return 0n;
  }
}
