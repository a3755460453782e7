/**
 * Parser of single N-Quad statements in Dgraph's dialect, directly on the text: bodies have tens of thousands of them.
 * Productions follow W3C N-Quads, with Dgraph's additions (stars, `uid(v)`, facets) and omissions (bare graph names).
 */
import {
  LF,
  CR,
  QUOTE,
  HASH,
  LEFT,
  DOT,
  LESS,
  AT,
  CARET,
  UNDERSCORE,
  SMALL_U,
  SMALL_V,
  STAR as STAR_CODE,
} from '../characters';
import { parseUint } from '../values';
import type { Facet, LiteralValue, NodeRef, NQuad, Star, ValueVariable } from './ast';
import { DATATYPES, literalError } from './datatypes';
import type { FurtherDatatypes } from './datatypes';
import { rdfFacet } from './facets';
import { RdfScanner } from './rdfScanner';
import { facetsError, nodeRef, predicateError, splitLanguage, STAR, STAR_WORD } from './terms';

export type StatementKind = 'set' | 'delete';

export class RdfReader extends RdfScanner {
  /** Operation of the current statement. */
  private kind: StatementKind = 'set';

  constructor(
    text: string,
    private readonly further?: FurtherDatatypes,
  ) {
    super(text);
  }

  /**
   * Statement : Subject Predicate Object Graph? Facets* `.` — and the end of the line.
   *
   * @param closer a character that may follow the statement on its line: the `}` of its block
   */
  readStatement(kind: StatementKind, closer: string): NQuad {
    this.kind = kind;
    const start = this.at;
    const { line } = this;
    const column = start - this.lineStart + 1;
    const subject = this.readSubject();
    this.skipSpace();
    const predicateAt = this.at;
    const name = this.readPredicate();
    this.skipSpace();
    const objectAt = this.at;
    const term = this.readObject(start);
    const { object } = term;
    if (object.kind === 'literal' && object.datatype !== undefined && name === '*') {
      this.fail('if predicate/subject is *, value should be * as well', objectAt);
    }
    this.skipSpace();
    if (this.text.charCodeAt(this.at) === LESS || this.text.charCodeAt(this.at) === UNDERSCORE) this.readGraph();
    const facets = this.readFacets();
    this.readEnd(start, closer);
    const { predicate, lang } = name === '*' ? { predicate: name, lang: undefined } : splitLanguage(name);
    const nquad: NQuad = {
      subject,
      predicate,
      object,
      lang: term.lang ?? lang,
      facets,
      span: { start, end: this.at, line, column },
    };
    this.check(nquad, start, predicateAt);
    return nquad;
  }

  private check({ predicate, object, facets }: NQuad, start: number, predicateAt: number): void {
    const isDelete = this.kind === 'delete';
    if (isDelete ? predicate === '*' && object.kind !== 'star' : predicate === '*' || object.kind === 'star') {
      this.failStar(start);
    }
    if (predicate === '*') return;
    const wrong = predicateError(predicate, isDelete) ?? (facets && !isDelete ? facetsError(facets) : undefined);
    if (wrong) this.fail(wrong, predicateAt);
  }

  private failStar(start: number): never {
    const rule =
      this.kind === 'delete'
        ? "Only valid wildcard delete patterns are 'S * *' and 'S P *'"
        : 'Cannot use star in set n-quad';
    this.fail(`${rule}: ${this.statementText(start)}`, start);
  }

  /** Subject : `<` name `>` | `_:` label | `uid` `(` Name `)` */
  private readSubject(): NodeRef {
    const { at } = this;
    const c = this.text.charCodeAt(at);
    if (c === LESS) return this.node(this.at, this.readIri());
    if (c === UNDERSCORE) return { kind: 'blank', label: this.readLabel() };
    if (c === SMALL_U) return { kind: 'uidVar', variable: this.readCall('uid') };
    if (c === STAR_CODE) this.failStar(this.at);
    if (c === QUOTE) this.fail('Invalid quote for non-object.');
    if (c === SMALL_V) {
      const call = `val(${this.readCall('val')})`;
      this.fail(`strconv.ParseUint: parsing ${JSON.stringify(call)}: invalid syntax; val() can only be an object`, at);
    }
    this.fail(`Invalid input: ${this.describeNext()} at lexText; a subject is <uid>, _:label or uid(v)`);
  }

