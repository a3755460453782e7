/**
 * Block: the records of 16 consecutive subjects under one key, so that neighbours, usually created together, cost one
 * look-up.
 *
 *   u16 mask of the present subjects (bit i is subject 16 × block + i)
 *   u16 × n end of each record, counted from the end of this table
 *   records: a uid record, a value record, or
 *            30 count        the record is under its own key; `count` as in the record
 */
import type { ByteWriter } from './bytes';

export const BLOCK_SIZE = 16;

/** Form byte of a record under its own key. */
export const ELSEWHERE = 0x30;

/**
 * Longest record that stays in its block. 16 of these and the table are below half a page, so that a block never
 * overflows.
 */
export const MAX_RECORD_IN_BLOCK = 110;

export const blockOf = (uid: number): number => Math.floor(uid / BLOCK_SIZE);
export const slotOf = (uid: number): number => uid % BLOCK_SIZE;

const bits16 = new Uint8Array(1 << 16);
for (let i = 1; i < bits16.length; i++) bits16[i] = bits16[i >>> 1]! + (i & 1);

/** Bit mask of the present subjects. */
export function presentIn(bytes: Uint8Array): number {
  return bytes[0]! | (bytes[1]! << 8);
}

/** Location of a record; see `locate`. */
export interface Location {
  start: number;
  end: number;
}

/** Finds the record of a slot. @returns false if the subject is absent */
export function locate(bytes: Uint8Array, slot: number, out: Location): boolean {
  const present = bytes[0]! | (bytes[1]! << 8);
  if ((present & (1 << slot)) === 0) return false;
  const rank = bits16[present & ((1 << slot) - 1)]!;
  const base = 2 + bits16[present]! * 2;
  out.start = rank === 0 ? base : base + (bytes[rank * 2]! | (bytes[rank * 2 + 1]! << 8));
  out.end = base + (bytes[2 + rank * 2]! | (bytes[3 + rank * 2]! << 8));
  return true;
}

/** Appends a block of these records, by slot; undefined for an absent subject. @returns false if all are absent */
export function encodeBlock(out: ByteWriter, records: readonly (Uint8Array | undefined)[]): boolean {
  let present = 0;
  for (let slot = 0; slot < BLOCK_SIZE; slot++) if (records[slot]) present |= 1 << slot;
  if (present === 0) return false;
  out.u16(present);
  let end = 0;
  for (const record of records) if (record) out.u16((end += record.length));
  for (const record of records) if (record) out.raw(record);
  return true;
}
