/** Selections between braces: fields, aggregates, math, `expand`, fragment spreads. */
import type {
  AggregateField,
  CheckPasswordField,
  CountField,
  ExpandField,
  Field,
  FragmentSpread,
  MathField,
  Predicate,
  Selection,
  UidField,
  ValField,
} from '../ast';
import type { Token, TokenKind } from '../token';
import { readCheckPassword } from './functions';
import { readMath } from './math';
import { finishPredicate, isAs, readName, readPredicate, readValRef, wordText } from './names';
import type { TokenStream } from './stream';
import { node } from './stream';
import type { Suffix } from './suffix';
import { readSuffix } from './suffix';

/** Context of a selection: `@groupby` and blocks without a function restrict it. */
type SelectionContext = 'plain' | 'groupby' | 'empty';

/** Selections : `{` (Selection | `,`)* `}` */
export function readSelections(t: TokenStream, context: SelectionContext): readonly Selection[] {
  return t.nested(() => {
    t.expect('{', 'Malformed Query. Missing {. Got %');
    const selections: Selection[] = [];
    while (!t.accept('}')) {
      if (t.accept(',')) continue;
      const selection = readSelection(t, context);
      if (selection) selections.push(selection);
    }
    return Object.freeze(selections);
  });
}

/**
 * Selection : `...` Name | Head (Field | Uid | Count | Val | Aggregate | Math | Expand | CheckPassword) | variable `as`
 *
 * Undefined for a variable without a selection, which Dgraph drops.
 */
function readSelection(t: TokenStream, context: SelectionContext): Selection | undefined {
  const token = t.peek();
  if (token.kind === '...') {
    t.next();
    if (!t.atWord()) t.fail(`Expected the name of a fragment after ... Got: ${t.peek().describe()}`);
    const name = wordText(t.next());
    return node<FragmentSpread>({ kind: 'FragmentSpread', name, span: t.spanFrom(token) });
  }
  if (!t.atWord()) {
    t.fail(STRAY[token.kind] ?? `Expected a predicate or a function in a selection. Got: ${token.describe()}`);
  }
  const head = readHead(t);
  if (!head) return undefined;
  checkContext(t, context);
  return readSpecial(t, head, context) ?? readField(t, head);
}

/** Dgraph's messages for tokens that cannot begin a selection. */
const STRAY: { readonly [K in TokenKind]?: string } = {
  '.': 'Expected 3 periods ("..."), got fewer.',
  '@': 'Invalid use of directive.',
  '{': 'Query syntax invalid.',
  '(': 'Predicate name cannot be empty.',
  ')': 'Invalid mention of brackets',
};

/** The `v as` and `alias:` before a selection. */
interface Head {
  readonly first: Token;
  readonly variable: string | undefined;
  readonly alias: string | undefined;
}

/** Head : (variable `as` `,`* | alias `:`)*, one of each; undefined if nothing follows a variable */
function readHead(t: TokenStream): Head | undefined {
  const first = t.peek();
  let variable: string | undefined;
  let alias: string | undefined;
  for (;;) {
    if (!t.atWord()) {
      t.fail(`Expected a predicate after ${alias === undefined ? 'as' : ':'}. Got: ${t.peek().describe()}`);
    }
    if (isAs(t.peek(1))) {
      variable = wordText(t.next());
      t.next();
      while (t.accept(','));
      if (t.peek().kind === '}') return undefined;
      continue;
    }
    const mark = t.mark();
    const name = readName(t);
    if (!t.accept(':')) {
      t.reset(mark);
      return { first, variable, alias };
    }
    if (alias !== undefined) t.fail('Invalid colon after alias declaration');
    alias = name;
  }
}

/** The whole name ahead: `uid-card` is not `uid`. */
function peekName(t: TokenStream): string {
  const mark = t.mark();
  const name = readName(t);
  t.reset(mark);
  return name;
}

const isAggregate = (word: string): word is AggregateField['function'] =>
  word === 'min' || word === 'max' || word === 'sum' || word === 'avg';

/** Returns the head of a field or count of a predicate: Dgraph drops alias and variable before names of aggregates. */
const headOf = (head: Head, name: string): Head =>
  isAggregate(name.toLowerCase()) ? { first: head.first, variable: undefined, alias: undefined } : head;

