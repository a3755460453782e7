/** Frames of WebSockets (RFC 6455), and what is no frame. */
import type { Random } from '../generate/random';

/** A frame of a client, masked. */
export function frame(payload: Buffer, opcode = 1, isFinal = true): Buffer {
  const mask = Buffer.from([1, 2, 3, 4]);
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  head[0] = (isFinal ? 0x80 : 0) | opcode;
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127);
  if (head.length === 4) head.writeUInt16BE(length, 2);
  if (head.length === 10) head.writeBigUInt64BE(BigInt(length), 2);
  const masked = Buffer.from(payload);
  for (let i = 0; i < length; i++) masked[i] = masked[i]! ^ mask[i % 4]!;
  return Buffer.concat([head, mask, masked]);
}

/** A frame that breaks a rule: unmasked, in halves, of an unknown kind, or of a length that is not there. */
export function oddFrame(random: Random, payload: Buffer): Buffer {
  const intact = frame(payload);
  switch (random.below(6)) {
    case 0:
      return frame(payload, random.below(16));
    case 1:
      return Buffer.concat([frame(payload.subarray(0, 3), 1, false), frame(payload.subarray(3), 0, true)]);
    case 2:
      return Buffer.concat([Buffer.from([0x81, Math.min(payload.length, 125)]), payload.subarray(0, 125)]);
    case 3:
      return Buffer.from([0x81, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]);
    case 4:
      intact[0] = intact[0]! | 0x70;
      return intact;
    default:
      return intact.subarray(0, random.below(intact.length));
  }
}

/** Payloads of text frames that a server has sent; undefined for bytes that are no frames. */
export function textFrames(bytes: Buffer): readonly string[] | undefined {
  const texts: string[] = [];
  let at = 0;
  while (at + 2 <= bytes.length) {
    const opcode = bytes[at]! & 0x0f;
    let length = bytes[at + 1]! & 0x7f;
    if (bytes[at + 1]! & 0x80) return undefined;
    let start = at + 2;
    if (length === 126) {
      if (start + 2 > bytes.length) return texts;
      length = bytes.readUInt16BE(start);
      start += 2;
    } else if (length === 127) {
      if (start + 8 > bytes.length) return texts;
      length = Number(bytes.readBigUInt64BE(start));
      start += 8;
    }
    if (![0, 1, 2, 8, 9, 10].includes(opcode)) return undefined;
    if (start + length > bytes.length) return texts;
    if (opcode === 1) texts.push(bytes.toString('utf8', start, start + length));
    at = start + length;
  }
  return texts;
}
