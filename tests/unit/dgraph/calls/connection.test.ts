/** HTTP/2 connections to alphas, against Node's own server: header fields, windows, limits, cut and hostile bytes. */
import { once } from 'node:events';
import { createServer as createHttp2Server, type Http2Server } from 'node:http2';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import fc from 'fast-check';
import { Alphas, CallFailure } from '../../../../src/dgraph';
import {
  FLAG,
  FRAME,
  FrameReader,
  PREFACE,
  printFrame,
  printSettings,
  type Frame,
} from '../../../../src/util/http2/frames';
import { FieldReader, printFields } from '../../../../src/util/http2/header-block';
import { decodeHuffman } from '../../../../src/util/http2/huffman';
import { silent } from '../../../../src/util/log';
import { answerWith, CallServer } from '../../../support/dgraph/call-server';
import { runs } from '../../../support/runs';
import { until } from '../../../support/until';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function connectTo(address: string, limits = { longAnswerMs: 5_000 }): Alphas {
  const alphas = new Alphas({ addresses: [address], logger: silent, limits });
  ends.push(() => void alphas.close());
  return alphas;
}

async function addressOf(server: Server | Http2Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const message = Buffer.from('question');
const READ = { method: 'Query', message, metadata: {}, reads: true };

/** Printable text, as values of fields have it; some are long enough for lengths of several bytes. */
const value = fc.string({
  unit: fc.integer({ min: 33, max: 126 }).map((code) => String.fromCharCode(code)),
  maxLength: 300,
});
const name = fc.stringMatching(/^x-[a-z0-9-]{1,20}$/);

describe('header fields', () => {
  it('are those that the server reads, and those that it sends, for any sequence of calls', async () => {
    const server = await CallServer.start();
    ends.push(() => server.close());
    const alphas = connectTo(server.address);
    const call = fc.record({ sent: fc.dictionary(name, value, { maxKeys: 4 }), text: value });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 8 }), async (calls) => {
        for (const { sent, text } of calls) {
          const described = encodeURIComponent(text);
          server.answer = (stream) =>
            answerWith(stream, message, { ...sent, 'grpc-status': '9', 'grpc-message': described });
          const failure = await alphas.call({ ...READ, metadata: sent }).catch((error: unknown) => error);
          expect(failure).toMatchObject({ code: 9, message: text });
          expect(server.heard.at(-1)!.headers).toMatchObject(sent);
        }
      }),
      { numRuns: runs(40) },
    );
    expect(server.sessions).toHaveLength(1);
  });

  it('are read as in the examples of RFC 7541, appendix C.4 and C.6', () => {
    expect(String(decodeHuffman(Buffer.from('f1e3c2e5f23a6ba0ab90f4ff', 'hex')))).toBe('www.example.com');
    expect(decodeHuffman(Buffer.from('f1e3c2e5f23a6ba0ab90f400', 'hex'))).toBeUndefined();
    const reader = new FieldReader();
    const first =
      '488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3';
    expect({ ...reader.read(Buffer.from(first, 'hex')) }).toEqual({
      ':status': '302',
      'cache-control': 'private',
      date: 'Mon, 21 Oct 2013 20:13:21 GMT',
      location: 'https://www.example.com',
    });
    expect(reader.read(Buffer.from('4883640effc1c0bf', 'hex'))[':status']).toBe('307');
  });

  it('are printed so that they can be read again', () => {
    fc.assert(
      fc.property(fc.dictionary(name, value), (fields) => {
        expect({ ...new FieldReader().read(printFields(fields)) }).toEqual({ ...fields });
      }),
      { numRuns: runs(100) },
    );
  });
});

/** Server that sends a ping after each message, unless one is open, as servers of Go do. */
async function pingingServer(): Promise<{ readonly address: string; readonly answered: string[] }> {
  const answered: string[] = [];
  const server = createServer((socket) => {
    ends.push(() => socket.destroy());
    let pings = 0;
    const answer = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
    const reader = new FrameReader(({ type, flags, stream, payload }: Frame) => {
      if (type === FRAME.ping && flags & FLAG.ack) answered.push(String(payload));
      if (type !== FRAME.data || (flags & FLAG.endStream) === 0) return;
      if (answered.length === pings) socket.write(printFrame(FRAME.ping, 0, 0, Buffer.from(`ping ${100 + pings++}`)));
      socket.write(printFrame(FRAME.headers, FLAG.endHeaders, stream, printFields({ ':status': '200' })));
      socket.write(printFrame(FRAME.data, 0, stream, answer));
      const end = FLAG.endHeaders | FLAG.endStream;
      socket.write(printFrame(FRAME.headers, end, stream, printFields({ 'grpc-status': '0' })));
    });
    socket.write(printSettings([]));
    let head = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      if (head.length < PREFACE.length) {
        head = Buffer.concat([head, chunk]);
        if (head.length > PREFACE.length) reader.read(head.subarray(PREFACE.length));
      } else reader.read(chunk);
    });
  });
  ends.push(() => server.close());
  return { address: await addressOf(server), answered };
}

