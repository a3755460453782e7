/** Token stream of the parser: look-ahead, expectations, and nodes with their spans. */
import type { Span } from '../ast';
import { DqlSyntaxError } from '../errors';
import type { Token, TokenKind } from '../token';

/** Maximum nesting of braces, brackets and operators; deeper queries are refused before the stack overflows. */
export const MAX_DEPTH = 128;

export class TokenStream {
  private index = 0;
  private depth = 0;

  /** @param tokens ending in EOF */
  constructor(private readonly tokens: readonly Token[]) {}

  /** Returns the token `ahead` positions further; EOF beyond the end. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.peek();
    if (this.index < this.tokens.length - 1) this.index++;
    return token;
  }

  /** Consumes the next token if it is of the kind. */
  accept(kind: TokenKind): Token | undefined {
    return this.peek().kind === kind ? this.next() : undefined;
  }

  /** Consumes the next token, which must be of the kind; `%` in `reason` stands for the actual token. */
  expect(kind: TokenKind, reason: string): Token {
    return this.accept(kind) ?? this.fail(reason.replace('%', () => this.peek().describe()));
  }

  /** Returns true if the next token is a name, an IRI or a number. Inside brackets Dgraph does not distinguish them. */
  atWord(ahead = 0): boolean {
    return isWord(this.peek(ahead).kind);
  }

  mark(): number {
    return this.index;
  }

  /** Returns to a mark. */
  reset(mark: number): void {
    this.index = mark;
  }

  /** Runs `read` one level deeper. */
  nested<T>(read: () => T): T {
    if (++this.depth > MAX_DEPTH) this.fail(`The query is nested deeper than ${MAX_DEPTH} levels`);
    const result = read();
    this.depth--;
    return result;
  }

  /** Returns the span from a token to the last consumed one. */
  spanFrom(first: Token): Span {
    const last = this.index > 0 ? this.tokens[this.index - 1]! : first;
    return { start: first.start, end: Math.max(last.end, first.end), line: first.line, column: first.column };
  }

  fail(reason: string, token: Token = this.peek()): never {
    throw DqlSyntaxError.at(token.position, reason);
  }
}

export function isWord(kind: TokenKind): boolean {
  return kind === 'Name' || kind === 'Iri' || kind === 'Number';
}

/** Returns the span of one token. */
export function spanOf(token: Token): Span {
  return { start: token.start, end: token.end, line: token.line, column: token.column };
}

/** Freezes a finished node. */
export function node<T extends object>(value: T): Readonly<T> {
  return Object.freeze(value);
}
