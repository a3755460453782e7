/** Parser of schema texts into declarations. */
import type { Span } from '../ast';
import { DqlSyntaxError } from '../errors';
import { parseUint } from '../values';
import type { IndexSpec, PredicateDeclaration, ScalarType, SchemaDocument, TypeDeclaration } from './ast';
import { TOKENIZERS, VECTOR_INDEXES, vectorOptionError } from './indexes';
import type { SchemaToken, SchemaTokenKind } from './lexer';
import { tokenizeSchema } from './lexer';
import { plainPredicate } from './plain';

/**
 * Parses a schema: predicates and types, in the order written. Faults of one declaration are refused here; faults of
 * several declarations together, or with a store, are not (see `validateSchema`).
 *
 * @throws DqlSyntaxError with Dgraph's words and the position
 */
export function parseSchema(text: string): SchemaDocument {
  return new SchemaReader(tokenizeSchema(text)).read();
}

const TYPES: ReadonlySet<string> = new Set<ScalarType>([
  ...(['default', 'binary', 'int', 'float', 'bool', 'datetime', 'geo', 'uid', 'string', 'password'] as const),
  ...(['bigfloat', 'float32vector'] as const),
]);

type OpenPredicate = { -readonly [K in keyof PredicateDeclaration]: PredicateDeclaration[K] };

class SchemaReader {
  private index = 0;

  /** @param tokens ending in EOF */
  constructor(private readonly tokens: readonly SchemaToken[]) {}

  /** Schema : (NewLine | Namespace? (Type | Predicate))* */
  read(): SchemaDocument {
    const predicates: PredicateDeclaration[] = [];
    const types: TypeDeclaration[] = [];
    while (this.peek().kind !== 'EOF') {
      if (this.accept('NewLine')) continue;
      if (this.peek().kind === '[') this.skipNamespace();
      const token = this.peek();
      if (token.kind !== 'Word') this.fail(`Unexpected token: ${this.nextTokenName()} while parsing schema`);
      if (token.value === 'type' && this.peek(1).kind === 'Word' && this.peek(2).kind === '{')
        types.push(this.readType());
      else predicates.push(this.readPredicate());
    }
    return Object.freeze({ predicates: Object.freeze(predicates), types: Object.freeze(types) });
  }

  /** Namespace : `[` number `]` */
  private skipNamespace(): void {
    this.next();
    const number = this.accept('Number');
    if (!number || typeof parseUint(number.value) !== 'bigint' || !this.accept(']')) {
      this.fail('While parsing namespace: expected a number in brackets, [0x1]');
    }
  }

  /** Predicate : Name `:` (ScalarType | `[` ScalarType `]`) Directive* `.` */
  private readPredicate(): PredicateDeclaration {
    const first = this.next();
    const name = first.value;
    if (name === '') this.fail('No predicate specified in schema mutation', first);
    if (name.includes('@') || this.peek().kind === '@') this.fail("Invalid '@' in name");
    this.expect(':', 'Missing colon');
    const list = this.accept('[') !== undefined;
    const typeToken = this.expect('Word', 'Missing Type');
    const type = typeToken.value.toLowerCase();
    if (!isScalarType(type)) this.fail('Undefined Type', typeToken);
    if (list) {
      if (type === 'password' || type === 'bool') this.fail(`Unsupported type for list: [${type}].`, typeToken);
      this.expect(']', `Unclosed [ while parsing schema for: ${name}`);
    }
    const predicate: OpenPredicate = { ...plainPredicate(name, type), list };
    while (this.accept('@')) this.readDirective(predicate);
    const end = this.expect('.', 'Invalid ending: expected . at the end of the declaration');
    if (this.peek().kind !== 'EOF') this.expect('NewLine', 'Invalid ending: expected a new line after .');
    predicate.span = span(first, end);
    return Object.freeze(predicate);
  }

  private readDirective(predicate: OpenPredicate): void {
    const token = this.expect('Word', 'Missing directive name');
    switch (token.value) {
      case 'reverse':
        if (predicate.type !== 'uid') this.fail('Cannot reverse for non-UID type', token);
        predicate.reverse = true;
        return;
      case 'index':
        predicate.index = this.readIndex(predicate, token);
        return;
      case 'lang':
        if (predicate.type !== 'string' || predicate.list) {
          this.fail(
            `@lang directive can only be specified for string type. Got: [${predicate.type}] for attr: ` +
              `[0-${predicate.name}]`,
            token,
          );
        }
        predicate.lang = true;
        return;
      case 'count':
      case 'upsert':
      case 'unique':
      case 'noconflict':
        predicate[token.value] = true;
        return;
      default:
        this.fail(`Invalid index specification: unknown directive @${token.value}`, token);
    }
  }