  /** Predicate : `<` name `>` | `*` */
  private readPredicate(): string {
    const c = this.text.charCodeAt(this.at);
    if (c === STAR_CODE) {
      this.at++;
      return '*';
    }
    if (c === LESS) {
      const at = this.at;
      const name = this.readIri();
      if (name === STAR_WORD) return '*';
      if (!sane(name))
        this.fail(name === '' ? 'empty required fields in NQuad: the predicate' : insane('Predicate', name), at);
      return name;
    }
    if (c === UNDERSCORE) this.fail("Invalid character in lexPredicate: '_'");
    if (c === QUOTE) this.fail('Invalid quote for non-object.');
    if (c === SMALL_U || c === SMALL_V)
      this.fail(`Unexpected char '${this.describeNext()}'; a predicate is <name> or *`);
    this.fail(`Invalid input: ${this.describeNext()} at lexText; a predicate is <name> or *`);
  }

  /** Object : `<` name `>` | `_:` label | (`uid` | `val`) `(` Name `)` | `*` | Literal */
  private readObject(start: number): { object: NQuad['object']; lang?: string } {
    const c = this.text.charCodeAt(this.at);
    switch (c) {
      case QUOTE:
        return this.readLiteral();
      case LESS:
        return { object: this.objectNode(this.at, this.readIri()) };
      case UNDERSCORE:
        return { object: { kind: 'blank', label: this.readLabel() } };
      case STAR_CODE:
        this.at++;
        return { object: STAR };
      case SMALL_U:
        return { object: { kind: 'uidVar', variable: this.readCall('uid') } };
      case SMALL_V:
        return { object: { kind: 'valVar', variable: this.readCall('val') } };
      case DOT:
        this.fail(`invalid end of input. Input: [${this.statementText(start)}]: no Object in NQuad`);
      // oxlint-disable-next-line no-fallthrough -- fail never returns
      default:
        this.fail(
          `Invalid input: ${this.describeNext()} at lexText; an object is <uid>, _:label, "text", uid(v), val(v) or *`,
        );
    }
  }

  private node(at: number, name: string): NodeRef {
    if (!sane(name))
      this.fail(name === '' ? 'empty required fields in NQuad: the subject' : insane('Subject', name), at);
    if (name === STAR_WORD) this.failStar(at);
    const ref = nodeRef(name);
    return typeof ref === 'string' ? this.fail(ref, at) : ref;
  }

  private objectNode(at: number, name: string): NodeRef | ValueVariable {
    if (name === '') this.fail('no Object in NQuad', at);
    if (!sane(name)) this.fail(insane('ObjectId', name), at);
    if (name.startsWith('val(') && name.endsWith(')')) return { kind: 'valVar', variable: name.slice(4, -1) };
    const ref = nodeRef(name);
    return typeof ref === 'string' ? this.fail(ref, at) : ref;
  }

  /** Literal : string (`@` language | `^^` `<` datatype `>`)? */
  private readLiteral(): { object: LiteralValue | Star; lang?: string } {
    const start = this.at;
    const value = this.readString();
    const c = this.text.charCodeAt(this.at);
    if (c === AT) {
      const lang = this.readLanguageTag();
      return { object: { kind: 'literal', type: 'default', value }, lang };
    }
    if (c === CARET) return { object: this.readTyped(value, start) };
    return { object: value === STAR_WORD ? STAR : { kind: 'literal', type: 'default', value } };
  }

