/**
 * Answers of the method Query (Response in proto/dgraph.proto) in the form of `/query` over HTTP. The data stays bytes;
 * the fields after it are read here.
 */
import { goString, latencyJson, metricsJson } from '../../util/dgraphAnswers';
import { Varints } from './varints';

interface HttpForm {
  readonly body: Buffer;
  /** Sum of the looked-up nodes. */
  readonly touched: number;
}

const FIELD = { json: 1, txn: 2, latency: 3, metrics: 4, headers: 14 } as const;
const TXN = { startTs: 1, hash: 6 } as const;
const LATENCIES = ['parsing_ns', 'processing_ns', 'encoding_ns', 'assign_timestamp_ns', 'total_ns'];
const VARINT = 0;
const LENGTH_DELIMITED = 2;
const TOTAL = '_total';
const DATA = Buffer.from('{"data":');

/** Returns undefined for a message with other fields, or of another form. */
export function toHttpForm(message: Buffer): HttpForm | undefined {
  const fields = read(message);
  const json = fields?.get(FIELD.json);
  if (!fields || !(json instanceof Buffer)) return undefined;
  for (const number of fields.keys()) if (!KNOWN.has(number)) return undefined;
  const [txn, latency, metrics] = [FIELD.txn, FIELD.latency, FIELD.metrics].map((number) => {
    const field = fields.get(number);
    return field instanceof Buffer ? read(field) : undefined;
  });
  const counts = countsOf(fields.get(FIELD.metrics));
  if (!txn || !latency || !metrics || !counts) return undefined;
  const extensions =
    `,"extensions":{"server_latency":${latencyJson(latenciesIn(latency))},"txn":${transactionJson(txn)},` +
    `"metrics":${metricsJson(counts)}}}`;
  return { body: Buffer.concat([DATA, json, Buffer.from(extensions)]), touched: counts.get(TOTAL) ?? 0 };
}

const KNOWN: ReadonlySet<number> = new Set(Object.values(FIELD));

/** Last value of each field; undefined for another wire form. Repeated fields are read by `each`. */
function read(bytes: Buffer): Map<number, Buffer | number> | undefined {
  const fields = new Map<number, Buffer | number>();
  return each(bytes, (number, value) => fields.set(number, value)) ? fields : undefined;
}

/** Visits the fields of a message. @returns false if it is no message of numbers and bytes */
function each(bytes: Buffer, visit: (number: number, value: Buffer | number) => void): boolean {
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

/** Entries of `num_uids`. */
function countsOf(metrics: Buffer | number | undefined): Map<string, number> | undefined {
  if (!(metrics instanceof Buffer)) return undefined;
  const counts = new Map<string, number>();
  let isValid = true;
  const isRead = each(metrics, (_, entry) => {
    const fields = entry instanceof Buffer ? read(entry) : undefined;
    const name = fields?.get(1) ?? Buffer.alloc(0);
    const count = fields?.get(2) ?? 0;
    if (fields && name instanceof Buffer && typeof count === 'number') counts.set(name.toString(), count);
    else isValid = false;
  });
  return isRead && isValid ? counts : undefined;
}

/** Latencies by name, in nanoseconds. */
const latenciesIn = (latency: ReadonlyMap<number, Buffer | number>): [string, number][] =>
  LATENCIES.map((name, i) => {
    const ns = latency.get(i + 1);
    return [name, typeof ns === 'number' ? ns : 0];
  });

function transactionJson(txn: ReadonlyMap<number, Buffer | number>): string {
  const [startTs, hash] = [txn.get(TXN.startTs), txn.get(TXN.hash)];
  const parts = [];
  if (typeof startTs === 'number' && startTs > 0) parts.push(`"start_ts":${startTs}`);
  if (hash instanceof Buffer && hash.length > 0) parts.push(`"hash":${goString(hash.toString())}`);
  return `{${parts.join(',')}}`;
}
