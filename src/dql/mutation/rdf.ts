/** Parser of /mutate bodies in RDF: `{ set { … } delete { … } }`, an upsert block, or a query alone. */
import type { Span } from '../ast';
import { DqlSyntaxError } from '../errors';
import { describeCharacter, locate } from '../source';
import type { Mutation, MutationRequest, NQuad } from './ast';
import type { FurtherDatatypes } from './datatypes';
import type { StatementKind } from './rdfReader';
import { RdfReader } from './rdfReader';

/**
 * Parses the body of `POST /mutate` with `Content-Type: application/rdf`.
 *
 * Refuses stars in a set, wildcard deletes other than `S * *` and `S P *`, and keys that Dgraph would refuse. Comments
 * may hold quotes and braces, which Dgraph's own parser mishandles.
 *
 * @param further datatypes beyond those that Dgraph reads
 * @throws DqlSyntaxError with line and column in the whole body
 */
export function parseRdfMutation(text: string, further?: FurtherDatatypes): MutationRequest {
  return new BodyReader(text, further).read();
}

/** Parses N-Quad statements to be set, without a block: a data file, or a gRPC client's `SetNquads`. */
export function parseRdf(text: string, kind: StatementKind = 'set', further?: FurtherDatatypes): NQuad[] {
  const reader = new RdfReader(text, further);
  const nquads: NQuad[] = [];
  for (reader.skipBlank(); reader.at < text.length; reader.skipBlank()) {
    nquads.push(reader.readStatement(kind, ''));
  }
  return nquads;
}

/** True if the text begins with a statement, after comments. */
export function beginsWithStatement(text: string): boolean {
  const reader = new RdfReader(text);
  reader.skipBlank();
  return text[reader.at] === '<' || text.startsWith('_:', reader.at);
}

/**
 * Text in which brackets do not count: strings, comments, IRIs and regular expressions. BRACES and BRACKETS match it
 * too.
 */
const OPAQUE = String.raw`"(?:[^"\\]|\\[^])*("?)|#[^\n]*|<[^\s<>"{}|^\x60\\]+>|,[ \t]*/(?:[^/\\\n]|\\.)*/`;
const BRACES = new RegExp(`${OPAQUE}|[{}]`, 'g');
const BRACKETS = new RegExp(`${OPAQUE}|[()]`, 'g');

const WORD = /[A-Za-z_~][A-Za-z0-9_~.]*/y;

class BodyReader {
  private readonly reader: RdfReader;

  constructor(
    private readonly text: string,
    further?: FurtherDatatypes,
  ) {
    this.reader = new RdfReader(text, further);
  }

  /** Body : `upsert` Upsert | `{` Mutation `}` | a query */
  read(): MutationRequest {
    const { text, reader } = this;
    reader.skipBlank();
    if (reader.at >= text.length) this.fail('empty request');
    const start = reader.at;
    if (this.word() === 'upsert') {
      reader.at += 'upsert'.length;
      const request = this.readUpsert();
      this.expectEnd();
      return request;
    }
    if (text[start] === '{') {
      reader.at++;
      reader.skipBlank();
      if (['set', 'delete', 'del'].includes(this.word() ?? '')) {
        const mutation = this.readMutation(undefined);
        this.expectEnd();
        return { mutations: [mutation] };
      }
    }
    const { line, column } = locate(text, start);
    return { query: text, querySpan: { start: 0, end: text.length, line, column }, mutations: [] };
  }

  private expectEnd(): void {
    this.reader.skipBlank();
    if (this.reader.at < this.text.length) {
      this.fail(`Unexpected ${this.text[this.reader.at]!} after the end of the block`);
    }
  }

  /** Upsert : `{` (`query` Braces | `fragment` Name Braces | `mutation` Condition? `{` Mutation `}`)* `}` */
  private readUpsert(): MutationRequest {
    const { text, reader } = this;
    reader.skipBlank();
    if (text[reader.at] !== '{') this.fail(`Expected { at the start of block. Got: [${this.describeNext()}]`);
    reader.at++;
    const mutations: Mutation[] = [];
    let query: string | undefined;
    let fragments = '';
    let querySpan: Span | undefined;
    for (;;) {
      reader.skipBlank();
      if (text[reader.at] === '}') break;
      if (reader.at >= text.length) this.fail('Unclosed upsert block');
      const start = reader.at;
      const word = this.word();
      reader.at += word?.length ?? 0;
      switch (word) {
        case 'query': {
          if (query !== undefined) this.fail('Multiple query ops inside upsert block', start);
          reader.skipBlank();
          const { line, column } = locate(text, reader.at);
          const from = reader.at;
          query = this.readBalanced('{', '}');
          querySpan = { start: from, end: reader.at, line, column };
          break;
        }
        case 'fragment':
          fragments += ` fragment${this.readBalanced('{', '}')}`;
          break;
        case 'mutation':
          mutations.push(this.readConditioned());
          break;
        case undefined:
          this.fail(`Unrecognized character in upsert block: ${describeCharacter(text, start)}`, start);
        // oxlint-disable-next-line no-fallthrough -- fail never returns
        default:
          this.fail(`Invalid operation type: ${word}`, start);
      }
    }
    if (mutations.length === 0) this.fail('Empty mutation block');
    if (query === undefined) this.fail('Query op not found in upsert block');
    reader.at++;
    return { query: query + fragments, querySpan, mutations };
  }

