/** HTTP/2 connections of clients in own frames: against Node's client, in any cuts and windows, and with hostile frames. */
import { once } from 'node:events';
import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { ClientConnection, type ConnectionServer } from '../../../src/grpc/client-connection';
import { frameOf } from '../../../src/util/grpc-frame';
import {
  CODE,
  FLAG,
  FRAME,
  FrameReader,
  PREFACE,
  printFrame,
  printNumber,
  printSettings,
  SETTING,
} from '../../../src/util/http2/frames';
import { FieldReader, printFields } from '../../../src/util/http2/header-block';
import { runs } from '../../support/runs';

const UNREAD_MS = 60_000;
const HEAD = printFields({ ':status': '200' });
const TRAILERS = printFields({ 'grpc-status': '0' });
const REQUEST = printFields({
  ':method': 'POST',
  ':scheme': 'http',
  ':path': '/echo',
  'content-type': 'application/grpc',
});
const OTHER = printFields({ ':method': 'POST', ':scheme': 'http', ':path': '/other' });

/** Bytes of an answer that is larger than some windows. */
const LARGE = 300_000;

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Answers each message with itself; calls of other paths belong to another server. */
class Echo implements ConnectionServer {
  readonly connections: ClientConnection[] = [];
  readonly taken: Socket[] = [];
  readonly reported: unknown[] = [];
  closed = 0;
  begun = 0;
  private readonly server: Server;

  constructor(private readonly unreadMs = UNREAD_MS) {
    this.server = createServer((socket) => {
      this.connections.push(new ClientConnection(socket, this, this.unreadMs));
    });
    ends.push(() => {
      this.server.close();
      for (const connection of this.connections) connection.destroy();
      for (const socket of this.taken) socket.destroy();
    });
  }

  begin: ConnectionServer['begin'] = (fields) => {
    if (fields[':path'] === '/fault') throw new TypeError('secret');
    if (fields[':path'] === '/large')
      return (stream) => stream.answer(HEAD, Buffer.alloc(LARGE), TRAILERS, () => undefined);
    if (fields[':path'] !== '/echo') return undefined;
    return (stream) => {
      this.begun++;
      stream.onClose = () => this.closed++;
      const parts: Buffer[] = [];
      stream.read({
        takePause: () => undefined,
        takeBytes: (bytes) => void parts.push(bytes),
        takeEnd: () => stream.answer(HEAD, Buffer.concat(parts).subarray(5), TRAILERS, () => undefined),
      });
    };
  };

  takeOver(socket: Socket): void {
    this.taken.push(socket);
  }

  report(error: unknown): void {
    this.reported.push(error);
  }

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return (this.server.address() as AddressInfo).port;
  }
}

/** Client that writes frames, and collects those that it gets. */
class Raw {
  readonly got: { readonly type: number; readonly flags: number; readonly stream: number; readonly payload: Buffer }[] =
    [];
  readonly ended: Promise<unknown>;

  constructor(readonly socket: Socket) {
    const reader = new FrameReader((frame) => this.got.push({ ...frame, payload: Buffer.from(frame.payload) }));
    socket.on('data', (chunk: Buffer) => reader.read(chunk)).on('error', () => undefined);
    this.ended = once(socket, 'close');
  }

  static async open(port: number): Promise<Raw> {
    const socket = connect(port, '127.0.0.1');
    ends.push(() => socket.destroy());
    await once(socket, 'connect');
    return new Raw(socket);
  }

  /** Waits for a frame. */
  async until(holds: (got: Raw['got']) => boolean): Promise<void> {
    while (!holds(this.got)) await Promise.race([once(this.socket, 'data'), this.ended]);
  }

  /** Code of the farewell, after the connection has ended. */
  async farewell(): Promise<number | undefined> {
    await this.ended;
    return this.got.find(({ type }) => type === FRAME.goAway)?.payload.readUInt32BE(4);
  }
}

const call = (id: number, message: Uint8Array): Buffer =>
  Buffer.concat([
    printFrame(FRAME.headers, FLAG.endHeaders, id, REQUEST),
    printFrame(FRAME.data, FLAG.endStream, id, frameOf(message)),
  ]);
