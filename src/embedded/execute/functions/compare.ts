/** `eq`, `ge`, `gt`, `le`, `lt` and `between` over the values of a predicate, by index or one by one. */
import { QueryError, type CompareFunction, type PredicateRef } from '../../plan';
import type { ReadView, StoredValue, UidList } from '../../storage/view';
import { exactRange, tokens, type Tokenizer } from '../../tokenizers';
import { compareWith, parseLiteral, type Value, type ValueType } from '../../values';
import type { Context } from '../context';
import { preferredValue, tryConvert, valuesInLanguage } from '../read';
import { intersect, NO_UIDS, select, unionAll } from '../uids';

/** Number of nodes up to which reading their values is faster than the index. */
const FEW_FOR_EQUALITY = 256;
const FEW_FOR_RANGE = 1024;
/**
 * Number of nodes from which Dgraph requires an index. With a language it also uses the index from then on, and tokens
 * of a language compare otherwise than values.
 */
const FEW_FOR_DGRAPH = 10;

/**
 * Returns the nodes of `src` (of all nodes without `src`) whose value compares as requested with the arguments.
 *
 * @throws QueryError for an argument that does not fit the predicate's type
 */
export function compare(
  ctx: Context,
  func: CompareFunction,
  texts: readonly string[],
  src: UidList | undefined,
): UidList {
  const { predicate, operator } = func;
  const type = predicate.declaration!.type as ValueType;
  if (type === 'password' || texts.length === 0) return NO_UIDS;
  const args = texts.map((text) => readArgument(func, text, type));
  if (operator === 'between' && args.length < 2) return NO_UIDS;
  if (operator === 'eq' && func.tokenizer) checkTokens(func, func.tokenizer, args);
  if (src && readsValues(func, src)) return compareValues(ctx, func, args, src, valuesShown);
  const matchingNodes = operator === 'eq' ? findEqual(ctx, func, args) : findInRange(ctx, func, args);
  return src ? intersect(matchingNodes, src) : matchingNodes;
}

/** True if the values of the nodes are read rather than the index. */
function readsValues({ predicate, operator, tokenizer }: CompareFunction, src: UidList): boolean {
  if (!tokenizer) return true;
  if (predicate.langs.length > 0) return src.length < FEW_FOR_DGRAPH;
  return src.length <= (operator === 'eq' ? FEW_FOR_EQUALITY : FEW_FOR_RANGE);
}

/** Returns the reason to refuse a filter over so many nodes: there are indexes, but none that it can use. */
export function indexProblem({ predicate, tokenizer }: CompareFunction, nodes: number): string | undefined {
  if (tokenizer || nodes < FEW_FOR_DGRAPH || !predicate.declaration || predicate.declaration.index.length === 0) {
    return undefined;
  }
  return `Attribute:0-${predicate.name} does not have proper index for comparison`;
}

/** Refuses `eq` on an index whose tokens are parts of a value, unless the parts are words. */
function checkTokens({ predicate, span }: CompareFunction, { name }: Tokenizer, args: readonly Value[]): void {
  if (name === 'term' || name === 'fulltext') return;
  if (args.every((arg) => tokens(arg, name, predicate.langs[0] ?? '').length < 2)) return;
  throw new QueryError(`Attribute 0-${predicate.name} does not have a valid tokenizer.`, span);
}

function readArgument(func: CompareFunction, text: string, type: ValueType): Value {
  try {
    return parseLiteral(text, type);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new QueryError(
      `Got error: ${reason} while running: name:"${func.operator}" args:${JSON.stringify(text)}`,
      func.span,
    );
  }
}

function passes(func: CompareFunction, value: Value, args: readonly Value[]): boolean {
  switch (func.operator) {
    case 'eq':
      return args.some((arg) => compareWith('eq', value, arg));
    case 'between':
      return compareWith('ge', value, args[0]!) && compareWith('le', value, args[1]!);
    default:
      return compareWith(func.operator, value, args[0]!);
  }
}

type ReadValues = (view: ReadView, predicate: PredicateRef, uid: number) => readonly StoredValue[];

/** Returns the values that a field of the predicate shows. */
const valuesShown: ReadValues = (view, predicate, uid) => {
  if (predicate.langs.length === 0) return valuesInLanguage(view, predicate, uid);
  const value = preferredValue(view.values(predicate.name, uid), predicate.langs, predicate.declaration!.list);
  return value ? [value] : [];
};

function compareValues(
  ctx: Context,
  func: CompareFunction,
  args: readonly Value[],
  src: UidList,
  read: ReadValues = valuesInLanguage,
): UidList {
  const { view, limits } = ctx;
  const type = func.predicate.declaration!.type as ValueType;
  return select(src, (uid) => {
    limits.step();
    return read(view, func.predicate, uid).some((stored) => {
      const value = tryConvert(stored.value, type);
      return value !== undefined && passes(func, value, args);
    });
  });
}

function findEqual(ctx: Context, func: CompareFunction, args: readonly Value[]): UidList {
  const { predicate } = func;
  const tokenizer = func.tokenizer!;
  const listsByArgument = args.map((arg) => {
    const lists = tokens(arg, tokenizer.name, predicate.langs[0] ?? '').map((token) =>
      ctx.view.indexed(predicate.name, tokenizer.name, token),
    );
    if (lists.length === 0) return NO_UIDS;
    const list = lists.reduce(intersect);
    return needsCheck(func) ? compareValues(ctx, func, [arg], list) : list;
  });
  return unionAll(listsByArgument);
}

/** True if index matches need a check: tokens are not exact, or do not distinguish languages. */
function needsCheck(func: CompareFunction): boolean {
  return func.tokenizer!.lossy || mixesLanguages(func);
}

function mixesLanguages({ predicate }: CompareFunction): boolean {
  return predicate.declaration!.lang && predicate.langs[0] !== '.';
}

function findInRange(ctx: Context, func: CompareFunction, args: readonly Value[]): UidList {
  const { predicate, operator } = func;
  const tokenizer = func.tokenizer!;
  const lang = predicate.langs[0] ?? '';
  const [first, second] = args.map((arg) => tokens(arg, tokenizer.name, lang)[0]);
  if (!first || (operator === 'between' && !second)) return NO_UIDS;
  // The language `.` covers all parts of the index.
  const tokenRange = tokenizer.name === 'exact' && lang !== '.' ? exactRange(lang) : undefined;
  const upward = operator === 'ge' || operator === 'gt' || operator === 'between';
  const from = upward ? first : tokenRange?.from;
  const to = operator === 'between' ? second : upward ? tokenRange?.to : first;
  const lists: UidList[] = [];
  const { committed } = ctx.view;
  for (const { token, uids: stored } of committed.indexRange(predicate.name, tokenizer.name, range(from, to))) {
    ctx.limits.step();
    const uids = committed === ctx.view ? stored : ctx.view.indexed(predicate.name, tokenizer.name, token);
    const atEdge = token.equals(first) || (second !== undefined && token.equals(second));
    if (atEdge && !tokenizer.lossy && (operator === 'gt' || operator === 'lt')) continue;
    const check = mixesLanguages(func) || (atEdge && tokenizer.lossy);
    lists.push(check ? compareValues(ctx, func, args, uids) : uids);
  }
  return unionAll(lists);
}

function range(from: Buffer | undefined, to: Buffer | undefined): { from?: Buffer; to?: Buffer } {
  return { ...(from && { from }), ...(to && { to }) };
}
