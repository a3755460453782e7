import type { MutateAnswer } from '../../../../src/dgraph';
import { OwlgateError } from '../../../../src/errors';
import { composeRefusal, composeReply } from '../../../../src/materialize/write/reply';
import { WriteRefusal } from '../../../../src/materialize/write/refusal';
import type { WriteOutcome } from '../../../../src/materialize/write/delivery';

function outcome(body: string, more: Partial<WriteOutcome> = {}): WriteOutcome {
  const { data, extensions } = JSON.parse(body) as {
    data: { uids: Record<string, string>; queries: null };
    extensions: Record<string, unknown>;
  };
  const answer: MutateAnswer = { uids: data.uids, queries: data.queries, extensions, body: Buffer.from(body) };
  return { answer, asserted: 2, inferred: 1, retracted: 0, stillEntailed: [], labels: new Map(), reads: 0, ...more };
}

const ANSWER =
  '{"data":{"code":"Success","message":"Done","queries":null,"uids":{"a":"0x1"}},"extensions":{"server_latency":{"total_ns":12},"txn":{"start_ts":7}}}';
const ONTOLOGY = '"ontology":{"version":3,"asserted":2,"inferred":1,"retracted":0}';

it('without an ontology the engine’s answer is unchanged', () => {
  expect(composeReply(outcome(ANSWER), undefined)).toBe(ANSWER);
});

it('the ontology extension is inserted, and every other byte stays', () => {
  const spaced = ANSWER.replace('"queries":null', '"queries": {"q":[{"n": 9223372036854775807, "f": 1.0e0}]}');
  expect(composeReply(outcome(spaced), 3)).toBe(spaced.replace('{"start_ts":7}', `{"start_ts":7},${ONTOLOGY}`));
});

it('the insertion ignores the client’s texts', () => {
  const tricky = ANSWER.replace(
    'null',
    JSON.stringify({ extensions: { uids: '}}"extensions":{' }, uids: { extensions: {} } }),
  );
  const reply = JSON.parse(composeReply(outcome(tricky), 3)) as Record<string, Record<string, unknown>>;
  const before = JSON.parse(tricky) as Record<string, Record<string, unknown>>;
  expect(reply['data']).toEqual(before['data']);
  expect(reply['extensions']).toEqual({ ...before['extensions'], ontology: expect.objectContaining({ version: 3 }) });
});

it.each([
  ['extensions before the data', '{"extensions":{"txn":{}},"data":{"uids":{},"queries":null}}'],
  ['empty extensions', '{"data":{"uids":{},"queries":null},"extensions":{}}'],
  ['line ends', '{"data":{"uids":{},"queries":null},\n"extensions":{"txn":{}\n}\n}\n'],
])('the extension is inserted into an answer with %s', (_, body) => {
  const reply = JSON.parse(composeReply(outcome(body), 3)) as { extensions: { ontology: object }; data: object };
  expect(reply.extensions.ontology).toEqual({ version: 3, asserted: 2, inferred: 1, retracted: 0 });
  expect(reply.data).toEqual({ uids: {}, queries: null });
});

it('the client’s labels are restored', () => {
  const labels = new Map([['a', 'http://ex.org/x']]);
  expect(JSON.parse(composeReply(outcome(ANSWER, { labels }), undefined))).toMatchObject({
    data: { uids: { 'http://ex.org/x': '0x1' } },
    extensions: { txn: { start_ts: 7 } },
  });
});

it('separate query results are inserted, with all digits of large integers', () => {
  const queries = { q: [{ n: 9223372036854775807n }] };
  expect(composeReply(outcome(ANSWER, { queries }), 3)).toContain('"queries":{"q":[{"n":9223372036854775807}]}');
});

it('remaining entailed facts are named in the client’s words', () => {
  const stillEntailed = [
    { s: '0x1', p: 'dgraph.type', o: 'Animal' },
    { s: '0x1', p: 'keeps', o: '0x2' },
  ];
  expect(JSON.parse(composeReply(outcome(ANSWER, { stillEntailed }), 3))).toMatchObject({
    extensions: {
      ontology: {
        stillEntailed: [
          { subject: '0x1', predicate: 'graph.type', object: 'Animal' },
          { subject: '0x1', predicate: 'keeps', object: '0x2' },
        ],
      },
    },
  });
});

it('a refusal has Dgraph’s form, each error with its code and details', () => {
  const error = new OwlgateError(
    'IrreflexiveViolation',
    { entity: '_:x', property: 'p' },
    { rule: 'prp-irp', line: 3 },
  );
  const overflow = new OwlgateError('InferenceOverflow', { limit: 10 });
  expect(JSON.parse(composeRefusal(new WriteRefusal([error, overflow])))).toEqual({
    errors: [
      { message: error.message, extensions: { code: 'IrreflexiveViolation', rule: 'prp-irp', line: 3 } },
      { message: overflow.message, extensions: { code: 'InferenceOverflow' } },
    ],
    data: null,
  });
});
