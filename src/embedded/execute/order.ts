/** Ordering by predicates and variables, and the page taken from the order. */
import { QueryError, type OrderPlan, type PredicateRef } from '../plan';
import type { ReadView, UidList } from '../storage/view';
import { collatorFor, findTokenizer, tokens } from '../tokenizers';
import { compareValues, equalValues, isSortable, type Value } from '../values';
import type { Context } from './context';
import type { Node } from './node';
import { preferredValue, tryConvert } from './read';
import { sortFirst, sortRows, type Row } from './sort';
import { contains, indexOf, page, pageRange, select, unionAll } from './uids';

/** Page size of an order without `first`. */
const DEFAULT_FIRST = 1000;
/** List length from which walking the index is faster for a short page. */
const LONG_LIST = 4096;

/** Orders the node's lists, takes the page of each, and removes the other nodes from `dest`. */
export function orderAndPage(ctx: Context, node: Node): void {
  const order = node.plan.order;
  const first = order[0]!;
  if ('variable' in first.by) orderByVariable(node, first.by.variable, first.descending);
  else orderByPredicates(ctx, node, order);
  node.dest = keepShown(node);
}

/** Returns the nodes of `dest` that are still in a list. */
export function keepShown(node: Node): UidList {
  if (node.matrix.length === 1) {
    const shown = node.matrix[0]!.slice().sort();
    return select(unionAll([node.dest]), (uid) => contains(shown, uid));
  }
  const shown = new Set<number>();
  for (const list of node.matrix) for (const uid of list) shown.add(uid);
  return select(node.dest, (uid) => shown.has(uid));
}

function orderByVariable(node: Node, variable: string, descending: boolean): void {
  const values = node.valueMap;
  if (!values) throw new QueryError(`Variable: [${variable}] used before definition.`, node.plan.span);
  node.matrix = node.matrix.map((list) => {
    const rows: Row[] = [];
    for (const uid of list) {
      const value = values.get(uid);
      if (value) rows.push({ uid, values: [value] });
    }
    if (rows.length === 0) return page(list, node.plan.count, node.plan.offset);
    checkSortable(rows[0]!.values);
    sortRows(rows, [descending]);
    return page(
      Float64Array.from(rows, (row) => row.uid),
      node.plan.count,
      node.plan.offset,
    );
  });
}

function checkSortable(values: Row['values']): void {
  for (const value of values) {
    if (value && !isSortable(value.type)) throw new QueryError(`Value of type: ${value.type} isn't sortable`);
  }
}

function orderByPredicates(ctx: Context, node: Node, order: readonly OrderPlan[]): void {
  const keys = order.map((key) => key.by as PredicateRef);
  checkOrder(node, keys);
  const count = node.plan.count === 0 ? DEFAULT_FIRST : node.plan.count;
  const { offset } = node.plan;
  const descending = order.map((key) => key.descending);
  const before = node.matrix;
  const { committed } = ctx.view;
  node.matrix = before.map((list) => {
    if (list.length > LONG_LIST && keys.length === 1 && keys[0]!.langs.length === 0) {
      const walked = walkIndex(ctx, keys[0]!, descending[0]!, list, offset + count);
      if (walked) return page(walked, count, offset);
    }
    const rows = Array.from(list, (uid): Row => {
      ctx.limits.step();
      return { uid, values: keys.map((key, index) => sortValue(index === 0 ? committed : ctx.view, key, uid)) };
    });
    return orderRows(rows, keys[0]!, descending, count, offset);
  });
  if (!keys.every((key) => key.declaration)) {
    throw new QueryError('Requested predicate is not being served by any tablet', node.plan.span);
  }
  node.facetMatrix = node.facetMatrix?.map((ends, index) =>
    node.matrix[index]!.map((uid) => ends[indexOf(before[index]!, uid)]!),
  );
}

function checkOrder(node: Node, keys: readonly PredicateRef[]): void {
  const first = keys[0]!;
  const refuse = (reason: string): QueryError => new QueryError(reason, node.plan.span);
  if (!first.declaration) throw refuse(`Cannot sort by unknown attribute ${first.name}`);
  if (node.plan.count < 0) {
    throw refuse(
      `We do not yet support negative or infinite count with sorting: ${first.name} ${node.plan.count}. Try ` +
        'flipping order and return first few elements instead.',
    );
  }
  if (first.declaration.list) throw refuse(`Sorting not supported on attr: ${first.name} of type: [scalar]`);
  if (first.declaration.type === 'uid' || !first.isDeclared) {
    throw refuse(`Cannot sort attribute 0-${first.name} of type object.`);
  }
  if (first.langs.length > 1) throw refuse('Sorting on multiple language is not supported.');
}

function sortValue(view: ReadView, key: PredicateRef, uid: number): Value | undefined {
  const declaration = key.declaration;
  if (!declaration || declaration.type === 'uid') return undefined;
  const stored = view.values(key.name, uid);
  const value = stored.length === 0 ? undefined : preferredValue(stored, key.langs, declaration.list);
  return value && tryConvert(value.value, declaration.type);
}

/**
 * Returns the page of the ordered rows, by Dgraph's steps, since these decide the order of ties: sort by the first key
 * (bucket by bucket if it has a sorted index), then sort the remaining candidates by all keys.
 */