  /** Index : `(` Tokenizer (`,` Tokenizer)* `)` */
  private readIndex({ name, type }: OpenPredicate, at: SchemaToken): readonly IndexSpec[] {
    if (type === 'uid' || type === 'default' || type === 'password') {
      this.fail(`Indexing not allowed on predicate 0-${name} of type ${type}`, at);
    }
    if (!this.accept('(')) this.fail(`Require type of tokenizer for pred: 0-${name} for indexing.`, at);
    const specs: IndexSpec[] = [];
    let sortable = false;
    do {
      const token = this.expect('Word', `Expected token or VectorFactory name, but found '${this.peek().value}'`);
      const tokenizer = token.value.toLowerCase();
      if (VECTOR_INDEXES.has(tokenizer)) {
        specs.push(this.readVectorIndex(name, type, token));
        continue;
      }
      const facts = TOKENIZERS.get(tokenizer);
      if (!facts) this.fail(`Invalid tokenizer ${token.value}`, token);
      if (facts.type !== type) {
        this.fail(`Tokenizer: ${tokenizer} isn't valid for predicate: ${name} of type: ${type}`, token);
      }
      if (sortable && facts.sortable) this.fail(`Only one index tokenizer can be sortable for 0-${name}`, token);
      if (specs.some((s) => s.tokenizer === tokenizer)) {
        this.fail(`Duplicate tokenizers defined for predicate ${name}`, token);
      }
      sortable ||= facts.sortable;
      specs.push(Object.freeze({ tokenizer }));
    } while (this.accept(','));
    this.expect(')', `Expected ',' or ')' but found '${this.peek().value}' for predicate '0-${name}'`);
    return Object.freeze(specs);
  }

  /** VectorIndex : Name (`(` Option (`,` Option)* `)`)?;  Option : Name `:` string */
  private readVectorIndex(name: string, type: ScalarType, token: SchemaToken): IndexSpec {
    const tokenizer = token.value.toLowerCase();
    if (type !== 'float32vector') {
      this.fail(`IndexFactory: ${tokenizer} isn't valid for predicate: ${name} of type: ${type}`, token);
    }
    if (!this.accept('(')) return Object.freeze({ tokenizer });
    const options: { key: string; value: string }[] = [];
    do {
      const key = this.expect('Word', `unexpected '${this.peek().value}' found when expecting option name`);
      this.expect(':', `unexpected '${this.peek().value}' found when expecting ':'`);
      const value = this.expect('String', `unexpected '${this.peek().value}' found when expecting quoted text`);
      const wrong = vectorOptionError(key.value, value.value);
      if (wrong) this.fail(`IndexFactory: ${tokenizer} issues this error: '${wrong}'`, key);
      options.push(Object.freeze({ key: key.value, value: value.value }));
    } while (this.accept(','));
    this.expect(')', `unexpected '${this.peek().value}' found when expecting ',' or ')'`);
    return Object.freeze({ tokenizer, options: Object.freeze(options) });
  }

  /** Type : `type` Name `{` (Field? NewLine)* `}` */
  private readType(): TypeDeclaration {
    const first = this.next();
    const name = this.next().value;
    this.next();
    const fields = new Set<string>();
    while (this.peek().kind !== '}') {
      if (this.accept('NewLine')) continue;
      if (this.peek().kind !== 'Word') this.fail(`Unexpected token. Got ${this.nextTokenName()}`);
      const field = this.readField();
      if (fields.has(field.value)) this.fail(`Duplicate fields with name: ${field.value}`, field);
      fields.add(field.value);
    }
    const end = this.next();
    if (this.peek().kind !== 'EOF') {
      this.expect('NewLine', `Expected new line or EOF after type declaration. Got ${this.nextTokenName()}`);
    }
    return Object.freeze({ kind: 'Type', name, fields: Object.freeze([...fields]), span: span(first, end) });
  }

  /**
   * Field : Name (`:` (Name `!`? | `[` Name `!`? `]` `!`?))? NewLine — a type after the colon is legacy syntax without
   * effect.
   */
  private readField(): SchemaToken {
    const field = this.next();
    if (this.accept('NewLine')) return field;
    if (!this.accept(':')) {
      this.fail(`Missing colon in type declaration. Got ${this.peek().value}: each field stands on a line of its own`);
    }
    const list = this.accept('[') !== undefined;
    this.expect('Word', `Missing field type in type declaration. Got ${this.nextTokenName()}`);
    this.accept('!');
    if (list) {
      this.expect(']', `Expected matching square bracket. Got ${this.nextTokenName()}`);
      this.accept('!');
    }
    this.expect('NewLine', `Expected new line after field declaration. Got ${this.nextTokenName()}`);
    return field;
  }

  private peek(ahead = 0): SchemaToken {
    return this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)]!;
  }

  private next(): SchemaToken {
    const token = this.peek();
    if (this.index < this.tokens.length - 1) this.index++;
    return token;
  }

  private accept(kind: SchemaTokenKind): SchemaToken | undefined {
    return this.peek().kind === kind ? this.next() : undefined;
  }

  private expect(kind: SchemaTokenKind, reason: string): SchemaToken {
    return this.accept(kind) ?? this.fail(reason);
  }

  /** Returns the next token as messages name it. */
  private nextTokenName(): string {
    const { kind, value } = this.peek();
    return kind === 'EOF'
      ? 'the end of the schema'
      : kind === 'NewLine'
        ? 'the end of the line'
        : JSON.stringify(value);
  }

  private fail(reason: string, token: SchemaToken = this.peek()): never {
    throw DqlSyntaxError.at({ line: token.line, column: token.column, offset: token.start }, reason);
  }
}

function span(first: SchemaToken, last: SchemaToken): Span {
  return { start: first.start, end: last.end, line: first.line, column: first.column };
}

function isScalarType(name: string): name is ScalarType {
  return TYPES.has(name);
}
