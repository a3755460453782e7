/** Turtle, N-Triples, TriG or N-Quads → quads with positions (https://www.w3.org/TR/turtle/), by the n3 package. */
import { Parser } from 'n3';
import type { ParserOptions } from 'n3';
import type { OwlgateError } from '../errors';
import { blankLabelOf, DEFAULT_BASE, hasScheme, syntaxError } from './document';
import { comparePositions } from './quads';
import type { Individual, Iri, Position, Quad, QuadDocument, Term } from './quads';
import { turtleReason } from './turtle-errors';
import { owl, rdf, rdfs, xsd } from './vocabulary';

/**
 * Parses a document in Turtle or a related syntax; for TriG and N-Quads, the statements of all graphs.
 *
 * Blank nodes keep their labels; those without one are numbered in order of their first token.
 *
 * @param base base of relative IRIs until `@base`
 * @param mediaType media type of the syntax; N-Triples can be parsed as Turtle, its superset
 * @throws OwlgateError OntologySyntax with the line and column of the first error
 */
export function parseTurtle(text: string, base?: string, mediaType = 'text/turtle'): QuadDocument {
  let prefix = 'genid';
  while (text.includes(`_:${prefix}`)) prefix += '_';
  const quads: Quad[] = [];
  const options = { base, mediaType, anonymousPrefix: prefix, iris: new Map(VOCABULARY) };
  const reader = new TurtleReader((quad) => quads.push(quad), options);
  reader.readPart(text);
  reader.readEnd();
  quads.sort((a, b) => comparePositions(a.position, b.position));
  const { prefixes, relativeIri } = reader;
  return { quads, prefixes, ...(relativeIri && { relativeIri }) };
}

/** Strings of the vocabulary: terms that are the same string are compared without a look at their characters. */
const VOCABULARY: readonly (readonly [Iri, Iri])[] = [rdf, rdfs, owl].flatMap((names) =>
  Object.values(names).map((iri) => [iri, iri] as const),
);

interface TurtleOptions {
  readonly base?: string | undefined;
  readonly mediaType: string;
  /** Prefix of the labels of blank nodes without a label; no label of the document may begin with it. */
  readonly anonymousPrefix: string;
  /** String to use for each IRI: the lexer makes a new one at each mention. Grows with the document. */
  readonly iris?: Map<Iri, Iri>;
}

/** Token of the n3 lexer: `line` from 1, `start` and `end` from 0 in UTF-16 units. */
interface Token {
  readonly type: string;
  readonly value: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly endLine?: number;
}

/** Term that the data factory returns to the parser: RDF/JS fields and the position. */
interface PlacedTerm {
  readonly termType: string;
  readonly value: string;
  /** Text in n3's messages. */
  readonly id: string;
  readonly term?: Term;
  readonly position?: Position | undefined;
}

interface PlacedQuad {
  readonly subject: PlacedTerm;
  readonly predicate: PlacedTerm;
  readonly object: PlacedTerm;
  readonly graph?: PlacedTerm;
}

interface N3Error extends Error {
  readonly context?: { readonly token?: Token; readonly line?: number; readonly previousToken?: Token };
}

/** Part of the n3 parser; its type declarations lack the token callback. */
interface TokenParser {
  parse(
    input: SynchronousStream,
    callbacks: {
      onQuad: (error: N3Error | null, quad: PlacedQuad | null) => void;
      onPrefix: (prefix: string, iri: { readonly value: string }) => void;
      onToken: (token: Token) => void;
    },
  ): void;
  /** Lexer with its unread text and the place of it: the line from 1, the position in the line from 0. */
  readonly _lexer: { readonly _input?: string | null; readonly _line: number; readonly _linePosition: number };
}

/** Stream over a string: n3 calls back synchronously only for streams. */
class SynchronousStream {
  private readonly listeners = new Map<string, (data?: string) => void>();

  on(event: string, listener: (data?: string) => void): this {
    this.listeners.set(event, listener);
    return this;
  }

  write(text: string): void {
    this.listeners.get('data')?.(text);
  }

  end(): void {
    this.listeners.get('end')?.();
  }
}

/** Characters of a document by which another syntax is recognized. */
const START_LENGTH = 1000;
/** Maximum open brackets: the parser keeps about half a kilobyte for each. */
const MAX_NESTING = 200_000;
/** Prefix of labels by which the data factory distinguishes labelled blank nodes from others. */
const LABEL_MARK = 'L';

