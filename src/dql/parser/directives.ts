/** Directives of blocks and fields, and the language list, which shares their `@`. */
import type { Directives, FacetKey, FacetOrder, FacetSelection, Filter, GroupKey, Predicate, Recurse } from '../ast';
import { parseBool, parseUint } from '../values';
import type { Token } from '../token';
import { readFilter } from './filter';
import { finishPredicate, readLanguages, readName, readPredicate, tryGqlVariable, tryScalar, wordText } from './names';
import type { TokenStream } from './stream';
import { node } from './stream';

/** Mutable directives during parsing. */
export type OpenDirectives = { -readonly [K in keyof Directives]: Directives[K] };

/** Reads a directive of a block: `@filter @cascade @normalize @ignorereflex @groupby @recurse`, in any case. */
export function readRootDirective(t: TokenStream, directives: OpenDirectives): void {
  t.expect('@', 'Expected a directive. Got: %');
  const token = t.peek();
  if (!t.atWord()) t.fail(`Expected directive. Got: ${token.describe()}`);
  t.next();
  switch (wordText(token).toLowerCase()) {
    case 'filter':
      if (directives.filter) t.fail('Repeated filter at root', token);
      directives.filter = readFilter(t);
      return;
    case 'normalize':
      directives.normalize = true;
      return;
    case 'cascade':
      directives.cascade = readCascade(t, directives.cascade);
      return;
    case 'groupby':
      directives.groupby = readGroupBy(t, directives.groupby);
      return;
    case 'ignorereflex':
      directives.ignoreReflex = true;
      return;
    case 'recurse':
      directives.recurse = readRecurse(t, token);
      return;
    default:
      t.fail(`Unknown directive [${wordText(token)}]`, token);
  }
}

/**
 * Reads a directive of a field, or returns the field's language list: without a bracket after it, any word that is not
 * a directive is a language.
 */
export function readFieldDirective(
  t: TokenStream,
  directives: OpenDirectives,
  languagesTaken: boolean,
): readonly string[] | undefined {
  t.expect('@', 'Expected a directive. Got: %');
  const token = t.peek();
  const word = t.atWord() ? wordText(token) : '';
  switch (word) {
    case 'facets':
      t.next();
      readFacets(t, directives, token);
      return undefined;
    case 'cascade':
      t.next();
      directives.cascade = readCascade(t, directives.cascade);
      return undefined;
    case 'normalize':
      t.next();
      directives.normalize = true;
      return undefined;
  }
  if (t.peek(1).kind === '(' && word !== '') {
    t.next();
    if (word === 'filter') {
      if (directives.filter) t.fail('Use AND, OR and round brackets instead of multiple filter directives.', token);
      directives.filter = readFilter(t);
    } else if (word === 'groupby') {
      if (directives.groupby) t.fail('Only one group by directive allowed.', token);
      directives.groupby = readGroupBy(t, undefined);
    } else t.fail(`Unknown directive [${word}]`, token);
    return undefined;
  }
  if (languagesTaken) t.fail(`Expected directive or language list, got @${token.text}`, token);
  return readLanguages(t);
}

/** Cascade : (`(` Predicate (`,` Predicate)* `)`)? */
function readCascade(t: TokenStream, before: readonly Predicate[] | undefined): readonly Predicate[] {
  if (t.peek().kind !== '(') return Object.freeze([]);
  t.next();
  // A bare @cascade covers every field already.
  const fields: Predicate[] = [...(before ?? [])];
  const isBare = before?.length === 0;
  do {
    if (t.peek().kind === ')') t.fail('Unnecessary comma in cascade()');
    if (t.peek().kind === ',') t.fail('Expected a predicate but got comma');
    fields.push(readPredicate(t, false, 'Unexpected item while parsing: %'));
  } while (t.accept(','));
  t.expect(')', 'Expected a comma or right round but got: %');
  return Object.freeze(isBare ? [] : fields);
}

/** GroupBy : `(` GroupKey (`,` GroupKey)* `)` */
function readGroupBy(t: TokenStream, before: readonly GroupKey[] | undefined): readonly GroupKey[] {
  t.expect('(', 'Expected a left round after groupby');
  const keys: GroupKey[] = [...(before ?? [])];
  do {
    if (t.peek().kind === ')') t.fail('Unnecessary comma in groupby()');
    if (t.peek().kind === ',') t.fail('Expected a predicate but got comma');
    keys.push(readGroupKey(t));
  } while (t.accept(','));
  t.expect(')', 'Expected a comma or right round but got: %');
  return Object.freeze(keys);
}

const PAGINATION_WORDS: ReadonlySet<string> = new Set(['orderasc', 'orderdesc', 'first', 'offset', 'after']);

/** GroupKey : (Name `:`)? Predicate Languages? */
function readGroupKey(t: TokenStream): GroupKey {
  const first = t.peek();
  let begin = first;
  let name = readName(t, 'Expected a predicate in groupby but got %');
  let alias: string | undefined;
  if (t.accept(':')) {
    if (PAGINATION_WORDS.has(name)) t.fail(`Can't use keyword ${name} as alias in groupby`, first);
    alias = name;
    begin = t.peek();
    name = readName(t, `Expected predicate after ${alias}:`);
    if (t.peek().kind === ':') t.fail(`Expected predicate after ${alias}:`);
  }
  const predicate = finishPredicate(t, begin, name, t.accept('@') ? readLanguages(t) : undefined);
  return node<GroupKey>({ kind: 'GroupKey', alias, predicate, span: t.spanFrom(first) });
}

