/** Every query of a write sees the same, and none is reasoned with an ontology that is not in force any more. */
import { readQueryAnswer, type Engine, type QueryOptions } from '../../../../src/dgraph';
import { ReadTransaction, VersionChanged } from '../../../../src/materialize/store/transaction';

function engineOf(answers: readonly string[]): { engine: Engine; requests: { text: string; options: QueryOptions }[] } {
  const requests: { text: string; options: QueryOptions }[] = [];
  const query = (text: string, options: QueryOptions): unknown => {
    const extensions = `{"txn":{"start_ts":${41 + requests.length}}}`;
    const body = Buffer.from(`{"data":${answers[requests.length]!},"extensions":${extensions}}`);
    requests.push({ text, options });
    return Promise.resolve(readQueryAnswer({ status: 200, headers: {}, body }, 'the engine'));
  };
  return { engine: { query } as unknown as Engine, requests };
}
const HEAD = { uid: '0x7', version: 2 };

it('a transaction begins with the first read and keeps its timestamp', async () => {
  const { engine, requests } = engineOf(['{"a":[]}', '{"a":[]}']);
  const transaction = new ReadTransaction(engine, undefined);
  expect(transaction.startTs).toBeUndefined();
  await transaction.read('a(func: uid(1)) { uid }');
  await transaction.read('a(func: uid(1)) { uid }');
  expect(requests.map(({ options }) => options.startTs)).toEqual([undefined, 41]);
  expect(requests[0]!.text).toBe('{ a(func: uid(1)) { uid } }');
  expect(transaction).toMatchObject({ startTs: 41, reads: 2 });
});

it('a client’s transaction is continued with its hash and credentials', async () => {
  const { engine, requests } = engineOf(['{}']);
  const credentials = { 'X-Dgraph-AccessToken': 't' };
  const transaction = new ReadTransaction(engine, undefined, { startTs: 9, hash: 'h', credentials });
  await transaction.read('a(func: uid(1)) { uid }');
  expect(requests[0]!.options).toEqual({ startTs: 9, hash: 'h', credentials });
  expect(transaction.startTs).toBe(9);
});

it('the head is read with the query and removed from the answer', async () => {
  const { engine, requests } = engineOf(['{"owlgate_head":[{"record":"{\\"version\\":2}"}],"a":[{"uid":"0x1"}]}']);
  const data = await new ReadTransaction(engine, HEAD).read('a(func: uid(1)) { uid }');
  expect(requests[0]!.text).toContain('owlgate_head(func: uid(0x7)) { record: owlgate.record }');
  expect(data).toEqual({ a: [{ uid: '0x1' }] });
});

it.each([
  ['another version', '{"owlgate_head":[{"record":"{\\"version\\":3}"}]}'],
  ['no head', '{"owlgate_head":[]}'],
  ['a record that is none', '{"owlgate_head":[{"record":"2"}]}'],
])('%s aborts the transaction', async (_, answer) => {
  const transaction = new ReadTransaction(engineOf([answer]).engine, HEAD);
  await expect(transaction.read('a(func: uid(1)) { uid }')).rejects.toThrow(VersionChanged);
});

it('large integers keep their digits', async () => {
  const { engine } = engineOf(['{"a":[{"n":9223372036854775807}]}']);
  expect(await new ReadTransaction(engine, undefined).query('{ a(func: uid(1)) { n } }')).toEqual({
    a: [{ n: 9223372036854775807n }],
  });
});
