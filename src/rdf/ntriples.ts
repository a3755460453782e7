/** N-Triples → quads with their place in the text (https://www.w3.org/TR/n-triples/), a line at a time. */
import type { Individual, Iri, Position, Quad, QuadDocument, Term } from './quads';
import { parseTurtle } from './turtle';
import { RDF_NS, rdf, xsd } from './vocabulary';

/**
 * Reads an N-Triples document as parseTurtle would, of whose language it is a small part, in half the time or less.
 *
 * What this reader does not know at once is read by parseTurtle from the beginning: what is wrong is reported by one reader,
 * and a document that turns out to be Turtle is read all the same.
 *
 * @param base what relative IRIs are resolved against, which N-Triples does not have
 * @throws OwlgateError OntologySyntax with the line and column of the first error
 */
export function parseNTriples(text: string, base?: string): QuadDocument {
  const lines = new NTriplesLines(text);
  const quads: Quad[] = [];
  while (lines.next()) {
    const { line, subject, predicate, object } = lines;
    quads.push({
      subject,
      predicate,
      object,
      position: at(line, lines.objectColumn),
      subjectPosition: at(line, lines.subjectColumn),
      predicatePosition: at(line, lines.predicateColumn),
    });
  }
  return lines.isStuck ? parseTurtle(text, base) : { quads, prefixes: new Map() };
}

const at = (line: number, column: number): Position => ({ line, column });

const TAB = 0x09;
const LF = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const HASH = 0x23;
const DOT = 0x2e;
const LESS = 0x3c;
const AT = 0x40;
const CARET = 0x5e;
const UNDERSCORE = 0x5f;

/** In place of an end: what is there is not what is asked for, or not known here. */
const NO_END = -1;
const XSD_STRING = xsd('string');
/** Of how many IRIs the last one read is remembered, at most: a power of two. */
const MOST_REMEMBERED = 1 << 15;
const BYTES_OF_A_LINE = 64;

