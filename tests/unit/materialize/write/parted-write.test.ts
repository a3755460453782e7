/** A write in two names: the engine's words about the gateway's part. */
import { EngineFailure } from '../../../../src/dgraph';
import { sendParted } from '../../../../src/materialize/write/parted-write';
import { WriteRefusal } from '../../../../src/materialize/write/refusal';
import { mutationOf } from '../../../support/materialize/small';

const CLIENT = { 'X-Dgraph-AccessToken': 'x' };
const request = { mutations: [mutationOf('{ set { <0x1> <w> "1" . } }')] };
const gatewayStatements = mutationOf('{ set { <0x1> <secret> "1" . } }');

/** An engine that refuses what is written in the gateway's name, or in the client's. */
function engine(failure?: EngineFailure, isOfClient = false) {
  const commits: { readonly abort?: boolean }[] = [];
  const answerTo = (name: string) => {
    const txn = { start_ts: 5, keys: [`key-${name}`], preds: [`1-0-${name}`] };
    const body = Buffer.from(JSON.stringify({ data: { uids: {} }, extensions: { txn } }));
    return { uids: {}, queries: null, extensions: { txn }, body };
  };
  return {
    commits,
    mutate: (_: string, { credentials }: { readonly credentials?: object }) => {
      if ((credentials !== undefined) === isOfClient && failure) return Promise.reject(failure);
      return Promise.resolve(answerTo(credentials ? 'w' : 'secret'));
    },
    commit: (options: { readonly abort?: boolean }) => {
      commits.push(options);
      return Promise.resolve({ commit_ts: 7 });
    },
  };
}
const failed = (message: string): EngineFailure => new EngineFailure([{ message }], Buffer.from(''));

it('a refusal of the gateway’s statements is shown to guardians only', async () => {
  const fake = engine(failed('could not insert duplicate value [S] for predicate [secret]'));
  const sent = sendParted(
    fake as never,
    { request, gatewayStatements },
    { credentials: CLIENT, commitNow: true },
    false,
  );
  const error = await sent.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(WriteRefusal);
  expect(error).toMatchObject({ errors: [{ code: 'EngineError' }], evidence: [] });
  expect(fake.commits).toEqual([expect.objectContaining({ startTs: 5, abort: true })]);
});

it.each([
  ['aborts the transaction of a client that holds half of a write', 'gateway', 1],
  ["leaves a client's transaction open where nothing was written", 'client', 0],
])('%s', async (_, refused, aborts) => {
  const fake = engine(failed('refused'), refused === 'client');
  const options = { credentials: CLIENT, commitNow: false, startTs: 5 };
  await expect(sendParted(fake as never, { request, gatewayStatements }, options, true)).rejects.toBeInstanceOf(Error);
  expect(fake.commits).toHaveLength(aborts);
});

it.each(['Transaction has been aborted. Please retry', 'Pending transactions found. Please retry operation'])(
  'a temporary failure is passed on: %s',
  async (message) => {
    const failure = failed(message);
    const sent = sendParted(
      engine(failure) as never,
      { request, gatewayStatements },
      { credentials: CLIENT, commitNow: true },
      false,
    );
    await expect(sent).rejects.toBe(failure);
  },
);

it('an open transaction has the conflict keys and predicates of both parts', async () => {
  const options = { credentials: CLIENT, commitNow: false };
  const { extensions } = await sendParted(engine() as never, { request, gatewayStatements }, options, false);
  expect(extensions.txn).toMatchObject({ keys: ['key-w', 'key-secret'], preds: ['1-0-w', '1-0-secret'] });
});
