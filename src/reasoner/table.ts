/**
 * A table of facts with the indexes that rule bodies need: by subject and predicate, by predicate and object, by
 * predicate. Facts are rows of integers; a row stays where it is for the life of the table, so a row number names a fact.
 *
 * Three open-addressing hash tables lead to linked lists that run through the rows (as RDFox lays its triples out), all in
 * typed arrays: no object is made for a fact.
 */
import type { TermId } from './terms';

/** In hot code a global costs a look-up where code runs in a context of its own, as tests do. */
const { imul } = Math;

/** A row number. */
export type Row = number;

export const NO_ROW: Row = -1;

/**
 * What is known of a fact, as flags of its row: how it was stored before, and how it will be now. The two rest are working
 * marks of an evaluation.
 */
export const Stored = { Asserted: 1, Inferred: 2 } as const;
export const Now = { Asserted: 4, Inferred: 8 } as const;
export const STORED_MASK = Stored.Asserted | Stored.Inferred;
export const NOW_MASK = Now.Asserted | Now.Inferred;

/** The flags of a row that is stored so and has not changed. */
export const unchanged = (stored: number): number => stored | (stored << 2);

export class FactTable {
  /** Rows in use. */
  length = 0;
  subject: Int32Array;
  predicate: Int32Array;
  object: Int32Array;
  flags: Uint8Array;
  private nextBySubject: Int32Array;
  private nextByObject: Int32Array;
  private nextByPredicate: Int32Array;
  private readonly heads = new Map<TermId, Row>();
  private rowSlots: Int32Array;
  private subjectSlots: Int32Array;
  private objectSlots: Int32Array;

  /** @param facts how many are expected; the table grows as needed */
  constructor(facts = 32) {
    const capacity = 2 ** Math.max(5, Math.ceil(Math.log2(facts)));
    this.subject = new Int32Array(capacity);
    this.predicate = new Int32Array(capacity);
    this.object = new Int32Array(capacity);
    this.flags = new Uint8Array(capacity);
    this.nextBySubject = new Int32Array(capacity);
    this.nextByObject = new Int32Array(capacity);
    this.nextByPredicate = new Int32Array(capacity);
    this.rowSlots = new Int32Array(capacity * 2).fill(NO_ROW);
    this.subjectSlots = new Int32Array(capacity * 2).fill(NO_ROW);
    this.objectSlots = new Int32Array(capacity * 2).fill(NO_ROW);
  }

  /** The row of a fact, or NO_ROW. A row says nothing of whether the fact holds: its flags do. */
  find(s: TermId, p: TermId, o: TermId): Row {
    const mask = this.rowSlots.length - 1;
    for (let slot = hash3(s, p, o) & mask; ; slot = (slot + 1) & mask) {
      const row = this.rowSlots[slot]!;
      if (row === NO_ROW) return NO_ROW;
      if (this.subject[row] === s && this.object[row] === o && this.predicate[row] === p) return row;
    }
  }

  /** The row of a fact, made without flags when there is none. */
  row(s: TermId, p: TermId, o: TermId): Row {
    const found = this.find(s, p, o);
    return found === NO_ROW ? this.append(s, p, o) : found;
  }

  /** First row with this subject and predicate; follow with nextOfSubject. */
  firstOfSubject(s: TermId, p: TermId): Row {
    return this.subjectSlots[this.subjectSlot(s, p)]!;
  }

  nextOfSubject(row: Row): Row {
    return this.nextBySubject[row]!;
  }

  /** First row with this predicate and object; follow with nextOfObject. */
  firstOfObject(p: TermId, o: TermId): Row {
    return this.objectSlots[this.objectSlot(p, o)]!;
  }

  nextOfObject(row: Row): Row {
    return this.nextByObject[row]!;
  }

  /** First row with this predicate; follow with nextOfPredicate. */
  firstOfPredicate(p: TermId): Row {
    return this.heads.get(p) ?? NO_ROW;
  }

  nextOfPredicate(row: Row): Row {
    return this.nextByPredicate[row]!;
  }

  private append(s: TermId, p: TermId, o: TermId): Row {
    if (this.length === this.subject.length) this.grow();
    const row = this.length++;
    this.subject[row] = s;
    this.predicate[row] = p;
    this.object[row] = o;
    this.flags[row] = 0;
    this.link(row);
    return row;
  }

  private link(row: Row): void {
    const s = this.subject[row]!;
    const p = this.predicate[row]!;
    const o = this.object[row]!;
    const mask = this.rowSlots.length - 1;
    let slot = hash3(s, p, o) & mask;
    while (this.rowSlots[slot] !== NO_ROW) slot = (slot + 1) & mask;
    this.rowSlots[slot] = row;
    // New rows go to the front: a list that is being followed does not meet what is added meanwhile.
    const bySubject = this.subjectSlot(s, p);
    this.nextBySubject[row] = this.subjectSlots[bySubject]!;
    this.subjectSlots[bySubject] = row;
    const byObject = this.objectSlot(p, o);
    this.nextByObject[row] = this.objectSlots[byObject]!;
    this.objectSlots[byObject] = row;
    this.nextByPredicate[row] = this.heads.get(p) ?? NO_ROW;
    this.heads.set(p, row);
  }

  private subjectSlot(s: TermId, p: TermId): number {
    const mask = this.subjectSlots.length - 1;
    for (let slot = hash2(s, p) & mask; ; slot = (slot + 1) & mask) {
      const row = this.subjectSlots[slot]!;
      if (row === NO_ROW || (this.subject[row] === s && this.predicate[row] === p)) return slot;
    }
  }

  private objectSlot(p: TermId, o: TermId): number {
    const mask = this.objectSlots.length - 1;
    for (let slot = hash2(o, p) & mask; ; slot = (slot + 1) & mask) {
      const row = this.objectSlots[slot]!;
      if (row === NO_ROW || (this.object[row] === o && this.predicate[row] === p)) return slot;
    }
  }

  private grow(): void {
    const capacity = this.subject.length * 2;
    const widen = (from: Int32Array) => {
      const to = new Int32Array(capacity);
      to.set(from);
      return to;
    };
    this.subject = widen(this.subject);
    this.predicate = widen(this.predicate);
    this.object = widen(this.object);
    this.nextBySubject = new Int32Array(capacity);
    this.nextByObject = new Int32Array(capacity);
    this.nextByPredicate = new Int32Array(capacity);
    const flags = new Uint8Array(capacity);
    flags.set(this.flags);
    this.flags = flags;
    this.rowSlots = new Int32Array(capacity * 2).fill(NO_ROW);
    this.subjectSlots = new Int32Array(capacity * 2).fill(NO_ROW);
    this.objectSlots = new Int32Array(capacity * 2).fill(NO_ROW);
    this.heads.clear();
    for (let row = 0; row < this.length; row++) this.link(row);
  }
}

function hash2(a: number, b: number): number {
  let h = imul(a, 0x9e3779b1) ^ imul(b, 0x85ebca6b);
  h ^= h >>> 15;
  h = imul(h, 0x2c1b3c6d);
  return (h ^ (h >>> 13)) >>> 0;
}

function hash3(a: number, b: number, c: number): number {
  return hash2(a ^ imul(b, 0xc2b2ae35), c);
}
