/** `filter: {…}` → the expression of `@filter(…)`. */
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { lowerFirst } from '../api/shared';
import { isList, isObject, textOf, type Value, type ValueObject } from '../request/values';
import { pointOf, shapeOf } from './geometry';
import { parseUid, predicate, quote, typeFunction, uidFunction } from './text';

/** Ids in a filter, as uids; invalid ones are dropped. Undefined if the filter has none. */
export function idsOf(type: GraphqlType, filter: Value | undefined): string[] | undefined {
  const ids = type.idField && isObject(filter) ? filter[type.idField.name] : undefined;
  if (ids === undefined || ids === null) return undefined;
  return uidsOf(isList(ids) ? ids : [ids]);
}

const uidsOf = (ids: readonly Value[]): string[] => ids.flatMap((id) => parseUid(textOf(id)) ?? []);

/**
 * Writes a filter. An empty filter under `not`, or beside other operands, becomes an empty operand. Every engine
 * refuses that; otherwise an engine might take it for "all".
 * @returns undefined for an empty filter
 */
export function filterOf(type: GraphqlType, filter: Value | undefined): string | undefined {
  if (!isObject(filter)) return undefined;
  const operands: string[] = [];
  let alternatives: string | undefined;
  for (const [key, value] of Object.entries(filter)) {
    if (value === null) continue;
    if (key === 'and') operands.push(...each(type, value));
    else if (key === 'or') alternatives = joined(each(type, value), 'OR');
    else if (key === 'not') {
      operands.push(`NOT (${filterOf(type, value) ?? ''})`);
    } else if (key === 'has' && !type.byName.has('has')) {
      operands.push(...(value as readonly string[]).map((field) => `has(${predicateOf(type, field)})`));
    } else operands.push(...ofField(type, key, value));
  }
  if (operands.length === 0) return alternatives || undefined;
  const conjunction = joined(operands, 'AND');
  // Conditions beside `or` are a further operand of it.
  return alternatives === undefined ? conjunction || undefined : `(${conjunction} OR ${alternatives})`;
}

/** Filter on the members of a union, each with its own filter. `hasMembers` is false if no member is selected. */
export function unionFilterOf(members: readonly string[], filter: Value | undefined, model: GraphqlModel) {
  if (!isObject(filter) || Object.keys(filter).length === 0) return { hasMembers: true, filter: undefined };
  const { memberTypes } = filter;
  const selectedMembers = isList(memberTypes) ? members.filter((member) => memberTypes.includes(member)) : members;
  const operands = selectedMembers.map((member) => {
    const type = model.types.get(member)!;
    const memberFilter = filterOf(type, filter[`${lowerFirst(member)}Filter`]);
    const isType = typeFunction(type.dgraphName);
    return memberFilter === undefined ? isType : `(${isType} AND ${memberFilter})`;
  });
  return { hasMembers: operands.length > 0, filter: operands.length > 0 ? `(${operands.join(' OR ')})` : undefined };
}

const joined = (operands: readonly string[], operator: 'AND' | 'OR'): string =>
  operands.length < 2 ? (operands[0] ?? '') : `(${operands.join(` ${operator} `)})`;

const each = (type: GraphqlType, value: Value): string[] =>
  (isList(value) ? value : [value]).map((operand) => filterOf(type, operand) ?? '');

/** Predicate of a field; `Type.field` for the distance of a vector, which is not stored. */
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
  // Null is meaningful only in `eq`: the value is absent.
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
  // DQL's form of a null in a list.
  if (value === null) return quote('nil');
  if (typeof value === 'string') return func === 'regexp' && isRegexp(value) ? value : quote(value);
  return Number.isInteger(value) || typeof value === 'boolean' ? textOf(value) : quote(textOf(value));
}

/** Exactly `/…/i`: the only operand that is written verbatim. */
const isRegexp = (text: string): boolean => /^\/(?:[^\\/\n]|\\[^\n])*\/[a-zA-Z]*$/.test(text);
