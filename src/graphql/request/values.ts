/** Values of arguments and variables, and conversion of literals. */
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  Kind,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type ObjectValueNode,
  type ValueNode,
} from 'graphql';
import { RequestFailure } from './failure';

/** `Int64` beyond a number's precision, `ID`, `DateTime` and enum members are strings. */
export type Value = null | boolean | number | string | readonly Value[] | ValueObject;
export interface ValueObject {
  readonly [name: string]: Value;
}

/** Scalar as text. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? null));

export type Variables = ReadonlyMap<string, Value>;

export const isObject = (value: Value | undefined): value is ValueObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isList = (value: Value | undefined): value is readonly Value[] => Array.isArray(value);

/** Integer as a number, or as its text if a number would round it. */
export function integer(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** Value of a valid literal. A variable without a value is null, as in Dgraph. */
export function literalValue(node: ValueNode, type: GraphQLInputType, variables: Variables): Value {
  if (node.kind === Kind.VARIABLE) return variables.get(node.name.value) ?? null;
  if (isNonNullType(type)) return literalValue(node, type.ofType, variables);
  if (node.kind === Kind.NULL) return null;
  if (isListType(type)) {
    if (node.kind !== Kind.LIST) return [literalValue(node, type.ofType, variables)];
    return node.values.map((each) => literalValue(each, type.ofType, variables));
  }
  if (isInputObjectType(type)) {
    const fields = type.getFields();
    const entries = (node as ObjectValueNode).fields.map(({ name, value }): [string, Value] => {
      const { type: of } = fields[name.value]!;
      // A null for a list of values means a search for null rather than for everything.
      const isOne =
        value.kind === Kind.NULL && FILTER.test(type.name) && isListType(of) && isLeafType(getNamedType(of));
      return [name.value, isOne ? [null] : literalValue(value, of, variables)];
    });
    return plainInput(Object.fromEntries(entries), type);
  }
  if (node.kind === Kind.BOOLEAN) return type.name === 'ID' ? String(node.value) : node.value;
  const text = (node as { readonly value: string }).value;
  if (isEnumType(type)) return text;
  if (type.name === 'Int64') return integer(text);
  if (type.name === 'ID') return text;
  return node.kind === Kind.INT || node.kind === Kind.FLOAT ? Number(text) : text;
}

/** Names of filters: of types, and of enums by their indexes. */
const FILTER = /Filter$|_[a-z]*[a-z_]$/;

/** Formats a literal as Dgraph does. */
export function literalText(node: ValueNode): string {
  switch (node.kind) {
    case Kind.VARIABLE:
      return `$${node.name.value}`;
    case Kind.NULL:
      return 'null';
    case Kind.STRING:
      return JSON.stringify(node.value);
    case Kind.LIST:
      return `[${node.values.map(literalText).join(',')}]`;
    case Kind.OBJECT:
      return `{${node.fields.map(({ name, value }) => `${name.value}:${literalText(value)}`).join(',')}}`;
    default:
      return String(node.value);
  }
}

/** Extension of input types: the name of the field. */
export const COMMON = 'common';

/**
 * Returns an input in the form that queries and mutations read. Its field for those of the common type, which
 * introspection shows, is replaced: `{name: …, thing: {p: …}}` is `{name: …, p: …}`.
 *
 * @throws RequestFailure for a field that is given twice
 */
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
