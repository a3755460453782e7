/** Connections of HTTP/2 with many frames: odd header blocks, windows, floods, calls that are broken off. */
import { gzipSync } from 'node:zlib';
import type { Random } from '../generate/random';
import {
  CODES,
  CONTINUATION,
  DATA,
  END_HEADERS,
  END_STREAM,
  frame,
  framed,
  GOAWAY,
  HEADERS,
  PING,
  PREFACE,
  PRIORITY,
  RST_STREAM,
  SETTINGS,
  WINDOW_UPDATE,
  words,
} from './http2-frames';

const PADDED = 8;
const WITH_PRIORITY = 0x20;
const ACK = 1;
const MAX = 2 ** 31 - 1;
/** Frames of a flood: fewer than, and more than a server should bear. */
const FLOODS = [50, 900, 1_100, 5_000];
const MAX_FRAME = 16_384;

const NUMBERS = [0, 1, 2, 61, 62, 63, 127, 200, 4_096, 4_097, 2 ** 20, MAX];

/** An integer of HPACK with a prefix of some bits, and the bits before it. */
function integer(value: number, bits: number, before: number): Buffer {
  const most = 2 ** bits - 1;
  if (value < most) return Buffer.from([before | value]);
  const bytes = [before | most];
  let rest = value - most;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const text = (value: Buffer | string, isCoded = false): Buffer => {
  const bytes = Buffer.from(value as string, 'latin1');
  return Buffer.concat([integer(bytes.length, 7, isCoded ? 0x80 : 0), bytes]);
};

/** Kinds of literals: with, without and never with an entry in the table. */
const LITERALS = [
  [6, 0x40],
  [4, 0],
  [4, 0x10],
] as const;

const literal = (random: Random, name: string, value: string): Buffer => {
  const [bits, before] = random.pick(LITERALS);
  return Buffer.concat([integer(0, bits, before), text(name), text(value)]);
};

/** Header fields that the protocol does not know, in forms that are seldom seen. */
const ODD_FIELDS: readonly ((random: Random) => Buffer)[] = [
  // Changes of the table's size.
  (random) => integer(random.pick(NUMBERS), 5, 0x20),
  // Entries of the tables, also those that are not there.
  (random) => integer(random.pick(NUMBERS), 7, 0x80),
  (random) => Buffer.concat([integer(random.pick(NUMBERS), 6, 0x40), text('x')]),
  (random) => literal(random, random.pick(['x', 'X', '', ':x', ':path', 'te', 'connection', 'cookie', 'é']), 'v'),
  (random) => literal(random, 'x', random.pick(['', '\0', 'a\r\nb: c', '\x7f', 'é', 'v'.repeat(300)])),
  (random) => literal(random, 'x', 'v'.repeat(random.pick([4_000, 5_000, 16_000]))),
  // Huffman code: of a text, damaged, and with the end of a string in it.
  () =>
    Buffer.concat([
      Buffer.from([0]),
      text('x'),
      text(Buffer.from('f1e3c2e5f23a6ba0ab90f4ff', 'hex').toString('latin1'), true),
    ]),
  (random) =>
    Buffer.concat([Buffer.from([0]), text('x'), text(random.bytes(random.below(30)).toString('latin1'), true)]),
  () => Buffer.concat([Buffer.from([0]), text('x'), text('\xff\xff\xff\xff', true)]),
  // A length beyond the block, and numbers without an end.
  () => Buffer.from([0, 1, 0x78, 0x7f, 0xff, 0xff, 0xff, 0x7f]),
  (random) =>
    Buffer.concat([Buffer.from([random.pick([0x1f, 0x3f, 0x7f, 0xff])]), Buffer.alloc(random.pick([1, 9, 300]), 0xff)]),
  // One entry, named again and again.
  (random) =>
    Buffer.concat([
      integer(0, 6, 0x40),
      text('y'),
      text('z'.repeat(random.pick([1, 3_000]))),
      Buffer.alloc(random.pick([10, 3_000]), 0xbe),
    ]),
];

const METADATA: readonly ((random: Random) => readonly [string, string])[] = [
  (random) => ['grpc-timeout', random.pick(['1n', '0n', '1u', '1m', '50m', '10S', '99999999H', '1x', ''])],
  (random) => ['grpc-encoding', random.pick(['gzip', 'deflate', 'identity', 'br', 'gzip, gzip'])],
  (random) => ['authorization', random.pick(['Bearer owk_x', 'owk_', 'Basic OjpA'])],
  (random) => ['accessjwt', random.pick(['x', 'a.b.c'])],
  (random) => ['content-length', random.pick(['0', '5', '99999999999', '-1', 'x'])],
  (random) => ['x-bin', random.pick(['AAAA', '!', 'A'])],
];

function headersOf(random: Random, target: string): Buffer {
  const fields: (readonly [string, string])[] = [
    [':method', random.chance(0.97) ? 'POST' : 'GET'],
    [':scheme', 'http'],
    [':path', target],
    ...(random.chance(0.9) ? [[':authority', 'localhost'] as const] : []),
    ['content-type', random.chance(0.97) ? 'application/grpc' : 'text/plain'],
    ['te', 'trailers'],
    ...(random.chance(0.3) ? random.list(1, 2, () => random.pick(METADATA)(random)) : []),
  ];
  const printed = fields.map(([name, value]) => literal(random, name, value));
  const odd = random.chance(0.12) ? random.list(1, 3, () => random.pick(ODD_FIELDS)(random)) : [];
  const at = random.chance(0.7) ? printed.length : random.below(printed.length);
  return Buffer.concat([...printed.slice(0, at), ...odd, ...printed.slice(at)]);
}

/** Frames of a header block, in any number of parts. */
function block(random: Random, stream: number, bytes: Buffer, isLast: boolean): Buffer {
  const end = isLast ? END_STREAM : 0;
  if (random.chance(0.75) && bytes.length <= MAX_FRAME) {
    const padding = random.below(20);
    if (random.chance(0.9)) return frame(HEADERS, END_HEADERS | end, stream, bytes);
    const priority = random.bytes(5);
    const payload = Buffer.concat([Buffer.from([padding]), priority, bytes, Buffer.alloc(padding)]);
    return frame(HEADERS, END_HEADERS | PADDED | WITH_PRIORITY | end, stream, payload);
  }
  const parts: Buffer[] = [];
  const size = random.pick([1, 7, 100, MAX_FRAME]);
  const count = Math.max(2, Math.ceil(bytes.length / size));
  for (let i = 0; i < count; i++) {
    const part = bytes.subarray(i * size, (i + 1) * size);
    const isWhole = i === count - 1 ? END_HEADERS : 0;
    parts.push(frame(i === 0 ? HEADERS : CONTINUATION, isWhole | (i === 0 ? end : 0), stream, part));
  }
  return Buffer.concat(parts);
}

/** Frames of a message: whole, in small parts, padded, cut off, followed by more. */
function data(random: Random, stream: number, message: Buffer): Buffer {
  const body = random.weighted<() => Buffer>([
    [12, () => framed(message)],
    [1, () => framed(gzipSync(message), 1)],
    [1, () => framed(gzipSync(Buffer.alloc(random.pick([100_000, 40_000_000]))), 1)],
    [1, () => framed(message, 0, random.pick([0, message.length + 1, 2 ** 32 - 1]))],
    [1, () => Buffer.concat([framed(message), framed(message)])],
    [1, () => framed(Buffer.alloc(random.pick([20_000, 70_000, 300_000])))],
    [1, () => Buffer.alloc(0)],
  ])();
  const size = random.weighted([
    [6, MAX_FRAME],
    [1, 1],
    [1, 100],
  ]);
  const parts: Buffer[] = [];
  for (let at = 0; at === 0 || (at < body.length && parts.length < 1_500); at += size) {
    const part = body.subarray(at, at + size);
    const isLast = at + size >= body.length && random.chance(0.95) ? END_STREAM : 0;
    const padding = random.chance(0.05) ? random.below(256) : 0;
    if (padding > 0 && part.length < 16_000)
      parts.push(
        frame(DATA, PADDED | isLast, stream, Buffer.concat([Buffer.from([padding]), part, Buffer.alloc(padding)])),
      );
    else parts.push(frame(DATA, isLast, stream, part));
  }
  return Buffer.concat(parts);
}

const times = (count: number, make: (i: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, i) => make(i)));

