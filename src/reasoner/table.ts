/**
 * Table of facts with the indexes that rule bodies need: by subject and predicate, by predicate and object, by
 * predicate. Facts are rows of integers; a row never moves, so a row number identifies a fact.
 *
 * Open-addressing hash tables lead to linked lists that run through the rows (as in RDFox), all in typed arrays: no
 * object is allocated per fact. A look-up by subject, or by object, first indexes the predicate's rows that are not
 * indexed yet, since most predicates of most graphs are never looked up that way.
 */
import type { TermId } from './terms';

/** Local alias: in a separate context, such as that of a test, a global costs a look-up in hot code. */
const { imul } = Math;

export type Row = number;

export const NO_ROW: Row = -1;

/** Flags of a row: the state of the fact before a change, and the state after it. marks.ts has the higher bits. */
export const Stored = { Asserted: 1, Inferred: 2 } as const;
export const Now = { Asserted: 4, Inferred: 8 } as const;
export const STORED_MASK = Stored.Asserted | Stored.Inferred;
export const NOW_MASK = Now.Asserted | Now.Inferred;

/** Returns the flags of a row with this stored state and the same state now. */
export const unchanged = (stored: number): number => stored | (stored << 2);

const NONE = new Int32Array(0);

/** Capacity is a power of two, so that a hash needs no division. */
const capacityFor = (facts: number): number => 2 ** Math.max(5, Math.ceil(Math.log2(facts)));

export class FactTable {
  /** Rows in use. */
  length = 0;
  subject: Int32Array;
  predicate: Int32Array;
  object: Int32Array;
  flags: Uint16Array;
  private nextByPredicate: Int32Array;
  private rowSlots: Int32Array;
  /** By predicate: its newest row, and the newest row indexed by subject, and by object. */
  private newest = new Int32Array(64).fill(NO_ROW);
  private newestBySubject = new Int32Array(64).fill(NO_ROW);
  private newestByObject = new Int32Array(64).fill(NO_ROW);
  private nextBySubject = NONE;
  private nextByObject = NONE;
  private subjectSlots = NONE;
  private objectSlots = NONE;

  /** @param facts expected number of facts; the table grows as needed */
  constructor(facts = 32) {
    const capacity = capacityFor(facts);
    this.subject = new Int32Array(capacity);
    this.predicate = new Int32Array(capacity);
    this.object = new Int32Array(capacity);
    this.flags = new Uint16Array(capacity);
    this.nextByPredicate = new Int32Array(capacity);
    this.rowSlots = new Int32Array(capacity * 2).fill(NO_ROW);
  }

  /** Returns the row of a fact, or NO_ROW. The fact holds only if its flags say so. */
  find(s: TermId, p: TermId, o: TermId): Row {
    return this.rowSlots[this.rowSlot(s, p, o)]!;
  }

  /** Returns the row of a fact; creates it without flags if there is none. */
  row(s: TermId, p: TermId, o: TermId): Row {
    const slot = this.rowSlot(s, p, o);
    const existing = this.rowSlots[slot]!;
    if (existing !== NO_ROW) return existing;
    if (this.length === this.subject.length) {
      this.resize(this.length * 2);
      return this.append(this.rowSlot(s, p, o), s, p, o);
    }
    return this.append(slot, s, p, o);
  }

  /** Reserves space for `more` further rows. */
  reserve(more: number): void {
    if (this.length + more > this.subject.length) this.resize(capacityFor(this.length + more));
  }

  /** Returns the first row with this subject and predicate; follow with nextOfSubject. */
  firstOfSubject(s: TermId, p: TermId): Row {
    const newest = this.firstOfPredicate(p);
    if (newest === NO_ROW) return NO_ROW;
    if (newest !== this.newestBySubject[p]) this.listBySubject(p);
    return this.subjectSlots[this.subjectSlot(s, p)]!;
  }

  nextOfSubject(row: Row): Row {
    return this.nextBySubject[row]!;
  }

  /** Returns the first row with this predicate and object; follow with nextOfObject. */
  firstOfObject(p: TermId, o: TermId): Row {
    const newest = this.firstOfPredicate(p);
    if (newest === NO_ROW) return NO_ROW;
    if (newest !== this.newestByObject[p]) this.listByObject(p);
    return this.objectSlots[this.objectSlot(p, o)]!;
  }

  nextOfObject(row: Row): Row {
    return this.nextByObject[row]!;
  }

  /** Returns the first row with this predicate; follow with nextOfPredicate. */
  firstOfPredicate(p: TermId): Row {
    return p < this.newest.length ? this.newest[p]! : NO_ROW;
  }

  nextOfPredicate(row: Row): Row {
    return this.nextByPredicate[row]!;
  }

  private rowSlot(s: TermId, p: TermId, o: TermId): number {
    const { rowSlots, subject, predicate, object } = this;
    const mask = rowSlots.length - 1;
    for (let slot = hash3(s, p, o) & mask; ; slot = (slot + 1) & mask) {
      const row = rowSlots[slot]!;
      if (row === NO_ROW || (subject[row] === s && object[row] === o && predicate[row] === p)) return slot;
    }
  }