/** Recurse : (`(` (`depth` | `loop`) `:` value (`,` …)* `)`)? */
function readRecurse(t: TokenStream, first: Token): Recurse {
  const recurse: { -readonly [K in 'depth' | 'loop']?: Recurse[K] } = {};
  if (t.accept('(')) {
    do {
      const token = t.peek();
      if (!t.atWord()) t.fail('Expected key inside @recurse()');
      const key = wordText(t.next()).toLowerCase();
      t.expect(':', `Expected colon(:) after ${key}`);
      if (key !== 'depth' && key !== 'loop') t.fail(`Unexpected key: [${key}] inside @recurse block`, token);
      const at = t.peek();
      const value = tryGqlVariable(t) ?? tryScalar(t);
      if (!value) t.fail(`Expected value inside @recurse() for key: ${key}`);
      if (value.kind === 'Scalar') {
        if (key === 'depth' && typeof parseUint(value.text) !== 'bigint') {
          t.fail('Value inside depth should be type of integer', at);
        }
        if (key === 'loop' && parseBool(value.text) === undefined) {
          t.fail('Value inside loop should be type of boolean', at);
        }
      }
      recurse[key] = value;
    } while (t.accept(','));
    t.expect(')', 'Expected comma after value inside recurse block. Got: %');
  }
  return node<Recurse>({ kind: 'Recurse', depth: recurse.depth, loop: recurse.loop, span: t.spanFrom(first) });
}

/** Reads `@facets` with a list of facets, or with a filter on them; each once. */
function readFacets(t: TokenStream, directives: OpenDirectives, first: Token): void {
  const mark = t.mark();
  const selection = tryFacetList(t, first);
  if (selection) {
    if (directives.facets) t.fail('Only one facets allowed', first);
    directives.facets = selection;
    return;
  }
  t.reset(mark);
  const filter = readFilter(t);
  if (directives.facetsFilter) t.fail('Only one facets filter allowed', first);
  if (!filter) t.fail('Facets parsing failed.', first);
  if (usesVariables(filter)) t.fail('variables are not allowed in facets filter.', first);
  directives.facetsFilter = filter;
}

function usesVariables(filter: Filter): boolean {
  switch (filter.kind) {
    case 'And':
    case 'Or':
      return filter.operands.some(usesVariables);
    case 'Not':
      return usesVariables(filter.operand);
    case 'FunctionCall':
      return [filter.subject, ...filter.args].some(
        (a) => a?.kind === 'ValRef' || a?.kind === 'LenRef' || a?.kind === 'VariableName' || a?.kind === 'FunctionCall',
      );
  }
}

interface OpenFacets {
  readonly keys: FacetKey[];
  readonly order: FacetOrder[];
}

/**
 * Facets : (`(` (FacetItem (`,` FacetItem)*)? `)`)?
 *
 * Returns undefined if the first item is not a facet: the brackets may then hold a filter. From the second item on,
 * they cannot.
 */
function tryFacetList(t: TokenStream, first: Token): FacetSelection | undefined {
  const facets: OpenFacets = { keys: [], order: [] };
  const all = t.peek().kind !== '(';
  if (!all) {
    t.next();
    if (!t.accept(')')) {
      for (let items = 1; ; items++) {
        if (!t.atWord()) return items < 2 ? undefined : t.fail('Expected name in facet list');
        readFacetItem(t, facets);
        if (t.accept(')')) break;
        if (t.accept(',')) continue;
        if (items < 2) return undefined;
        t.fail(`Expected ',' or ')' in facet list: ${t.peek().text}`);
      }
    }
  }
  return node<FacetSelection>({
    kind: 'FacetSelection',
    all,
    keys: Object.freeze(facets.keys),
    order: Object.freeze(facets.order),
    span: t.spanFrom(first),
  });
}

/** FacetItem : ((`orderasc` | `orderdesc` | alias) `:`)? (variable `as`)? Name */
function readFacetItem(t: TokenStream, facets: OpenFacets): void {
  const first = t.next();
  let name = wordText(first);
  let label: string | undefined;
  if (t.accept(':')) {
    label = name;
    if (!t.atWord()) t.fail('Expected name after colon');
    name = wordText(t.next());
  }
  let variable: string | undefined;
  // Unlike elsewhere, `AS` is not read.
  if (t.atWord() && wordText(t.peek()) === 'as') {
    t.next();
    variable = name;
    if (!t.atWord()) t.fail('Expected name in facet list');
    name = wordText(t.next());
  }
  const key = t.peek().kind === '-' ? name + dashes(t) : name;
  if (variable !== undefined && facets.keys.some((k) => k.key === key && k.variable !== undefined)) {
    t.fail(`Duplicate variable mappings for facet ${key}`);
  }
  const ordered = label === 'orderasc' || label === 'orderdesc';
  if (ordered) {
    if (facets.order.some((o) => o.key === key)) t.fail(`Sorting by facet: [${key}] can only be done once`);
    const descending = label === 'orderdesc';
    facets.order.push(node<FacetOrder>({ kind: 'FacetOrder', key, descending, span: t.spanFrom(first) }));
  }
  if (!ordered || variable !== undefined) {
    const alias = ordered ? undefined : label;
    facets.keys.push(node<FacetKey>({ kind: 'FacetKey', key, alias, variable, span: t.spanFrom(first) }));
  }
}

/** Reads the remainder of a name with dashes. */
function dashes(t: TokenStream): string {
  let remainder = '';
  while (t.accept('-')) remainder += '-' + (t.atWord() ? wordText(t.next()) : '');
  return remainder;
}
