/**
 * Dictionary that stores all texts as bytes in one buffer. Terms read from a file are looked up by their bytes and
 * decoded to text on demand.
 */
import { hashBytes, sameBytes, viewOf } from '../util/bytes';
import { ANY } from './terms';
import type { Dictionary, TermId } from './terms';

const FEWEST_TERMS = 64;
const BYTES_OF_A_TERM = 32;
/** Maximum bytes of a UTF-16 code unit in UTF-8. */
const BYTES_OF_A_UNIT = 3;
/**
 * First byte of a text with a lone surrogate, which UTF-8 cannot encode: the text follows in UTF-16. UTF-8 never has
 * this byte.
 */
const UTF16_MARK = 0xff;
const HALF_CHARACTER = /\p{Surrogate}/u;

/** Hash table with open addressing and linear probing. */
export class ByteTerms implements Dictionary {
  private bytes: Buffer;
  private view: DataView;
  /** Start of the bytes of each id. The start of the next id is the end. */
  private starts: Uint32Array;
  private hashes: Int32Array;
  private slots: Int32Array;
  private count = 0;
  /** Decoded texts, by id. */
  private readonly texts: (string | undefined)[] = [];
  /** Last miss of `findBytes`: its bytes, its hash, and the slot that its id will take. */
  private missedView: DataView;
  private missedStart = 0;
  private missedEnd = 0;
  private missedHash = 0;
  private missedSlot = 0;

  /**
   * @param base dictionary whose terms are copied, with their ids
   * @param terms expected number of terms
   */
  constructor(base?: Dictionary, terms = 0) {
    const capacity = 2 ** Math.ceil(Math.log2(Math.max(terms, base?.end ?? 0, FEWEST_TERMS)));
    this.bytes = Buffer.allocUnsafe(capacity * BYTES_OF_A_TERM);
    this.view = viewOf(this.bytes);
    this.starts = new Uint32Array(capacity);
    this.hashes = new Int32Array(capacity);
    this.slots = new Int32Array(capacity * 2);
    this.missedView = this.view;
    for (let id = 1; base && id < base.end; id++) this.id(base.text(id));
  }

  id(text: string): TermId {
    return this.find(text) || this.addBytes();
  }

  find(text: string): TermId {
    // The text is written to its final place, in case it is added.
    const start = this.starts[this.count + 1]!;
    const end = this.write(text, start);
    return this.findBytes(this.view, start, end);
  }

  /** Returns the id of the term whose UTF-8 bytes stand between two offsets, or ANY if it has none. */
  findBytes(view: DataView, start: number, end: number): TermId {
    const { slots, hashes } = this;
    const hash = hashBytes(view, start, end);
    const mask = slots.length - 1;
    let slot = hash & mask;
    for (let id = slots[slot]!; id !== ANY; id = slots[slot]!) {
      if (hashes[id] === hash && this.isText(id, view, start, end)) return id;
      slot = (slot + 1) & mask;
    }
    this.missedView = view;
    this.missedStart = start;
    this.missedEnd = end;
    this.missedHash = hash;
    this.missedSlot = slot;
    return ANY;
  }

  /** Assigns an id to the last miss of `findBytes`. */
  addBytes(): TermId {
    const {
      missedView: sought,
      missedStart: soughtStart,
      missedEnd: soughtEnd,
      missedHash: soughtHash,
      missedSlot: soughtSlot,
    } = this;
    const id = ++this.count;
    if (id + 2 > this.starts.length) this.widen();
    const start = this.starts[id]!;
    const end = start + soughtEnd - soughtStart;
    this.makeRoom(end);
    const { view } = this;
    for (let to = start, from = soughtStart; to < end; to++, from++) view.setUint8(to, sought.getUint8(from));
    this.starts[id + 1] = end;
    this.hashes[id] = soughtHash;
    this.slots[soughtSlot] = id;
    if (id * 2 > this.slots.length) this.spread();
    return id;
  }

  text(id: TermId): string {
    return (this.texts[id] ??= this.read(this.starts[id]!, this.starts[id + 1]!));
  }

  get end(): number {
    return this.count + 1;
  }

  /** @returns the end offset */
  private write(text: string, start: number): number {
    this.makeRoom(start + 1 + text.length * BYTES_OF_A_UNIT);
    const { bytes } = this;
    const length = bytes.write(text, start);
    if (length === text.length || !HALF_CHARACTER.test(text)) return start + length;
    bytes[start] = UTF16_MARK;
    return start + 1 + bytes.write(text, start + 1, 'utf16le');
  }

  private read(start: number, end: number): string {
    const { bytes } = this;
    const isUtf16 = end > start && bytes[start] === UTF16_MARK;
    return isUtf16 ? bytes.toString('utf16le', start + 1, end) : bytes.toString('utf8', start, end);
  }

  private isText(id: TermId, view: DataView, start: number, end: number): boolean {
    const termStart = this.starts[id]!;
    const length = end - start;
    return this.starts[id + 1]! - termStart === length && sameBytes(this.view, termStart, view, start, length);
  }

  private makeRoom(end: number): void {
    if (end <= this.bytes.length) return;
    const bytes = Buffer.allocUnsafe(Math.max(end, this.bytes.length * 2));
    this.bytes.copy(bytes);
    this.bytes = bytes;
    this.view = viewOf(bytes);
  }

  private widen(): void {
    const starts = new Uint32Array(this.starts.length * 2);
    starts.set(this.starts);
    this.starts = starts;
    const hashes = new Int32Array(starts.length);
    hashes.set(this.hashes);
    this.hashes = hashes;
  }

  private spread(): void {
    const slots = new Int32Array(this.slots.length * 2);
    const mask = slots.length - 1;
    for (let id = 1; id <= this.count; id++) {
      let slot = this.hashes[id]! & mask;
      while (slots[slot] !== ANY) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.slots = slots;
  }
}
