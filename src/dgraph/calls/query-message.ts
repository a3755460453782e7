/**
 * Messages of the method Query for reads of the gateway (proto/dgraph.proto): Request with its query and variables, and
 * the data of a Response.
 */

import { Varints } from './varints';

/** Tags of fields: number and wire type. */
const TAG = {
  query: (4 << 3) | 2,
  vars: (5 << 3) | 2,
  key: (1 << 3) | 2,
  value: (2 << 3) | 2,
  readOnly: 6 << 3,
  bestEffort: 7 << 3,
};
const JSON_TAG = (1 << 3) | 2;
const NO_DATA = Buffer.from('{}');

/** `any` begins a transaction that the client may write in. */
export type QueryMode = 'any' | 'readOnly' | 'bestEffort';

/** Returns the message of a query. */
export function printQueryMessage(
  query: string,
  variables: Readonly<Record<string, string>> = {},
  mode: QueryMode = 'readOnly',
): Buffer {
  const entries = Object.entries(variables).flatMap(([name, value]) =>
    field(TAG.vars, Buffer.concat([...field(TAG.key, Buffer.from(name)), ...field(TAG.value, Buffer.from(value))])),
  );
  return Buffer.concat([...field(TAG.query, Buffer.from(query)), ...entries, MODES[mode]]);
}

const MODES: Readonly<Record<QueryMode, Buffer>> = {
  any: Buffer.alloc(0),
  readOnly: Buffer.from([TAG.readOnly, 1]),
  bestEffort: Buffer.from([TAG.readOnly, 1, TAG.bestEffort, 1]),
};

const field = (tag: number, bytes: Buffer): Buffer[] => [Buffer.from([tag, ...varint(bytes.length)]), bytes];

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return [...bytes, rest];
}

/**
 * Returns the JSON of a Response, which precedes its other fields.
 *
 * @returns undefined for bytes that are not such a message
 */
export function readData(message: Buffer): Buffer | undefined {
  if (message[0] !== JSON_TAG) return NO_DATA;
  const varints = new Varints(message, 1);
  const length = varints.next();
  const data = message.subarray(varints.at, varints.at + length);
  return data.length === length ? data : undefined;
}
