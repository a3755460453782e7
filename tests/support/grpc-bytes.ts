/** Bytes of protobuf messages, written by hand: also those that no library writes. */

/** Wire types (Protocol Buffers, "Encoding"). */
export const WIRE = { varint: 0, bit64: 1, delimited: 2, startGroup: 3, endGroup: 4, bit32: 5 } as const;

export function varint(value: number, bytes?: number): Buffer {
  const out: number[] = [];
  let rest = value;
  while (rest > 127 || out.length + 1 < (bytes ?? 1)) {
    out.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...out, rest]);
}

export const tag = (field: number, wireType: number): Buffer => varint(field * 8 + wireType);

/** Field with a length. */
export function field(number: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([tag(number, WIRE.delimited), varint(bytes.length), bytes]);
}

export const number = (field: number, value: number): Buffer => Buffer.concat([tag(field, WIRE.varint), varint(value)]);