  // New rows go to the front of lists, so a walk over a list does not meet rows added meanwhile.
  private append(slot: number, s: TermId, p: TermId, o: TermId): Row {
    const row = this.length++;
    this.subject[row] = s;
    this.predicate[row] = p;
    this.object[row] = o;
    this.rowSlots[slot] = row;
    if (p >= this.newest.length) this.makeRoomForPredicate(p);
    this.nextByPredicate[row] = this.newest[p]!;
    this.newest[p] = row;
    return row;
  }

  private linkBySubject(row: Row): void {
    const slot = this.subjectSlot(this.subject[row]!, this.predicate[row]!);
    this.nextBySubject[row] = this.subjectSlots[slot]!;
    this.subjectSlots[slot] = row;
  }

  private linkByObject(row: Row): void {
    const slot = this.objectSlot(this.predicate[row]!, this.object[row]!);
    this.nextByObject[row] = this.objectSlots[slot]!;
    this.objectSlots[slot] = row;
  }

  private subjectSlot(s: TermId, p: TermId): number {
    const { subjectSlots, subject, predicate } = this;
    const mask = subjectSlots.length - 1;
    for (let slot = hash2(s, p) & mask; ; slot = (slot + 1) & mask) {
      const row = subjectSlots[slot]!;
      if (row === NO_ROW || (subject[row] === s && predicate[row] === p)) return slot;
    }
  }

  private objectSlot(p: TermId, o: TermId): number {
    const { objectSlots, object, predicate } = this;
    const mask = objectSlots.length - 1;
    for (let slot = hash2(o, p) & mask; ; slot = (slot + 1) & mask) {
      const row = objectSlots[slot]!;
      if (row === NO_ROW || (object[row] === o && predicate[row] === p)) return slot;
    }
  }

  private listBySubject(p: TermId): void {
    this.allotSubjects();
    const rows = this.rowsNewerThan(p, this.newestBySubject[p]!);
    for (let i = rows.length - 1; i >= 0; i--) this.linkBySubject(rows[i]!);
    this.newestBySubject[p] = rows[0]!;
  }

  private listByObject(p: TermId): void {
    this.allotObjects();
    const rows = this.rowsNewerThan(p, this.newestByObject[p]!);
    for (let i = rows.length - 1; i >= 0; i--) this.linkByObject(rows[i]!);
    this.newestByObject[p] = rows[0]!;
  }

  /** Returns the rows of a predicate newer than `old`, newest first. */
  private rowsNewerThan(p: TermId, old: Row): Row[] {
    const rows: Row[] = [];
    for (let row = this.newest[p]!; row !== old; row = this.nextByPredicate[row]!) rows.push(row);
    return rows;
  }

  // Allocated on the first look-up by subject.
  private allotSubjects(): void {
    if (this.subjectSlots.length > 0) return;
    this.subjectSlots = new Int32Array(this.subject.length * 2).fill(NO_ROW);
    this.nextBySubject = new Int32Array(this.subject.length);
  }

  private allotObjects(): void {
    if (this.objectSlots.length > 0) return;
    this.objectSlots = new Int32Array(this.subject.length * 2).fill(NO_ROW);
    this.nextByObject = new Int32Array(this.subject.length);
  }

  private makeRoomForPredicate(p: TermId): void {
    const length = 2 ** Math.ceil(Math.log2(p + 1));
    const widen = (from: Int32Array) => {
      const to = new Int32Array(length).fill(NO_ROW);
      to.set(from);
      return to;
    };
    this.newest = widen(this.newest);
    this.newestBySubject = widen(this.newestBySubject);
    this.newestByObject = widen(this.newestByObject);
  }

  private resize(capacity: number): void {
    const widen = (from: Int32Array) => {
      const to = new Int32Array(capacity);
      to.set(from);
      return to;
    };
    this.subject = widen(this.subject);
    this.predicate = widen(this.predicate);
    this.object = widen(this.object);
    this.nextByPredicate = widen(this.nextByPredicate);
    const flags = new Uint16Array(capacity);
    flags.set(this.flags);
    this.flags = flags;
    this.rowSlots = new Int32Array(capacity * 2).fill(NO_ROW);
    const [bySubject, byObject] = [this.subjectSlots.length > 0, this.objectSlots.length > 0];
    this.subjectSlots = this.objectSlots = NONE;
    if (bySubject) this.allotSubjects();
    if (byObject) this.allotObjects();
    const { subject, predicate, object, newestBySubject, newestByObject } = this;
    for (let row = 0; row < this.length; row++) {
      const p = predicate[row]!;
      this.rowSlots[this.rowSlot(subject[row]!, p, object[row]!)] = row;
      if (row <= newestBySubject[p]!) this.linkBySubject(row);
      if (row <= newestByObject[p]!) this.linkByObject(row);
    }
  }
}

function hash2(a: number, b: number): number {
  let h = imul(a, 0x9e3779b1) ^ imul(b, 0x85ebca6b);
  h ^= h >>> 15;
  h = imul(h, 0x2c1b3c6d);
  // Signed: callers mask it, and a 32-bit integer needs no boxing.
  return h ^ (h >>> 13);
}

function hash3(a: number, b: number, c: number): number {
  return hash2(a ^ imul(b, 0xc2b2ae35), c);
}
