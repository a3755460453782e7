/** Query blocks: their root function, arguments and directives. */
import type { FunctionCall, OrderKey, QueryBlock, Scalar, ShortestPath } from '../ast';
import { parseUint } from '../values';
import type { Token } from '../token';
import type { OpenPagination } from './arguments';
import { checkOrder, isPaginationKey, readOrder, readValue } from './arguments';
import type { OpenDirectives } from './directives';
import { readRootDirective } from './directives';
import { isRootFunction, readFunction } from './functions';
import { atCall, isAs, readName, wordText } from './names';
import { readSelections } from './selection';
import type { TokenStream } from './stream';
import { node, spanOf } from './stream';

type OpenShortest = { -readonly [K in keyof Omit<ShortestPath, 'kind' | 'span'>]: ShortestPath[K] };

/** Arguments of a block during parsing. */
interface Root {
  readonly name: string;
  func?: FunctionCall;
  readonly pagination: OpenPagination;
  readonly order: OrderKey[];
  readonly shortest: OpenShortest;
  shortestFrom?: Token;
}

/** QueryBlock : (variable `as`)? Name `(` (RootArgument (`,` RootArgument)*)? `)` Directive* Selections? */
export function readBlock(t: TokenStream): QueryBlock {
  const first = t.peek();
  if (!t.atWord()) t.fail(`Expected some name. Got: ${first.describe()}`);
  let variable: string | undefined;
  if (isAs(t.peek(1))) {
    variable = wordText(t.next());
    t.next();
    if (!t.atWord()) t.fail(`Expected some name. Got: ${t.peek().describe()}`);
  }
  const root: Root = { name: readName(t), pagination: {}, order: [], shortest: {} };
  t.expect('(', 'Expected Left round brackets. Got: %');
  readRootArguments(t, root);
  const shortest = closeShortest(t, root);
  const directives: OpenDirectives = {};
  while (t.peek().kind === '@') readRootDirective(t, directives);
  const selection =
    t.peek().kind === '{'
      ? readSelections(t, isEmpty(root) ? 'empty' : directives.groupby ? 'groupby' : 'plain')
      : undefined;
  return node<QueryBlock>({
    kind: 'QueryBlock',
    variable,
    name: root.name,
    func: root.func,
    shortest,
    pagination: Object.freeze(root.pagination),
    order: Object.freeze(root.order),
    directives: Object.freeze(directives),
    selection,
    span: t.spanFrom(first),
  });
}

/** Returns true for a block without root nodes: its selection can only aggregate and calculate. */
function isEmpty(root: Root): boolean {
  return (
    root.func === undefined &&
    Object.keys(root.pagination).length === 0 &&
    root.order.every((o) => o.by.kind !== 'ValRef') &&
    root.shortestFrom === undefined
  );
}

function readRootArguments(t: TokenStream, root: Root): void {
  let expected = true;
  while (!t.accept(')')) {
    const token = t.peek();
    if (token.kind === ',') {
      if (expected) t.fail('Expected Argument but got comma.');
      expected = true;
      t.next();
      continue;
    }
    if (!t.atWord()) t.fail(`Expecting argument name. Got: ${token.describe()}`);
    if (!expected) t.fail(`Not expecting argument. Got: ${token.describe()}`);
    readRootArgument(t, root);
    expected = false;
  }
}

/**
 * RootArgument : `func` `:` FunctionCall | Order | (`first` | `offset` | `after`) `:` value
 *              | (`from` | `to`) `:` end
 *              | (`numpaths` | `depth` | `minweight` | `maxweight` | `maxfrontiersize`) `:` value
 */
function readRootArgument(t: TokenStream, root: Root): void {
  const token = t.next();
  const key = wordText(token);
  const isKnownKey =
    key === 'func' || key === 'orderasc' || key === 'orderdesc' || isPaginationKey(key) || isShortestKey(key);
  if (!isKnownKey) t.fail(`Got invalid keyword: ${key} at root`, token);
  t.expect(':', 'Expecting a colon. Got: %');
  if (key === 'func') readRootFunction(t, root);
  else if (key === 'orderasc' || key === 'orderdesc') {
    const next = readOrder(t, key === 'orderdesc', token);
    checkOrder(t, root.order, next, token);
    root.order.push(next);
  } else if (isShortestKey(key)) {
    root.shortestFrom ??= token;
    if (key === 'from' || key === 'to') {
      if (root.name !== 'shortest') t.fail('from/to only allowed for shortest path queries', token);
      root.shortest[key] = readPathEnd(t);
      return;
    }
    if (root.shortest[key]) t.fail(`Repeated key "${key}" at root`, token);
    root.shortest[key] = readValue(t);
  } else if (isPaginationKey(key)) {
    if (root.pagination[key]) t.fail(`Repeated key "${key}" at root`, token);
    root.pagination[key] = readValue(t);
  }
}

function readRootFunction(t: TokenStream, root: Root): void {
  const at = t.peek();
  if (root.func) t.fail('Only one function allowed at root', at);
  const func = readFunction(t);
  if (!isRootFunction(func.name)) t.fail(`Function name: ${func.name} is not valid.`, at);
  if (func.name === 'uid' && func.args.filter((a) => a.kind === 'GqlVariable').length > 1) {
    t.fail('Only one DQL variable allowed inside uid function.', at);
  }
  root.func = func;
}

const SHORTEST_KEYS: ReadonlySet<string> = new Set([
  ...['from', 'to', 'numpaths', 'depth', 'minweight', 'maxweight', 'maxfrontiersize'],
]);

function isShortestKey(key: string): key is keyof OpenShortest {
  return SHORTEST_KEYS.has(key);
}

/** Reads an end of a path: a uid, or `uid(…)`. */
function readPathEnd(t: TokenStream): Scalar | FunctionCall {
  if (atCall(t, 'uid')) return readFunction(t);
  const token = t.peek();
  const text = t.atWord() ? readName(t) : token.text;
  const uid = parseUint(text);
  if (uid === 'too large') t.fail(`The uid value "${text}" is too large.`, token);
  if (uid === undefined) {
    t.fail(`from/to in shortest path can only accept uid function or an uid. Got: ${text}`, token);
  }
  return node<Scalar>({ kind: 'Scalar', text, quoted: false, span: spanOf(token) });
}

function closeShortest(t: TokenStream, root: Root): ShortestPath | undefined {
  if (!root.shortestFrom) return undefined;
  return node<ShortestPath>({ kind: 'ShortestPath', ...root.shortest, span: t.spanFrom(root.shortestFrom) });
}
