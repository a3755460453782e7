/** `@groupby`: nodes grouped by shared values or edges, with counts and aggregates of each group. */
import { QueryError } from '../plan';
import { compareValues, convert, type Value } from '../values';
import type { UidList } from '../storage/view';
import { Aggregator } from './aggregate';
import type { Context } from './context';
import type { GroupKey, GroupRow, Node } from './node';
import { indexOf, intersect, toList } from './uids';

/** One key of the grouping, with the nodes of each of its values. */
interface Column {
  readonly name: string;
  readonly groups: Map<string, { readonly key: GroupKey; readonly uids: number[] }>;
}

/** Groups each of the node's lists, and binds the variables defined inside. */
export function groupNode(ctx: Context, node: Node, path: readonly Node[]): void {
  const keyNodes = node.children.slice(node.children.length - node.plan.groupBy!.length);
  const results = node.children.slice(0, node.children.length - keyNodes.length);
  node.groups = node.matrix.map((list) => {
    const rows = formRows(columnsOf(keyNodes, list), undefined, []);
    for (const result of results) for (const row of rows) aggregateRow(row, result);
    return rows.sort(compareRows);
  });
  bindVariables(ctx, node, keyNodes, results, path);
  node.children = [];
}

function columnsOf(keyNodes: readonly Node[], candidates: UidList | undefined): Column[] {
  const columns: Column[] = [];
  for (const keyNode of keyNodes) {
    const name = keyNode.plan.alias === '' ? keyNode.plan.attr : keyNode.plan.alias;
    let column = columns.findLast((c) => c.name === name);
    const put = (text: string, key: GroupKey, uid: number): void => {
      if (!column) {
        column = { name, groups: new Map() };
        columns.push(column);
      }
      const group = column.groups.get(text) ?? { key, uids: [] };
      group.uids.push(uid);
      column.groups.set(text, group);
    };
    const members = candidates && toList(candidates);
    keyNode.src.forEach((source, index) => {
      if (members && indexOf(members, source) < 0) return;
      if (keyNode.dest.length > 0) {
        for (const uid of keyNode.matrix[index] ?? []) put(String(uid), { uid }, source);
      } else {
        const value = keyNode.values[index]?.[0]?.value;
        if (value) put(textOf(value), { value }, source);
      }
    });
  }
  return columns;
}

function textOf(value: Value): string {
  return value.type === 'string' || value.type === 'default' ? value.value : (convert(value, 'string').value as string);
}

function formRows(columns: readonly Column[], members: UidList | undefined, keys: GroupRow['keys']): GroupRow[] {
  const column = columns[keys.length];
  if (columns.length === 0 || (members && members.length === 0)) return [];
  if (!column) return [{ keys, results: [], uids: members! }];
  const rows: GroupRow[] = [];
  for (const { key, uids } of column.groups.values()) {
    // A node that `uid(…)` names twice counts twice, under a single key.
    const list = Float64Array.from(uids);
    const nested = [...keys, { name: column.name, key }];
    for (const row of formRows(columns, members ? intersect(members, list) : list, nested)) rows.push(row);
  }
  return rows;
}

function aggregateRow(row: GroupRow, result: Node): void {
  const { plan } = result;
  if (plan.counted) {
    if (plan.role !== 'count-uid') {
      throw new QueryError('Only uid predicate is allowed in count within groupby', plan.span);
    }
    const name = plan.alias === '' ? 'count' : plan.alias;
    row.results.push({ name, value: { type: 'int', value: row.uids.length } });
    return;
  }
  if (!plan.aggregate) return;
  const aggregator = new Aggregator(plan.aggregate);
  for (const uid of row.uids) {
    const index = indexOf(result.src, uid);
    const value = index < 0 ? undefined : result.values[index]?.[0]?.value;
    if (value) aggregator.add(value);
  }
  const value = aggregator.value();
  const name = plan.alias === '' ? `${plan.aggregate}(${plan.attr})` : plan.alias;
  if (value) row.results.push({ name, value });
}

/** Orders smaller groups first, then by keys and results that have an order. */
function compareRows(a: GroupRow, b: GroupRow): number {
  const sizes = a.uids.length - b.uids.length || a.keys.length - b.keys.length || a.results.length - b.results.length;
  if (sizes !== 0) return sizes;
  for (let i = 0; i < a.keys.length; i++) {
    const order = compareKeys(a.keys[i]!.key, b.keys[i]!.key);
    if (order !== 0) return order;
  }
  for (let i = 0; i < a.results.length; i++) {
    const order = compareValues(a.results[i]!.value, b.results[i]!.value) ?? 0;
    if (order !== 0) return order;
  }
  return 0;
}

function compareKeys(a: GroupKey, b: GroupKey): number {
  if ('uid' in a && 'uid' in b) return a.uid - b.uid;
  return 'value' in a && 'value' in b ? (compareValues(a.value, b.value) ?? 0) : 0;
}

function bindVariables(
  ctx: Context,
  node: Node,
  keyNodes: readonly Node[],
  results: readonly Node[],
  path: readonly Node[],
): void {
  if (!results.some((result) => result.plan.variable !== undefined)) return;
  const rows = formRows(columnsOf(keyNodes, undefined), undefined, []);
  const pathNode = keyNodes.findLast((keyNode) => keyNode.dest.length > 0);
  for (const result of results) {
    for (const row of rows) aggregateRow(row, result);
    const name = result.plan.variable;
    if (name === undefined) continue;
    const values = new Map<number, Value>();
    for (const row of rows) {
      if (row.keys.length > 1) {
        throw new QueryError(`Expected one UID for var in groupby but got: ${row.keys.length}`, node.plan.span);
      }
      const key = row.keys[0]!.key;
      if (!('uid' in key))
        throw new QueryError('Vars can be assigned only when grouped by UID attribute', node.plan.span);
      const last = row.results.at(-1);
      if (last) values.set(key.uid, last.value);
    }
    ctx.variables.set(name, { values, path: pathNode ? [...path, pathNode] : [...path] });
  }
}
