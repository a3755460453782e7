/**
 * Inputs with a field for those of the common type, as introspection shows them, in the plain form that queries and
 * mutations read: `{name: …, thing: {p: …}}` is `{name: …, p: …}`.
 */
import type { GraphQLInputObjectType } from 'graphql';
import { RequestFailure } from './failure';
import { isList, isObject, type Value, type ValueObject } from './values';

/** Extension of input types: the name of the field. */
export const COMMON = 'common';

/** @throws RequestFailure for a field that is given twice */
export function plainInput(value: ValueObject, { name: type, extensions }: GraphQLInputObjectType): ValueObject {
  const name = extensions[COMMON];
  if (typeof name !== 'string' || !Object.hasOwn(value, name)) return value;
  const { [name]: common, ...rest } = value;
  if (!isObject(common)) return rest;
  if (Object.keys(rest).length === 0) return common;
  if (type.endsWith('Filter')) return { ...rest, and: [...listOf(rest['and']), common] };
  if (type.endsWith('Order')) return inOrder(rest, common);
  const duplicate = Object.keys(common).find((each) => Object.hasOwn(rest, each));
  if (duplicate === undefined) return { ...rest, ...common };
  throw RequestFailure.of(`the field ${duplicate} is given twice: in ${type}, and in its field ${name}`);
}

const listOf = (value: Value | undefined): readonly Value[] =>
  isList(value) ? value : value === undefined || value === null ? [] : [value];

/** Appends an order to the end of another one. */
function inOrder(order: ValueObject, last: ValueObject): ValueObject {
  const { then } = order;
  return { ...order, then: isObject(then) ? inOrder(then, last) : last };
}
