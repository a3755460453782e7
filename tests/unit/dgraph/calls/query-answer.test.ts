/** Answers of the method Query in the form of `/query`, for any message. */
import { create, toBinary } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { toHttpForm } from '../../../../src/dgraph/calls/query-answer';
import { ResponseSchema } from '../../../../src/grpc/protocol/dgraph_pb';

const number = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const response = fc.record({
  json: fc.string({ unit: 'grapheme', maxLength: 300 }).map((text) => JSON.stringify({ q: [{ text }] })),
  txn: fc.record({ startTs: number, hash: fc.string({ maxLength: 8 }) }),
  latency: fc.record({ parsingNs: number, processingNs: number, encodingNs: number, assignTimestampNs: number }),
  numUids: fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 8 }), number),
});

const bytesOf = ({ json, txn, latency, numUids }: typeof response extends fc.Arbitrary<infer T> ? T : never): Buffer =>
  Buffer.from(
    toBinary(
      ResponseSchema,
      create(ResponseSchema, {
        json: Buffer.from(json),
        txn: { startTs: BigInt(txn.startTs), hash: txn.hash },
        latency: {
          parsingNs: BigInt(latency.parsingNs),
          processingNs: BigInt(latency.processingNs),
          encodingNs: BigInt(latency.encodingNs),
          assignTimestampNs: BigInt(latency.assignTimestampNs),
          totalNs: 7n,
        },
        metrics: { numUids: Object.fromEntries(Object.entries(numUids).map(([key, value]) => [key, BigInt(value)])) },
      }),
    ),
  );

const withoutZeros = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== 0 && value !== ''));

it('has the data byte for byte, and the extensions of Go', () => {
  fc.assert(
    fc.property(response, (parts) => {
      const form = toHttpForm(bytesOf(parts))!;
      const text = form.body.toString();
      expect(text.startsWith(`{"data":${parts.json},"extensions":{"server_latency":`)).toBe(true);
      const { txn, latency, numUids } = parts;
      expect(JSON.parse(text).extensions).toEqual({
        server_latency: withoutZeros({
          parsing_ns: latency.parsingNs,
          processing_ns: latency.processingNs,
          encoding_ns: latency.encodingNs,
          assign_timestamp_ns: latency.assignTimestampNs,
          total_ns: 7,
        }),
        txn: withoutZeros({ start_ts: txn.startTs, hash: txn.hash }),
        metrics: { num_uids: numUids },
      });
      expect(form.touched).toBe(numUids['_total'] ?? 0);
    }),
  );
});

it('is undefined for every message cut short, and for any bytes but a message', () => {
  fc.assert(
    fc.property(response, fc.double({ min: 0, max: 0.999, noNaN: true }), (parts, share) => {
      const bytes = bytesOf(parts);
      const form = toHttpForm(bytes.subarray(0, Math.floor(bytes.length * share)));
      // A cut between fields leaves a message that lacks one.
      expect(form).toBeUndefined();
    }),
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void toHttpForm(Buffer.from(bytes))));
});

it('is undefined for an answer with uids or RDF', () => {
  const whole = { json: Buffer.from('{}'), txn: { startTs: 1n }, latency: {}, metrics: {} };
  const messageOf = (more: object): Buffer =>
    Buffer.from(toBinary(ResponseSchema, create(ResponseSchema, { ...whole, ...more })));
  expect(toHttpForm(messageOf({}))).toBeDefined();
  expect(toHttpForm(messageOf({ uids: { a: '0x1' } }))).toBeUndefined();
  expect(toHttpForm(messageOf({ rdf: Buffer.from('<0x1> <p> "x" .') }))).toBeUndefined();
});
