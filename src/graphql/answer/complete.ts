/**
 * Turns a DQL answer into a GraphQL answer. A missing value becomes null, or an error where the type forbids null. As
 * in Dgraph, a missing list becomes an empty list.
 */
import { GEO_TYPES } from '../sdl/scalars';
import type { GraphqlModel } from '../sdl/model';
import type { Path, ResponseError } from '../request/failure';
import type { Selection } from '../request/selection';
import { isAggregate } from '../query/aggregate';
import { grantedId, guardedId } from '../query/children';
import { isMembers, type Members } from '../members';
import { geometryOf } from './geometry';
import { EXPECTED_LIST, EXPECTED_ONE, EXPECTED_SCALAR, missing, notOfType } from './messages';
import type { ServedValues } from './service-values';
import { ObjectTypes } from './types';

export type Completed = Record<string, unknown>;

/** Marker of a missing required value. The errors have the reason. */
export const ABSENT = Symbol('absent');

export class Completer {
  readonly errors: ResponseError[] = [];
  private readonly types: ObjectTypes;

  /** @param served values of fields that are not stored */
  constructor(
    private readonly model: GraphqlModel,
    private readonly served?: ServedValues,
  ) {
    this.types = ObjectTypes.in(model);
  }

  /** Completes a field of `Query`, or the nodes of a payload. */
  root(selection: Selection, answer: Members, path: Path): unknown {
    const value = answer[selection.id];
    if (selection.type.name.endsWith('AggregateResult') && !selection.type.list) {
      return this.aggregate(selection, Array.isArray(value) ? joined(value) : {}, true);
    }
    // A block's answer is a list, with at most one node for a single value.
    const single = !selection.type.list && Array.isArray(value) && value.length <= 1;
    return this.value(selection, single ? value[0] : value, path);
  }

  /** @returns ABSENT if a non-null field has no value */
  object(selections: readonly Selection[], declared: string, node: Members, path: Path): Completed | typeof ABSENT {
    if (this.model.classes?.has(declared)) return this.member(selections, declared, node, path);
    const types = node['dgraph.type'];
    const hasTypes = Array.isArray(types) && types.length > 0;
    const typename = hasTypes ? this.types.of(types) : undefined;
    const completed: Completed = {};
    for (const selection of selections) {
      if (hasTypes && !this.belongs(selection, typename)) continue;
      const { key } = selection;
      const value = this.field(selection, node, typename, [...path, key]);
      if (value === ABSENT) return ABSENT;
      put(completed, key, Object.hasOwn(completed, key) ? merged(completed[key], value) : value);
    }
    return completed;
  }

  /** Completes a node that may be in several classes. */
  private member(
    selections: readonly Selection[],
    declared: string,
    node: Members,
    path: Path,
  ): Completed | typeof ABSENT {
    const stored = node['dgraph.type'];
    const membership = this.types.membership(Array.isArray(stored) ? stored : []);
    const { types } = membership;
    const typename = this.types.mostSpecific(declared, membership);
    const completed: Completed = {};
    for (const selection of selections) {
      if (!isWithin(selection, types)) continue;
      const { key } = selection;
      const value = this.field(selection, node, typename, [...path, key]);
      if (value === ABSENT) return ABSENT;
      put(completed, key, Object.hasOwn(completed, key) ? merged(completed[key], value) : value);
    }
    return completed;
  }

  /** True if the selection applies to the node, given the fragments that enclose it. */
  applies(selection: Selection, declared: string, node: Members): boolean {
    const stored = node['dgraph.type'];
    const { types } = this.types.membership(Array.isArray(stored) ? stored : []);
    if (this.model.classes?.has(declared)) return isWithin(selection, types) && isGranted(selection, node);
    return !Array.isArray(stored) || stored.length === 0 || this.belongs(selection, types[0]);
  }

  private belongs({ only, name }: Selection, typename: string | undefined): boolean {
    if (typename === undefined) return false;
    if (only && !only.has(typename)) return false;
    const { byName } = this.model.types.get(typename)!;
    return name === '__typename' || byName.has(name) || byName.has(name.replace(/Aggregate$/, ''));
  }

