/**
 * Selections of a node → the fields of a DQL block. Every block selects uids, so that nodes without values are
 * included.
 */
import { GEO_TYPES } from '../sdl/scalars';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import { neededFields, neededId } from '../custom/needs';
import { RequestFailure } from '../request/failure';
import type { Selection } from '../request/selection';
import { isObject, type Value } from '../request/values';
import { filterOf, predicateOf, unionFilterOf } from './filter';
import { aggregateChildren, isAggregate } from './aggregate';
import type { Names, NodeSet } from './names';
import { block, both, filtered, predicate, typeFunction } from './text';

const UID = 'dgraph.uid : uid';

/** Markers of a selection under a rule of its own: `guarded` on every node, `granted` on admitted ones. */
export const guardedId = ({ id }: Selection): string => `${id}_guarded`;
export const grantedId = ({ id }: Selection): string => `${id}_granted`;

/**
 * @param parent the type, union or interface of the nodes
 * @param nodes the nodes, if access rules may need them
 * @param isCascading true if nodes without a selected value are left out
 * @throws RequestFailure if a rule cannot be applied to the selections
 */
export function childrenOf(
  selections: readonly Selection[],
  parent: string,
  model: GraphqlModel,
  names: Names,
  nodes?: NodeSet,
  isCascading = false,
): readonly string[] {
  const children: string[] = [];
  const gates = new Map<string, string>();
  if (selections.length === 0) return [];
  if (model.unions.has(parent) || model.types.get(parent)?.kind === 'interface') children.push('dgraph.type');
  else if (selections.some((each) => dependsOnClass(each, parent, model))) children.push('dgraph.type');
  let hasUid = false;
  for (const selection of selections) {
    if (selection.name === '__typename') continue;
    const gate = gateOf(selection, names, nodes, isCascading, gates);
    if (gate === 'closed') continue;
    if (gate !== 'open') children.push(`${guardedId(selection)} : uid`, `${grantedId(selection)} : val(${gate})`);
    if (isAggregate(selection)) {
      children.push(...aggregateChildren(selection, model, names, nodes));
      continue;
    }
    const field = model.types.get(selection.parent)?.byName.get(selection.name);
    if (field?.source) {
      const type = model.types.get(selection.parent)!;
      children.push(...neededFields(field, type).map((each, i) => `${neededId(selection, i)} : ${inDql(each)}`));
      continue;
    }
    if (!field || field.custom) continue;
    if (field.isCommon) {
      const ofNode = childrenOf(selection.children, field.type.name, model, names, nodes, isCascading);
      children.push(...ofNode.filter((each) => each !== UID && !children.includes(each)));
      continue;
    }
    if (isUid(field)) {
      children.push(`${selection.id} : uid`);
      hasUid = true;
      continue;
    }
    const child = ofField(selection, field.predicate, model, names, nodes, isCascading);
    if (child !== undefined) children.push(child);
  }
  if (!hasUid) children.push(UID);
  return children;
}

const isUid = ({ type, external }: GraphqlField): boolean => type.name === 'ID' && !external;

const inDql = (field: GraphqlField): string => (isUid(field) ? 'uid' : predicate(field.predicate));

/**
 * Gate of a fragment on a class whose own rules apply too. DQL cannot apply rules to single fields. Admitted nodes are
 * therefore marked, and `Completer` drops the fragment's selections from the others.
 * @param gates of the classes so far
 * @returns the variable that has a value for admitted nodes; `open`: all are admitted; `closed`: none
 * @throws RequestFailure
 */
function gateOf(
  { within, parent, location }: Selection,
  names: Names,
  nodes: NodeSet | undefined,
  isCascading: boolean,
  gates: Map<string, string>,
): string {
  const { access } = names;
  if (within === undefined || !access || access.grants(parent, 'query')) return 'open';
  if (!nodes || access.denies(parent, 'query')) return 'closed';
  if (isCascading) {
    // The returned nodes would reveal the presence of hidden values.
    const message =
      `under @cascade a fragment on ${parent} can not be asked for here: its @auth rule depends on what is ` +
      `stored; ask query${parent}`;
    throw RequestFailure.of(message, [location]);
  }
  const existingGate = gates.get(parent);
  if (existingGate !== undefined) return existingGate;
  const condition = access.condition(parent, 'query', nodes, names);
  if (typeof condition === 'string') return condition === 'granted' ? 'open' : 'closed';
  const gate = names.next();
  names.blocks.push(`var(func: uid(${nodes.variable()})) @filter(${condition.filter}) { ${gate} as math(1) }`);
  gates.set(parent, gate);
  return gate;
}

/** True if the selection of a node depends on its classes. */
const dependsOnClass = ({ name, within }: Selection, parent: string, { classes }: GraphqlModel): boolean =>
  within !== undefined || (name === '__typename' && classes?.hasOthers(parent) === true);

function ofField(
  selection: Selection,
  stored: string,
  model: GraphqlModel,
  names: Names,
  nodes: NodeSet | undefined,
  isCascading: boolean,
): string | undefined {
  const { id, type, args } = selection;
  const target = model.types.get(type.name);
  const union = model.unions.get(type.name);
  const head = `${id} : ${predicate(stored)}`;
  if ((!target && !union) || GEO_TYPES.has(type.name)) return head;
  let filter: string | undefined;
  if (union) {
    const ofUnion = unionFilterOf(union.members, args['filter'], model);
    if (!ofUnion.hasMembers) return undefined;
    filter = ofUnion.filter;
  } else filter = filterOf(target!, args['filter']);
  // Reverse edges may lead to nodes of any type.
  if (stored.startsWith('~') && target) filter = both(filter, typeFunction(target.dgraphName));
  const ends = nodes?.along(stored, filter);
  const condition = (ends && names.access?.condition(type.name, 'query', ends, names)) ?? 'granted';
  if (condition === 'denied') return undefined;
  if (condition !== 'granted') filter = both(filter, condition.filter);
  const pages = [...(target ? orderOf(target, args['order']) : []), ...pagesOf(selection)];
  const page = pages.length > 0 ? ` (${pages.join(', ')})` : '';
  const children = childrenOf(selection.children, type.name, model, names, ends, isCascading || cascades(selection));
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

/** True if nodes without a selected value are left out. */
export const cascades = ({ cascade }: Selection): boolean => cascade?.length === 0;

export function cascadeOf({ cascade, type }: Selection, model: GraphqlModel): string {
  if (!cascade) return '';
  if (cascade.length === 0) return ' @cascade';
  const fields = cascade.map((name) => {
    const field = model.types.get(type.name)?.byName.get(name);
    return field ? inDql(field) : 'uid';
  });
  return ` @cascade(${fields.join(', ')})`;
}
