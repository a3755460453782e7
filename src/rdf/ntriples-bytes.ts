/**
 * N-Triples bytes → numbers of terms, without a string for most lines.
 *
 * The fast path handles IRIs, literals and blank nodes without escapes whose notation is canonical. It decodes all
 * other lines and passes them to the text reader (ntriples.ts). It validates the characters of a term at its first
 * occurrence only.
 */
import { indexOfByte, sameBytes, viewOf } from '../util/bytes';
import { NTriplesLines } from './ntriples';
import type { Term } from './quads';
import { RDF_NS, rdf, xsd } from './vocabulary';

/** Dictionary of terms; numbers start at 1. */
interface TermNumbers {
  /** Returns the number of the term with these UTF-8 bytes (an IRI without its brackets); 0 for a new one. */
  findBytes(view: DataView, start: number, end: number): number;
  /** Adds the term of the last unsuccessful `findBytes`. @returns its number */
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

/** Returned instead of an end offset: the fast path cannot read the term. */
const NO_END = -1;

/** Tables by byte: 1 for bytes allowed in the token. IRIs and literals allow all bytes of non-ASCII characters. */
const IN_IRI = byteTable((c) => c > ' ' && !/[<>"{}|^`\\]/.test(c));
const IN_LITERAL = byteTable((c) => !/[\n\r\\]/.test(c));
const IN_SCHEME = byteTable((c) => /[0-9A-Za-z+.-]/.test(c));
const IN_LABEL = byteTable((c) => /[0-9A-Z_a-z]/.test(c));
const LETTER = byteTable((c) => /[A-Za-z]/.test(c));
const LANGUAGE = /^[a-z]{1,8}(?:-[a-z0-9]{1,8})*$/;
/** Datatypes that canonical notation omits and datatypes that need a language. */
const IMPLICIT_DATATYPES: ReadonlySet<string> = new Set([xsd('string'), rdf.langString, `${RDF_NS}dirLangString`]);

/**
 * Cursor over the statements of a document, like NTriplesLines. If `next` returns true, the fields describe the next
 * statement. If it returns false, the document is at its end, or `isStuck` is true.
 */
export class NTriplesBytes {
  subject = 0;
  predicate = 0;
  object = 0;
  /** Offset of the object. */
  objectPlace = 0;
  isStuck = false;

  private nextStart = 0;
  private readonly view: DataView;
  /** Offset after the last line break. */
  private readonly end: number;
  /** Number of the last term. */
  private termNumber = 0;
  /** Offsets of the last subject. */
  private subjectStart = 0;
  private subjectEnd = 0;

  /**
   * @param bytes document in UTF-8; the reader does not check the encoding
   * @param numberOf returns the number of a term in any notation and adds new terms
   */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly terms: TermNumbers,
    private readonly numberOf: (term: Term) => number,
  ) {
    this.view = viewOf(bytes);
    this.end = bytes.lastIndexOf(LF) + 1;
  }

  /** @returns true if there is another statement */
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
    this.predicate = this.termNumber;
    this.objectPlace = this.skipSpace(end);
    end = this.readTerm(this.objectPlace);
    if (end === NO_END) return false;
    this.object = this.termNumber;
    end = this.skipSpace(end);
    if (bytes[end] !== DOT) return false;
    end = this.skipSpace(end + 1);
    if (bytes[end] === CR) end++;
    if (bytes[end] !== LF) return false;
    this.nextStart = end + 1;
    return true;
  }

  /** Returns the end of the subject if it equals the subject of the previous line, the most common case. */
  private endOfSameSubject(start: number): number {
    const { view, subjectStart } = this;
    const length = this.subjectEnd - subjectStart;
    const end = start + length;
    if (length === 0 || end >= this.end || !sameBytes(view, start, view, subjectStart, length)) return NO_END;
    // The label of the previous line may be a prefix of this one.
    return this.bytes[start] === LESS || this.isSpace(end) ? end : NO_END;
  }

  private readSubject(start: number): number {
    if (this.bytes[start] === QUOTE) return NO_END;
    const end = this.readTerm(start);
    if (end === NO_END) return NO_END;
    this.subject = this.termNumber;
    this.subjectStart = start;
    this.subjectEnd = end;
    return end;
  }

  /** Sets `termNumber` to the number of the term at an offset. @returns end of the term */
  private readTerm(start: number): number {
    const first = this.bytes[start];
    const isIri = first === LESS;
    const end = isIri ? this.endOfIri(start) : first === QUOTE ? this.endOfLiteral(start) : this.endOfBlank(start);
    if (end === NO_END) return NO_END;
    // The key of an IRI excludes its brackets; the key of a literal includes quotes, language and datatype.
    const margin = isIri ? 1 : 0;
    this.termNumber = this.terms.findBytes(this.view, start + margin, end - margin);
    if (this.termNumber !== 0) return end;
    if (isIri ? !this.isIri(start + 1, end - 1) : first === QUOTE && !this.isLiteral(start, end)) return NO_END;
    this.termNumber = this.terms.addBytes();
    return end;
  }

  /** Returns the offset after the next `>`, without a check of the characters in between. */
  private endOfIri(start: number): number {
    // Bytes between brackets must not look like a blank node or a literal to `findBytes`.
    if (LETTER[this.bytes[start + 1]!] === 0) return NO_END;
    const close = indexOfByte(this.view, GREATER, start + 1, this.end);
    return close === this.end ? NO_END : close + 1;
  }

  private endOfLiteral(start: number): number {
    const { bytes } = this;
    const close = indexOfByte(this.view, QUOTE, start + 1, this.end);
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
    // The text reader handles other labels.
    return end > start + 2 && this.isSpace(end) ? end : NO_END;
  }

  /** True if the bytes are an absolute IRI without escapes or forbidden characters. */
  private isIri(start: number, end: number): boolean {
    const { bytes } = this;
    let place = start;
    while (IN_SCHEME[bytes[place]!] !== 0) place++;
    if (bytes[place] !== COLON || LETTER[bytes[start]!] === 0) return false;
    for (; place < end; place++) if (IN_IRI[bytes[place]!] === 0) return false;
    return true;
  }

  /** True if the notation of a literal is canonical. */
  private isLiteral(start: number, end: number): boolean {
    const { bytes } = this;
    const close = indexOfByte(this.view, QUOTE, start + 1, end);
    for (let place = start + 1; place < close; place++) if (IN_LITERAL[bytes[place]!] === 0) return false;
    if (end === close + 1) return true;
    if (bytes[close + 1] === AT) {
      const language = this.textOf(close + 2, end);
      return LANGUAGE.test(language) && language !== 'version';
    }
    return this.isIri(close + 4, end - 1) && !IMPLICIT_DATATYPES.has(this.textOf(close + 4, end - 1));
  }

  /** Passes the line to the text reader. @returns true if it is a statement */
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

function byteTable(isAllowed: (character: string) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => Number(isAllowed(String.fromCharCode(byte))));
}
