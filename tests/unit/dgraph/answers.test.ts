/** Extensions of long answers are read without the data before them. */
import { readMutateAnswer, replaceTransaction } from '../../../src/dgraph';

const TXN = { start_ts: 7, keys: ['a'], preds: ['1-0-name'] };
/** Text of a query's answer with everything that could be taken for extensions. */
const TRAPS = {
  'x","extensions":{': ',"extensions":{"txn":{}}',
  nested: { a: 1, extensions: { txn: { start_ts: 1 } } },
};
const UIDS = Object.fromEntries(Array.from({ length: 8_000 }, (_, i) => [`b${i}`, `0x${i.toString(16)}`]));

const body = (extensions: object | undefined, uids: object = UIDS): Buffer =>
  Buffer.from(JSON.stringify({ data: { code: 'Success', queries: TRAPS, uids }, extensions }));
const read = (bytes: Buffer) => readMutateAnswer({ status: 200, headers: {}, body: bytes }, 'http://engine');

it.each([
  ['long', UIDS],
  ['short', { b0: '0x1' }],
])('a %s answer has its extensions, uids and queries', (_, uids) => {
  const answer = read(body({ server_latency: { total_ns: 5 }, txn: TXN }, uids));
  expect(answer.extensions).toEqual({ server_latency: { total_ns: 5 }, txn: TXN });
  expect(answer.uids).toEqual(uids);
  expect(answer.queries).toEqual(TRAPS);
});

it('extensions with a member of the same name are read', () => {
  const extensions = { txn: TXN, extensions: { txn: { start_ts: 1 } } };
  expect(read(body(extensions)).extensions).toEqual(extensions);
});

it('a long answer without extensions has none', () => {
  expect(read(body(undefined)).extensions).toEqual({});
});

it('uids of a long answer are not parsed for its extensions', () => {
  const bytes = body({ txn: TXN });
  const damaged = Buffer.concat([bytes.subarray(0, 2_000), Buffer.from(',,'), bytes.subarray(2_000)]);
  expect(read(damaged).extensions.txn).toEqual(TXN);
  expect(() => read(damaged).uids).toThrow(/unreadable/);
});

it.each([
  ['last', { server_latency: { total_ns: 5 }, txn: TXN }],
  ['missing', undefined],
])('the context of the transaction replaces that of an answer whose extensions are %s', (_, extensions) => {
  const txn = { start_ts: 7, commit_ts: 9 };
  const replaced = JSON.parse(replaceTransaction(body(extensions), txn).toString()) as object;
  expect(replaced).toEqual({
    data: { code: 'Success', queries: TRAPS, uids: UIDS },
    extensions: { ...extensions, txn },
  });
});
