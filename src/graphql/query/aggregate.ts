/** Aggregates over the nodes of an edge, and over all nodes of a type. */
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import type { Selection } from '../request/selection';
import type { Names, NodeSet } from './names';
import { filterOf, idsOf } from './filter';
import { restrictRoot } from './root-access';
import { block, both, filtered, predicate, typeFunction, uidFunction } from './text';

const RESULT = 'AggregateResult';

export const isAggregate = ({ name, type }: Selection): boolean =>
  name.endsWith('Aggregate') && type.name.endsWith(RESULT);

/** Aggregates of a result, with those under its field of the common type. */
export const aggregatesIn = ({ children }: Selection): readonly Selection[] =>
  children.some((each) => each.children.length > 0)
    ? children.flatMap((each) => (each.children.length > 0 ? aggregatesIn(each) : [each]))
    : children;

/** `scoreMax` → the field score, and max. */
function readName(name: string, type: GraphqlType): { readonly func: string; readonly stored: string } | undefined {
  const field = type.byName.get(name.slice(0, -3));
  return field && { func: name.slice(-3).toLowerCase(), stored: predicate(field.predicate) };
}

const typeOf = ({ type }: Selection, model: GraphqlModel): GraphqlType =>
  model.types.get(type.name.slice(0, -RESULT.length))!;

/** `friendsAggregate(filter: …) { count ageMax }` */
export function aggregateChildren(
  selection: Selection,
  model: GraphqlModel,
  names: Names,
  nodes: NodeSet | undefined,
): string[] {
  const type = typeOf(selection, model);
  const edge = model.types.get(selection.parent)!.byName.get(selection.name.slice(0, -'Aggregate'.length))!;
  const stored = predicate(edge.predicate);
  const ownFilter = filterOf(type, selection.args['filter']);
  const edgeFilter = edge.predicate.startsWith('~') ? both(ownFilter, typeFunction(type.dgraphName)) : ownFilter;
  const ends = nodes?.along(edge.predicate, edgeFilter);
  const condition = (ends && names.access?.condition(type.name, 'query', ends, names)) ?? 'granted';
  if (condition === 'denied') return [];
  const filter = filtered(condition === 'granted' ? edgeFilter : both(edgeFilter, condition.filter));
  const values = new Map<string, string>();
  const counts: string[] = [];
  const results: string[] = [];
  for (const { name, id } of aggregatesIn(selection)) {
    if (name === 'count') counts.push(`${id} : count(${stored})${filter}`);
    const field = name === 'count' ? undefined : readName(name, type);
    if (!field) continue;
    if (!values.has(field.stored)) values.set(field.stored, names.next());
    results.push(`${id} : ${field.func}(val(${values.get(field.stored)!}))`);
  }
  if (values.size === 0) return counts;
  const inner = [...values].map(([each, variable]) => `${variable} as ${each}`);
  return [block(`${selection.id} : ${stored}${filter}`, [...inner, 'dgraph.uid : uid']), ...counts, ...results];
}

/** `aggregateT(filter: …) { count ageMax }`: the block of the answer, and the one it computes from. */
export function aggregateBlocks(selection: Selection, model: GraphqlModel, names: Names): string[] {
  const type = typeOf(selection, model);
  const { filter } = selection.args;
  const values = new Map<string, string>();
  const results: string[] = [];
  const valueOf = (expression: string): string => {
    if (!values.has(expression)) values.set(expression, names.next());
    return values.get(expression)!;
  };
  for (const { name, id } of aggregatesIn(selection)) {
    if (name === 'count') results.push(`${id} : max(val(${valueOf('count(uid)')}))`);
    const aggregateField = name === 'count' ? undefined : readName(name, type);
    if (aggregateField) results.push(`${id} : ${aggregateField.func}(val(${valueOf(aggregateField.stored)}))`);
  }
  if (results.length === 0) return [];
  const ids = idsOf(type, filter);
  const isType = typeFunction(type.dgraphName);
  const func = ids ? uidFunction(ids) : isType;
  const condition = ids ? both(filterOf(type, withoutIds(filter, type)), isType) : filterOf(type, filter);
  const inner = [...values].map(([each, variable]) => `${variable} as ${each}`);
  const root = restrictRoot({ func, filter: condition }, type, 'query', names);
  if (!root) return [];
  return [block(`${selection.id}()`, results), block(`var(func: ${root.func})${filtered(root.filter)}`, inner)];
}

/** Filter without its ids, which are the root of the query. */
export function withoutIds(filter: Selection['args'][string] | undefined, type: GraphqlType) {
  if (typeof filter !== 'object' || filter === null || !type.idField) return filter;
  return Object.fromEntries(Object.entries(filter).filter(([key]) => key !== type.idField!.name));
}