  /** Condition : `@if` `(` … `)` */
  private readConditioned(): Mutation {
    const { text, reader } = this;
    reader.skipBlank();
    let cond: string | undefined;
    if (text[reader.at] === '@') {
      const start = reader.at;
      reader.at++;
      const word = this.word() ?? '';
      if (word !== 'if') this.fail(`Expected @if, found [@${word}]`, start);
      reader.at += word.length;
      this.readBalanced('(', ')');
      cond = text.slice(start, reader.at);
      reader.skipBlank();
    }
    if (text[reader.at] !== '{') {
      if (reader.at >= text.length) this.fail('Unclosed mutation action');
      reader.at += this.word()?.length ?? 0;
      this.fail(`Unrecognized character inside mutation: ${describeCharacter(text, reader.at)}`);
    }
    reader.at++;
    return this.readMutation(cond);
  }

  /** Mutation : ((`set` | `delete`) `{` Statement* `}`)* — after its opening brace, up to and with its closing one. */
  private readMutation(cond: string | undefined): Mutation {
    const { text, reader } = this;
    const blocks: { [K in StatementKind]?: NQuad[] } = {};
    for (;;) {
      reader.skipBlank();
      if (text[reader.at] === '}') {
        reader.at++;
        return { cond, set: blocks.set ?? [], delete: blocks.delete ?? [] };
      }
      const start = reader.at;
      const word = this.word();
      if (word === undefined) {
        if (start >= text.length) this.fail('Unclosed mutation action');
        this.fail(`Unrecognized character inside mutation: ${describeCharacter(text, start)}`);
      }
      if (word === 'schema') this.fail('Altering schema not supported through http client.');
      if (word !== 'set' && word !== 'delete')
        this.fail(`Invalid mutation operation. Expected set or delete, found ${word}`);
      if (blocks[word]) this.fail(`Only one ${word} block is allowed in a mutation`);
      reader.at += word.length;
      blocks[word] = this.readStatements(word);
    }
  }

  private readStatements(kind: StatementKind): NQuad[] {
    const { text, reader } = this;
    reader.skipBlank();
    if (text[reader.at] !== '{') this.fail(`Expected { after ${kind}. Got: [${this.describeNext()}]`);
    const open = reader.at++;
    const nquads: NQuad[] = [];
    for (;;) {
      reader.skipBlank();
      if (text[reader.at] === '}') {
        reader.at++;
        return nquads;
      }
      if (reader.at >= text.length) this.fail('Unclosed mutation text', open);
      if (text[reader.at] === '{') this.fail("Invalid character '{' inside mutation text");
      nquads.push(reader.readStatement(kind, '}'));
    }
  }

  /**
   * Returns the text up to the bracket that closes the first `left`, skipping strings, comments, IRIs and regular
   * expressions.
   */
  private readBalanced(left: string, right: string): string {
    const { text, reader } = this;
    const start = reader.at;
    const special = left === '{' ? BRACES : BRACKETS;
    special.lastIndex = start;
    let depth = 0;
    for (let match = special.exec(text); match; match = special.exec(text)) {
      if (match[0].startsWith('"') && match[1] !== '"') this.fail('Unexpected end of input.', match.index);
      if (match[0] === left) depth++;
      else if (match[0] === right && --depth <= 0) {
        if (depth < 0) this.fail(`Unopened ${right} found`, match.index);
        const end = special.lastIndex;
        reader.skipTo(end);
        return text.slice(start, end);
      }
    }
    this.fail('Matching brackets not found', start);
  }

  private word(): string | undefined {
    WORD.lastIndex = this.reader.at;
    return WORD.exec(this.text)?.[0];
  }

  private describeNext(): string {
    return this.word() ?? this.text[this.reader.at] ?? 'the end of the text';
  }

  private fail(reason: string, at = this.reader.at): never {
    throw DqlSyntaxError.at(locate(this.text, at), reason);
  }
}
