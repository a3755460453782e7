/** Turtle, N-Triples, TriG or N-Quads → quads with their place in the text (https://www.w3.org/TR/turtle/), by the n3 package. */
import { Parser } from 'n3';
import type { ParserOptions } from 'n3';
import type { OwlgateError } from '../errors';
import { DEFAULT_BASE, hasScheme, syntaxError } from './document';
import { comparePositions } from './quads';
import type { Iri, Position, Quad, QuadDocument, Term } from './quads';
import { rdf, xsd } from './vocabulary';

/**
 * Reads a Turtle document, or one of its relatives; of TriG and N-Quads the statements of all graphs.
 *
 * Blank nodes keep their label; those without one are numbered in the order in which they are opened.
 *
 * @param base what relative IRIs are resolved against until the document says `@base`
 * @param mediaType of the syntax; N-Triples may be read as Turtle, which it is
 * @throws OwlgateError OntologySyntax with the line and column of the first error
 */
export function parseTurtle(text: string, base?: string, mediaType = 'text/turtle'): QuadDocument {
  const reader = new TurtleReader(text, base, mediaType);
  return reader.read();
}

/** A token of the n3 lexer: `line` from 1, `start` and `end` from 0 in UTF-16 units. */
interface Token {
  readonly type: string;
  readonly value: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly endLine?: number;
}

/** A term as the parser gets it from us: the RDF/JS shape, and where it was read. */
interface PlacedTerm {
  readonly termType: string;
  readonly value: string;
  /** n3 shows it in its messages. */
  readonly id: string;
  readonly term?: Term;
  readonly position?: Position | undefined;
}

interface PlacedQuad {
  readonly subject: PlacedTerm;
  readonly predicate: PlacedTerm;
  readonly object: PlacedTerm;
}

interface N3Error extends Error {
  readonly context?: { readonly token?: Token; readonly line?: number; readonly previousToken?: Token };
}

/** The part of the n3 parser that is used here; its type declarations do not know the token callback. */
interface TokenParser {
  parse(
    input: SynchronousStream,
    callbacks: {
      onQuad: (error: N3Error | null, quad: PlacedQuad | null) => void;
      onPrefix: (prefix: string, iri: { readonly value: string }) => void;
      onToken: (token: Token) => void;
    },
  ): void;
}

/** n3 calls back synchronously only for a stream, so the text is handed to it as one. */
class SynchronousStream {
  private readonly listeners = new Map<string, (data?: string) => void>();

  on(event: string, listener: (data?: string) => void): this {
    this.listeners.set(event, listener);
    return this;
  }

  send(text: string): void {
    this.listeners.get('data')?.(text);
    this.listeners.get('end')?.();
  }
}

/** What we put before a label so that the parser's factory call tells labelled blank nodes from others. */
const LABEL_MARK = 'L';

class TurtleReader {
  private readonly quads: Quad[] = [];
  private readonly prefixes = new Map<string, Iri>();
  private readonly anonymousPrefix: string;
  private token: Token | undefined;
  /** A literal is made only when the token after it has been read. */
  private literalToken: Token | undefined;
  /** The `(` whose first cell has not been made yet. */
  private openList: Token | undefined;
  private anonymous = 0;
  private relativeIri: { text: string; position: Position } | undefined;
  private hasBase: boolean;
  private expectsBase = false;

  constructor(
    private readonly text: string,
    private readonly base: string | undefined,
    private readonly mediaType: string,
  ) {
    this.hasBase = base !== undefined;
    let prefix = 'genid';
    while (text.includes(`_:${prefix}`)) prefix += '_';
    this.anonymousPrefix = prefix;
  }

  read(): QuadDocument {
    const stream = new SynchronousStream();
    const parser = new Parser({
      format: this.mediaType,
      baseIRI: this.base ?? DEFAULT_BASE,
      blankNodePrefix: `_:${LABEL_MARK}`,
      factory: this.factory(),
    } as unknown as ParserOptions) as unknown as TokenParser;
    parser.parse(stream, {
      onQuad: (error, quad) => {
        if (error) throw this.syntaxError(error);
        if (quad) this.addQuad(quad);
      },
      onPrefix: (prefix, iri) => this.prefixes.set(prefix, iri.value),
      onToken: (token) => this.seeToken(token),
    });
    stream.send(this.text);
    this.quads.sort((a, b) => comparePositions(a.position, b.position));
    return {
      quads: this.quads,
      prefixes: this.prefixes,
      ...(this.relativeIri && { relativeIri: this.relativeIri }),
    };
  }

