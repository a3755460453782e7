/**
 * Messages of the method Query (proto/dgraph.proto): Request with a query and its variables, or with statements, and
 * the data of a Response.
 */
import { bytesField, numberField, textField } from './message-fields';
import { Varints } from './varints';

const REQUEST = { startTs: 1, query: 4, vars: 5, readOnly: 6, bestEffort: 7, mutations: 12, commitNow: 13, hash: 15 };
const ENTRY = { key: 1, value: 2 };
const MUTATION = { set: 3, delete: 4 };
const JSON_TAG = (1 << 3) | 2;
const NO_DATA = Buffer.from('{}');

/** `any` begins a transaction that the client may write in. */
export type QueryMode = 'any' | 'readOnly' | 'bestEffort';

/** Transaction that a request continues; without a timestamp it begins one. */
interface Continued {
  readonly startTs?: number | undefined;
  readonly hash?: string | undefined;
}

/** Returns the message of a query. */
export function printQueryMessage(
  query: string,
  variables: Readonly<Record<string, string>> = {},
  mode: QueryMode = 'readOnly',
  transaction: Continued = {},
): Buffer {
  const entries = Object.entries(variables).flatMap(([name, value]) =>
    bytesField(REQUEST.vars, Buffer.concat([...textField(ENTRY.key, name), ...textField(ENTRY.value, value)])),
  );
  return Buffer.concat([
    ...startField(transaction),
    ...textField(REQUEST.query, query),
    ...entries,
    MODES[mode],
    ...hashField(transaction),
  ]);
}

const MODES: Readonly<Record<QueryMode, Buffer>> = {
  any: Buffer.alloc(0),
  readOnly: numberField(REQUEST.readOnly, 1),
  bestEffort: Buffer.concat([numberField(REQUEST.readOnly, 1), numberField(REQUEST.bestEffort, 1)]),
};

/** Returns the message of statements, one per line. */
export function printMutationMessage(
  { set, delete: deletes }: Readonly<Record<'set' | 'delete', Buffer>>,
  { commitNow, ...transaction }: Continued & { readonly commitNow: boolean },
): Buffer {
  const mutation = Buffer.concat([
    ...(set.length > 0 ? bytesField(MUTATION.set, set) : []),
    ...(deletes.length > 0 ? bytesField(MUTATION.delete, deletes) : []),
  ]);
  return Buffer.concat([
    ...startField(transaction),
    ...bytesField(REQUEST.mutations, mutation),
    ...(commitNow ? [numberField(REQUEST.commitNow, 1)] : []),
    ...hashField(transaction),
  ]);
}

const startField = ({ startTs }: Continued): Buffer[] =>
  startTs === undefined ? [] : [numberField(REQUEST.startTs, startTs)];

const hashField = ({ hash }: Continued): Buffer[] => (hash === undefined ? [] : textField(REQUEST.hash, hash));

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
