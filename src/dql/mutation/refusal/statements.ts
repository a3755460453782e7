/** Refusals of single N-Quad statements, in Dgraph's words: each line is lexed and parsed by itself. */
import { unquote } from '../../unquote';
import { parseUint } from '../../values';
import { DATATYPES, literalError } from '../datatypes';
import type { FurtherDatatypes } from '../datatypes';
import { rdfFacet } from '../facets';
import { splitLanguage, STAR_WORD } from '../terms';
import { END, ESCAPES, isSpace, ItemScanner, Refusal, shown } from './scanner';
import type { Item } from './scanner';

type Token =
  | 'text'
  | 'subject'
  | 'predicate'
  | 'object'
  | 'label'
  | 'literal'
  | 'language'
  | 'datatype'
  | 'dot'
  | 'comment'
  | ','
  | '='
  | '('
  | ')'
  | '*'
  | 'subjectCall'
  | 'objectCall'
  | 'variable'
  | 'end';
type State = () => State | undefined;

/** Numbers of token types that Dgraph's messages contain. */
const NUMBERS: Readonly<Partial<Record<Token, number>>> = { subject: 6, predicate: 7, object: 8, label: 9 };
/** Values of `depth`, the number of terms read so far. */
const SUBJECT = 0;
const OBJECT = 2;
const FACET = 4;
/** Tokens of terms, by the number of terms before them. */
const TERMS: readonly Token[] = ['subject', 'predicate', 'object', 'label'];

const LABEL_STARTS =
  String.raw`0-9A-Z_a-z:\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F` +
  String.raw`\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}`;
const LABEL_START = new RegExp(`^[${LABEL_STARTS}]$`, 'u');
const LABEL_PART = new RegExp(String.raw`^[\u0300-\u036F${LABEL_STARTS}.\-\xB7\u203F\u2040]$`, 'u');
const isLabelPart = (c: string): boolean => LABEL_PART.test(c);
const isIriPart = (c: string): boolean => c > ' ' && !'<>"{}|^`\\'.includes(c);
const isLetter = (c: string): boolean => /^[A-Za-z]$/.test(c);
const isSane = (text: string): boolean => text === '' || /[\p{L}\p{Nd}]/u.test(text);

/** @throws Refusal for the first line that Dgraph would refuse */
/** @param further datatypes beyond those that Dgraph reads; their literals are not checked */
export function checkStatements(text: string, further?: FurtherDatatypes): void {
  for (const line of text.split('\n')) {
    const statement = line.trim();
    if (statement !== '') new StatementParser(statement, new StatementLexer(statement).run(), further).check();
  }
}

class StatementLexer {
  private readonly scanner: ItemScanner<Token>;
  private depth: number = SUBJECT;

  constructor(text: string) {
    this.scanner = new ItemScanner(text);
  }

  run(): readonly Item<Token>[] {
    for (let state: State | undefined = this.term; state;) state = state();
    return this.scanner.items;
  }

  private readonly term: State = () => {
    const { scanner, depth } = this;
    for (;;) {
      const c = scanner.next();
      if (c === '<' || c === '_') {
        const token = TERMS[depth];
        return token ? this.node(c, token) : scanner.fail(`Invalid input: ${c} at lexText`);
      }
      switch (c) {
        case '"':
          if (this.depth !== OBJECT) scanner.fail('Invalid quote for non-object.');
          scanner.unread(c);
          scanner.emit('text');
          scanner.next();
          return this.literal;
        case '#':
          if (this.depth !== SUBJECT) scanner.fail('Invalid input: # at lexText');
          scanner.run(() => true);
          scanner.emit('comment');
          scanner.emit('end');
          return undefined;
        case '*':
          this.depth++;
          scanner.emit('*');
          return this.term;
        case '(':
          if (this.depth <= OBJECT) scanner.fail('Invalid input: ( at Facet');
          scanner.unread(c);
          scanner.emit('text');
          return this.facets;
        case END:
          scanner.emit('end');
          return undefined;
        case '.':
          if (this.depth <= OBJECT) continue;
          scanner.emit('dot');
          this.depth = SUBJECT;
          return this.term;
        case 'u':
        case 'v':
          if (this.depth !== SUBJECT && this.depth !== OBJECT) scanner.fail(`Unexpected char '${c}'`);
          scanner.unread(c);
          scanner.emit('text');
          return this.call;
        default:
          if (!isSpace(c)) scanner.fail(`Invalid input: ${c} at lexText`);
      }
    }
  };

  /** IRI or blank node; its first character has been read. */
  private node(first: string, token: Token): State {
    const { scanner } = this;
    scanner.unread(first);
    scanner.emit('text');
    scanner.next();
    if (token === 'predicate' && first === '_') scanner.fail("Invalid character in lexPredicate: '_'");
    this.depth++;
    if (first === '<') this.iri(token);
    else this.blank(token);
    return this.term;
  }

