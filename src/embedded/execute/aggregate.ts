/** min, max, sum and avg over values. */
import { QueryError, type AggregateFunction } from '../plan';
import { bigFloatValue, compareValues, type Value } from '../values';
import * as big from '../values/bigfloat';
import type { Context } from './context';
import { add, bounded } from './arithmetic';
import type { Node, Variables } from './node';
import { WHOLE } from './variables';

/** Number of shards of Dgraph's maps from node to value. */
const SHARDS = 30;

/** Accumulates values into an aggregate; undefined without values. */
export class Aggregator {
  private result: Value | undefined;
  private count = 0;

  constructor(private readonly name: AggregateFunction) {}

  add(value: Value): void {
    this.count++;
    this.result = this.result === undefined ? value : this.combine(this.result, value);
  }

  private combine(result: Value, value: Value): Value {
    switch (this.name) {
      case 'min': {
        const order = compareValues(result, value);
        return order !== undefined && order >= 0 ? value : result;
      }
      case 'max': {
        const order = compareValues(result, value);
        return order !== undefined && order < 0 ? value : result;
      }
      default:
        return add(result, value);
    }
  }

  value(): Value | undefined {
    if (this.result === undefined) return undefined;
    return bounded(this.name === 'avg' ? average(this.result, this.count) : this.result);
  }
}

function average(sum: Value, count: number): Value {
  switch (sum.type) {
    case 'bigfloat':
      return bigFloatValue(big.divideBigFloats(big.parseBigFloat(sum.value), big.bigFloatFromInt(count)));
    case 'float32vector':
      return { type: 'float32vector', value: sum.value.map((x) => x / count) };
    case 'int':
    case 'float':
      return { type: 'float', value: Number(sum.value) / count };
    default:
      return { type: 'float', value: 0 };
  }
}

/**
 * `min(val(x))` and similar. In a block without a function, aggregates the whole variable. In a tree, aggregates for
 * each node the values of its children along the field that defines the variable.
 *
 * @throws QueryError if no sibling field defines the variable
 */
export function aggregateLevel(ctx: Context, node: Node, parent: Node, variables: Variables): Map<number, Value> {
  const name = node.plan.uses[0]!.name;
  const values = variables.get(name)?.values ?? new Map<number, Value>();
  const out = new Map<number, Value>();
  if (parent.plan.empty) {
    const aggregator = new Aggregator(node.plan.aggregate!);
    for (const value of inShardOrder(values)) aggregator.add(value);
    const value = aggregator.value();
    if (value) out.set(WHOLE, value);
    return out;
  }
  const field = parent.children.findLast((child) => child !== node && defines(child, name));
  if (!field) throw new QueryError('Invalid variable aggregation. Check the levels.', node.plan.span);
  field.matrix.forEach((list, index) => {
    const aggregator = new Aggregator(node.plan.aggregate!);
    for (const uid of list) {
      ctx.limits.step();
      const value = values.get(uid);
      if (value) aggregator.add(value);
    }
    const value = aggregator.value();
    const source = field.src[index];
    if (value && source !== undefined) out.set(source, value);
  });
  return out;
}

/** Compares by Dgraph's order of nodes, approximately: within a shard Dgraph's order is random. */
export function byShard([a]: readonly [number, unknown], [b]: readonly [number, unknown]): number {
  return (a % SHARDS) - (b % SHARDS) || a - b;
}

/**
 * Returns the values by shard, since float sums depend on the order. Integer sums do not, so integers keep the order of
 * the map.
 */
function inShardOrder(values: ReadonlyMap<number, Value>): Iterable<Value> {
  for (const { type } of values.values()) {
    if (type === 'int') return values.values();
    break;
  }
  return [...values].sort(byShard).map(([, value]) => value);
}

function defines(field: Node, name: string): boolean {
  for (const variable of field.plan.facets?.variables.values() ?? []) if (variable === name) return true;
  return field.children.some((child) => child.plan.variable === name);
}
