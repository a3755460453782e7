/**
 * Answers of the method Query (Response in proto/dgraph.proto), and their forms over HTTP. The data stays bytes; the
 * fields after it are read here.
 */
import type { MutateAnswer, QueryAnswer, TransactionContext } from '../types';
import { goString, latencyJson, metricsJson } from '../../util/dgraphAnswers';
import { each, numberIn, readFields, textIn, type Fields } from './message-fields';

interface HttpForm {
  readonly body: Buffer;
  /** Sum of the looked-up nodes. */
  readonly touched: number;
}

const FIELD = { json: 1, txn: 2, latency: 3, metrics: 4, headers: 14 } as const;
const UIDS = 12;
const TXN = { startTs: 1, commitTs: 2, keys: 4, preds: 5, hash: 6 } as const;
const LATENCIES = ['parsing_ns', 'processing_ns', 'encoding_ns', 'assign_timestamp_ns', 'total_ns'];
const TOTAL = '_total';
const DATA = Buffer.from('{"data":');
const WRITTEN = Buffer.from('{"data":{"code":"Success","message":"Done","queries":');
const NO_QUERIES = Buffer.from('null');

/** Returns the form of `/query`; undefined for a message with other fields, or of another form. */
export function toHttpForm(message: Buffer): HttpForm | undefined {
  const read = readQueryFields(message);
  if (!read) return undefined;
  const { fields, json, txn } = read;
  const counts = countsOf(fields.get(FIELD.metrics));
  const latency = messageIn(fields, FIELD.latency);
  if (!latency || !counts) return undefined;
  const extensions =
    `,"extensions":{"server_latency":${latencyJson(latenciesIn(latency))},"txn":${transactionJson(transactionIn(txn))},` +
    `"metrics":${metricsJson(counts)}}}`;
  return { body: Buffer.concat([DATA, json, Buffer.from(extensions)]), touched: counts.get(TOTAL) ?? 0 };
}

const KNOWN: ReadonlySet<number> = new Set(Object.values(FIELD));

/** Returns the fields of an answer to a query; undefined if it lacks data or transaction, or has other fields. */
function readQueryFields(
  message: Buffer,
): { readonly fields: Fields; readonly json: Buffer; readonly txn: Fields } | undefined {
  const fields = readFields(message);
  const json = fields?.get(FIELD.json);
  const txn = fields && messageIn(fields, FIELD.txn);
  if (!txn || !(json instanceof Buffer)) return undefined;
  return [...fields.keys()].every((number) => KNOWN.has(number)) ? { fields, json, txn } : undefined;
}

/** Answer to a query of the gateway, parsed when it is read. */
class CalledAnswer implements QueryAnswer {
  readonly json: Buffer;
  readonly extensions: QueryAnswer['extensions'];
  private parsed: Record<string, unknown> | undefined;

  constructor(
    private readonly message: Buffer,
    { json, txn }: { readonly json: Buffer; readonly txn: Fields },
  ) {
    this.json = json;
    this.extensions = { txn: transactionIn(txn) };
  }

  get data(): Record<string, unknown> {
    return (this.parsed ??= JSON.parse(this.json.toString()) as Record<string, unknown>);
  }

  get body(): Buffer {
    return toHttpForm(this.message)?.body ?? Buffer.concat([DATA, this.json, Buffer.from('}')]);
  }
}

/** Returns the answer to a query of the gateway; undefined as for `toHttpForm`. */
export function readQueryResponse(message: Buffer): QueryAnswer | undefined {
  const read = readQueryFields(message);
  return read && new CalledAnswer(message, read);
}

