/** Header blocks of HTTP/2 in any number of frames. */
import * as fc from 'fast-check';
import { FLAG, FRAME, FrameReader, printFrame, ProtocolError, type Frame } from '../../../../src/util/http2/frames';
import { JoinedBlock } from '../../../../src/util/http2/joined-block';

const STREAM = 5;

function frameOf(type: number, flags: number, payload: Buffer, stream = STREAM): Frame {
  const frames: Frame[] = [];
  new FrameReader((frame) => frames.push({ ...frame, payload: Buffer.from(frame.payload) })).read(
    printFrame(type, flags, stream, payload),
  );
  return frames[0]!;
}

/** Frames of a block in parts. */
const framesOf = (parts: readonly Buffer[], isLast: boolean): Frame[] =>
  parts.map((part, i) => {
    const flags = (i === 0 && isLast ? FLAG.endStream : 0) | (i === parts.length - 1 ? FLAG.endHeaders : 0);
    return frameOf(i === 0 ? FRAME.headers : FRAME.continuation, flags, part);
  });

const part = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes));

it('joins the frames of a block, whose bytes may be overwritten meanwhile', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), fc.boolean(), (parts, isLast) => {
      const block = new JoinedBlock(1_000);
      const bytes = Buffer.concat(parts);
      const frames = framesOf(parts, isLast);
      const last = frames.pop()!;
      for (const frame of frames) {
        block.check(frame);
        expect(block.take(frame)).toBeUndefined();
        frame.payload.fill(0);
      }
      block.check(last);
      expect(block.take(last)).toEqual({ stream: STREAM, bytes, isLast });
      // The next block begins anew.
      expect(block.take(frameOf(FRAME.headers, FLAG.endHeaders, bytes, 7))).toEqual({
        stream: 7,
        bytes,
        isLast: false,
      });
    }),
  );
});

it('refuses frames in between, and a continuation of nothing', () => {
  const block = new JoinedBlock(1_000);
  expect(() => block.take(frameOf(FRAME.continuation, FLAG.endHeaders, Buffer.from('a')))).toThrow(ProtocolError);
  block.take(frameOf(FRAME.headers, 0, Buffer.from('a')));
  for (const type of Object.values(FRAME)) {
    const check = (stream: number) => (): void => block.check(frameOf(type, 0, Buffer.alloc(8), stream));
    expect(check(7)).toThrow(ProtocolError);
    if (type === FRAME.continuation) expect(check(STREAM)).not.toThrow();
    else expect(check(STREAM)).toThrow(ProtocolError);
  }
});

it.each([
  ['bytes', new JoinedBlock(10), 6],
  ['frames', new JoinedBlock(1_000, 3), 1],
])('refuses a block of too many %s', (_, block, size) => {
  const take = (type: number): unknown => block.take(frameOf(type, 0, Buffer.alloc(size)));
  take(FRAME.headers);
  expect(() => {
    for (let i = 0; i < 3; i++) take(FRAME.continuation);
  }).toThrow('too long');
});
