/** Messages of the gateway's reads, against the generated code of the protocol. */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import * as fc from 'fast-check';
import { printMutationMessage, printQueryMessage, readData } from '../../../../src/dgraph/calls/request-message';
import { RequestSchema, ResponseSchema } from '../../../../src/grpc/protocol/dgraph_pb';
import { runs } from '../../../support/runs';

const text = fc.string({ unit: 'grapheme', maxLength: 200 });

it('prints a request as the protocol reads it', () => {
  fc.assert(
    fc.property(
      text,
      fc.dictionary(
        text.filter((name) => name !== '__proto__'),
        text,
      ),
      (query, vars) => {
        const {
          query: readQuery,
          vars: readVars,
          readOnly,
        } = fromBinary(RequestSchema, printQueryMessage(query, vars));
        expect({ readQuery, readVars: { ...readVars }, readOnly }).toEqual({
          ...{ readQuery: query, readVars: { ...vars }, readOnly: true },
        });
      },
    ),
    { numRuns: runs(100) },
  );
});

it('reads the data of a response of any size', () => {
  for (const length of [0, 1, 127, 128, 16_383, 16_384, 3_000_000]) {
    const json = Buffer.alloc(length, '1');
    const response = create(ResponseSchema, { json, txn: { startTs: 5n }, metrics: { numUids: { _total: 3n } } });
    const bytes = Buffer.from(toBinary(ResponseSchema, response));
    expect(readData(bytes)).toEqual(length === 0 ? Buffer.from('{}') : json);
    // Half an answer is none.
    if (length > 1) expect(readData(bytes.subarray(0, length))).toBeUndefined();
  }
});

it('prints statements and their transaction as the protocol reads them', () => {
  const count = fc.option(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { nil: undefined });
  fc.assert(
    fc.property(
      text,
      text,
      count,
      fc.option(text, { nil: undefined }),
      fc.boolean(),
      (set, del, startTs, hash, commitNow) => {
        const statements = { set: Buffer.from(set), delete: Buffer.from(del) };
        const message = printMutationMessage(statements, { startTs, hash, commitNow });
        const request = fromBinary(RequestSchema, message);
        const [mutation, ...others] = request.mutations;
        expect(others).toEqual([]);
        expect([Buffer.from(mutation!.setNquads), Buffer.from(mutation!.delNquads)]).toEqual([
          statements.set,
          statements.delete,
        ]);
        expect(request).toMatchObject({ startTs: BigInt(startTs ?? 0), hash: hash ?? '', commitNow, query: '' });
      },
    ),
    { numRuns: runs(100) },
  );
});