// eslint-disable-next-line no-control-regex -- control characters are what an IRI cannot have
const ABSOLUTE_IRI = /^[a-z][a-z0-9+.-]*:[^\u0000-\u0020<>"{}|^`\\]*$/i;
/* eslint-disable no-misleading-character-class -- these are ranges of characters, none joined to another */
/** PN_CHARS_U or a digit, then PN_CHARS with single dots between them: as n3 has it, without ":" and "..". */
const BLANK_NODE =
  /_:(?:[0-9A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u200c\u200d\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]|[\ud800-\udb7f][\udc00-\udfff])(?:\.?(?:[-0-9A-Z_a-z\xb7\xc0-\xd6\xd8-\xf6\xf8-\u037d\u037f-\u1fff\u200c\u200d\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]|[\ud800-\udb7f][\udc00-\udfff]))*/y;
/* eslint-enable no-misleading-character-class */
/** No part of a language tag has more than eight characters (BCP 47), and n3 refuses one that has. */
const LANGUAGE = /@([a-z]{1,8}(?:-[a-z0-9]{1,8})*)(?![a-z0-9-])/iy;
/** The last group is what else a backslash may stand before: nothing in an IRI. */
const IRI_ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|())/g;
const ESCAPE = /\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([tbnrf"'\\])|)/g;
const CHARACTERS: Readonly<Record<string, string>> = { t: '\t', b: '\b', n: '\n', r: '\r', f: '\f' };

/**
 * Goes through a document statement by statement: after `next` has returned true, the fields are those of the statement.
 * After it has returned false the document is at its end, or `isStuck`: then it is not N-Triples as far as is known here.
 */
export class NTriplesLines {
  line = 0;
  subject: Individual = '';
  predicate: Iri = '';
  object: Term = '';
  /** From 1, in UTF-16 units. */
  subjectColumn = 0;
  predicateColumn = 0;
  objectColumn = 0;
  isStuck = false;

  private lineStart = 0;
  private lineEnd = 0;
  private nextStart = 0;
  /** The first of its kind that is not before the place that is being read. */
  private nextFeed: number;
  private nextReturn: number;
  private nextBackslash: number;
  private readonly remembered: string[];

  constructor(private readonly text: string) {
    this.nextFeed = this.seek('\n', 0);
    this.nextReturn = this.seek('\r', 0);
    this.nextBackslash = this.seek('\\', 0);
    const size = 2 ** Math.ceil(Math.log2(text.length / BYTES_OF_A_LINE + 1));
    this.remembered = new Array<string>(Math.min(size, MOST_REMEMBERED)).fill('');
  }

  /** @returns whether there was a statement */
  next(): boolean {
    while (!this.isStuck && this.nextLine()) {
      const start = this.skipSpace(this.lineStart);
      if (this.isRestEmpty(start)) continue;
      this.isStuck = !this.readStatement(start);
      return !this.isStuck;
    }
    return false;
  }

  private nextLine(): boolean {
    const { text, nextStart } = this;
    if (nextStart > text.length) return false;
    if (this.nextFeed < nextStart) this.nextFeed = this.seek('\n', nextStart);
    if (this.nextReturn < nextStart) this.nextReturn = this.seek('\r', nextStart);
    this.line++;
    this.lineStart = nextStart;
    this.lineEnd = Math.min(this.nextFeed, this.nextReturn);
    const isPair = this.nextReturn === this.lineEnd && text.charCodeAt(this.lineEnd + 1) === LF;
    this.nextStart = this.lineEnd + (isPair ? 2 : 1);
    return true;
  }

  private readStatement(start: number): boolean {
    let end = this.readSubject(start);
    if (end === NO_END) return false;
    const predicate = this.skipSpace(end);
    end = this.readPredicate(predicate);
    if (end === NO_END) return false;
    const object = this.skipSpace(end);
    end = this.readObject(object);
    if (end === NO_END) return false;
    end = this.skipSpace(end);
    this.subjectColumn = start - this.lineStart + 1;
    this.predicateColumn = predicate - this.lineStart + 1;
    this.objectColumn = object - this.lineStart + 1;
    return this.text.charCodeAt(end) === DOT && this.isRestEmpty(this.skipSpace(end + 1));
  }

  private readSubject(start: number): number {
    const isBlank = this.text.charCodeAt(start) === UNDERSCORE;
    const end = isBlank ? this.endOfBlank(start) : this.endOfIri(start);
    if (end !== NO_END) this.subject = isBlank ? this.text.slice(start, end) : this.iri(start, end);
    return this.subject === '' ? NO_END : end;
  }

  private readPredicate(start: number): number {
    const end = this.endOfIri(start);
    if (end !== NO_END) this.predicate = this.iri(start, end);
    return this.predicate === '' ? NO_END : end;
  }

  private readObject(start: number): number {
    const first = this.text.charCodeAt(start);
    if (first === QUOTE) return this.readLiteral(start);
    const end = first === UNDERSCORE ? this.endOfBlank(start) : this.endOfIri(start);
    if (end !== NO_END) this.object = first === UNDERSCORE ? this.text.slice(start, end) : this.iri(start, end);
    return this.object === '' ? NO_END : end;
  }

  private readLiteral(start: number): number {
    const { text } = this;
    const close = this.endOfString(start);
    if (close === NO_END) return NO_END;
    const written = text.slice(start + 1, close);
    const value = this.hasBackslash(start, close) ? unescape(written, ESCAPE) : written;
    const next = text.charCodeAt(close + 1);
    // Three quotes begin a long string of Turtle.
    if (value === undefined || next === QUOTE) return NO_END;
    if (next === AT) return this.readLanguage(value, close + 1);
    if (next === CARET) return this.readDatatype(value, close + 1);
    this.object = { kind: 'Literal', value, datatype: XSD_STRING };
    return close + 1;
  }

  private readLanguage(value: string, start: number): number {
    LANGUAGE.lastIndex = start;
    const lang = LANGUAGE.exec(this.text)?.[1];
    if (lang === undefined || lang === 'version') return NO_END;
    this.object = { kind: 'Literal', value, datatype: rdf.langString, lang: lang.toLowerCase() };
    return LANGUAGE.lastIndex;
  }

  private readDatatype(value: string, start: number): number {
    const end = this.text.charCodeAt(start + 1) === CARET ? this.endOfIri(start + 2) : NO_END;
    const datatype = end === NO_END ? '' : this.iri(start + 2, end);
    // A string with a language has to have one.
    if (datatype === '' || LANGUAGE_DATATYPES.has(datatype)) return NO_END;
    this.object = { kind: 'Literal', value, datatype };
    return end;
  }

  /** Behind the label that begins here. */
  private endOfBlank(start: number): number {
    BLANK_NODE.lastIndex = start;
    return BLANK_NODE.test(this.text) ? BLANK_NODE.lastIndex : NO_END;
  }

  /** Behind the `>` of what begins here with `<`, whatever stands between. */
  private endOfIri(start: number): number {
    if (this.text.charCodeAt(start) !== LESS) return NO_END;
    const end = this.text.indexOf('>', start + 1);
    return end < 0 || end > this.lineEnd ? NO_END : end + 1;
  }

  /** The quote that ends the string that begins here. */
  private endOfString(start: number): number {
    let close = this.text.indexOf('"', start + 1);
    while (close >= 0 && close < this.lineEnd) {
      if (!this.hasBackslash(start, close) || !this.isEscaped(close)) return close;
      close = this.text.indexOf('"', close + 1);
    }
    return NO_END;
  }

  private isEscaped(place: number): boolean {
    let before = place;
    while (this.text[before - 1] === '\\') before--;
    return (place - before) % 2 === 1;
  }

  /** Asked for places that go forward. */
  private hasBackslash(start: number, end: number): boolean {
    if (this.nextBackslash < start) this.nextBackslash = this.seek('\\', start);
    return this.nextBackslash < end;
  }

  /**
   * The IRI between `<` and `>`; '' for what is none, or is relative. One that has been read lately is the same string again:
   * it need not be looked at a second time, here or by who looks it up in a Map.
   */
  private iri(from: number, behind: number): Iri {
    const { text, remembered } = this;
    const start = from + 1;
    const end = behind - 1;
    const slot = placeOf(text, start, end) & (remembered.length - 1);
    const known = remembered[slot]!;
    const written = text.slice(start, end);
    if (written === known) return known;
    const iri = this.hasBackslash(start, end) ? unescape(written, IRI_ESCAPE) : written;
    if (iri === undefined || !ABSOLUTE_IRI.test(iri)) return '';
    if (iri === written) remembered[slot] = iri;
    return iri;
  }

  private skipSpace(start: number): number {
    let place = start;
    for (;;) {
      const character = this.text.charCodeAt(place);
      if (character !== SPACE && character !== TAB) return place;
      place++;
    }
  }

  /** Whether nothing but a comment is left of the line. */
  private isRestEmpty(start: number): boolean {
    return start >= this.lineEnd || this.text.charCodeAt(start) === HASH;
  }

  /** The next place of a character, or the end of the text. */
  private seek(character: string, from: number): number {
    const place = this.text.indexOf(character, from);
    return place < 0 ? this.text.length : place;
  }
}

const LANGUAGE_DATATYPES: ReadonlySet<Iri> = new Set([rdf.langString, `${RDF_NS}dirLangString`]);

/** A number for a part of a text: of its end, where most IRIs differ, and of some characters before. */
function placeOf(text: string, start: number, end: number): number {
  let place = end - start;
  const tail = Math.max(start, end - 8);
  for (let i = start; i < tail; i += 5) place = Math.imul(place ^ text.charCodeAt(i), 0x01000193);
  for (let i = tail; i < end; i++) place = Math.imul(place ^ text.charCodeAt(i), 0x01000193);
  return place ^ (place >>> 15);
}

/** @returns undefined where a backslash begins no escape, or one for what is no character */
function unescape(text: string, escape: RegExp): string | undefined {
  let isWrong = false;
  const value = text.replace(escape, (_, short?: string, long?: string, character?: string) => {
    if (character) return CHARACTERS[character] ?? character;
    const code = parseInt(short ?? long ?? '', 16);
    isWrong ||= !(code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff);
    return isWrong ? '' : String.fromCodePoint(code);
  });
  return isWrong ? undefined : value;
}
