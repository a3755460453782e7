/** `filter: {…}` → what stands in `@filter(…)`. */
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { lowerFirst } from '../api/shared';
import { isList, isObject, textOf, type Value, type ValueObject } from '../request/values';
import { pointOf, shapeOf } from './geometry';
import { parseUid, predicate, quote, typeFunction, uidFunction } from './text';

/** The ids in a filter, as uids; those that are none are left out. Undefined: the filter has no ids. */
export function idsOf(type: GraphqlType, filter: Value | undefined): string[] | undefined {
  const ids = type.idField && isObject(filter) ? filter[type.idField.name] : undefined;
  if (ids === undefined || ids === null) return undefined;
  return uidsOf(isList(ids) ? ids : [ids]);
}

const uidsOf = (ids: readonly Value[]): string[] => ids.flatMap((id) => parseUid(textOf(id)) ?? []);

/**
 * What asks nothing is written as nothing where it stands under `not`, or beside other operands: no engine takes that, and none may
 * read it as "all".
 *
 * @returns undefined where it asks nothing
 */
export function filterOf(type: GraphqlType, filter: Value | undefined): string | undefined {
  if (!isObject(filter)) return undefined;
  const all: string[] = [];
  let any: string | undefined;
  for (const [key, value] of Object.entries(filter)) {
    if (value === null) continue;
    if (key === 'and') all.push(...each(type, value));
    else if (key === 'or') any = joined(each(type, value), 'OR');
    else if (key === 'not') {
      all.push(`NOT (${filterOf(type, value) ?? ''})`);
    } else if (key === 'has' && !type.byName.has('has')) {
      all.push(...(value as readonly string[]).map((field) => `has(${predicateOf(type, field)})`));
    } else all.push(...ofField(type, key, value));
  }
  if (all.length === 0) return any || undefined;
  const conjunction = joined(all, 'AND');
  // What stands beside `or` is one more of its operands.
  return any === undefined ? conjunction || undefined : `(${conjunction} OR ${any})`;
}

/** Members of a union, each with a filter of its own. Undefined: none is asked for. */
export function unionFilterOf(members: readonly string[], filter: Value | undefined, model: GraphqlModel) {
  if (!isObject(filter) || Object.keys(filter).length === 0) return { asked: true, filter: undefined };
  const { memberTypes } = filter;
  const asked = isList(memberTypes) ? members.filter((member) => memberTypes.includes(member)) : members;
  const operands = asked.map((member) => {
    const type = model.types.get(member)!;
    const own = filterOf(type, filter[`${lowerFirst(member)}Filter`]);
    const isType = typeFunction(type.dgraphName);
    return own === undefined ? isType : `(${isType} AND ${own})`;
  });
  return { asked: operands.length > 0, filter: operands.length > 0 ? `(${operands.join(' OR ')})` : undefined };
}

const joined = (operands: readonly string[], operator: 'AND' | 'OR'): string =>
  operands.length < 2 ? (operands[0] ?? '') : `(${operands.join(` ${operator} `)})`;

const each = (type: GraphqlType, value: Value): string[] =>
  (isList(value) ? value : [value]).map((operand) => filterOf(type, operand) ?? '');

/** Nothing is stored as the distance of a vector, which may be asked for like a field. */
export const predicateOf = (type: GraphqlType, field: string): string =>
  predicate(type.byName.get(field)?.predicate ?? `${type.name}.${field}`);

function ofField(type: GraphqlType, name: string, value: Value): string[] {
  const field = type.byName.get(name)!;
  const subject = predicate(field.predicate);
  if (isList(value)) {
    if (field.external) return [call('eq', [subject, ...value.map((each) => argument('eq', each))])];
    return [uidFunction(uidsOf(value))];
  }
  if (!isObject(value)) return [call('eq', [subject, argument('eq', value)])];
  const [first] = Object.entries(value);
  if (!first) return [];
  const [func, operand] = first;
  // Of null, only `eq` says something: that there is no value.
  if (operand === null) return func === 'eq' ? [`NOT (has(${subject}))`] : [];
  return [ofFunction(func, subject, operand)];
}

function ofFunction(func: string, subject: string, operand: Value): string {
  switch (func) {
    case 'in':
      return call('eq', [subject, ...(operand as readonly Value[]).map((each) => argument('eq', each))]);
    case 'between': {
      const { min = null, max = null } = operand as ValueObject;
      return call(func, [subject, argument(func, min), argument(func, max)]);
    }
    case 'near': {
      const { coordinate = null, distance = null } = operand as ValueObject;
      return call(func, [subject, JSON.stringify(pointOf(coordinate)), textOf(distance)]);
    }
    case 'within':
    case 'contains':
    case 'intersects':
      return call(func, [subject, JSON.stringify(shapeOf(operand) ?? '')]);
    default:
      return call(func, [subject, argument(func, operand)]);
  }
}

const call = (func: string, args: readonly string[]): string => `${func}(${args.join(', ')})`;

function argument(func: string, value: Value): string {
  // So a null in a list is called.
  if (value === null) return quote('nil');
  if (typeof value === 'string') return func === 'regexp' && isRegexp(value) ? value : quote(value);
  return Number.isInteger(value) || typeof value === 'boolean' ? textOf(value) : quote(textOf(value));
}

/** `/…/i`, and nothing behind it: it is the one thing that is written as it is given. */
const isRegexp = (text: string): boolean => /^\/(?:[^\\/\n]|\\[^\n])*\/[a-zA-Z]*$/.test(text);