/** Returns the answer to a mutation, with a body as that of `/mutate`; undefined for bytes that are not such a message. */
export function readMutateResponse(message: Buffer): MutateAnswer | undefined {
  const fields = readFields(message);
  const [txn, latency] = fields ? [messageIn(fields, FIELD.txn), messageIn(fields, FIELD.latency)] : [];
  const labels = uidsIn(message);
  const lists = fields && listsIn(fields.get(FIELD.txn));
  if (!fields || !txn || !latency || !labels || !lists) return undefined;
  const json = fields.get(FIELD.json);
  const queries = json instanceof Buffer ? json : NO_QUERIES;
  const transaction = transactionIn(txn, lists);
  const end =
    `,"uids":{${labels.map(([label, uid]) => `${goString(label)}:${goString(uid)}`).join(',')}}},` +
    `"extensions":{"server_latency":${latencyJson(latenciesIn(latency))},"txn":${transactionJson(transaction)}}}`;
  return {
    code: 'Success',
    message: 'Done',
    uids: Object.fromEntries(labels),
    queries: JSON.parse(queries.toString()) as Record<string, unknown> | null,
    extensions: { txn: transaction },
    body: Buffer.concat([WRITTEN, queries, Buffer.from(end)]),
  };
}

function messageIn(fields: Fields, number: number): Fields | undefined {
  const field = fields.get(number);
  return field instanceof Buffer ? readFields(field) : undefined;
}

/** Returns the uids of new nodes, in the order in which Go prints a map. */
function uidsIn(message: Buffer): (readonly [label: string, uid: string])[] | undefined {
  const entries = entriesIn(message, UIDS);
  return entries?.map((entry) => [textIn(entry, 1), textIn(entry, 2)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns the entries of a map, which is a repeated field; undefined for another wire form. */
function entriesIn(message: Buffer, field: number): Fields[] | undefined {
  const entries: (Fields | undefined)[] = [];
  const isRead = each(message, (number, value) => {
    if (number === field) entries.push(value instanceof Buffer ? readFields(value) : undefined);
  });
  return isRead && entries.every((entry) => entry !== undefined) ? entries : undefined;
}

interface Lists {
  readonly keys: readonly string[];
  readonly preds: readonly string[];
}

/** Returns the repeated fields of a transaction. */
function listsIn(txn: Buffer | number | undefined): Lists | undefined {
  const keys: string[] = [];
  const preds: string[] = [];
  const isRead =
    txn instanceof Buffer &&
    each(txn, (number, value) => {
      if (number === TXN.keys) keys.push(String(value));
      if (number === TXN.preds) preds.push(String(value));
    });
  return isRead ? { keys, preds } : undefined;
}

/** Entries of `num_uids`. */
function countsOf(metrics: Buffer | number | undefined): Map<string, number> | undefined {
  if (!(metrics instanceof Buffer)) return undefined;
  const counts = new Map<string, number>();
  let isValid = true;
  const isRead = each(metrics, (_, entry) => {
    const fields = entry instanceof Buffer ? readFields(entry) : undefined;
    const name = fields?.get(1) ?? Buffer.alloc(0);
    const count = fields?.get(2) ?? 0;
    if (fields && name instanceof Buffer && typeof count === 'number') counts.set(name.toString(), count);
    else isValid = false;
  });
  return isRead && isValid ? counts : undefined;
}

/** Latencies by name, in nanoseconds. */
const latenciesIn = (latency: Fields): [string, number][] =>
  LATENCIES.map((name, i) => [name, numberIn(latency, i + 1)]);

/** Members of zero and empty ones are left out, as in Go. */
function transactionIn(txn: Fields, { keys, preds }: Lists = { keys: [], preds: [] }): TransactionContext {
  const [commitTs, hash] = [numberIn(txn, TXN.commitTs), textIn(txn, TXN.hash)];
  return {
    start_ts: numberIn(txn, TXN.startTs),
    ...(commitTs > 0 && { commit_ts: commitTs }),
    ...(keys.length > 0 && { keys }),
    ...(preds.length > 0 && { preds }),
    ...(hash !== '' && { hash }),
  };
}

function transactionJson({ start_ts: startTs, commit_ts: commitTs, keys, preds, hash }: TransactionContext): string {
  const parts = [];
  if (startTs > 0) parts.push(`"start_ts":${startTs}`);
  if (commitTs !== undefined) parts.push(`"commit_ts":${commitTs}`);
  if (keys) parts.push(`"keys":[${keys.map(goString).join(',')}]`);
  if (preds) parts.push(`"preds":[${preds.map(goString).join(',')}]`);
  if (hash !== undefined) parts.push(`"hash":${goString(hash)}`);
  return `{${parts.join(',')}}`;
}
