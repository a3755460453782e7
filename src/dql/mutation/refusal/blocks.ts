/** Refusals of the blocks of an RDF body, in Dgraph's words: the whole body is lexed before it is parsed. */
import { describeCharacter } from '../../source';
import type { StatementKind } from '../rdfReader';
import { END, isLineEnd, isSpace, ItemScanner, Refusal } from './scanner';
import type { Item } from './scanner';

type Token = 'text' | '{' | '}' | 'type' | 'upsert' | 'operation' | 'content' | 'part' | 'block' | 'end';
type State = () => State | undefined;

/** Statements of one block. */
interface StatementBlock {
  readonly kind: StatementKind;
  readonly text: string;
}

const isNameStart = (c: string): boolean => /^[A-Za-z_~]$/.test(c);
const isNamePart = (c: string): boolean => /^[A-Za-z0-9_~.]$/.test(c);

/**
 * Reads the blocks of a body.
 *
 * @returns undefined for a query
 * @throws Refusal
 */
export function readBlocks(text: string): readonly StatementBlock[] | undefined {
  const items = new BlockLexer(text).run();
  return items && new BlockParser(items).read();
}

/** Lexer of a body; gives up at a query. */
class BlockLexer {
  private readonly scanner: ItemScanner<Token>;
  /** Nesting of braces in a mutation, and in an upsert block. */
  private depth = 0;
  private blockDepth = 0;
  private isQuery = false;

  constructor(text: string) {
    this.scanner = new ItemScanner(text);
  }

  run(): readonly Item<Token>[] | undefined {
    for (let state: State | undefined = this.top; state;) state = state();
    return this.isQuery ? undefined : this.scanner.items;
  }

  private readonly query: State = () => {
    this.isQuery = true;
    return undefined;
  };

  private readonly top: State = () => {
    const { scanner } = this;
    if (this.blockDepth > 0) return this.upsert;
    for (;;) {
      const c = scanner.next();
      if (c === '{') {
        this.depth++;
        scanner.emit('{');
        return this.firstWord;
      }
      if (c === '}') scanner.fail('Too many right curl');
      if (c === END) {
        if (scanner.word !== '') scanner.emit('text');
        scanner.emit('end');
        return undefined;
      }
      if (c === '#') return this.comment(this.top);
      if (c === '(') return this.query;
      if (isSpace(c) || isLineEnd(c)) scanner.skip();
      else if (isNameStart(c)) return this.operationType();
    }
  };

  private operationType(): State {
    const { scanner } = this;
    scanner.run(isNamePart);
    const { word } = scanner;
    if (word === 'query' || word === 'fragment' || word === 'schema') return this.query;
    if (word !== 'mutation' && word !== 'upsert') scanner.fail(`Invalid operation type: ${word}`);
    scanner.emit(word === 'upsert' ? 'upsert' : 'type');
    return word === 'upsert' ? this.upsert : this.mutation;
  }

  /** After the first brace: a mutation or a query. */
  private readonly firstWord: State = () => {
    const { scanner } = this;
    for (;;) {
      const c = scanner.next();
      if (isSpace(c) || isLineEnd(c)) scanner.skip();
      else if (isNameStart(c)) {
        scanner.run(isNamePart);
        if (!['set', 'delete', 'del'].includes(scanner.word)) return this.query;
        scanner.emit('operation');
        return this.mutation;
      } else if (c === '<') return this.query;
      else if (c === '#') return this.comment(this.firstWord);
      else if (c === END) scanner.fail('Invalid DQL');
      else scanner.fail(`Unexpected character while lexing DQL: ${describeCharacter(c, 0)}`);
    }
  };

  private readonly mutation: State = () => {
    const { scanner } = this;
    for (;;) {
      const c = scanner.next();
      if (c === '@') return this.condition();
      if (c === '}') {
        this.depth--;
        scanner.emit('}');
        if (this.depth === 0) return this.top;
      } else if (c === '{') {
        this.depth++;
        scanner.emit('{');
        if (this.depth >= 2) return this.statements;
      } else if (isSpace(c) || isLineEnd(c)) scanner.skip();
      else if (isNameStart(c)) {
        scanner.run(isNamePart);
        scanner.emit('operation');
      } else if (c === '#') return this.comment(this.mutation);
      else if (c === END) scanner.fail('Unclosed mutation action');
      else scanner.fail(`Unrecognized character inside mutation: ${describeCharacter(c, 0)}`);
    }
  };

  private readonly statements: State = () => {
    const { scanner } = this;
    for (;;) {
      const c = scanner.next();
      if (c === END) scanner.fail('Unclosed mutation text');
      if (c === '{') scanner.fail("Invalid character '{' inside mutation text");
      if (c === '"') this.skipValue();
      if (c !== '}') continue;
      scanner.unread(c);
      scanner.emit('content');
      return this.mutation;
    }
  };

  private skipValue(): void {
    const { scanner } = this;
    for (let c = scanner.next(); c !== '"'; c = scanner.next()) {
      if (c === END) scanner.fail('Unclosed mutation value');
      if (c === '\\') scanner.next();
    }
  }

