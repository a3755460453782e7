/** Selections of a node → the fields of a DQL block. Every block asks for uids: a node without values is one all the same. */
import { GEO_TYPES } from '../sdl/scalars';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import type { Access } from '../auth/access';
import { neededFields, neededId } from '../custom/needs';
import { RequestFailure } from '../request/failure';
import type { Selection } from '../request/selection';
import { isObject, type Value } from '../request/values';
import { filterOf, predicateOf, unionFilterOf } from './filter';
import { aggregateChildren, isAggregate } from './aggregate';
import { block, both, filtered, predicate, typeFunction } from './text';

/** Names of DQL's variables, distinct in one query; and the blocks of those that rules of access are made of. */
export class Names {
  readonly blocks: string[] = [];
  private readonly counter = { count: 0 };

  /** @param access what the request may see; undefined: all of it */
  constructor(readonly access?: Access) {}

  next(): string {
    return `v${this.counter.count++}`;
  }

  /** What is written with these is not asked for access: rules themselves. */
  unguarded(): Names {
    const { counter } = this;
    return Object.assign(new Names(), { counter });
  }
}

/** The nodes of a block as a variable, which is made if somebody asks for it. */
export class NodeSet {
  private name: string | undefined;

  /** @param blockOf the block that makes the variable */
  constructor(
    private readonly names: Names,
    private readonly blockOf: (variable: string) => string,
  ) {}

  /** A variable that is there. */
  static named(name: string, names: Names): NodeSet {
    return Object.assign(new NodeSet(names, () => ''), { name });
  }

  get isUsed(): boolean {
    return this.name !== undefined;
  }

  variable(): string {
    if (this.name === undefined) {
      this.name = this.names.next();
      this.names.blocks.push(this.blockOf(this.name));
    }
    return this.name;
  }

  /** The nodes at the other end of an edge. */
  along(stored: string, filter: string | undefined): NodeSet {
    const { names } = this;
    return new NodeSet(
      names,
      (name) => `var(func: uid(${this.variable()})) { ${name} as ${predicate(stored)}${filtered(filter)} }`,
    );
  }
}

const UID = 'dgraph.uid : uid';

/** On every node: what is selected is under a rule of its own; on those that it admits, the other one is as well. */
export const guardedId = ({ id }: Selection): string => `${id}_guarded`;
export const grantedId = ({ id }: Selection): string => `${id}_granted`;

/**
 * @param parent the name of the type, of the union or of the interface whose nodes they are
 * @param nodes them, where rules of access may ask for them
 * @param isCascading whether nodes that lack what is selected are left out
 * @throws RequestFailure where a rule can not be asked of what is selected
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
 * A fragment on a class shows what the class has: its rules are asked, too. DQL can not ask them of single fields; so the
 * nodes that they admit are marked, and what is selected of the others is left out of the answer (`Completer`).
 *
 * @param gates of the classes that were asked about
 * @returns the variable that has a value for the nodes that are admitted; open: all are; closed: none
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
    // Which nodes are there would tell who has what is not shown.
    const message = `under @cascade a fragment on ${parent} can not be asked for here: its @auth rule depends on what is stored; ask query${parent}`;
    throw RequestFailure.of(message, [location]);
  }
  const known = gates.get(parent);
  if (known !== undefined) return known;
  const condition = access.condition(parent, 'query', nodes, names);
  if (typeof condition === 'string') return condition === 'granted' ? 'open' : 'closed';
  const gate = names.next();
  names.blocks.push(`var(func: uid(${nodes.variable()})) @filter(${condition.filter}) { ${gate} as math(1) }`);
  gates.set(parent, gate);
  return gate;
}

/** Whether what is selected of a node, itself left out, depends on the classes that the node is in. */
export const dependsOnClass = ({ name, within }: Selection, parent: string, { classes }: GraphqlModel): boolean =>
  within !== undefined || (name === '__typename' && (classes?.get(parent)?.size ?? 0) > 1);

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
    if (!ofUnion.asked) return undefined;
    filter = ofUnion.filter;
  } else filter = filterOf(target!, args['filter']);
  // The other ends of reverse edges may be of any type.
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

/** Whether nodes that lack anything that is selected are left out. */
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
