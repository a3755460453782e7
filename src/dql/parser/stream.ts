/** The parser's view of the tokens: look ahead, take, expect, and make nodes with their spans. */
import type { Span } from '../ast';
import { DqlSyntaxError } from '../errors';
import type { Token, TokenKind } from '../token';

/** How deep braces, brackets and operators may nest; beyond it the query is refused instead of the stack overflowing. */
export const MAX_DEPTH = 128;

export class TokenStream {
  private index = 0;
  private depth = 0;

  /** @param tokens ending in EOF */
  constructor(private readonly tokens: readonly Token[]) {}

  /** The token `ahead` places on; EOF beyond the end. */
  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]!;
  }

  next(): Token {
    const token = this.peek();
    if (this.index < this.tokens.length - 1) this.index++;
    return token;
  }

  /** Takes the next token where it is of the kind. */
  accept(kind: TokenKind): Token | undefined {
    return this.peek().kind === kind ? this.next() : undefined;
  }

  /** Takes the next token, which must be of the kind; a `%` in `reason` stands for the token found instead. */
  expect(kind: TokenKind, reason: string): Token {
    return this.accept(kind) ?? this.fail(reason.replace('%', () => this.peek().describe()));
  }

  /** Is the next token a name, an IRI or a number? Inside brackets Dgraph makes no difference between them. */
  atWord(ahead = 0): boolean {
    return isWord(this.peek(ahead).kind);
  }

  mark(): number {
    return this.index;
  }

  /** Goes back to a mark. */
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

  /** The span from a token to the last one taken. */
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

/** The span of one token. */
export function spanOf(token: Token): Span {
  return { start: token.start, end: token.end, line: token.line, column: token.column };
}

/** Marks a node as finished. */
export function node<T extends object>(value: T): Readonly<T> {
  return Object.freeze(value);
}
