/** Query blocks → plans. */
import type { QueryBlock, Scalar, ShortestPath } from '../../dql';
import type { SchemaView } from '../storage/view';
import { readInteger, readUint64, scalarText } from './arguments';
import { QueryError } from './errors';
import { cascadeFields, emptyNode, orderUses, planGroupKeys, planOrder, planPages, planSelections } from './fields';
import { filterUses, planFacetsFilter, planFilter } from './filters';
import { planFunction, planUid, usesOf } from './functions';
import type { NodePlan, RecursePlan, ShortestPlan, UidFunction } from './types';

/** @throws QueryError */
export function planBlock(block: QueryBlock, schema: SchemaView): NodePlan {
  const { directives } = block;
  const isShortest = block.name === 'shortest';
  const shortest = isShortest ? planShortest(block, block.shortest) : undefined;
  const func = block.func && planFunction(schema, block.func, 'root');
  if (func?.kind === 'length') throw new QueryError('len function is only allowed in filters', block.span);
  const filter = directives.filter && planFilter(schema, directives.filter);
  const order = planOrder(block.order, schema);
  const cascade = cascadeFields(directives);
  return {
    ...emptyNode(block.span),
    role: 'block',
    alias: block.name,
    variable: block.variable,
    predicate: func && 'predicate' in func ? func.predicate : undefined,
    ...planPages(block.pagination, cascade),
    order,
    func,
    filter,
    facetsFilter: directives.facetsFilter && planFacetsFilter(directives.facetsFilter),
    normalize: directives.normalize === true,
    ignoreReflex: directives.ignoreReflex === true,
    groupBy: directives.groupby && planGroupKeys(directives.groupby, schema),
    recurse: directives.recurse && planRecurse(directives.recurse),
    shortest,
    empty: !func && !isShortest,
    uses: [
      ...usesOf(func),
      ...orderUses(order),
      ...filterUses(filter),
      ...(shortest ? [...usesOf(shortest.from), ...usesOf(shortest.to)] : []),
    ],
    children: planSelections(block.selection ?? [], {
      schema,
      normalize: directives.normalize === true,
      ignoreReflex: directives.ignoreReflex === true,
      cascade: cascade ?? [],
      groupBy: directives.groupby !== undefined,
      shortest: isShortest,
    }),
  };
}

function planRecurse(recurse: NonNullable<QueryBlock['directives']['recurse']>): RecursePlan {
  const depth = recurse.depth === undefined ? 0 : readUint64(recurse.depth);
  const loop = recurse.loop === undefined ? false : scalarText(recurse.loop) === 'true';
  if (depth === 0 && loop) throw new QueryError('Depth must be > 0 when loop is true for recurse query', recurse.span);
  return { depth: depth === 0 ? Infinity : depth, loop };
}

function planShortest(block: QueryBlock, shortest: ShortestPath | undefined): ShortestPlan {
  if (!shortest?.from || !shortest.to) throw new QueryError("from/to can't be nil for shortest path", block.span);
  const number = (arg: ShortestPath['minweight'], otherwise: number): number => {
    if (!arg) return otherwise;
    const value = Number(scalarText(arg));
    if (Number.isNaN(value)) {
      throw new QueryError(`strconv.ParseFloat: parsing ${JSON.stringify(scalarText(arg))}: invalid syntax`, arg.span);
    }
    return value;
  };
  return {
    from: planEnd(shortest.from),
    to: planEnd(shortest.to),
    paths: shortest.numpaths ? readUint64(shortest.numpaths) : 0,
    depth: shortest.depth && readUint64(shortest.depth),
    minWeight: number(shortest.minweight, -Infinity),
    maxWeight: number(shortest.maxweight, Infinity),
    frontier: shortest.maxfrontiersize
      ? Number(readInteger(scalarText(shortest.maxfrontiersize), 'ParseInt'))
      : Infinity,
  };
}

function planEnd(end: Scalar | NonNullable<QueryBlock['func']>): UidFunction {
  if (end.kind === 'FunctionCall') return planUid(end);
  const uids = Float64Array.of(readUint64(end));
  return { kind: 'uid', name: 'uid', span: end.span, uids, variables: [] };
}
