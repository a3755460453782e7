/**
 * Look at a message of the method Query (Request in proto/dgraph.proto) without parsing it. Only bytes in which every
 * reader finds the same fields, and no mutation, have a view; they need not be composed anew for an alpha.
 */

interface QueryView {
  readonly query: Buffer;
  readonly startTs: number;
}

const VARINT = 0;
const LENGTH_DELIMITED = 2;
/** Fields without mutations, with their wire types. Numbers fit into seven bits. */
const FIELDS: Readonly<Record<number, 'number' | 'text' | 'entries'>> = {
  1: 'number', // start_ts
  4: 'text', // query
  5: 'entries', // vars
  6: 'number', // read_only
  7: 'number', // best_effort
  14: 'number', // resp_format
  15: 'text', // hash
};
const START_TS = 1;
const QUERY = 4;
const NOTHING = Buffer.alloc(0);

/** @returns undefined for a message to parse: with another field, one that repeats, or one of another form */
export function viewQuery(message: Buffer): QueryView | undefined {
  let query: Buffer = NOTHING;
  let startTs = 0;
  let seen = 0;
  for (let at = 0; at < message.length;) {
    const tag = message[at++]!;
    const number = tag >> 3;
    const form = tag < 128 ? FIELDS[number] : undefined;
    if (form === undefined || (tag & 7) !== (form === 'number' ? VARINT : LENGTH_DELIMITED)) return undefined;
    if (form !== 'entries' && (seen & (1 << number)) !== 0) return undefined;
    seen |= 1 << number;
    let value = 0;
    let scale = 1;
    for (; ; scale *= 128) {
      const byte = message[at++];
      if (byte === undefined || scale > 2 ** 42) return undefined;
      value += (byte & 127) * scale;
      if (byte < 128) break;
    }
    if (form === 'number') {
      if (number === START_TS) startTs = value;
      else if (value > 1) return undefined;
      continue;
    }
    const end = at + value;
    if (end > message.length || (form === 'entries' && !isEntry(message, at, end))) return undefined;
    if (number === QUERY) query = message.subarray(at, end);
    at = end;
  }
  return { query, startTs };
}

/** True for an entry of a map of texts, with a key and a value of less than 128 bytes each. */
function isEntry(message: Buffer, start: number, end: number): boolean {
  let at = start;
  for (const tag of [0x0a, 0x12]) {
    const length = message[at + 1] ?? 128;
    if (message[at] !== tag || length > 127 || at + 2 + length > end) return false;
    at += 2 + length;
  }
  return at === end;
}