  private field(selection: Selection, stored: Members, typename: string | undefined, path: Path): unknown {
    if (selection.name === '__typename') return typename ?? selection.parent;
    const node = isGranted(selection, stored) ? stored : NOTHING;
    if (isAggregate(selection)) return this.aggregate(selection, node, false);
    if (this.isCustom(selection)) return this.served?.of(node, selection) ?? this.nothing(selection, path);
    return this.value(selection, node[selection.id], path);
  }

  private value(selection: Selection, value: unknown, path: Path): unknown {
    const { type } = selection;
    if (value === undefined || value === null) return this.nothing(selection, path);
    if (!type.list) {
      if (Array.isArray(value)) return this.wrong(EXPECTED_ONE, selection, path);
      const item = this.item(selection, value, path);
      return item === ABSENT && !type.nonNull ? null : item;
    }
    if (!Array.isArray(value)) {
      this.report(EXPECTED_LIST, selection, path);
      return [];
    }
    const items: unknown[] = [];
    for (const [i, each] of value.entries()) {
      const item = this.item(selection, each, [...path, i]);
      if (item === ABSENT && type.elementNonNull) return type.nonNull ? ABSENT : null;
      items.push(item === ABSENT ? null : item);
    }
    return items;
  }

  private item(selection: Selection, value: unknown, path: Path): unknown {
    const { type, children } = selection;
    if (GEO_TYPES.has(type.name) && isMembers(value)) {
      const geometry = geometryOf(value, children);
      return geometry ?? this.wrong(`unsupported geo type: ${String(value['type'])}`, selection, path, true);
    }
    if (isMembers(value)) {
      if (this.isComposite(type.name)) return this.object(children, type.name, value, path);
      return this.wrong(EXPECTED_SCALAR, selection, path, true);
    }
    if (this.fits(type.name, value)) return value;
    return this.wrong(notOfType(value, selection), selection, path, true);
  }

  private isComposite(type: string): boolean {
    return this.model.types.has(type) || this.model.unions.has(type);
  }

  private fits(type: string, value: unknown): boolean {
    if (type === 'Int') return Number.isInteger(Number(value)) && Number(value) === (Number(value) | 0);
    const members = this.model.enums.get(type)?.values;
    return members === undefined || members.some(({ name }) => name === value);
  }

  private isCustom({ parent, name }: Selection): boolean {
    return this.model.types.get(parent)?.byName.get(name)?.custom === true;
  }

  private nothing(selection: Selection, path: Path): unknown {
    if (selection.type.list) return [];
    return selection.type.nonNull ? this.wrong(missing(selection), selection, path) : null;
  }

  private wrong(message: string, selection: Selection, path: Path, item = false): unknown {
    this.report(message, selection, path);
    return item || selection.type.nonNull ? ABSENT : null;
  }

  private report(message: string, { location }: Selection, path: Path): void {
    this.errors.push({ message, locations: [location], path });
  }

  private aggregate(selection: Selection, node: Members, atRoot: boolean): Completed | null {
    const requested = selection.children.filter(({ name }) => name !== '__typename');
    if (atRoot && requested.every(({ id }) => node[id] === undefined)) return null;
    const completed: Completed = {};
    for (const { name, key, id, parent } of selection.children) {
      put(completed, key, name === '__typename' ? parent : (node[id] ?? null));
    }
    return completed;
  }
}

/** True if the node is in at least one class of each enclosing fragment. */
const isWithin = ({ within }: Selection, types: readonly string[]): boolean =>
  !within?.some((classes) => !types.some((each) => classes.has(each)));

const NOTHING: Members = {};

/** True if the rule of the fragment's class, evaluated for every node, admits this one. */
const isGranted = (selection: Selection, node: Members): boolean =>
  selection.within === undefined ||
  node[guardedId(selection)] === undefined ||
  node[grantedId(selection)] !== undefined;

/** Joins the answer of an aggregate, a list of objects with one value each. */
const joined = (values: readonly unknown[]): Members =>
  Object.fromEntries(values.flatMap((each) => (isMembers(each) ? Object.entries(each) : [])));

/** Sets a property; also handles the key `__proto__`. */
export function put(object: Completed, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true });
  else object[key] = value;
}

/** Merges the values that several fragments select for one field of a node. */
function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((each, i) => merged(each, other[i]));
  if (!isMembers(one) || !isMembers(other)) return one;
  const result: Completed = { ...one };
  for (const [key, value] of Object.entries(other)) {
    put(result, key, Object.hasOwn(result, key) ? merged(result[key], value) : value);
  }
  return result;
}
