/** Arguments of the syntax tree as plain values. */
import type { FunctionArgument, GqlVariable, ListValue, Scalar } from '../../dql';
import { QueryError } from './errors';
import type { ArgumentPlan } from './types';

const MAX_INT32 = 2_147_483_647;

/** Go's ParseInt with base 0: decimal, `0x…`, `0o…`, `0b…`, a leading 0 for octal, and `_` between digits. */
const INTEGER = /^([+-]?)(0[xX][0-9a-fA-F_]+|0[bB][01_]+|0[oO]?[0-7_]+|[0-9][0-9_]*)$/;

/** @throws QueryError with the text of Go's strconv */
export function readInteger(text: string, parser: string): bigint {
  const match = INTEGER.exec(text);
  const digits = match?.[2]?.replace(/_/g, '');
  if (!match || digits === undefined || digits === '') {
    throw new QueryError(`strconv.${parser}: parsing ${JSON.stringify(text)}: invalid syntax`);
  }
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return match[1] === '-' ? -value : value;
}

/** Parses `first` and `offset`: signed 32 bits. */
export function readInt32(arg: Scalar | GqlVariable | undefined): number {
  if (arg === undefined) return 0;
  const text = scalarText(arg);
  const value = readInteger(text, 'ParseInt');
  if (value > MAX_INT32 || value < -MAX_INT32 - 1) {
    throw new QueryError(`strconv.ParseInt: parsing ${JSON.stringify(text)}: value out of range`, arg.span);
  }
  return Number(value);
}

/** Parses a uid or another unsigned number of 64 bits. */
export function readUint64(arg: Scalar | GqlVariable): number {
  const text = scalarText(arg);
  return Number(readUnsigned(text, 'ParseUint'));
}

function readUnsigned(text: string, parser: string): bigint {
  const value = readInteger(text, parser);
  if (value < 0n) throw new QueryError(`strconv.${parser}: parsing ${JSON.stringify(text)}: invalid syntax`);
  if (value >= 1n << 64n) {
    throw new QueryError(`strconv.${parser}: parsing ${JSON.stringify(text)}: value out of range`);
  }
  return value;
}

/** Text of an argument. Variables of the request have been replaced before planning. */
export function scalarText(arg: Scalar | GqlVariable): string {
  if (arg.kind === 'GqlVariable') throw new QueryError(`Variable ${arg.name} has no value`, arg.span);
  return arg.text;
}

/** Flattens lists into their items: texts, and variables for `val(x)`. */
export function readArguments(args: readonly FunctionArgument[]): ArgumentPlan[] {
  return args.flatMap((arg): ArgumentPlan[] => {
    switch (arg.kind) {
      case 'Scalar':
      case 'GqlVariable':
        return [{ text: scalarText(arg) }];
      case 'List':
        return readArguments(arg.items);
      case 'ValRef':
        return [{ variable: arg.variable }];
      case 'VariableName':
        return [{ text: arg.name }];
      default:
        throw new QueryError(`Invalid argument of kind ${arg.kind}`, arg.span);
    }
  });
}

/** JSON text of coordinates, or the text itself. */
export function readCoordinates(arg: FunctionArgument): string {
  return arg.kind === 'List' ? coordinatesText(arg) : (readArguments([arg])[0] as { text: string }).text;
}

function coordinatesText(list: ListValue): string {
  return `[${list.items.map((item) => (item.kind === 'List' ? coordinatesText(item) : scalarText(item))).join(',')}]`;
}
