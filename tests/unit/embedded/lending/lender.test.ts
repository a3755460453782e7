/** Lending, with a reader that is played by the test: what it is told, and what is held for it. */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { receiveMessageOnPort } from 'node:worker_threads';
import { Lender } from '../../../../src/embedded/lending/lender';
import { LEND, WORDS, type LentSnapshot } from '../../../../src/embedded/lending/messages';
import type { Snapshot, Store } from '../../../../src/embedded/storage';
import { Oracle } from '../../../../src/embedded/transaction';
import { commit, declaration, declare, openStore, removeTemporaryDirectories } from '../../../support/embedded/store';
import { Delta } from '../../../../src/embedded/storage';
import { until } from '../../../support/until';

afterAll(removeTemporaryDirectories);

let store: Store;
let oracle: Oracle;
let lender: Lender;
let words: Int32Array;

beforeEach(async () => {
  store = openStore();
  await store.write((batch) => declare(batch, declaration('name')));
  oracle = new Oracle(store);
  lender = new Lender(store, oracle);
  words = new Int32Array(lender.channel.shared);
});
afterEach(async () => {
  lender.channel.port.close();
  lender.close();
  oracle.close();
  await store.close();
});

function received(): readonly LentSnapshot[] {
  const message = receiveMessageOnPort(lender.channel.port);
  return message ? [message.message as LentSnapshot, ...received()] : [];
}

/** Counts the references to a snapshot. */
function watched(snapshot: Snapshot): { isReleased: boolean } {
  const state = { isReleased: false };
  const { transaction } = snapshot as unknown as { transaction: { done: () => void } };
  const done = transaction.done.bind(transaction);
  transaction.done = () => {
    state.isReleased = true;
    done();
  };
  return state;
}

const change = (): Promise<unknown> => commit(store, new Delta());
const version = (): number => Atomics.load(words, WORDS.VERSION);

it('lends on request, and each later snapshot with its number while reads go on', async () => {
  lender.channel.port.postMessage(LEND);
  let lent: readonly LentSnapshot[] = [];
  await until(() => (lent = received()).length > 0);
  expect(lent).toMatchObject([{ version: 0, handle: store.current.handle }]);
  Atomics.store(words, WORDS.WANTED, 1);
  await change();
  // The write has been answered already.
  expect(version()).toBe(1);
  expect(received()).toEqual([]);
  await nextTurn();
  expect(received()).toMatchObject([{ version: 1, handle: store.current.handle }]);
});

it('sends nothing to a reader that does not read', async () => {
  for (let i = 0; i < 5; i++) await change();
  await nextTurn();
  expect(version()).toBe(5);
  expect(received()).toEqual([]);
  expect(oracle.conflictKeys).toBe(0);
});

it('tells when the schema has changed, and only then', async () => {
  const numbers: number[] = [];
  for (const isAlter of [false, false, true, false]) {
    Atomics.store(words, WORDS.WANTED, 1);
    if (isAlter) await store.write((batch) => declare(batch, declaration('other')));
    else await change();
    await nextTurn();
    numbers.push(received()[0]!.schema);
  }
  expect(numbers.map((number) => number - numbers[0]!)).toEqual([0, 0, 1, 1]);
});

it('holds a replaced snapshot while the read that began with it goes on', async () => {
  const first = watched(store.current);
  Atomics.store(words, WORDS.PIN, 1);
  await change();
  const second = watched(store.current);
  await change();
  await delay(40);
  expect([first.isReleased, second.isReleased]).toEqual([false, false]);
  Atomics.store(words, WORDS.PIN, 2);
  await until(() => first.isReleased && second.isReleased);
});

it('releases a replaced snapshot at once without a read', async () => {
  const first = watched(store.current);
  Atomics.store(words, WORDS.PIN, 2);
  await change();
  expect(first.isReleased).toBe(true);
});
