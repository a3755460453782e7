/** Looks at messages without parsing: what they see is what the parser sees, and never a message with a mutation. */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { RequestSchema } from '../../../src/grpc/protocol/dgraph_pb';
import { viewQuery } from '../../../src/grpc/query-view';
import { requireWireForm } from '../../../src/grpc/wire';
import { runs } from '../../support/runs';

const text = fc.string({ maxLength: 200, unit: 'grapheme' });
const request = fc.record(
  {
    query: text,
    startTs: fc.bigInt({ min: 0n, max: 2n ** 45n }),
    vars: fc.dictionary(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 })),
    readOnly: fc.boolean(),
    bestEffort: fc.boolean(),
    respFormat: fc.constantFrom(0, 1),
    hash: text,
  },
  { requiredKeys: [] },
);
const bytesOf = (fields: Parameters<typeof create<typeof RequestSchema>>[1]): Buffer =>
  Buffer.from(toBinary(RequestSchema, create(RequestSchema, fields)));

it('sees the query and the timestamp that the parser reads', () => {
  fc.assert(
    fc.property(request, (fields) => {
      const view = viewQuery(bytesOf(fields));
      expect(view?.query.toString()).toBe(fields.query ?? '');
      expect(view?.startTs).toBe(Number(fields.startTs ?? 0n));
    }),
    { numRuns: runs(200) },
  );
});

it('sees nothing in a message with a mutation, a repeated field, or an unknown one', () => {
  const plain = bytesOf({ query: '{ q(func: uid(1)) { uid } }', readOnly: true });
  expect(viewQuery(plain)).toBeDefined();
  expect(viewQuery(bytesOf({ query: 'x', mutations: [{ setJson: Buffer.from('{}') }] }))).toBeUndefined();
  expect(viewQuery(bytesOf({ query: 'x', commitNow: true }))).toBeUndefined();
  expect(viewQuery(Buffer.concat([plain, plain]))).toBeUndefined();
  expect(viewQuery(Buffer.concat([plain, Buffer.from([16 << 3, 1])]))).toBeUndefined();
  // An over-long tag of the mutations, and of the query.
  expect(viewQuery(Buffer.from([0xe2, 0x00, 0]))).toBeUndefined();
  expect(viewQuery(Buffer.from([0xa2, 0x00, 0]))).toBeUndefined();
});

it('sees in any bytes nothing else than the parser', () => {
  const field = fc
    .tuple(fc.nat(127), fc.uint8Array({ maxLength: 6 }))
    .map(([tag, bytes]) => Buffer.from([tag, bytes.length, ...bytes]));
  const damaged = fc
    .tuple(request, fc.array(field, { maxLength: 3 }), fc.nat(400), fc.nat(255))
    .map(([fields, more, at, byte]) => {
      const bytes = Buffer.concat([bytesOf(fields), ...more]);
      if (at < bytes.length) bytes[at] = byte;
      return bytes;
    });
  fc.assert(
    fc.property(damaged, (bytes) => {
      const view = viewQuery(bytes);
      if (!view) return;
      requireWireForm(RequestSchema, bytes);
      let parsed;
      try {
        parsed = fromBinary(RequestSchema, bytes);
      } catch {
        // Text that is not UTF-8: the alpha refuses it too.
        return;
      }
      expect(parsed.mutations).toEqual([]);
      expect(parsed.commitNow).toBe(false);
      expect(Buffer.from(parsed.query).equals(view.query)).toBe(true);
      expect(Number(parsed.startTs)).toBe(view.startTs);
      expect(parsed.$unknown ?? []).toEqual([]);
    }),
    { numRuns: runs(1_000) },
  );
});