const settings = (random: Random): Buffer => {
  const pairs = random.list(0, 4, () => {
    const pair = Buffer.alloc(6);
    pair.writeUInt16BE(random.pick([1, 2, 3, 4, 5, 6, 7, 0x10]), 0);
    pair.writeUInt32BE(random.pick([0, 1, 100, MAX_FRAME, 65_535, 2 ** 20, MAX, 2 ** 32 - 1]), 2);
    return pair;
  });
  return frame(SETTINGS, 0, 0, Buffer.concat(pairs));
};

/** Parts of a connection, each sent in turns of their own. */
export function scene(random: Random, target: () => string, message: () => Buffer): readonly Buffer[] {
  const parts: Buffer[] = [Buffer.concat([PREFACE, random.chance(0.5) ? settings(random) : frame(SETTINGS, 0, 0)])];
  let next = 1;
  const any = (): number => random.pick([1, next, Math.max(1, next - 2), Math.max(1, next - 4)]);
  const open = (isLast = false): Buffer => {
    const stream = next;
    next += random.chance(0.95) ? 2 : random.pick([4, 1_000]);
    return block(random, stream, headersOf(random, target()), isLast);
  };
  const call = (): Buffer => {
    const stream = next;
    const head = open();
    return Buffer.concat([head, data(random, stream, message())]);
  };
  const flood =
    (make: (i: number) => Buffer): (() => Buffer) =>
    () =>
      times(random.pick(FLOODS), make);
  const steps: readonly (readonly [number, () => Buffer])[] = [
    [12, call],
    [2, open],
    [1, () => open(true)],
    [2, () => data(random, any(), message())],
    [3, () => frame(RST_STREAM, 0, any(), words(random.pick(CODES)))],
    // A call that ends in the bytes that begin it.
    [2, () => Buffer.concat([call(), frame(RST_STREAM, 0, next - 2, words(8))])],
    [3, () => frame(WINDOW_UPDATE, 0, random.pick([0, any()]), words(random.pick([0, 1, 1_000, 2 ** 20, MAX])))],
    [3, () => settings(random)],
    [1, () => frame(SETTINGS, ACK, 0)],
    [1, () => frame(PING, random.below(2), 0, random.bytes(8))],
    [1, () => frame(GOAWAY, 0, 0, words(random.pick([0, next, MAX]), random.pick(CODES)))],
    [1, () => block(random, any(), literal(random, 'x', 'y'), random.chance(0.7))],
    [1, () => frame(random.below(12), random.below(256), random.pick([0, any()]), random.bytes(random.below(20)))],
    [1, flood(() => frame(PING, 0, 0, Buffer.alloc(8)))],
    [1, flood(() => frame(SETTINGS, 0, 0))],
    [1, flood(() => frame(WINDOW_UPDATE, 0, 0, words(1)))],
    [1, flood(() => frame(DATA, 0, Math.max(1, next - 2)))],
    [1, flood(() => frame(PRIORITY, 0, 1, Buffer.alloc(5)))],
    [
      1,
      () =>
        Buffer.concat([
          frame(HEADERS, 0, next),
          times(random.pick(FLOODS), () => frame(CONTINUATION, 0, next, Buffer.alloc(random.below(3)))),
        ]),
    ],
    [1, () => times(random.pick([50, 900, 1_100]), () => open())],
    [
      1,
      () =>
        times(random.pick([50, 900, 1_100]), () => Buffer.concat([open(), frame(RST_STREAM, 0, next - 2, words(8))])),
    ],
    [1, () => times(random.pick([10, 100, 300]), call)],
  ];
  for (const bytes of random.list(1, 10, () => random.weighted(steps)())) {
    if (random.chance(0.5)) parts.push(Buffer.concat([parts.pop()!, bytes]));
    else parts.push(bytes);
  }
  // Cuts within frames.
  return random.chance(0.3) ? parts.flatMap((part) => cut(random, part)) : parts;
}

function cut(random: Random, bytes: Buffer): Buffer[] {
  const at = random.below(bytes.length);
  return [bytes.subarray(0, at), bytes.subarray(at)].filter(({ length }) => length > 0);
}
