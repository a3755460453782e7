/** Frames of HTTP/2 (RFC 9113) and of gRPC, valid and odd. */
import type { Random } from '../generate/random';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'latin1');
const [DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PUSH_PROMISE, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION] =
  Array.from({ length: 10 }, (_, i) => i) as [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const END_STREAM = 1;
const END_HEADERS = 4;

/** A message with gRPC's prefix. @param length as it is stated */
export function framed(message: Buffer, flag = 0, length = message.length): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flag;
  prefix.writeUInt32BE(length >>> 0, 1);
  return Buffer.concat([prefix, message]);
}

function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header as a literal without an index and without Huffman coding (RFC 7541, section 6.2.2). */
const literal = (name: string, value: string): Buffer =>
  Buffer.concat([Buffer.from([0, name.length]), Buffer.from(name), Buffer.from([value.length]), Buffer.from(value)]);

const headersOf = (target: string): Buffer =>
  Buffer.concat([
    literal(':method', 'POST'),
    literal(':scheme', 'http'),
    literal(':authority', 'localhost'),
    literal(':path', target),
    literal('content-type', 'application/grpc'),
    literal('te', 'trailers'),
  ]);

/** Frames that some servers stumble over. */
const ODD_FRAMES: readonly ((random: Random) => Buffer)[] = [
  (random) => frame(SETTINGS, random.below(2), 0, random.bytes(random.pick([0, 6, 12, 5]))),
  (random) => frame(PING, random.below(2), 0, random.bytes(random.pick([8, 7]))),
  (random) => frame(WINDOW_UPDATE, 0, random.pick([0, 1, 3]), random.bytes(4)),
  (random) => frame(RST_STREAM, 0, random.pick([0, 1, 5]), random.bytes(4)),
  (random) => frame(PRIORITY, 0, random.pick([1, 3]), random.bytes(5)),
  (random) => frame(PUSH_PROMISE, END_HEADERS, 1, random.bytes(10)),
  (random) => frame(GOAWAY, 0, 0, random.bytes(random.pick([8, 3]))),
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
