/** Functions of roots and filters: `eq(name@en, "A")`, `uid(0x1, v)`, `near(loc, [1.0, 2.0], 10)` … */
import type {
  CountRef,
  FunctionArgument,
  FunctionCall,
  FunctionOption,
  GqlVariable,
  LenRef,
  ListValue,
  Predicate,
  RegexValue,
  Scalar,
  ValRef,
} from '../ast';
import type { Token } from '../token';
import { finishPredicate, readName, readPredicate, readValRef, tryGqlVariable, tryScalar, wordText } from './names';
import type { TokenStream } from './stream';
import { isWord, node, spanOf } from './stream';
import { parseUint, splitRegex } from '../values';

const INEQUALITIES: ReadonlySet<string> = new Set(['eq', 'le', 'ge', 'gt', 'lt', 'between']);
const GEO: ReadonlySet<string> = new Set(['near', 'contains', 'within', 'intersects']);
const OTHERS: ReadonlySet<string> = new Set([
  ...['regexp', 'anyofterms', 'allofterms', 'alloftext', 'anyoftext', 'ngram', 'has', 'uid', 'uid_in'],
  ...['anyof', 'allof', 'type', 'match', 'similar_to'],
]);
const SIMILAR_TO_OPTIONS: ReadonlySet<string> = new Set(['ef', 'distance_threshold']);

/** Returns true for functions that may stand at the root of a block. */
export function isRootFunction(name: string): boolean {
  return INEQUALITIES.has(name) || GEO.has(name) || OTHERS.has(name);
}

type Subject = NonNullable<FunctionCall['subject']>;

/** Call during parsing. */
interface Call {
  readonly name: string;
  readonly args: FunctionArgument[];
  readonly options: FunctionOption[];
  subject?: Subject;
  nestedSeen: boolean;
}

/**
 * FunctionCall : Name `(` (Subject (`,` Argument)*)? `)`
 *
 * `uid` and `type` have arguments alone; the other functions must have a subject.
 */
export function readFunction(t: TokenStream): FunctionCall {
  return t.nested(() => {
    const first = t.peek();
    const name = readName(t, 'Expected a function but got %').toLowerCase();
    if (!t.accept('(')) t.fail(`Expected ( after func name [${name}]`);
    const call: Call = { name, args: [], options: [], nestedSeen: false };
    readArguments(t, call);
    if (call.subject === undefined && name !== 'uid' && name !== 'type') {
      t.fail(`Got empty attr for function: [${name}]`, first);
    }
    if (name === 'type' && call.args.length !== 1) {
      t.fail(`type function only supports one argument. Got: ${call.args.length}`, first);
    }
    return node<FunctionCall>({
      kind: 'FunctionCall',
      name,
      subject: call.subject,
      args: Object.freeze(call.args),
      options: Object.freeze(call.options),
      span: t.spanFrom(first),
    });
  });
}

/** Reads the arguments up to and with the closing bracket. */
function readArguments(t: TokenStream, call: Call): void {
  let expected = true;
  while (!t.accept(')')) {
    const token = t.peek();
    if (token.kind === ',') {
      if (expected) t.fail('Invalid use of comma.');
      expected = true;
      t.next();
      continue;
    }
    if (token.kind === '@') {
      t.fail("Invalid usage of '@' in function argument, must only appear immediately after attr.");
    }
    if (token.kind === '{' || token.kind === '}') {
      t.fail(`Unrecognized character inside a func: ${token.kind === '{' ? "U+007B '{'" : "U+007D '}'"}`);
    }
    if (!expected) t.fail(`Expected comma or language but got: ${token.text}`);
    readArgument(t, call);
    expected = false;
  }
}

/**
 * Subject : Predicate (`@` tag)? | `val(…)` | `count(…)` | `len(…)`
 *
 * Argument : Scalar | variable | list | regex | …
 */