function checkContext(t: TokenStream, context: SelectionContext): void {
  if (context === 'plain') return;
  const word = peekName(t);
  const lower = word.toLowerCase();
  if (context === 'groupby' && !isAggregate(word) && word !== 'count') {
    t.fail(`Only aggregator/count functions allowed inside @groupby. Got: ${word}`);
  }
  if (context === 'empty' && !(t.peek(1).kind === '(' && (lower === 'math' || isAggregate(lower)))) {
    t.fail(`Only aggregation/math functions allowed inside empty blocks. Got: ${lower}`);
  }
}

/**
 * Reads a selection that begins with a special word, most of which need a bracket after them; undefined for a plain
 * predicate.
 */
function readSpecial(t: TokenStream, head: Head, context: SelectionContext): Selection | undefined {
  const word = peekName(t).toLowerCase();
  const called = t.peek(1).kind === '(';
  switch (word) {
    case 'uid':
      if (called) t.fail('Cannot do uid() of a variable');
      return readUid(t, head);
    case 'count':
      return called ? readCount(t, head) : undefined;
    case 'val':
      return called ? readVal(t, head) : undefined;
    case 'min':
    case 'max':
    case 'sum':
    case 'avg':
      return called ? readAggregate(t, head, word, context) : undefined;
    case 'math':
      return readMathField(t, head);
    case 'expand':
      return readExpand(t, head);
    case 'checkpwd':
      return readCheckPasswordField(t, head);
    default:
      return undefined;
  }
}

/** Field : Predicate Suffix */
function readField(t: TokenStream, before: Head): Field {
  const first = t.peek();
  const name = readName(t);
  const head = headOf(before, name);
  const suffix = readSuffix(t, 'field', first, name, readSelections);
  return node<Field>({
    kind: 'Field',
    variable: head.variable,
    alias: head.alias,
    predicate: suffixedPredicate(t, first, name, suffix),
    ...closeSuffix(suffix),
    selection: suffix.selection,
    span: t.spanFrom(head.first),
  });
}

function suffixedPredicate(t: TokenStream, first: Token, name: string, suffix: Suffix): Predicate {
  return finishPredicate(t, first, name, suffix.langs, suffix.nameSpan);
}

function closeSuffix(suffix: Suffix): Pick<Field, 'pagination' | 'order' | 'directives'> {
  return {
    pagination: Object.freeze(suffix.pagination),
    order: Object.freeze(suffix.order),
    directives: Object.freeze(suffix.directives),
  };
}

/** Uid : `uid` */
function readUid(t: TokenStream, { first, variable, alias }: Head): UidField {
  t.next();
  refuseSuffix(t);
  return node<UidField>({ kind: 'UidField', variable, alias, span: t.spanFrom(first) });
}

/** Refuses filters, orders and selections after a value. */
function refuseSuffix(t: TokenStream): void {
  const { kind } = t.peek();
  if (kind === '@') t.fail('Invalid use of directive.');
  if (kind === '{' || kind === '(') t.fail('Query syntax invalid.');
}

/** Count : `count` `(` (`uid` | Predicate Suffix) `)` Suffix */
function readCount(t: TokenStream, head: Head): CountField {
  const { first } = head;
  t.next();
  t.next();
  const inner = t.peek();
  if (inner.kind === ')') t.fail('Cannot use count(), please use count(uid)');
  if (!t.atWord()) t.fail(`Expected a predicate in count(). Got: ${inner.describe()}`);
  const word = peekName(t).toLowerCase();
  if (word === 'uid' && t.peek(1).kind === ')') {
    t.next();
    t.next();
    refuseSuffix(t);
    return node<CountField>({
      kind: 'CountField',
      variable: head.variable,
      alias: head.alias,
      predicate: undefined,
      ...closeSuffix({ pagination: {}, order: [], directives: {}, langs: [], nameSpan: t.spanFrom(first) }),
      span: t.spanFrom(first),
    });
  }
  if (word === 'uid' || (word === 'val' && t.peek(1).kind === '(')) t.fail('Count of a variable is not allowed');
  const name = readName(t);
  let suffix = readSuffix(t, 'count', inner, name, readSelections);
  if (t.atWord() || t.peek().kind === ',') t.fail('Multiple predicates not allowed in single count.');
  t.expect(')', 'Expected ) after count. Got: %');
  suffix = readSuffix(t, 'count', inner, name, readSelections, suffix);
  const { variable, alias } = headOf(head, name);
  return node<CountField>({
    kind: 'CountField',
    variable,
    alias,
    predicate: suffixedPredicate(t, inner, name, suffix),
    ...closeSuffix(suffix),
    span: t.spanFrom(first),
  });
}

