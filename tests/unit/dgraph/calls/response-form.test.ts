/** Answers of the method Query in their forms over HTTP, for any message. */
import { create, toBinary } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { readMutateResponse, readQueryResponse, toHttpForm } from '../../../../src/dgraph/calls/response-form';
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

it('an answer to a query has its data and its transaction', () => {
  fc.assert(
    fc.property(response, (parts) => {
      const answer = readQueryResponse(bytesOf(parts))!;
      expect(answer.data).toEqual(JSON.parse(parts.json));
      expect(String(answer.json)).toBe(parts.json);
      expect(answer.extensions.txn).toMatchObject({ start_ts: parts.txn.startTs });
      expect(JSON.parse(answer.body.toString()).data).toEqual(answer.data);
    }),
  );
});

const text = fc.string({ unit: 'grapheme', maxLength: 8 });
const written = fc.record({
  json: fc.constantFrom('', '{}', '{"q":[{"uid":"0x1"}]}'),
  txn: fc.record({ startTs: number, commitTs: number, keys: fc.array(text), preds: fc.array(text), hash: text }),
  uids: fc.dictionary(
    text.filter((name) => name !== '__proto__'),
    text,
  ),
});

const writtenBytes = ({ json, txn, uids }: typeof written extends fc.Arbitrary<infer T> ? T : never): Buffer => {
  const { startTs, commitTs, ...others } = txn;
  const context = { ...others, startTs: BigInt(startTs), commitTs: BigInt(commitTs) };
  const message = { json: Buffer.from(json), txn: context, latency: { totalNs: 7n }, metrics: {}, uids };
  return Buffer.from(toBinary(ResponseSchema, create(ResponseSchema, message)));
};

it('an answer to a mutation has the form of /mutate', () => {
  fc.assert(
    fc.property(written, (parts) => {
      const answer = readMutateResponse(writtenBytes(parts))!;
      const { json, txn, uids } = parts;
      expect(answer.uids).toEqual(uids);
      expect(JSON.parse(answer.body.toString())).toEqual({
        data: { code: 'Success', message: 'Done', queries: json === '' ? null : JSON.parse(json), uids },
        extensions: {
          server_latency: { total_ns: 7 },
          txn: {
            ...withoutZeros({ start_ts: txn.startTs, commit_ts: txn.commitTs, hash: txn.hash }),
            ...(txn.keys.length > 0 && { keys: txn.keys }),
            ...(txn.preds.length > 0 && { preds: txn.preds }),
          },
        },
      });
    }),
  );
});

it('any other bytes are no answer to a mutation', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => void readMutateResponse(Buffer.from(bytes))));
  expect(readMutateResponse(Buffer.from('not a message'))).toBeUndefined();
  expect(readMutateResponse(Buffer.alloc(0))).toBeUndefined();
});
