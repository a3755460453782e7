/** Memory of calls to an alpha, and of the answers that are read from them. */
import { UnaryCall } from '../../../../src/dgraph/calls/unary-call';
import { readQueryAnswer } from '../../../../src/dgraph/answers';
import { frameOf } from '../../../../src/util/grpc-frame';
import { keptPerTurn } from '../../../support/heap';

/** Their checks throw, since `expect` keeps objects of its own. */
const TURNS = 1_000;

it('keeps nothing of a call that has ended until the next collection of old objects', async () => {
  const head = Buffer.from('head');
  const body = Buffer.from('message');
  const kept = await keptPerTurn(TURNS, async () => {
    const call = new UnaryCall(head, body, { timeoutMs: 60_000 }, { cancel: () => undefined });
    call.takeFields({ ':status': '200' });
    call.takeBytes(frameOf(body));
    call.takeFields({ 'grpc-status': '0' });
    call.finish();
    if (!(await call.answer).equals(body)) throw new Error('the answer is another one');
  });
  // A call and its promise have about 1 kB.
  expect(kept).toBeLessThan(300);
});

it('keeps nothing of an answer that has been read', async () => {
  const body = Buffer.from('{"data":{"q":[{"name":"Ada"}]},"extensions":{"txn":{"start_ts":1}}}');
  const kept = await keptPerTurn(TURNS, () => {
    const { data, extensions } = readQueryAnswer<{ q?: unknown }>(
      { status: 200, headers: {}, body },
      'http://localhost',
    );
    if (!('q' in data) || extensions.txn?.start_ts !== 1) throw new Error('the answer is another one');
  });
  expect(kept).toBeLessThan(300);
});