const BEGINNING = Buffer.concat([PREFACE, printSettings([])]);
const hasTrailers = (got: Raw['got']): boolean =>
  got.some(({ type, flags }) => type === FRAME.headers && (flags & FLAG.endStream) !== 0);

it('answers a call in any cuts of its bytes', async () => {
  const port = await new Echo().listen();
  const bytes = Buffer.concat([BEGINNING, call(1, Buffer.from('message'))]);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 5 }), async (cuts) => {
      const client = await Raw.open(port);
      let from = 0;
      for (const to of [...cuts.sort((a, b) => a - b), bytes.length]) {
        client.socket.write(bytes.subarray(from, to));
        from = to;
        await new Promise((resolve) => setImmediate(resolve));
      }
      await client.until(hasTrailers);
      const data = client.got.filter(({ type }) => type === FRAME.data);
      expect(
        Buffer.concat(data.map(({ payload }) => payload))
          .subarray(5)
          .toString(),
      ).toBe('message');
      const [head] = client.got.filter(({ type }) => type === FRAME.headers);
      expect({ ...new FieldReader().read(head!.payload) }).toEqual({ ':status': '200' });
      client.socket.destroy();
    }),
    { numRuns: runs(30) },
  );
});

function ask(session: ClientHttp2Session, message: Buffer, signal?: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stream = session.request(
      { ':method': 'POST', ':path': '/echo', 'content-type': 'application/grpc' },
      signal && { signal },
    );
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('error', reject);
    stream.on('end', () => resolve(Buffer.concat(parts)));
    stream.end(message);
  });
}

it('keeps the windows of a client, whatever they are, for messages of any size', async () => {
  const echo = new Echo();
  const port = await echo.listen();
  const sizes = fc.array(fc.oneof(fc.nat(100), fc.nat(400_000)), { minLength: 1, maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1_000, max: 200_000 }), sizes, async (initialWindowSize, messages) => {
      const session = connectHttp2(`http://127.0.0.1:${port}`, { settings: { initialWindowSize } });
      const sent = messages.map((size, i) => frameOf(Buffer.alloc(size, 65 + i)));
      const answers = await Promise.all(sent.map((message) => ask(session, message)));
      expect(answers.map((answer, i) => answer.equals(sent[i]!))).toEqual(messages.map(() => true));
      session.destroy();
    }),
    { numRuns: runs(15) },
  );
  expect(echo.closed).toBe(echo.begun);
});

it('stays whole while clients cancel calls', async () => {
  const echo = new Echo();
  const port = await echo.listen();
  const session = connectHttp2(`http://127.0.0.1:${port}`);
  ends.push(() => session.destroy());
  for (let round = 0; round < 20; round++) {
    const cancelled = new AbortController();
    const large = ask(session, frameOf(Buffer.alloc(300_000)), cancelled.signal).catch(() => undefined);
    setTimeout(() => cancelled.abort(), round % 5);
    await large;
    expect((await ask(session, frameOf(Buffer.from('small')))).toString()).toContain('small');
  }
  expect(echo.closed).toBe(echo.begun);
});

const times = (count: number, frame: (i: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, i) => frame(i)));
const open = printFrame(FRAME.headers, FLAG.endHeaders, 1, REQUEST);
const manyFields = Buffer.concat([
  // One entry of the table, named again and again: 1 byte each.
  Buffer.from([0x40]),
  printFields({ x: 'y'.repeat(3_000) }).subarray(1),
  Buffer.alloc(10_000, 0xbe),
]);