function readArgument(t: TokenStream, call: Call): void {
  const token = t.peek();
  if (isWord(token.kind) && t.peek(1).kind === '(') return readNested(t, call);
  switch (token.kind) {
    case 'Regex':
      call.args.push(readRegex(t));
      return;
    case '[':
      call.args.push(readList(t, call));
      return;
    case 'Variable':
      call.args.push(tryGqlVariable(t)!);
      return;
    case 'String':
      if (needsSubject(call)) t.fail(`Attribute in function must not be quoted with ": ${token.text}`);
      break;
  }
  if (needsSubject(call)) {
    call.subject = readSubject(t, call);
    return;
  }
  if (call.name === 'similar_to' && call.args.length >= 2) {
    call.options.push(readOption(t, call));
    return;
  }
  const scalar = tryScalar(t) ?? t.fail(`Expected arg after func [${call.name}], but got item ${token.describe()}`);
  call.args.push(call.name === 'uid' ? uidArgument(t, scalar, token) : scalar);
}

function needsSubject(call: Call): boolean {
  return call.subject === undefined && call.name !== 'uid' && call.name !== 'type';
}

function readSubject(t: TokenStream, call: Call): Predicate {
  const first = t.peek();
  const name = readName(t, `Expected arg after func [${call.name}], but got item %`);
  if (call.name === 'uid_in' && t.peek().kind === ')') t.fail('uid_in function expects an argument, got none');
  if (!t.accept('@')) return finishPredicate(t, first, name);
  const lang = t.accept('.')?.text ?? (t.atWord() ? readName(t) : undefined);
  if (lang === undefined) t.fail('The * symbol cannot be used as a valid language inside functions');
  return finishPredicate(t, first, name, Object.freeze([lang]));
}

/** Returns a uid, or the name of a uid variable. */
function uidArgument(t: TokenStream, scalar: Scalar, token: Token): FunctionArgument {
  const uid = parseUint(scalar.text);
  if (uid === 'too large') t.fail(`The uid value "${scalar.text}" is too large.`, token);
  if (uid !== undefined) return scalar;
  return node<FunctionArgument>({ kind: 'VariableName', name: scalar.text, span: scalar.span });
}

/** Reads `val(x)`, `count(friend)`, `len(v)`, `uid(v)` inside another function. */
function readNested(t: TokenStream, call: Call): void {
  const token = t.peek();
  const name = wordText(token).toLowerCase();
  if (call.nestedSeen) t.fail('Multiple functions as arguments not allowed');
  call.nestedSeen = true;
  switch (name) {
    case 'val': {
      const value = readValRef(t, (n) =>
        n === 0 ? 'Got empty attr for function: [val]' : 'Multiple variables not allowed in a function',
      );
      if (needsSubject(call)) call.subject = value;
      else call.args.push(value);
      return;
    }
    case 'len':
      if (!INEQUALITIES.has(call.name)) t.fail('len function only allowed inside inequality function');
      if (!needsSubject(call)) t.fail('incorrect order, the first argument should be len function');
      call.subject = readLen(t);
      return;
    case 'count':
      if (!needsSubject(call)) t.fail('incorrect order, the first argument should be count function');
      call.subject = readCount(t);
      return;
    case 'uid':
      call.args.push(readNestedUid(t));
      return;
    default:
      t.fail(`Only val/count/len/uid allowed as function within another. Got: ${name}`);
  }
}

function readLen(t: TokenStream): LenRef {
  const value: ValRef = readValRef(t, (n) =>
    n === 0 ? 'Got empty attr for function: [len]' : 'Multiple variables not allowed in len function',
  );
  return node<LenRef>({ kind: 'LenRef', variable: value.variable, span: value.span });
}

function readCount(t: TokenStream): CountRef {
  const first = t.next();
  t.expect('(', 'Expected ( after func name [count]');
  if (t.peek().kind === ')') t.fail('Got empty attr for function: [count]');
  const predicate = readPredicate(t, false);
  t.expect(')', 'Expected ) after the predicate of count. Got: %');
  return node<CountRef>({ kind: 'CountRef', predicate, span: t.spanFrom(first) });
}

function readNestedUid(t: TokenStream): FunctionCall {
  const inner = readFunction(t);
  const variables = inner.args.filter((a) => a.kind === 'VariableName').length;
  if (variables !== inner.args.length) t.fail('Nested uid fn expects only uid variable, got UID');
  if (variables !== 1) t.fail(`Nested uid fn expects 1 uid variable, got ${variables}`);
  return inner;
}

