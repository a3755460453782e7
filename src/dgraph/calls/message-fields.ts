/** Fields of messages in the protocol's wire form: printed, and read. */
import { Varints } from './varints';

const VARINT = 0;
const LENGTH_DELIMITED = 2;

/** Prints a field of bytes. */
export const bytesField = (number: number, bytes: Buffer): Buffer[] => [
  Buffer.from([...varint(number * 8 + LENGTH_DELIMITED), ...varint(bytes.length)]),
  bytes,
];

export const textField = (number: number, text: string): Buffer[] => bytesField(number, Buffer.from(text));

/** Prints a field of a natural number. */
export const numberField = (number: number, value: number): Buffer =>
  Buffer.from([...varint(number * 8 + VARINT), ...varint(value)]);

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

type Value = Buffer | number;
export type Fields = ReadonlyMap<number, Value>;

/** Returns the last value of each field; undefined for another wire form. Repeated fields are read by `each`. */
export function readFields(bytes: Buffer): Fields | undefined {
  const fields = new Map<number, Value>();
  return each(bytes, (number, value) => fields.set(number, value)) ? fields : undefined;
}

/** Visits the fields of a message. @returns false if it is no message of numbers and bytes */
export function each(bytes: Buffer, visit: (number: number, value: Value) => void): boolean {
  const varints = new Varints(bytes);
  while (varints.at < bytes.length) {
    const tag = varints.next();
    const value = varints.next();
    if (!Number.isSafeInteger(tag) || !Number.isSafeInteger(value)) return false;
    const number = Math.floor(tag / 8);
    const end = varints.at + value;
    if (tag % 8 === VARINT) visit(number, value);
    else if (tag % 8 === LENGTH_DELIMITED && end <= bytes.length) {
      visit(number, bytes.subarray(varints.at, end));
      varints.at = end;
    } else return false;
  }
  return true;
}

/** Returns the last value of a field of bytes, as text; empty if it is absent. */
export function textIn(fields: Fields, number: number): string {
  const value = fields.get(number);
  return value instanceof Buffer ? value.toString() : '';
}

/** Returns the last value of a field of a number; 0 if it is absent, as in the protocol. */
export function numberIn(fields: Fields, number: number): number {
  const value = fields.get(number);
  return typeof value === 'number' ? value : 0;
}