describe('pings', () => {
  it('are answered, but do not come with each call', async () => {
    const { address, answered } = await pingingServer();
    const alphas = connectTo(address);
    const CALLS = 50;
    const began = performance.now();
    for (let i = 0; i < CALLS; i++) expect(await alphas.call(READ)).toEqual(message);
    const tenths = (performance.now() - began) / 100;
    expect(answered.length).toBeLessThanOrEqual(tenths + 1);
    await until(() => answered.length > 0);
    expect(answered[0]).toBe('ping 100');
  });
});

describe('limits of the server', () => {
  it.each([
    ['few calls at once', { maxConcurrentStreams: 2 }],
    ['a small window', { initialWindowSize: 100 }],
    ['larger frames', { maxFrameSize: 2 ** 20 }],
  ])('are kept: %s', async (_, settings) => {
    const server = createHttp2Server({ settings });
    ends.push(() => server.close());
    server.on('stream', (stream) => {
      const chunks: Buffer[] = [];
      stream.on('error', () => undefined);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => answerWith(stream, Buffer.concat(chunks).subarray(5)));
    });
    const alphas = connectTo(await addressOf(server));
    const sizes = [0, 10, 100, 5_000, 20_000, 100_000, 300_000];
    const messages = sizes.map((size, i) => Buffer.alloc(size, `${i}`));
    const answers = await Promise.all(messages.map((each) => alphas.call({ ...READ, message: each })));
    expect(answers.map((answer, i) => answer.equals(messages[i]!))).toEqual(sizes.map(() => true));
  });

  it('end a call that it answers before it has read all of it', async () => {
    const server = createHttp2Server({ settings: { initialWindowSize: 1_000 } });
    ends.push(() => server.close());
    server.on('stream', (stream) => {
      stream.on('error', () => undefined);
      answerWith(stream, message);
    });
    const alphas = connectTo(await addressOf(server));
    for (let i = 0; i < 3; i++) {
      expect(await alphas.call({ ...READ, message: Buffer.alloc(100_000) })).toEqual(message);
    }
  });
});

describe('bytes', () => {
  it('are the same frames however they are cut', () => {
    const frame = fc.record({ type: fc.nat(9), flags: fc.nat(255), stream: fc.nat(1_000), size: fc.nat(300) });
    fc.assert(
      fc.property(fc.array(frame), fc.infiniteStream(fc.integer({ min: 1, max: 60 })), (frames, cuts) => {
        const sent = frames.map(({ size, ...head }, i) => ({ ...head, payload: Buffer.alloc(size, i) }));
        const bytes = Buffer.concat(sent.map((each) => printFrame(each.type, each.flags, each.stream, each.payload)));
        const read: Frame[] = [];
        const reader = new FrameReader((each) => read.push({ ...each, payload: Buffer.from(each.payload) }));
        for (let at = 0; at < bytes.length;) {
          const next = at + Number(cuts.next().value);
          reader.read(bytes.subarray(at, next));
          at = next;
        }
        expect(read).toEqual(sent);
      }),
      { numRuns: runs(100) },
    );
  });

  it('that are no HTTP/2 fail the calls, and nothing else', async () => {
    let hostile: Buffer = Buffer.alloc(0);
    const server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.write(printSettings([]));
      socket.on('data', () => socket.end(hostile));
    });
    ends.push(() => server.close());
    const address = await addressOf(server);
    const typed = fc
      .tuple(fc.constantFrom(...Object.values(FRAME)), fc.nat(255), fc.nat(3), fc.uint8Array({ maxLength: 40 }))
      .map(([type, flags, stream, payload]) => printFrame(type, flags, stream, payload));
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each)),
      typed,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 5 }), async (parts) => {
        hostile = Buffer.concat(parts);
        const alphas = connectTo(address, { longAnswerMs: 300 });
        const outcome = await alphas.call(READ).catch((error: unknown) => error);
        await alphas.close();
        expect(outcome).toBeInstanceOf(CallFailure);
      }),
      { numRuns: runs(60) },
    );
  });

  it('of a header block that never ends are not kept', async () => {
    const server = createServer((socket: Socket) => {
      socket.on('error', () => undefined);
      socket.write(printSettings([]));
      socket.once('data', () => {
        socket.write(printFrame(FRAME.headers, 0, 1, Buffer.alloc(16_384)));
        const more = printFrame(FRAME.continuation, FLAG.ack, 1, Buffer.alloc(16_384));
        for (let i = 0; i < 100; i++) socket.write(more);
      });
    });
    ends.push(() => server.close());
    const alphas = connectTo(await addressOf(server));
    await expect(alphas.call(READ)).rejects.toMatchObject({ message: expect.stringContaining('too long') });
  });
});