/** Option : (`ef` | `distance_threshold`) `:` (Scalar | variable) */
function readOption(t: TokenStream, call: Call): FunctionOption {
  const first = t.peek();
  if (!isWord(first.kind) || t.peek(1).kind !== ':') {
    t.fail('Expected named parameter in similar_to options (e.g. ef: 64)');
  }
  const key = wordText(t.next()).toLowerCase();
  if (!SIMILAR_TO_OPTIONS.has(key)) t.fail(`Unknown option ${JSON.stringify(key)} in similar_to`, first);
  if (call.options.some((o) => o.key === key)) {
    t.fail(`Duplicate key ${JSON.stringify(key)} in similar_to options`, first);
  }
  t.next();
  const value = tryGqlVariable(t) ?? tryScalar(t) ?? t.fail(`Expected value for ${key}`);
  return node<FunctionOption>({ kind: 'FunctionOption', key, value, span: t.spanFrom(first) });
}

function readRegex(t: TokenStream): RegexValue {
  const token = t.next();
  const regex = splitRegex(token.text) ?? t.fail(`Found invalid regex: [${token.text}]`, token);
  return node<RegexValue>({ kind: 'Regex', ...regex, span: spanOf(token) });
}

/** List : `[` … `]`; coordinates in geo functions, values elsewhere. */
function readList(t: TokenStream, call: Call): ListValue {
  if (GEO.has(call.name)) return readCoordinates(t, 1);
  const listed = INEQUALITIES.has(call.name) || call.name === 'uid_in' || call.name === 'similar_to';
  if (!listed) t.fail('Unexpected character [ while parsing request.');
  const first = t.next();
  const items: (Scalar | GqlVariable)[] = [];
  for (;;) {
    const token = t.peek();
    if (token.kind === ']' && items.length === 0) t.fail('Empty Argument');
    if (token.kind === ',') t.fail('Invalid comma in argument list');
    if (token.kind === '-' || token.kind === '+') t.fail('Invalid arg list');
    items.push(tryGqlVariable(t) ?? tryScalar(t) ?? t.fail('Invalid arg list'));
    if (t.accept(']')) break;
    // Dgraph does not require a comma between two values.
    const more = t.atWord() || t.peek().kind === 'String';
    if (!t.accept(',') && !more) t.fail(`Expecting ] to end list but got ${t.peek().text} instead`);
  }
  return node<ListValue>({ kind: 'List', items: Object.freeze(items), span: t.spanFrom(first) });
}

/** Coordinates : `[` (number | Coordinates) (`,` …)* `]`, four levels deep at most. */
function readCoordinates(t: TokenStream, level: number): ListValue {
  const first = t.next();
  if (level > 4) t.fail('Invalid bracket sequence', first);
  const items: (Scalar | ListValue)[] = [];
  while (!t.accept(']')) {
    if (items.length > 0) t.expect(',', 'Found invalid item: % while parsing geo arguments.');
    const token = t.peek();
    if (token.kind === '[') items.push(readCoordinates(t, level + 1));
    else items.push(tryScalar(t) ?? t.fail(`Found invalid item: ${token.text} while parsing geo arguments.`));
  }
  if (level === 1 && t.peek().kind !== ')' && t.peek().kind !== ',') {
    t.fail(`Expected right round or comma. Got: ${t.peek().describe()}`);
  }
  return node<ListValue>({ kind: 'List', items: Object.freeze(items), span: t.spanFrom(first) });
}

/** Reads `checkpwd(password, "secret")` in a selection. */
export function readCheckPassword(t: TokenStream): { predicate: Predicate; password: Scalar | GqlVariable } {
  const first = t.peek();
  const call = readFunction(t);
  const password = call.args[0];
  if (call.subject?.kind !== 'Predicate' || call.args.length !== 1) {
    t.fail('checkpwd takes a predicate and a password', first);
  }
  if (password?.kind !== 'Scalar' && password?.kind !== 'GqlVariable') {
    t.fail('checkpwd takes a predicate and a password', first);
  }
  return { predicate: call.subject, password };
}