/** Reader of one document, in as many parts as it comes. */
export class TurtleReader {
  readonly prefixes = new Map<string, Iri>();
  private readonly stream = new SynchronousStream();
  private readonly parser: TokenParser;
  /** Beginning of the document. */
  private start = '';
  /** Text before the lexer, in two pieces, and the place where it begins. */
  private unread = { rest: '', part: '', line: 1, position: 0 };
  private readonly anonymousPrefix: string;
  private readonly iris: Map<Iri, Iri> | undefined;
  private token: Token | undefined;
  /** Token of the last literal: the parser creates a literal only after the following token. */
  private literalToken: Token | undefined;
  /** Token `(` of a list without a cell so far. */
  private openList: Token | undefined;
  private anonymous = 0;
  private nesting = 0;
  private firstRelativeIri: { text: string; position: Position } | undefined;
  private hasBase: boolean;
  private expectsBase = false;

  /** @param sink receives each statement once it is complete, with its graph, which is '' for the default graph */
  constructor(
    private readonly sink: (quad: Quad, graph: Individual) => void,
    { base, mediaType, anonymousPrefix, iris }: TurtleOptions,
  ) {
    this.iris = iris;
    this.hasBase = base !== undefined;
    this.anonymousPrefix = anonymousPrefix;
    this.parser = new Parser({
      format: mediaType,
      baseIRI: base ?? DEFAULT_BASE,
      blankNodePrefix: `_:${LABEL_MARK}`,
      factory: this.factory(),
    } as unknown as ParserOptions) as unknown as TokenParser;
    this.parser.parse(this.stream, {
      onQuad: (error, quad) => {
        if (error) throw this.syntaxError(error);
        if (quad) this.addQuad(quad);
      },
      onPrefix: (prefix, iri) => this.prefixes.set(prefix, iri.value),
      onToken: (token) => this.trackToken(token),
    });
  }

  /** First relative IRI, if neither the document nor the caller names a base for it. */
  get relativeIri(): { readonly text: string; readonly position: Position } | undefined {
    return this.firstRelativeIri;
  }

  /** @throws OwlgateError OntologySyntax */
  readPart(text: string): void {
    // The lexer omits a byte order mark.
    if (this.start === '') this.start = text.replace(/^\ufeff/, '').slice(0, START_LENGTH);
    this.noteUnread(text);
    this.stream.write(text);
  }

  /** @throws OwlgateError OntologySyntax */
  readEnd(): void {
    this.noteUnread('');
    this.stream.end();
  }

  private noteUnread(part: string): void {
    const { _input: rest, _line: line, _linePosition: position } = this.parser._lexer;
    this.unread = { rest: rest ?? '', part, line, position };
  }

  private trackToken(token: Token): void {
    const label = token.type === 'IRI' ? blankLabelOf(token.value) : undefined;
    if (label !== undefined) Object.assign(token, { type: 'blank', prefix: '_', value: label });
    this.token = token;
    if (token.type === '[' || token.type === '(') this.enter(token);
    else if (token.type === ']' || token.type === ')') this.nesting--;
    if (token.type === 'literal') this.literalToken = token;
    else if (token.type === '(') this.openList = token;
    else if (token.type === ')') this.openList = undefined;
    if (token.type === '@base' || token.type === 'BASE') {
      this.expectsBase = true;
    } else if (token.type === 'IRI' || token.type === 'typeIRI') {
      if (!this.hasBase && !hasScheme(token.value)) {
        this.firstRelativeIri ??= { text: token.value, position: positionOf(token) };
      }
      if (this.expectsBase) this.hasBase = true;
      this.expectsBase = false;
    }
  }

  private enter(token: Token): void {
    if (++this.nesting <= MAX_NESTING) return;
    throw syntaxError(positionOf(token), `brackets are nested deeper than ${MAX_NESTING}`);
  }

  /** Creates the blank node of a `[` or a list cell. The position of the first cell is that of `(`. */
  private anonymousNode(): PlacedTerm {
    const token = this.openList ?? this.token;
    this.openList = undefined;
    return blank(`${this.anonymousPrefix}${++this.anonymous}`, token && positionOf(token));
  }

