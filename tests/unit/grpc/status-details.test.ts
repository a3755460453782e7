import { fromBinary } from '@bufbuild/protobuf';
import { anyUnpack } from '@bufbuild/protobuf/wkt';
import { status } from '@grpc/grpc-js';
import * as fc from 'fast-check';
import { ErrorInfoSchema, StatusSchema } from '../../../src/grpc/protocol/status_pb';
import { detailsOf, shortMessage } from '../../../src/grpc/status-details';

/** Header bytes that Java's client accepts, without those that grpc-js adds. */
const MAX_HEADERS = 8_192 - 512;
const DETAILS = 'grpc-status-details-bin';

/** Bytes of the trailers, as HTTP/2 counts them: names, values and 32 for each. */
function headerBytes(message: string, extensions: Record<string, unknown>): number {
  const short = shortMessage(message);
  const { metadata } = detailsOf(status.INVALID_ARGUMENT, short, extensions);
  const details = metadata ? Buffer.from(metadata.get(DETAILS)[0] as Buffer).toString('base64').length : 0;
  return 'grpc-message'.length + encodeURI(short).length + 32 + DETAILS.length + details + 32;
}

const infoOf = (extensions: Record<string, unknown>) => {
  const { metadata } = detailsOf(status.INVALID_ARGUMENT, 'no', extensions);
  const { details } = fromBinary(StatusSchema, metadata!.get(DETAILS)[0] as Buffer);
  return anyUnpack(details[0]!, ErrorInfoSchema)!;
};

it('keeps every status below the headers that clients accept, and sendable', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 4_000 }),
    fc.constant('\ud800'),
    fc.constant('ж'.repeat(5_000)),
  );
  const extensions = fc.record({
    code: fc.constant('DisjointnessViolation'),
    proofs: text,
    entity: text,
    count: fc.nat(),
  });
  fc.assert(
    fc.property(text, extensions, (message, details) => {
      expect(headerBytes(message, details)).toBeLessThan(MAX_HEADERS);
    }),
    { numRuns: 50 },
  );
});

it('names the details that it leaves out', () => {
  const info = infoOf({ code: 'DisjointnessViolation', entity: '0x1', proofs: [{ text: 'x'.repeat(5_000) }] });
  expect(info).toMatchObject({ reason: 'DisjointnessViolation', metadata: { entity: '0x1', omitted: 'proofs' } });
});

it('keeps short details, and messages with them', () => {
  expect(infoOf({ code: 'KeyMissing', realm: 'x', n: 1 }).metadata).toEqual({ realm: 'x', n: '1' });
  expect(shortMessage('naïve')).toBe('naïve');
  expect(shortMessage('a\ud800b')).toBe('a\ufffdb');
});
