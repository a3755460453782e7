/**
 * N-Triples → numbers of terms, from bytes: of a line as nearly all are no text is made.
 *
 * Known here are IRIs, literals and blank nodes in which no escape occurs, under names that need no change; any other line
 * is read as text (ntriples.ts). What a term may consist of is looked at when it is met for the first time.
 */
import { placeOf, sameBytes, viewOf } from '../util/bytes';
import { NTriplesLines } from './ntriples';
import type { Term } from './quads';
import { RDF_NS, rdf, xsd } from './vocabulary';

/** Gives terms their numbers, from 1. */
export interface TermNumbers {
  /** The number of the term that is written so between two places in UTF-8 (an IRI without its brackets); 0 for a new one. */
  findBytes(view: DataView, start: number, end: number): number;
  /** Gives a number to what was looked for last, and has none. */
  addBytes(): number;
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x22;
const DOT = 0x2e;
const LESS = 0x3c;
const GREATER = 0x3e;
const AT = 0x40;
const CARET = 0x5e;
const UNDERSCORE = 0x5f;
const COLON = 0x3a;

/** In place of an end: what is there is not known here. */
const NO_END = -1;

/** Whether a byte may stand in an IRI, as those of characters beyond ASCII may; and so on. */
const IN_IRI = bytesThat((c) => c > ' ' && !/[<>"{}|^`\\]/.test(c));
const IN_LITERAL = bytesThat((c) => !/[\n\r\\]/.test(c));
const IN_SCHEME = bytesThat((c) => /[0-9A-Za-z+.-]/.test(c));
const IN_LABEL = bytesThat((c) => /[0-9A-Z_a-z]/.test(c));
const LETTER = bytesThat((c) => /[A-Za-z]/.test(c));
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/;
/** Datatypes that are not written, and those that need a language. */
const OTHER_DATATYPES: ReadonlySet<string> = new Set([xsd('string'), rdf.langString, `${RDF_NS}dirLangString`]);

/**
 * Goes through a document statement by statement, as NTriplesLines does: after `next` has returned true, the fields are
 * those of the statement; after it has returned false the document is at its end, or `isStuck`.
 */
export class NTriplesBytes {
  subject = 0;
  predicate = 0;
  object = 0;
  /** Where the object stands. */
  objectPlace = 0;
  isStuck = false;

  private nextStart = 0;
  private readonly view: DataView;
  /** Behind the last line break. */
  private readonly end: number;
  /** The number of the term that was read last. */
  private found = 0;
  /** Where the subject stands that was read last. */
  private subjectStart = 0;
  private subjectEnd = 0;

  /**
   * @param bytes of a document in UTF-8; nothing else is refused here
   * @param numberOf the number of a term, given on first sight, however it is written
   */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly terms: TermNumbers,
    private readonly numberOf: (term: Term) => number,
  ) {
    this.view = viewOf(bytes);
    this.end = bytes.lastIndexOf(LF) + 1;
  }

  /** @returns whether there was a statement */
  next(): boolean {
    const { bytes } = this;
    while (this.nextStart < bytes.length && !this.isStuck) {
      if (this.nextStart < this.end && this.readStatement(this.skipSpace(this.nextStart))) return true;
      if (this.readLine()) return true;
    }
    return false;
  }

  private readStatement(start: number): boolean {
    const { bytes } = this;
    let end = this.endOfSameSubject(start);
    if (end === NO_END) end = this.readSubject(start);
    if (end === NO_END) return false;
    const predicate = this.skipSpace(end);
    if (bytes[predicate] !== LESS) return false;
    end = this.readTerm(predicate);
    if (end === NO_END) return false;
    this.predicate = this.found;
    this.objectPlace = this.skipSpace(end);
    end = this.readTerm(this.objectPlace);
    if (end === NO_END) return false;
    this.object = this.found;
    end = this.skipSpace(end);
    if (bytes[end] !== DOT) return false;
    end = this.skipSpace(end + 1);
    if (bytes[end] === CR) end++;
    if (bytes[end] !== LF) return false;
    this.nextStart = end + 1;
    return true;
  }

  /** Mostly the subject is that of the line before. */
  private endOfSameSubject(start: number): number {
    const { view, subjectStart } = this;
    const length = this.subjectEnd - subjectStart;
    const end = start + length;
    if (length === 0 || end >= this.end || !sameBytes(view, start, view, subjectStart, length)) return NO_END;
    // A label may go on where that of the line before ends.
    return this.bytes[start] === LESS || this.isSpace(end) ? end : NO_END;
  }

  private readSubject(start: number): number {
    if (this.bytes[start] === QUOTE) return NO_END;
    const end = this.readTerm(start);
    if (end === NO_END) return NO_END;
    this.subject = this.found;
    this.subjectStart = start;
    this.subjectEnd = end;
    return end;
  }

  /** Finds the number of the term that begins here. @returns where it ends */
  private readTerm(start: number): number {
    const first = this.bytes[start];
    const isIri = first === LESS;
    const end = isIri ? this.endOfIri(start) : first === QUOTE ? this.endOfLiteral(start) : this.endOfBlank(start);
    if (end === NO_END) return NO_END;
    // Brackets belong to the notation; quotes, and what follows them, to the term.
    const margin = isIri ? 1 : 0;
    this.found = this.terms.findBytes(this.view, start + margin, end - margin);
    if (this.found !== 0) return end;
    if (isIri ? !this.isIri(start + 1, end - 1) : first === QUOTE && !this.isLiteral(start, end)) return NO_END;
    this.found = this.terms.addBytes();
    return end;
  }

  /** Behind the `>` of what begins here with `<`, whatever stands between. */
  private endOfIri(start: number): number {
    // Between brackets is no blank node or literal, though it may look like one.
    if (LETTER[this.bytes[start + 1]!] === 0) return NO_END;
    const place = placeOf(this.view, GREATER, start + 1, this.end);
    return place === this.end ? NO_END : place + 1;
  }

  private endOfLiteral(start: number): number {
    const { bytes } = this;
    const close = placeOf(this.view, QUOTE, start + 1, this.end);
    if (close === this.end) return NO_END;
    let end = close + 1;
    const next = bytes[end];
    if (next === CARET) return bytes[end + 1] === CARET && bytes[end + 2] === LESS ? this.endOfIri(end + 2) : NO_END;
    if (next === AT) while (!this.isSpace(end) && bytes[end] !== LF) end++;
    return next === AT || next === DOT || this.isSpace(end) ? end : NO_END;
  }

  private endOfBlank(start: number): number {
    const { bytes } = this;
    if (bytes[start] !== UNDERSCORE || bytes[start + 1] !== COLON) return NO_END;
    let end = start + 2;
    while (IN_LABEL[bytes[end]!] !== 0) end++;
    // Other labels are read as text.
    return end > start + 2 && this.isSpace(end) ? end : NO_END;
  }

  /** Whether it is absolute, and of characters that an IRI can have, none of them escaped. */
  private isIri(start: number, end: number): boolean {
    const { bytes } = this;
    let place = start;
    while (IN_SCHEME[bytes[place]!] !== 0) place++;
    if (bytes[place] !== COLON || LETTER[bytes[start]!] === 0) return false;
    for (; place < end; place++) if (IN_IRI[bytes[place]!] === 0) return false;
    return true;
  }

  /** Whether the text of a literal is the one that its term has everywhere. */
  private isLiteral(start: number, end: number): boolean {
    const { bytes } = this;
    const close = placeOf(this.view, QUOTE, start + 1, end);
    for (let place = start + 1; place < close; place++) if (IN_LITERAL[bytes[place]!] === 0) return false;
    if (end === close + 1) return true;
    if (bytes[close + 1] === AT) {
      const language = this.textOf(close + 2, end);
      return LANGUAGE.test(language) && language !== 'version';
    }
    return this.isIri(close + 4, end - 1) && !OTHER_DATATYPES.has(this.textOf(close + 4, end - 1));
  }

  /** Reads the line as text. @returns whether there was a statement */
  private readLine(): boolean {
    const { bytes, nextStart } = this;
    let end = nextStart;
    while (end < bytes.length && bytes[end] !== LF && bytes[end] !== CR) end++;
    this.nextStart = end + 1;
    const text = this.textOf(nextStart, end);
    const lines = new NTriplesLines(text);
    const isStatement = lines.next();
    this.isStuck = lines.isStuck;
    if (!isStatement) return false;
    this.subject = this.numberOf(lines.subject);
    this.predicate = this.numberOf(lines.predicate);
    this.object = this.numberOf(lines.object);
    this.objectPlace = nextStart + Buffer.byteLength(text.slice(0, lines.objectColumn - 1));
    this.subjectEnd = this.subjectStart;
    return true;
  }

  private textOf(start: number, end: number): string {
    const { buffer, byteOffset } = this.bytes;
    return Buffer.from(buffer, byteOffset + start, end - start).toString('utf8');
  }

  private isSpace(place: number): boolean {
    return this.bytes[place] === SPACE || this.bytes[place] === TAB;
  }

  private skipSpace(start: number): number {
    const { bytes } = this;
    let place = start;
    while (bytes[place] === SPACE || bytes[place] === TAB) place++;
    return place;
  }
}

function bytesThat(holds: (character: string) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => Number(holds(String.fromCharCode(byte))));
}