  private factory() {
    const optionalPosition = (token: Token | undefined) => token && positionOf(token);
    return {
      namedNode: (text: string): PlacedTerm => {
        const iri = this.shared(text);
        return { termType: 'NamedNode', value: iri, id: iri, term: iri, position: optionalPosition(this.token) };
      },
      blankNode: (label?: string): PlacedTerm =>
        label === undefined
          ? this.anonymousNode()
          : blank(label.slice(LABEL_MARK.length), optionalPosition(this.token)),
      literal: (value: string, type?: string | PlacedTerm | { language: string }): PlacedTerm => {
        const lang = typeof type === 'string' ? type : type && 'language' in type ? type.language : undefined;
        const datatype = typeof type === 'object' && 'value' in type ? type.value : xsd('string');
        const term: Term =
          lang === undefined
            ? { kind: 'Literal', value, datatype }
            : { kind: 'Literal', value, datatype: rdf.langString, lang };
        return { termType: 'Literal', value, id: `"${value}"`, term, position: optionalPosition(this.literalToken) };
      },
      variable: (name: string): PlacedTerm => ({ termType: 'Variable', value: name, id: `?${name}` }),
      defaultGraph: (): PlacedTerm => ({ termType: 'DefaultGraph', value: '', id: '' }),
      quad: (subject: PlacedTerm, predicate: PlacedTerm, object: PlacedTerm, graph?: PlacedTerm) => ({
        termType: 'Quad',
        value: '',
        id: 'a triple term',
        subject,
        predicate,
        object,
        graph,
      }),
    };
  }

  private shared(iri: Iri): Iri {
    const { iris } = this;
    const known = iris?.get(iri);
    if (known !== undefined) return known;
    iris?.set(iri, iri);
    return iri;
  }

  private addQuad({ subject, predicate, object, graph }: PlacedQuad): void {
    const tokenPosition = this.token ? positionOf(this.token) : { line: 1, column: 1 };
    const position = object.position ?? tokenPosition;
    if (typeof subject.term !== 'string' || typeof predicate.term !== 'string' || object.term === undefined) {
      throw syntaxError(
        tokenPosition,
        'triple terms (RDF 1.2) have no meaning in OWL; write the statement as a triple',
      );
    }
    const quad = {
      subject: subject.term,
      predicate: predicate.term,
      object: object.term,
      position,
      subjectPosition: subject.position ?? position,
      predicatePosition: predicate.position ?? position,
    };
    this.sink(quad, typeof graph?.term === 'string' ? graph.term : '');
  }

  private syntaxError(error: N3Error): OwlgateError {
    const { token, previousToken } = error.context ?? {};
    const { position, rest } = token ? { position: positionOf(token), rest: '' } : this.afterToken(previousToken);
    const isAtEnd = token?.type === 'eof';
    const { start } = this;
    return syntaxError(position, turtleReason({ message: error.message, start, rest, isAtEnd }));
  }

  /**
   * Returns the place at which the lexer failed: the first character after a token outside white space and comments,
   * and the text from there on.
   */
  private afterToken(token: Token | undefined): { readonly position: Position; readonly rest: string } {
    const { unread } = this;
    const text = `${unread.rest}${unread.part}`;
    let { line } = unread;
    let lineStart = (text.startsWith('\ufeff') ? 1 : 0) - unread.position;
    const newline = /\r\n|\n|\r/g;
    const lastLine = token ? (token.endLine ?? token.line) : 1;
    while (line < lastLine && newline.exec(text)) {
      line++;
      lineStart = newline.lastIndex;
    }
    const skipped = /(?:[^\S\r\n]|#[^\r\n]*)*(\r\n|\n|\r)?/y;
    // The token may be in an earlier part.
    let at = Math.max(lineStart + (token && line === lastLine ? token.end : 0), 0);
    for (;;) {
      skipped.lastIndex = at;
      const match = skipped.exec(text);
      if (!match || match[0] === '') return { position: { line, column: at - lineStart + 1 }, rest: text.slice(at) };
      at = skipped.lastIndex;
      if (match[1] !== undefined) {
        line++;
        lineStart = at;
      }
    }
  }
}

const positionOf = (token: Token): Position => ({ line: token.line, column: token.start + 1 });

function blank(label: string, position: Position | undefined): PlacedTerm {
  const term = `_:${label}`;
  return { termType: 'BlankNode', value: label, id: term, term, position };
}