  private seeToken(token: Token): void {
    this.token = token;
    if (token.type === 'literal') this.literalToken = token;
    else if (token.type === '(') this.openList = token;
    else if (token.type === ')') this.openList = undefined;
    if (token.type === '@base' || token.type === 'BASE') {
      this.expectsBase = true;
    } else if (token.type === 'IRI' || token.type === 'typeIRI') {
      if (!this.hasBase && !hasScheme(token.value)) {
        this.relativeIri ??= { text: token.value, position: positionOf(token) };
      }
      if (this.expectsBase) this.hasBase = true;
      this.expectsBase = false;
    }
  }

  /** For `[` and for list cells, the first of which is placed at its `(`. */
  private anonymousNode(): PlacedTerm {
    const token = this.openList ?? this.token;
    this.openList = undefined;
    return blank(`${this.anonymousPrefix}${++this.anonymous}`, token && positionOf(token));
  }

  private factory() {
    const at = (token: Token | undefined) => token && positionOf(token);
    return {
      namedNode: (iri: string): PlacedTerm => ({
        termType: 'NamedNode',
        value: iri,
        id: iri,
        term: iri,
        position: at(this.token),
      }),
      blankNode: (label?: string): PlacedTerm =>
        label === undefined ? this.anonymousNode() : blank(label.slice(LABEL_MARK.length), at(this.token)),
      literal: (value: string, type?: string | PlacedTerm | { language: string }): PlacedTerm => {
        const lang = typeof type === 'string' ? type : type && 'language' in type ? type.language : undefined;
        const datatype = typeof type === 'object' && 'value' in type ? type.value : xsd('string');
        const term: Term =
          lang === undefined
            ? { kind: 'Literal', value, datatype }
            : { kind: 'Literal', value, datatype: rdf.langString, lang: lang.toLowerCase() };
        return { termType: 'Literal', value, id: `"${value}"`, term, position: at(this.literalToken) };
      },
      variable: (name: string): PlacedTerm => ({ termType: 'Variable', value: name, id: `?${name}` }),
      defaultGraph: (): PlacedTerm => ({ termType: 'DefaultGraph', value: '', id: '' }),
      quad: (subject: PlacedTerm, predicate: PlacedTerm, object: PlacedTerm) => ({
        termType: 'Quad',
        value: '',
        id: 'a triple term',
        subject,
        predicate,
        object,
      }),
    };
  }

  private addQuad({ subject, predicate, object }: PlacedQuad): void {
    const here = this.token ? positionOf(this.token) : { line: 1, column: 1 };
    const position = object.position ?? here;
    if (typeof subject.term !== 'string' || typeof predicate.term !== 'string' || object.term === undefined) {
      throw syntaxError(here, 'triple terms (RDF 1.2) have no meaning in OWL; write the statement as a triple');
    }
    this.quads.push({
      subject: subject.term,
      predicate: predicate.term,
      object: object.term,
      position,
      subjectPosition: subject.position ?? position,
      predicatePosition: predicate.position ?? position,
    });
  }

  private syntaxError(error: N3Error): OwlgateError {
    const { token, previousToken } = error.context ?? {};
    const position = token ? positionOf(token) : this.afterToken(previousToken);
    let reason = error.message.replace(/ on line \d+\.$/, '');
    const prefix = /^Undefined prefix "(.*):"$/.exec(reason)?.[1];
    if (prefix !== undefined) reason += `; declare it with "@prefix ${prefix}: <…> ."`;
    else if (/^\ufeff?\s*<(\?xml|rdf:RDF|!DOCTYPE)/.test(this.text)) {
      reason += '; this looks like XML, and Turtle is expected';
    } else if (/^\ufeff?\s*\{/.test(this.text)) reason += '; this looks like JSON, and Turtle is expected';
    else if (token?.type === 'eof') reason += '; the document ends in the middle of a statement';
    return syntaxError(position, reason);
  }

  /** The first character after a token that is neither white space nor in a comment: where the lexer gave up. */
  private afterToken(token: Token | undefined): Position {
    let line = 1;
    let lineStart = this.text.startsWith('\ufeff') ? 1 : 0;
    const newline = /\r\n|\n|\r/g;
    const lastLine = token ? (token.endLine ?? token.line) : 1;
    while (line < lastLine && newline.exec(this.text)) {
      line++;
      lineStart = newline.lastIndex;
    }
    const skipped = /(?:[^\S\r\n]|#[^\r\n]*)*(\r\n|\n|\r)?/y;
    let at = token ? lineStart + token.end : lineStart;
    for (;;) {
      skipped.lastIndex = at;
      const match = skipped.exec(this.text);
      if (!match || match[0] === '') return { line, column: at - lineStart + 1 };
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