  private readTyped(text: string, start: number): LiteralValue {
    if (!this.text.startsWith('^^', this.at)) this.fail('Expected ^^ for lexObjectType');
    this.at += 2;
    if (this.text.charCodeAt(this.at) !== LESS) this.fail('Expected < for lexObjectType');
    const at = this.at;
    const datatype = this.readIri();
    const type = DATATYPES.get(datatype);
    if (type === undefined) return this.readFurther(text, datatype, start, at);
    if (text === '' && type !== 'string') this.fail('invalid ObjectValue', start);
    const value = type === 'geo' ? text.replaceAll("'", '"') : text;
    const wrong = literalError(type, value);
    if (wrong !== undefined) this.fail(wrong, start);
    return { kind: 'literal', type, value, datatype };
  }

  private readFurther(value: string, datatype: string, start: number, at: number): LiteralValue {
    const { type, error } = this.further?.get(datatype) ?? this.fail(`unrecognized rdf type ${datatype}`, at);
    const wrong = error(value) ?? literalError(type, value);
    if (wrong !== undefined) this.fail(wrong, start);
    return { kind: 'literal', type, value };
  }

  /** Graph : `<` namespace number `>`. It has no effect outside Dgraph's first namespace and is dropped. */
  private readGraph(): void {
    const start = this.at;
    const isIri = this.text.charCodeAt(start) === LESS;
    const name = isIri ? this.readIri() : `_:${this.readLabel()}`;
    if (typeof parseUint(name) !== 'bigint')
      this.fail(`invalid namespace ID. Input: [${this.statementText(start)}]`, start);
    this.skipSpace();
  }

  /** Facets : (`(` Facet (`,` Facet)* `)`)*;  Facet : key `=` value? */
  private readFacets(): Facet[] | undefined {
    if (this.text.charCodeAt(this.at) !== LEFT) return undefined;
    const facets: Facet[] = [];
    while (this.text.charCodeAt(this.at) === LEFT) {
      do {
        this.at++;
        facets.push(this.readFacet());
      } while (this.text[this.at] === ',');
      if (this.text[this.at] !== ')') {
        this.fail(`could not parse facet: expected , or ) after facet. Received ${this.describeNext()}`);
      }
      this.at++;
      this.skipSpace();
    }
    return facets;
  }

  private readFacet(): Facet {
    this.skipSpace();
    const start = this.at;
    const key = this.readFacetWord();
    if (key === undefined) this.fail(`could not parse facet: expected key but found ${this.describeNext()}`);
    this.skipSpace();
    if (this.text[this.at] !== '=') {
      this.fail(`could not parse facet: expected = after facetKey. Found ${this.describeNext()}`);
    }
    this.at++;
    this.skipSpace();
    const facet = rdfFacet(key, this.readFacetWord() ?? '');
    if (typeof facet === 'string') this.fail(`could not parse facet: ${facet}`, start);
    this.skipSpace();
    return facet;
  }

  /** Reads the dot; only a comment, the block's end or more dots, which Dgraph ignores, may follow on the line. */
  private readEnd(start: number, closer: string): void {
    const { text } = this;
    if (text.charCodeAt(this.at) !== DOT) {
      const c = text.charCodeAt(this.at);
      if (c === LF || c === CR || Number.isNaN(c) || text[this.at] === closer) {
        this.fail(
          `invalid end of input. Input: [${this.statementText(start)}]: a statement ends with a dot on its line`,
        );
      }
      this.fail(`Invalid input: ${this.describeNext()} at lexText; a statement ends with a dot`);
    }
    let end = ++this.at;
    for (this.skipSpace(); text.charCodeAt(this.at) === DOT; this.skipSpace()) end = ++this.at;
    const c = text.charCodeAt(this.at);
    const ends = c === LF || c === CR || c === HASH || Number.isNaN(c) || text[this.at] === closer;
    if (!ends) this.fail('invalid end of input. Expected newline or # after .: one statement stands on one line');
    this.at = end;
  }
}

/** Returns true if the name has a letter or digit. */
function sane(name: string): boolean {
  return /[a-z0-9]/.test(name) || /[\p{L}\p{Nd}]/u.test(name);
}

function insane(problem: string, name: string): string {
  return `NQuad failed sanity check. ${problem}: ${JSON.stringify(name)}`;
}
