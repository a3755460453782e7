/** Frames of HTTP/2 (RFC 9113) and of gRPC, valid and odd. */
import type { Random } from '../generate/random';

export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
export const [DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION] =
  Array.from({ length: 10 }, (_, i) => i) as [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
export const END_STREAM = 1;
export const END_HEADERS = 4;

/** A message with gRPC's prefix. @param length as it is stated */
export function framed(message: Buffer, flag = 0, length = message.length): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(length >>> 0, 1);
  return Buffer.concat([prefix, message]);
}

export function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** Splits bytes into frames; the last may be missing. */
export function splitFrames(bytes: Buffer): readonly Frame[] {
  const frames: Frame[] = [];
  for (let at = 0; at + 9 <= bytes.length;) {
    const end = at + 9 + bytes.readUIntBE(at, 3);
    if (end > bytes.length) break;
    const stream = bytes.readUInt32BE(at + 5) % 2 ** 31;
    frames.push({ type: bytes[at + 3]!, flags: bytes[at + 4]!, stream, payload: bytes.subarray(at + 9, end) });
    at = end;
  }
  return frames;
}

/** A header as a literal without an index and without Huffman coding (RFC 7541, section 6.2.2). */
const literal = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);

const headersOf = (target: string, type = 'application/grpc'): Buffer =>
  Buffer.concat([
    literal(':method', 'POST'),
    literal(':scheme', 'http'),
    literal(':authority', 'localhost'),
    literal(':path', target),
    literal('content-type', type),
    literal('te', 'trailers'),
  ]);

export const words = (...numbers: number[]): Buffer => {
  const payload = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, i) => payload.writeUInt32BE(number, 4 * i));
  return payload;
};

/** Codes of errors, and none (RFC 9113, section 7). */
export const CODES = [0, 0, 1, 2, 8, 11];

/** Frames that some servers stumble over. */
const ODD_FRAMES: readonly ((random: Random) => Buffer)[] = [
  (random) => frame(SETTINGS, random.below(2), 0, random.bytes(random.pick([0, 6, 12, 5]))),
  (random) => frame(PING, random.below(2), 0, random.bytes(random.pick([8, 7]))),
  (random) => frame(WINDOW_UPDATE, 0, random.pick([0, 1, 3]), random.bytes(4)),
  (random) => frame(RST_STREAM, 0, random.pick([0, 1, 5]), random.bytes(4)),
  (random) => frame(PRIORITY, 0, random.pick([1, 3]), random.bytes(5)),
  (random) => frame(PUSH_PROMISE, END_HEADERS, 1, random.bytes(10)),
  (random) => frame(GOAWAY, 0, 0, random.bytes(random.pick([8, 3]))),
  (random) => frame(GOAWAY, 0, 0, words(random.below(3), random.pick(CODES))),
  (random) => frame(CONTINUATION, END_HEADERS, random.pick([1, 3]), random.bytes(5)),
  (random) => frame(DATA, random.below(2), random.pick([0, 1, 2, 7]), random.bytes(9)),
  (random) => frame(random.below(256), random.below(256), random.below(9), random.bytes(random.below(20))),
];

/** The bytes of a connection with one call, and odd frames between its own. */
export function connection(random: Random, target: string, message: Buffer): Buffer {
  const odd = (): Buffer[] => (random.chance(0.3) ? random.list(1, 3, () => random.pick(ODD_FRAMES)(random)) : []);
  const block = headersOf(target);
  const half = random.below(block.length);
  const head = random.chance(0.8)
    ? [frame(HEADERS, END_HEADERS, 1, block)]
    : [frame(HEADERS, 0, 1, block.subarray(0, half)), frame(CONTINUATION, END_HEADERS, 1, block.subarray(half))];
  return Buffer.concat([
    PREFACE,
    frame(SETTINGS, 0, 0),
    ...odd(),
    ...head,
    ...odd(),
    frame(DATA, random.chance(0.8) ? END_STREAM : 0, 1, message),
    ...odd(),
  ]);
}

/** Parts of a connection whose calls, ends and remarks come in any order, each part to be sent at once. */
export function disorder(random: Random, target: string): readonly Buffer[] {
  const parts: Buffer[] = [Buffer.concat([PREFACE, frame(SETTINGS, 0, 0)])];
  const block = headersOf(target, random.pick(['application/grpc', 'application/dql']));
  let next = 1;
  const any = (): number => random.pick([1, next, Math.max(1, next - 2)]);
  const call = (): Buffer => {
    const stream = next;
    next += 2;
    const head = frame(HEADERS, END_HEADERS | (random.chance(0.3) ? END_STREAM : 0), stream, block);
    const body = frame(DATA, random.below(2), stream, framed(random.bytes(random.below(9))));
    return random.chance(0.8) ? Buffer.concat([head, body]) : head;
  };
  const kinds: readonly (() => Buffer)[] = [
    ...[call, call, call],
    () => frame(GOAWAY, 0, 0, words(random.pick([0, next]), random.pick(CODES))),
    () => frame(GOAWAY, 0, 0, words(0, random.pick(CODES))),
    () => frame(RST_STREAM, 0, any(), words(random.pick(CODES))),
    () => frame(DATA, random.below(2), any(), random.bytes(3)),
    () => frame(HEADERS, END_HEADERS | random.below(2), any(), random.chance(0.5) ? block : literal('x', 'y')),
    () => random.pick(ODD_FRAMES)(random),
  ];
  for (const bytes of random.list(2, 10, () => random.pick(kinds)())) {
    // In the same bytes of the connection, or in later ones.
    if (random.chance(0.75)) parts.push(Buffer.concat([parts.pop()!, bytes]));
    else parts.push(bytes);
  }
  return parts;
}