  private readonly upsert: State = () => {
    const { scanner } = this;
    for (;;) {
      const c = scanner.next();
      if (c === '}') {
        this.blockDepth--;
        scanner.emit('}');
        if (this.blockDepth === 0) return this.top;
      } else if (c === '{') {
        this.blockDepth++;
        scanner.emit('{');
      } else if (isSpace(c) || isLineEnd(c)) scanner.skip();
      else if (isNameStart(c)) return this.part();
      else if (c === '#') return this.comment(this.upsert);
      else if (c === END) scanner.fail('Unclosed upsert block');
      else scanner.fail(`Unrecognized character in upsert block: ${describeCharacter(c, 0)}`);
    }
  };

  private part(): State {
    const { scanner } = this;
    scanner.run(isNamePart);
    const { word } = scanner;
    if (word !== 'query' && word !== 'mutation' && word !== 'fragment') {
      scanner.fail(`Invalid operation type: ${word}`);
    }
    scanner.emit('part');
    return word === 'mutation' ? this.mutation : this.balanced('{', '}', this.upsert);
  }

  private condition(): State {
    const { scanner } = this;
    scanner.run(isNamePart);
    const { word } = scanner;
    if (word !== '@if') scanner.fail(`Expected @if, found [${word}]`);
    return this.balanced('(', ')', this.mutation);
  }

  private balanced(left: string, right: string, then: State): State {
    const { scanner } = this;
    for (let depth = 0; ;) {
      const c = scanner.next();
      if (c === END) scanner.fail('Matching brackets not found');
      if (c === '"') scanner.quoted();
      if (c === left) depth++;
      if (c !== right) continue;
      depth--;
      if (depth < 0) scanner.fail(`Unopened ${right} found`);
      if (depth > 0) continue;
      scanner.emit('block');
      return then;
    }
  }

  private comment(then: State): State {
    const { scanner } = this;
    scanner.run((c) => !isLineEnd(c));
    const hasEnded = scanner.next() === END;
    scanner.skip();
    if (hasEnded) scanner.emit('end');
    return then;
  }
}

/** Parser of the tokens of a body. */
class BlockParser {
  private index = 0;

  constructor(private readonly items: readonly Item<Token>[]) {}

  read(): readonly StatementBlock[] | undefined {
    const [first, second] = this.items;
    if (first?.type === 'upsert') return this.upsert();
    return second?.type === 'operation' ? this.mutation() : undefined;
  }

  private current(): Item<Token> {
    return this.items[this.index]!;
  }

  private advance(): boolean {
    return ++this.index < this.items.length;
  }

  private upsert(): readonly StatementBlock[] {
    const blocks: StatementBlock[] = [];
    let hasQuery = false;
    let hasMutation = false;
    if (!this.advance()) this.fail('Unexpected end of upsert block');
    if (this.current().type !== '{') this.fail(`Expected { at the start of block. Got: [${this.current().text}]`);
    while (this.advance()) {
      const { type, text } = this.current();
      if (type === '}') {
        if (!hasMutation) this.fail('Empty mutation block');
        if (!hasQuery) this.fail('Query op not found in upsert block');
        return blocks;
      }
      if (type !== 'part') this.fail(`Unexpected token in upsert block [${text}]`);
      if (text === 'query' && hasQuery) this.fail('Multiple query ops inside upsert block');
      if (!this.advance()) this.fail('Unexpected end of upsert block');
      if (text === 'mutation') {
        if (this.current().type === 'block' && !this.advance()) this.fail('Unexpected end of upsert block');
        blocks.push(...this.mutation());
        hasMutation = true;
      } else {
        if (this.current().type !== 'block') this.fail(`Expecting brace, found '${this.current().text}'`);
        hasQuery ||= text === 'query';
      }
    }
    this.fail('Invalid upsert block');
  }

  private mutation(): readonly StatementBlock[] {
    if (this.current().type !== '{') this.fail(`Expected { at the start of block. Got: [${this.current().text}]`);
    const blocks = new Map<StatementKind, StatementBlock>();
    while (this.advance()) {
      const { type, text } = this.current();
      if (type === '}') return [blocks.get('set'), blocks.get('delete')].filter((block) => block !== undefined);
      if (type === 'operation') this.operation(text, blocks);
    }
    this.fail('Invalid mutation.');
  }

  private operation(name: string, blocks: Map<StatementKind, StatementBlock>): void {
    let isOpen = false;
    while (this.advance()) {
      const { type, text } = this.current();
      if (type === '}') return;
      if (type === '{') {
        if (isOpen) this.fail('Too many left curls in set mutation.');
        isOpen = true;
      } else if (type === 'content') {
        if (!isOpen) this.fail('Mutation syntax invalid.');
        if (name === 'schema') this.fail('Altering schema not supported through http client.');
        if (name === 'dropall') this.fail('Dropall not supported through http client.');
        if (name !== 'set' && name !== 'delete') this.fail('Invalid mutation operation.');
        blocks.set(name, { kind: name, text });
      }
    }
    this.fail('Invalid mutation formatting.');
  }

  /** Errors have the position of the following token. */
  private fail(reason: string): never {
    const { line, column } = this.items[this.index + 1] ?? { line: -1, column: -1 };
    throw new Refusal(`line ${line} column ${column}: ${reason}`);
  }
}
