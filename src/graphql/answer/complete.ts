/**
 * Turns a DQL answer into a GraphQL answer. A missing value becomes null, or an error where the type forbids null. As
 * in Dgraph, a missing list becomes an empty list.
 */
import { GEO_TYPES } from '../sdl/scalars';
import type { GraphqlModel } from '../sdl/model';
import type { ResponseError } from '../request/failure';
import type { Selection } from '../request/selection';
import { aggregatesIn, isAggregate } from '../query/aggregate';
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
  /** Position of the value that is being completed. */
  private readonly path: (string | number)[] = [];
  private readonly kinds = new Map<Selection, FieldKind>();

  /** @param served values of fields that are not stored */
  constructor(
    private readonly model: GraphqlModel,
    private readonly served?: ServedValues,
  ) {
    this.types = ObjectTypes.in(model);
  }

  /** Completes a field of `Query`, or the nodes of a payload. */
  root(selection: Selection, answer: Members): unknown {
    this.path.push(selection.key);
    const value = answer[selection.id];
    // A block's answer is a list, with at most one node for a single value.
    const single = !selection.type.list && Array.isArray(value) && value.length <= 1;
    const completed =
      selection.type.name.endsWith('AggregateResult') && !selection.type.list
        ? this.aggregate(selection, Array.isArray(value) ? joined(value) : {}, true)
        : this.value(selection, single ? value[0] : value);
    this.path.pop();
    return completed;
  }

  /** @returns ABSENT if a non-null field has no value */
  private object(selections: readonly Selection[], declared: string, node: Members): Completed | typeof ABSENT {
    if (this.model.classes?.has(declared)) return this.member(selections, declared, node);
    const types = node['dgraph.type'];
    const hasTypes = Array.isArray(types) && types.length > 0;
    const typename = hasTypes ? this.types.of(types) : undefined;
    const completed: Completed = {};
    for (const selection of selections) {
      if (hasTypes && !this.belongs(selection, typename)) continue;
      if (!this.complete(completed, selection, node, typename)) return ABSENT;
    }
    return completed;
  }

  /** Completes a node that may be in several classes. */
  private member(selections: readonly Selection[], declared: string, node: Members): Completed | typeof ABSENT {
    const stored = node['dgraph.type'];
    const membership = this.types.membership(Array.isArray(stored) ? stored : []);
    const { types } = membership;
    const typename = this.types.mostSpecific(declared, membership);
    const completed: Completed = {};
    for (const selection of selections) {
      if (!isWithin(selection, types)) continue;
      if (!this.complete(completed, selection, node, typename)) return ABSENT;
    }
    return completed;
  }

  /** Completes one field of a node. @returns false if it must have a value and has none */
  private complete(completed: Completed, selection: Selection, node: Members, typename: string | undefined): boolean {
    const { key } = selection;
    this.path.push(key);
    const value = this.field(selection, node, typename);
    this.path.pop();
    if (value === ABSENT) return false;
    put(completed, key, Object.hasOwn(completed, key) ? merged(completed[key], value) : value);
    return true;
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

  private field(selection: Selection, stored: Members, typename: string | undefined): unknown {
    if (selection.name === '__typename') return typename ?? selection.parent;
    const node = isGranted(selection, stored) ? stored : NOTHING;
    if (isAggregate(selection)) return this.aggregate(selection, node, false);
    const { isCustom, isCommon } = this.kindOf(selection);
    if (isCustom) return this.served?.of(node, selection) ?? this.nothing(selection);
    if (isCommon) return this.object(selection.children, selection.type.name, node);
    return this.value(selection, node[selection.id]);
  }

  private value(selection: Selection, value: unknown): unknown {
    const { type } = selection;
    if (value === undefined || value === null) return this.nothing(selection);
    if (!type.list) {
      if (Array.isArray(value)) return this.wrong(EXPECTED_ONE, selection);
      const item = this.item(selection, value);
      return item === ABSENT && !type.nonNull ? null : item;
    }
    if (!Array.isArray(value)) {
      this.report(EXPECTED_LIST, selection);
      return [];
    }
    const items: unknown[] = [];
    for (let i = 0; i < value.length; i++) {
      this.path.push(i);
      const item = this.item(selection, value[i]);
      this.path.pop();
      if (item === ABSENT && type.elementNonNull) return type.nonNull ? ABSENT : null;
      items.push(item === ABSENT ? null : item);
    }
    return items;
  }

  private item(selection: Selection, value: unknown): unknown {
    const { type, children } = selection;
    const kind = this.kindOf(selection);
    if (!isMembers(value)) {
      return kind.fits(value) ? value : this.wrong(notOfType(value, selection), selection, true);
    }
    if (kind.isGeometry) {
      const geometry = geometryOf(value, children);
      return geometry ?? this.wrong(`unsupported geo type: ${String(value['type'])}`, selection, true);
    }
    return kind.isComposite ? this.object(children, type.name, value) : this.wrong(EXPECTED_SCALAR, selection, true);
  }

  private kindOf(selection: Selection): FieldKind {
    let kind = this.kinds.get(selection);
    if (!kind) this.kinds.set(selection, (kind = kindIn(this.model, selection)));
    return kind;
  }

  private nothing(selection: Selection): unknown {
    if (selection.type.list) return [];
    return selection.type.nonNull ? this.wrong(missing(selection), selection) : null;
  }

  private wrong(message: string, selection: Selection, item = false): unknown {
    this.report(message, selection);
    return item || selection.type.nonNull ? ABSENT : null;
  }

  private report(message: string, { location }: Selection): void {
    this.errors.push({ message, locations: [location], path: [...this.path] });
  }

  private aggregate(selection: Selection, node: Members, atRoot: boolean): Completed | null {
    const requested = aggregatesIn(selection).filter(({ name }) => name !== '__typename');
    if (atRoot && requested.every(({ id }) => node[id] === undefined)) return null;
    const completed: Completed = {};
    for (const each of selection.children) {
      const { name, key, id, parent, children } = each;
      if (children.length > 0) put(completed, key, this.aggregate(each, node, false));
      else put(completed, key, name === '__typename' ? parent : (node[id] ?? null));
    }
    return completed;
  }
}

/** Properties of a selected field that its values do not change. */
interface FieldKind {
  readonly isCustom: boolean;
  /** True for the field of the common type: its value is the node itself. */
  readonly isCommon: boolean;
  readonly isGeometry: boolean;
  readonly isComposite: boolean;
  /** True for a value that the type admits. */
  readonly fits: (value: unknown) => boolean;
}

function kindIn({ types, unions, enums }: GraphqlModel, { parent, name, type }: Selection): FieldKind {
  const members = enums.get(type.name)?.values;
  const isInt = (value: unknown): boolean => Number.isInteger(Number(value)) && Number(value) === (Number(value) | 0);
  const isMember = (value: unknown): boolean => members?.some((each) => each.name === value) ?? true;
  const field = types.get(parent)?.byName.get(name);
  return {
    isCustom: field?.custom === true,
    isCommon: field?.isCommon === true,
    isGeometry: GEO_TYPES.has(type.name),
    isComposite: types.has(type.name) || unions.has(type.name),
    fits: type.name === 'Int' ? isInt : isMember,
  };
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
