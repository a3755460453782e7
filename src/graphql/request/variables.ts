/** Variables of a request, coerced to the types in the operation. Refusals have Dgraph's messages. */
import {
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  typeFromAST,
  type GraphQLInputType,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { RequestFailure, type Path } from './failure';
import { fits } from './literals';
import { integer, literalValue, plainInput, type Value, type Variables } from './values';

/** Maximum nesting of variables. */
const DEPTH = 500;

/**
 * @param provided JSON values; numbers may be objects that print as the number
 * @throws RequestFailure with the path of the faulty value
 */
export function variablesOf(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  provided: Readonly<Record<string, unknown>>,
): Variables {
  const values = new Map<string, Value>();
  for (const { variable, type: typeNode, defaultValue } of operation.variableDefinitions ?? []) {
    const name = variable.name.value;
    const path = ['variable', name];
    const type = typeFromAST(schema, typeNode) as GraphQLInputType;
    if (Object.hasOwn(provided, name)) values.set(name, coerce(provided[name], type, path));
    else if (defaultValue) values.set(name, literalValue(defaultValue, type, values));
    else if (isNonNullType(type)) throw RequestFailure.of('must be defined', undefined, path);
  }
  return values;
}

function coerce(value: unknown, type: GraphQLInputType, path: Path): Value {
  const wrong = (message: string): RequestFailure => RequestFailure.of(message, undefined, path);
  if (path.length > DEPTH) throw wrong(`is nested more than ${DEPTH} levels deep`);
  if (value === null || value === undefined) {
    if (isNonNullType(type)) throw wrong('cannot be null');
    return null;
  }
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return list.map((each, i) => coerce(each, bare.ofType, [...path, i]));
  }
  if (isInputObjectType(bare)) {
    if (typeof value !== 'object' || Array.isArray(value) || numberText(value) !== undefined) {
      throw wrong(`must be a ${bare.name}`);
    }
    const fields = bare.getFields();
    for (const name of Object.keys(value)) {
      if (!Object.hasOwn(fields, name)) throw RequestFailure.of('unknown field', undefined, [...path, name]);
    }
    const entries: [string, Value][] = [];
    for (const field of Object.values(fields)) {
      const fieldPath = [...path, field.name];
      if (Object.hasOwn(value, field.name)) {
        entries.push([field.name, coerce((value as Record<string, unknown>)[field.name], field.type, fieldPath)]);
      } else if (isNonNullType(field.type)) {
        throw RequestFailure.of('must be defined', undefined, fieldPath);
      }
    }
    return plainInput(Object.fromEntries(entries), bare);
  }
  if (isEnumType(bare)) {
    const number = numberText(value);
    if (number !== undefined) throw wrong(`${number} is not a valid ${bare.name}`);
    if (typeof value !== 'string') throw wrong('enums must be ints or strings');
    const isMember = bare.getValues().some(({ name }) => name.toLowerCase() === value.toLowerCase());
    if (!isMember) throw wrong(`${value} is not a valid ${bare.name}`);
    return value;
  }
  return coerceScalar(value, bare.name, wrong);
}

function coerceScalar(value: unknown, name: string, wrong: (message: string) => RequestFailure): Value {
  const number = numberText(value);
  const cannot = (): RequestFailure => wrong(`cannot use ${kindOf(value)} as ${name}`);
  switch (name) {
    case 'Int':
    case 'Int64': {
      const text = number ?? (name === 'Int64' && typeof value === 'string' ? value : undefined);
      if (text === undefined) throw cannot();
      if (!/^[+-]?\d+$/.test(text)) throw wrong(`Type mismatched for Value \`${text}\`, expected:\`${name}\``);
      if (!fits(text, name === 'Int' ? 32 : 64)) throw wrong(`Out of range value '${text}', for type \`${name}\``);
      return integer(text);
    }
    case 'Float': {
      const float = Number(number ?? (typeof value === 'string' && value.trim() !== '' ? value : NaN));
      if (!Number.isFinite(float)) throw cannot();
      return float;
    }
    case 'Boolean':
      if (typeof value !== 'boolean') throw cannot();
      return value;
    case 'ID':
      if (number === undefined && typeof value !== 'string') throw cannot();
      return number ?? (value as string);
    case 'String':
      if (typeof value !== 'string') throw cannot();
      return value;
    default:
      if (typeof value === 'object' && number === undefined) throw cannot();
      return number === undefined ? (value as Value) : integer(number);
  }
}

/** Text of a number, however it was parsed. */
function numberText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  const isNumber = typeof value === 'object' && value !== null && 'isLosslessNumber' in value;
  return isNumber ? String((value as { readonly value?: unknown }).value) : undefined;
}

/** Dgraph's name of a JSON type. */
function kindOf(value: unknown): string {
  if (typeof value === 'boolean') return 'bool';
  if (numberText(value) !== undefined) return 'Number';
  return typeof value === 'string' ? 'string' : '';
}