  private iri(token: Token): void {
    const { scanner } = this;
    scanner.skip();
    scanner.run(isIriPart);
    scanner.emit(token);
    const c = scanner.next();
    if (c === END) scanner.fail('Unexpected end of IRI');
    if (c !== '>') scanner.fail(`Unexpected character ${quotedCharacter(c)} while parsing IRI`);
    scanner.skip();
  }

  private blank(token: Token): void {
    const { scanner } = this;
    const type = NUMBERS[token];
    const colon = scanner.next();
    if (colon !== ':') scanner.fail(`Invalid character after _. Expected :, found '${shown(colon)}'`);
    const first = scanner.next();
    if (first === END) scanner.fail('Unexpected end of subject');
    if (!LABEL_START.test(first)) scanner.fail(`Invalid character in ${type} after _: , Got '${first}'`);
    if (scanner.run(isLabelPart) === '.') scanner.fail(`Can not end ${type} with '.'`);
    const after = scanner.peek();
    if (after === END) scanner.fail(`Unexpected end of ${type}`);
    if (!isSpace(after)) scanner.fail(`Invalid character '${after}' found for itemType: ${type}`);
    scanner.emit(token);
  }

  private readonly literal: State = () => {
    const { scanner } = this;
    for (let c = scanner.next(); c !== '"' && c !== END; c = scanner.next()) {
      if (c === '\r') scanner.fail(`Invalid character '\r' in literal.`);
      if (c !== '\\') continue;
      const escaped = scanner.next();
      const isCode = (digits: number): boolean => Array.from({ length: digits }, () => scanner.next()).every(isHex);
      const isValid = ESCAPES.has(escaped) || (escaped === 'U' && isCode(8)) || (escaped === 'x' && isCode(2));
      if (!isValid) scanner.fail(`Invalid escape character : '${shown(escaped)}' in literal`);
    }
    scanner.emit('literal');
    this.depth++;
    if (scanner.peek() === '@') this.language();
    else if (scanner.peek() === '^') this.datatype();
    return this.term;
  };

  private language(): void {
    const { scanner } = this;
    scanner.next();
    scanner.skip();
    const first = scanner.next();
    if (!isLetter(first)) scanner.fail(`Invalid language tag prefix: '${shown(first)}'`);
    const last = scanner.run((c) => /^[A-Za-z0-9-]$/.test(c));
    if (last === '-') scanner.fail('Invalid character - at the end of language literal.');
    scanner.emit('language');
  }

  private datatype(): void {
    const { scanner } = this;
    scanner.next();
    if (scanner.next() !== '^') scanner.fail('Expected ^^ for lexObjectType');
    scanner.skip();
    if (scanner.next() !== '<') scanner.fail('Expected < for lexObjectType');
    this.iri('datatype');
  }

  private readonly facets: State = () => {
    const { scanner } = this;
    scanner.next();
    scanner.emit('(');
    this.depth = FACET + 1;
    for (;;) {
      const c = scanner.next();
      if (isSpace(c)) scanner.skip();
      else if (c === '=' || c === ',') scanner.emit(c);
      else if (c === ')') {
        scanner.emit(c);
        return this.term;
      } else if (c === END) {
        scanner.emit('end');
        return undefined;
      } else {
        if (c === '"') scanner.quoted();
        else scanner.run((other) => !isSpace(other) && !'=),'.includes(other));
        scanner.emit('text');
      }
    }
  };

  /** `uid(v)` or `val(v)`. */
  private readonly call: State = () => {
    const { scanner } = this;
    for (const expected of scanner.peek() === 'v' ? 'val' : 'uid') {
      const c = scanner.next();
      if (c !== expected) scanner.fail(`Unexpected char '${shown(c)}' when parsing uid keyword`);
    }
    scanner.emit(this.depth === OBJECT ? 'objectCall' : 'subjectCall');
    const skipSpace = (): void => {
      scanner.run(isSpace);
      scanner.skip();
    };
    skipSpace();
    const open = scanner.next();
    if (open !== '(') scanner.fail(`Expected '(' after uid keyword, found: '${shown(open)}'`);
    scanner.emit('(');
    skipSpace();
    if (scanner.run((c) => !isSpace(c) && c !== ')') === END) {
      scanner.fail('Unexpected end of input while reading variable name');
    }
    scanner.emit('variable');
    skipSpace();
    const close = scanner.next();
    if (close !== ')') scanner.fail(`Expected ')' while reading function found: '${shown(close)}'`);
    scanner.emit(')');
    this.depth++;
    return this.term;
  };
}

const isHex = (c: string): boolean => /^[0-9a-fA-F]$/.test(c);