function orderRows(
  rows: readonly Row[],
  first: PredicateRef,
  descending: readonly boolean[],
  count: number,
  offset: number,
): UidList {
  const valued = rows.filter((row) => row.values[0] !== undefined);
  const missing = rows.filter((row) => row.values[0] === undefined);
  if (valued.length > 0) checkSortable(valued[0]!.values.slice(0, 1));
  const buckets = bucketsOf(valued, first, descending[0]!) ?? [valued];
  const collator = collatorFor(first.langs[0] ?? '');
  for (const bucket of buckets) sortByFirst(bucket, descending[0]!, collator);
  if (descending.length === 1) {
    return page(uidsOfRows([...buckets.flat(), ...missing]), count, offset);
  }
  const indexed = hasSortedIndex(first);
  const [candidates, skip] = indexed
    ? candidatesOfBuckets(buckets, missing, count, offset)
    : candidatesOfWhole([...buckets.flat(), ...missing], count, offset);
  // As in Dgraph the types of the first row stand for all rows.
  if (candidates.length > 0) checkSortable(candidates[0]!.values);
  const [start, end] = pageRange(count, skip, candidates.length);
  if (end < candidates.length >> 1) sortFirst(candidates, descending, end);
  else sortRows(candidates, descending);
  return uidsOfRows(candidates.slice(start, end));
}

function uidsOfRows(rows: readonly Row[]): UidList {
  return Float64Array.from(rows, (row) => row.uid);
}

function sortByFirst(rows: Row[], descending: boolean, collator: Intl.Collator | undefined): void {
  const firsts = new Map(rows.map((row) => [row.uid, row]));
  const keyed = rows.map((row) => ({ uid: row.uid, values: row.values.slice(0, 1) }));
  sortRows(keyed, [descending], collator);
  keyed.forEach((row, index) => (rows[index] = firsts.get(row.uid)!));
}

function hasSortedIndex(key: PredicateRef): boolean {
  return key.declaration!.index.some((spec) => findTokenizer(spec.tokenizer)?.sortable);
}

/** Groups rows by their token in the first sorted index, in the order of the tokens. */
function bucketsOf(rows: readonly Row[], key: PredicateRef, descending: boolean): Row[][] | undefined {
  if (!hasSortedIndex(key)) return undefined;
  const tokenizer = key
    .declaration!.index.map((spec) => findTokenizer(spec.tokenizer))
    .find((candidate) => candidate?.sortable)!.name;
  const collator = collatorFor(key.langs[0] ?? '');
  const buckets = new Map<string, { readonly sample: Value; readonly rows: Row[] }>();
  const visited = new Set<number>();
  for (const row of rows) {
    if (visited.has(row.uid)) continue;
    visited.add(row.uid);
    const value = row.values[0]!;
    const token = bucketToken(value, tokenizer);
    const bucket = buckets.get(token);
    if (bucket) bucket.rows.push(row);
    else buckets.set(token, { sample: value, rows: [row] });
  }
  const sorted = [...buckets.values()].sort((a, b) => compareValues(a.sample, b.sample, collator) ?? 0);
  if (descending) sorted.reverse();
  return sorted.map((bucket) => bucket.rows);
}

/** Token of a bucket. Dgraph's index of floats has only the integer part. */
function bucketToken(value: Value, tokenizer: string): string {
  if (value.type === 'float') return String(Math.trunc(value.value));
  if (value.type === 'string') return value.value;
  return tokens(value, tokenizer)[0]?.toString('latin1') ?? '';
}

/** Takes as many whole buckets as the page needs; rows without a value fill up to the count, whatever the offset. */
function candidatesOfBuckets(
  buckets: readonly Row[][],
  missing: readonly Row[],
  count: number,
  offset: number,
): [Row[], number] {
  const candidates: Row[] = [];
  let skip = 0;
  for (const bucket of buckets) {
    if (candidates.length - skip >= count) break;
    if (offset >= bucket.length) {
      offset -= bucket.length;
      continue;
    }
    if (offset > 0) {
      skip = offset;
      offset = 0;
    }
    for (const row of bucket) candidates.push(row);
  }
  const remaining = missing.slice(Math.max(0, offset));
  const room = count - candidates.length;
  for (const row of room < 0 ? remaining : remaining.slice(0, room)) candidates.push(row);
  return [candidates, skip];
}

/** Takes the page, extended by ties at both ends. */
function candidatesOfWhole(rows: readonly Row[], count: number, offset: number): [Row[], number] {
  let [start, end] = pageRange(count, offset, rows.length);
  const tie = (a: Row, b: Row): boolean => {
    const [left, right] = [a.values[0], b.values[0]];
    if (!left !== !right) throw new QueryError('Arguments of different type can not be compared.');
    return left !== undefined && right !== undefined && equalValues(left, right);
  };
  while (start > 0 && start < rows.length && tie(rows[start]!, rows[start - 1]!)) start--;
  while (end > 0 && end < rows.length && tie(rows[end - 1]!, rows[end]!)) end++;
  return [rows.slice(start, end), Math.max(0, offset - start)];
}

/** Returns the first nodes of a long list by walking a sorted index; undefined if no index has the exact order. */
function walkIndex(
  ctx: Context,
  key: PredicateRef,
  descending: boolean,
  list: UidList,
  count: number,
): UidList | undefined {
  const index = key
    .declaration!.index.map((spec) => findTokenizer(spec.tokenizer))
    .find((tokenizer) => tokenizer?.sortable && !tokenizer.lossy);
  if (!index || key.declaration!.lang || count > list.length / 4) return undefined;
  const matches: number[] = [];
  for (const { uids } of ctx.view.committed.indexRange(key.name, index.name, { descending })) {
    ctx.limits.step();
    for (const uid of uids) if (contains(list, uid)) matches.push(uid);
    if (matches.length >= count) return Float64Array.from(matches);
  }
  const matchSet = Float64Array.from(matches).sort();
  return Float64Array.from([...matches, ...select(list, (uid) => !contains(matchSet, uid))]);
}