it.each([
  [
    'resets',
    times(1_100, (i) =>
      Buffer.concat([
        printFrame(FRAME.headers, FLAG.endHeaders, 2 * i + 1, REQUEST),
        printNumber(FRAME.reset, 2 * i + 1, CODE.cancel),
      ]),
    ),
    CODE.calm,
  ],
  ['empty data', Buffer.concat([open, times(1_100, () => printFrame(FRAME.data, 0, 1))]), CODE.calm],
  ['settings', Buffer.concat([open, times(1_100, () => printSettings([]))]), CODE.calm],
  [
    'parts of header fields',
    Buffer.concat([printFrame(FRAME.headers, 0, 1), times(100, () => printFrame(FRAME.continuation, 0, 1))]),
    CODE.calm,
  ],
  [
    'header fields that grow',
    Buffer.concat([printFrame(FRAME.headers, FLAG.endHeaders, 1, manyFields)]),
    CODE.protocol,
  ],
  ['a window of nothing', Buffer.concat([open, printNumber(FRAME.windowUpdate, 0, 0)]), CODE.protocol],
  [
    'a window that overflows',
    Buffer.concat([open, times(2, () => printNumber(FRAME.windowUpdate, 1, 2 ** 31 - 1))]),
    CODE.flowControl,
  ],
  ['an even stream', printFrame(FRAME.headers, FLAG.endHeaders, 2, REQUEST), CODE.protocol],
  ['data without a call', printFrame(FRAME.data, 0, 7, Buffer.alloc(3)), CODE.protocol],
  ['a promise', Buffer.concat([open, printFrame(FRAME.pushPromise, 0, 1, Buffer.alloc(8))]), CODE.protocol],
  [
    'a frame within header fields',
    Buffer.concat([printFrame(FRAME.headers, 0, 1), printFrame(FRAME.ping, 0, 0, Buffer.alloc(8))]),
    CODE.protocol,
  ],
  [
    'too much padding',
    Buffer.concat([open, printFrame(FRAME.data, FLAG.padded, 1, Buffer.from([9, 0]))]),
    CODE.protocol,
  ],
  ['a large frame', Buffer.from([0, 0x80, 0, 0, 0, 0, 0, 0, 1]), CODE.protocol],
] as const)('a client that sends %s loses its connection', async (_, bytes, code) => {
  const echo = new Echo();
  const port = await echo.listen();
  const client = await Raw.open(port);
  client.socket.write(Buffer.concat([BEGINNING, bytes]));
  expect(await client.farewell()).toBe(code);
  expect(echo.closed).toBe(echo.begun);
  const neighbour = await Raw.open(port);
  neighbour.socket.write(Buffer.concat([BEGINNING, call(1, Buffer.from('still here'))]));
  await neighbour.until(hasTrailers);
});

it('refuses the calls of malformed fields, and those beyond the limit', async () => {
  const port = await new Echo().listen();
  const client = await Raw.open(port);
  const bad: Record<string, string>[] = [
    { ':method': 'POST', ':scheme': 'http', ':path': '/echo', Upper: 'x' },
    { ':method': 'POST', ':scheme': 'http', ':path': '/echo', connection: 'close' },
    { ':method': 'POST', ':scheme': 'http', ':path': '/echo', te: 'gzip' },
    { ':method': 'POST', ':scheme': 'http', ':path': '/echo', x: 'a\r\nb' },
    { ':method': 'POST', ':scheme': 'http', ':path': '/echo', x: '1', ':authority': 'late' },
    { ':method': 'POST', ':scheme': 'http' },
  ];
  const first = call(1, Buffer.from('first'));
  const frames = bad.map((fields, i) => printFrame(FRAME.headers, FLAG.endHeaders, 3 + 2 * i, printFields(fields)));
  client.socket.write(Buffer.concat([BEGINNING, first, ...frames]));
  await client.until((got) => got.filter(({ type }) => type === FRAME.reset).length === bad.length);
  const base = 101;
  client.socket.write(times(1_001, (i) => printFrame(FRAME.headers, FLAG.endHeaders, base + 2 * i, REQUEST)));
  await client.until((got) =>
    got.some(({ type, payload }) => type === FRAME.reset && payload.readUInt32BE(0) === CODE.refused),
  );
});

it('survives any bytes', async () => {
  const echo = new Echo();
  const port = await echo.listen();
  const frame = fc
    .record({
      type: fc.integer({ min: 0, max: 11 }),
      flags: fc.nat(255),
      stream: fc.oneof(fc.nat(5), fc.nat(2 ** 31 - 1)),
      payload: fc.oneof(fc.uint8Array({ maxLength: 64 }), fc.constant(REQUEST)),
    })
    .map(({ type, flags, stream, payload }) => printFrame(type, flags, stream, payload));
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 12 }), async (frames) => {
      const client = await Raw.open(port);
      client.socket.end(Buffer.concat([BEGINNING, open, ...frames]));
      client.socket.resume();
      await client.ended;
    }),
    { numRuns: runs(200) },
  );
  expect(echo.closed).toBe(echo.begun);
  const client = await Raw.open(port);
  client.socket.write(Buffer.concat([BEGINNING, call(1, Buffer.from('still here'))]));
  await client.until(hasTrailers);
});

