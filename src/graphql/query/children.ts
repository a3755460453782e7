/** Selections of a node → the fields of a DQL block. Every block asks for uids: a node without values is one all the same. */
import { GEO_TYPES } from '../sdl/scalars';
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import type { Selection } from '../request/selection';
import { isObject, type Value } from '../request/values';
import { filterOf, predicateOf, unionFilterOf } from './filter';
import { aggregateChildren, isAggregate } from './aggregate';
import { block, both, filtered, predicate, typeFunction } from './text';

/** Names of DQL's variables, distinct in one query. */
export class Names {
  private count = 0;
  next(): string {
    return `v${this.count++}`;
  }
}

const UID = 'dgraph.uid : uid';

/** @param parent the name of the type, of the union or of the interface whose nodes they are */
export function childrenOf(
  selections: readonly Selection[],
  parent: string,
  model: GraphqlModel,
  names: Names,
): readonly string[] {
  const children: string[] = [];
  if (model.unions.has(parent) || model.types.get(parent)?.kind === 'interface') children.push('dgraph.type');
  else if (selections.length === 0) return [];
  else if (selections.some((each) => dependsOnClass(each, parent, model))) children.push('dgraph.type');
  let hasUid = false;
  for (const selection of selections) {
    if (selection.name === '__typename') continue;
    if (isAggregate(selection)) {
      children.push(...aggregateChildren(selection, model, names));
      continue;
    }
    const field = model.types.get(selection.parent)?.byName.get(selection.name);
    if (!field || field.custom) continue;
    if (selection.type.name === 'ID' && !field.external) {
      children.push(`${selection.id} : uid`);
      hasUid = true;
      continue;
    }
    const child = ofField(selection, field.predicate, model, names);
    if (child !== undefined) children.push(child);
  }
  if (!hasUid) children.push(UID);
  return children;
}

/** Whether what is selected of a node, itself left out, depends on the classes that the node is in. */
export const dependsOnClass = ({ name, within }: Selection, parent: string, { classes }: GraphqlModel): boolean =>
  within !== undefined || (name === '__typename' && (classes?.get(parent)?.size ?? 0) > 1);

function ofField(selection: Selection, stored: string, model: GraphqlModel, names: Names): string | undefined {
  const { id, type, args } = selection;
  const target = model.types.get(type.name);
  const union = model.unions.get(type.name);
  const head = `${id} : ${predicate(stored)}`;
  if ((!target && !union) || GEO_TYPES.has(type.name)) return head;
  let filter: string | undefined;
  if (union) {
    const ofUnion = unionFilterOf(union.members, args['filter'], model);
    if (!ofUnion.asked) return undefined;
    filter = ofUnion.filter;
  } else filter = filterOf(target!, args['filter']);
  // The other ends of reverse edges may be of any type.
  if (stored.startsWith('~') && target) filter = both(filter, typeFunction(target.dgraphName));
  const pages = [...(target ? orderOf(target, args['order']) : []), ...pagesOf(selection)];
  const page = pages.length > 0 ? ` (${pages.join(', ')})` : '';
  const children = childrenOf(selection.children, type.name, model, names);
  return block(`${head}${filtered(filter)}${page}${cascadeOf(selection, model)}`, children);
}

/** `order: {asc: a, then: {desc: b}}` */
export function orderOf(type: GraphqlType, order: Value | undefined): string[] {
  const keys: string[] = [];
  for (let key = order; isObject(key); key = key['then']) {
    if (typeof key['asc'] === 'string') keys.push(`orderasc: ${predicateOf(type, key['asc'])}`);
    else if (typeof key['desc'] === 'string') keys.push(`orderdesc: ${predicateOf(type, key['desc'])}`);
  }
  return keys;
}

export const pagesOf = ({ args }: Selection): string[] =>
  ['first', 'offset'].flatMap((key) => (typeof args[key] === 'number' ? [`${key}: ${args[key]}`] : []));

export function cascadeOf({ cascade, type }: Selection, model: GraphqlModel): string {
  if (!cascade) return '';
  if (cascade.length === 0) return ' @cascade';
  const fields = cascade.map((name) => {
    const field = model.types.get(type.name)?.byName.get(name);
    return !field || (field.type.name === 'ID' && !field.external) ? 'uid' : predicate(field.predicate);
  });
  return ` @cascade(${fields.join(', ')})`;
}