/** Val : `val` `(` Name `)` */
function readVal(t: TokenStream, { first, variable, alias }: Head): ValField {
  if (variable !== undefined) t.fail('Cannot assign a variable to val()');
  const value = readValRef(t, () => 'Invalid use of val(). Exactly one variable expected.');
  refuseSuffix(t);
  return node<ValField>({ kind: 'ValField', variable, alias, value, span: t.spanFrom(first) });
}

/** Aggregate : (`min` | `max` | `sum` | `avg`) `(` ValRef `)`; in `@groupby` of a predicate instead */
function readAggregate(
  t: TokenStream,
  { first, variable, alias }: Head,
  name: AggregateField['function'],
  context: SelectionContext,
): AggregateField {
  t.next();
  t.next();
  let of: AggregateField['of'];
  if (context === 'groupby') of = readPredicate(t, true);
  else {
    const token = t.peek();
    if (wordText(token) !== 'val') t.fail(`Only variables allowed in aggregate functions. Got: ${wordText(token)}`);
    of = readValRef(t, (n) => `Expected one variable inside val() of aggregator but got ${n}`);
  }
  t.expect(')', `Expected ) after ${name}. Got: %`);
  refuseSuffix(t);
  return node<AggregateField>({ kind: 'AggregateField', variable, alias, function: name, of, span: t.spanFrom(first) });
}

/** Math : `math` `(` Expression `)`, with a mandatory name */
function readMathField(t: TokenStream, { first, variable, alias }: Head): MathField {
  if (variable === undefined && alias === undefined) {
    t.fail('Function math should be used with a variable or have an alias');
  }
  t.next();
  const expression = readMath(t);
  refuseSuffix(t);
  return node<MathField>({ kind: 'MathField', variable, alias, expression, span: t.spanFrom(first) });
}

/** Expand : `expand` `(` (`_all_` | Name (`,` Name)* | ValRef) `)` Suffix */
function readExpand(t: TokenStream, { first, variable, alias }: Head): ExpandField {
  if (variable !== undefined) t.fail('expand() cannot be used with a variable: expand');
  if (alias !== undefined) t.fail('expand() cannot have an alias');
  const start = t.next();
  t.expect('(', 'Invalid use of expand()');
  const types = readExpandTypes(t);
  t.expect(')', 'Unexpected token % when reading a type list');
  const suffix = readSuffix(t, 'expand', start, 'expand', readSelections);
  return node<ExpandField>({
    kind: 'ExpandField',
    variable,
    alias,
    types,
    ...closeSuffix(suffix),
    selection: suffix.selection,
    span: t.spanFrom(first),
  });
}

function readExpandTypes(t: TokenStream): ExpandField['types'] {
  const word = t.peek().text;
  if (word === '_forward_' || word === '_reverse_') t.fail(`Argument ${word} has been deprecated`);
  if (word === 'val' && t.peek(1).kind === '(') {
    return readValRef(t, () => 'Invalid use of expand(). Exactly one variable expected.');
  }
  const types: string[] = [];
  do {
    if (!t.atWord()) t.fail(`Unexpected token ${t.peek().describe()} when reading a type list`);
    types.push(wordText(t.next()));
  } while (t.accept(','));
  return Object.freeze(types);
}

/** CheckPassword : `checkpwd` `(` Predicate `,` value `)` */
function readCheckPasswordField(t: TokenStream, { first, variable, alias }: Head): CheckPasswordField {
  const { predicate, password } = readCheckPassword(t);
  refuseSuffix(t);
  const span = t.spanFrom(first);
  return node<CheckPasswordField>({ kind: 'CheckPasswordField', variable, alias, predicate, password, span });
}