it('ends answers that nobody reads', async () => {
  const echo = new Echo(100);
  const port = await echo.listen();
  const client = await Raw.open(port);
  const settings = printSettings([[SETTING.initialWindow, 10]]);
  client.socket.write(Buffer.concat([PREFACE, settings, call(1, Buffer.alloc(100))]));
  await client.until((got) => got.some(({ type }) => type === FRAME.reset));
  expect(echo.closed).toBe(1);
});

it('sends answers in turn to a client that opens the window of its connection slowly', async () => {
  const port = await new Echo().listen();
  const client = await Raw.open(port);
  const ids = [1, 3, 5];
  const fields = printFields({ ':method': 'POST', ':scheme': 'http', ':path': '/large' });
  const calls = ids.map((id) => printFrame(FRAME.headers, FLAG.endHeaders | FLAG.endStream, id, fields));
  client.socket.write(Buffer.concat([PREFACE, printSettings([[SETTING.initialWindow, 2 ** 20]]), ...calls]));
  const isData = ({ type }: Raw['got'][number]): boolean => type === FRAME.data;
  const received = (): number => client.got.filter(isData).reduce((sum, { payload }) => sum + payload.length, 0);
  for (let opened = 65_535; !hasTrailers(client.got); opened += 40_000) {
    await client.until((got) => hasTrailers(got) || received() >= Math.min(opened, ids.length * LARGE));
    client.socket.write(printNumber(FRAME.windowUpdate, 0, 40_000));
  }
  const firstEnd = client.got.findIndex((frame) => hasTrailers([frame]));
  const begun = new Set(
    client.got
      .slice(0, firstEnd)
      .filter(isData)
      .map(({ stream }) => stream),
  );
  expect([...begun].sort()).toEqual(ids);
});

it('reports an error of its own, and tells the client nothing of it', async () => {
  const echo = new Echo();
  const port = await echo.listen();
  const client = await Raw.open(port);
  const fields = printFields({ ':method': 'POST', ':scheme': 'http', ':path': '/fault' });
  client.socket.write(Buffer.concat([BEGINNING, printFrame(FRAME.headers, FLAG.endHeaders, 1, fields)]));
  expect(await client.farewell()).toBe(CODE.internal);
  expect(client.got.some(({ payload }) => payload.includes('secret'))).toBe(false);
  expect(echo.reported).toHaveLength(1);
});

it('gives a connection away that begins with another call, once the client has confirmed the settings', async () => {
  const echo = new Echo();
  const port = await echo.listen();
  const client = await Raw.open(port);
  const other = printFrame(FRAME.headers, FLAG.endHeaders, 1, OTHER);
  const bytes = Buffer.concat([BEGINNING, other, printFrame(FRAME.data, FLAG.endStream, 1, Buffer.from('x'))]);
  client.socket.write(bytes);
  await client.until((got) => got.some(({ type }) => type === FRAME.settings));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(echo.taken).toHaveLength(0);
  client.socket.write(
    Buffer.concat([printFrame(FRAME.settings, FLAG.ack, 0), printFrame(FRAME.ping, 0, 0, Buffer.alloc(8))]),
  );
  while (echo.taken.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect((echo.taken[0]!.read() as Buffer).subarray(0, bytes.length)).toEqual(bytes);
  // Nothing but settings and answers to pings has been sent.
  expect(client.got.every(({ type }) => type === FRAME.settings || type === FRAME.ping)).toBe(true);
});

it('says farewell to a client that sends another call later', async () => {
  const port = await new Echo().listen();
  const client = await Raw.open(port);
  client.socket.write(
    Buffer.concat([BEGINNING, call(1, Buffer.from('x')), printFrame(FRAME.headers, FLAG.endHeaders, 3, OTHER)]),
  );
  expect(await client.farewell()).toBe(CODE.none);
  expect(client.got.find(({ type }) => type === FRAME.goAway)!.payload.readUInt32BE(0)).toBe(1);
  expect(hasTrailers(client.got)).toBe(true);
});