/** Returns a character as Go's `%q`. */
const quotedCharacter = (c: string): string =>
  c === '\t' ? "'\\t'" : c === '\r' ? "'\\r'" : c === "'" || c === '\\' ? `'\\${c}'` : `'${c}'`;

/** Parser of the tokens of a line. */
class StatementParser {
  private subject = '';
  private predicate = '';
  private objectId = '';
  private literal: string | undefined;
  private hasValue = false;

  constructor(
    private readonly line: string,
    private readonly items: readonly Item<Token>[],
    private readonly further: FurtherDatatypes | undefined,
  ) {}

  check(): void {
    const end = this.readTerms();
    const wrong = (reason: string): never => {
      throw new Refusal(`${reason}. Input: [${this.line}]`);
    };
    if (end === undefined) wrong('invalid end of input');
    if (end === 'comment') return;
    if (this.subject === '' || this.predicate === '') wrong('empty required fields in NQuad');
    if (this.objectId === '' && !this.hasValue && this.literal === undefined) wrong('no Object in NQuad');
    const { subject, predicate, objectId } = this;
    if (isSane(subject) && isSane(predicate) && isSane(objectId)) return;
    const [s, p, o] = [subject, predicate, objectId].map((text) => JSON.stringify(text));
    throw new Refusal(`NQuad failed sanity check. Subject: ${s}, Predicate: ${p}, ObjectId: ${o}`);
  }

  /** @returns the token that ends the statement; undefined if there is none */
  private readTerms(): 'dot' | 'comment' | undefined {
    for (let i = 0; i < this.items.length; i++) {
      const { type, text } = this.items[i]!;
      switch (type) {
        case 'subject':
          this.subject = text;
          break;
        case 'predicate':
          this.predicate = splitLanguage(text).predicate;
          break;
        case 'object':
          this.objectId = text;
          break;
        case 'subjectCall':
        case 'objectCall': {
          const call = `${text}(${this.items[i + 2]!.text})`;
          if (type === 'subjectCall') this.subject = call;
          else this.objectId = call;
          break;
        }
        case '*':
          if (this.subject === '') this.subject = STAR_WORD;
          else if (this.predicate === '') this.predicate = STAR_WORD;
          else this.hasValue = true;
          break;
        case 'literal':
          this.literal = unquote(text);
          if (this.literal === undefined) throw new Refusal('while unquoting: invalid syntax');
          break;
        case 'datatype':
          this.readDatatype(text);
          break;
        case 'label':
          if (typeof parseUint(text) !== 'bigint') {
            throw new Refusal(`invalid namespace ID. Input: [${this.line}]`);
          }
          break;
        case '(':
          // The bracket of a call follows its name.
          if (!/Call$/.test(this.items[i - 1]?.type ?? '')) i = this.readFacets(i + 1);
          break;
        case 'comment':
          return 'comment';
        case 'dot': {
          const { type: after } = this.items[i + 1]!;
          if (after === 'end' || after === 'comment') return 'dot';
          throw new Refusal(`invalid end of input. Expected newline or # after . Input: [${this.line}]`);
        }
      }
    }
    return undefined;
  }

  private readDatatype(datatype: string): void {
    if (this.predicate === STAR_WORD || this.subject === STAR_WORD) {
      throw new Refusal('if predicate/subject is *, value should be * as well');
    }
    const type = DATATYPES.get(datatype);
    const isFurther = this.further?.has(datatype) === true;
    if (type === undefined && !isFurther) throw new Refusal(`unrecognized rdf type ${datatype}`);
    this.hasValue = true;
    if (type === undefined) return;
    const text = this.literal ?? '';
    if (text === '' && type !== 'string') throw new Refusal('invalid ObjectValue');
    const wrong = literalError(type, type === 'geo' ? text.replaceAll("'", '"') : text);
    if (wrong !== undefined) throw new Refusal(wrong);
  }

  /** @returns the index of the last token of the facets */
  private readFacets(from: number): number {
    let i = from;
    const fail = (reason: string): never => {
      throw new Refusal(`could not parse facet: ${reason}`);
    };
    const token = (): Item<Token> => this.items[i] ?? fail('unexpected end of facets');
    for (; i < this.items.length; i++) {
      const key = token();
      if (key.type !== 'text') fail(`expected key but found ${key.text}`);
      i++;
      if (token().type !== '=') fail(`expected = after facetKey. Found ${token().text}`);
      i++;
      const value = token();
      const facet = rdfFacet(key.text, value.type === 'text' ? value.text : '');
      if (typeof facet === 'string') fail(facet);
      if (value.type === 'text') i++;
      const after = token();
      if (after.type === ')') return i;
      if (after.type === ',') continue;
      if (value.type === 'text') fail(`expected , or ) after facet. Received ${after.text}`);
      fail(`expected , or ) or text but found ${after.text}`);
    }
    return i;
  }
}
