/** Space that snapshots keep in the data file: only those of timestamps that somebody may still use. */
import { Delta, type Store } from '../../../../src/embedded/storage';
import { AbortedError, DEFAULT_LIMITS, Oracle, takeTimestamp } from '../../../../src/embedded/transaction';
import { commit, declaration, declare, openStore, removeTemporaryDirectories } from '../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const UNTAGGED = '\xff'.repeat(8);
const MB = 2 ** 20;
const NODES = 20;
const VALUE = 'x'.repeat(20_000);

let store: Store;
let oracle: Oracle;
const clock = { now: 1_000_000 };

beforeEach(async () => {
  store = openStore();
  await store.write((batch) => declare(batch, declaration('name')));
  oracle = new Oracle(store, DEFAULT_LIMITS, () => clock.now);
});
afterEach(async () => {
  oracle.close();
  await store.close();
});

/** Replaces 0.4 MB of values, again and again. */
async function rewrite(times: number, before: () => unknown): Promise<void> {
  for (let i = 0; i < times; i++) {
    await before();
    const delta = new Delta();
    for (let uid = 1; uid <= NODES; uid++) {
      const value = { type: 'string', value: `${i} ${VALUE}` } as const;
      delta.predicate('name').value(uid).set(UNTAGGED, { value, lang: '', facets: [] });
    }
    await commit(store, delta);
  }
}

it.each<[string, () => unknown]>([
  ['queries whose timestamp is not used again', () => oracle.readingTs()],
  ['transactions that are committed', () => oracle.commit(oracle.begin())],
  ['transactions that are aborted', () => oracle.abort(oracle.begin())],
  [
    'lent timestamps, of which one began a transaction that ended',
    () => {
      const startTs = takeTimestamp(oracle.lend(100))!;
      oracle.endLending();
      oracle.abort(startTs);
    },
  ],
  [
    'lent timestamps that were not given out',
    () => {
      oracle.lend(100);
      oracle.endLending();
    },
  ],
])('keep none: %s', async (_, use) => {
  await rewrite(40, use);
  expect(store.fileSize()).toBeLessThan(4 * MB);
});

it('keeps the state of a timestamp that was given out, before and after its lending ends', async () => {
  await rewrite(1, () => undefined);
  const block = oracle.lend(100);
  const startTs = takeTimestamp(block)!;
  oracle.endLending();
  await rewrite(2, () => oracle.begin());
  expect(oracle.view(startTs).values('name', 1)[0]?.value.value).toMatch(/^0 x/);
});

it('drops idle states while the file grows, and keeps those of open transactions and of late use', async () => {
  await rewrite(1, () => undefined);
  const idle = oracle.beginReading();
  await rewrite(1, () => oracle.beginReading());
  const writing = oracle.begin();
  oracle.transaction(writing);
  await rewrite(30, () => oracle.beginReading());
  expect(store.fileSize()).toBeGreaterThan(8 * MB);
  expect(oracle.view(idle)).toBeDefined();
  clock.now += DEFAULT_LIMITS.idleEpochMs;
  await rewrite(2, () => oracle.beginReading());
  expect(() => oracle.view(idle)).toThrow(AbortedError);
  expect(oracle.view(writing)).toBeDefined();
  oracle.abort(writing);
  const size = store.fileSize();
  await rewrite(60, () => {
    clock.now += DEFAULT_LIMITS.idleEpochMs / 2;
    return oracle.beginReading();
  });
  expect(store.fileSize()).toBeLessThan(size + 2 * MB);
});

it('drops a state that one query left behind, sooner than one that its client has read again', async () => {
  await rewrite(1, () => undefined);
  const left = oracle.begin();
  const later = (): unknown => {
    clock.now += DEFAULT_LIMITS.unclaimedEpochMs / 20;
    return oracle.commit(oracle.begin());
  };
  await rewrite(19, later);
  expect(oracle.view(left)).toBeDefined();
  const size = store.fileSize();
  expect(size).toBeLessThan(12 * MB);
  // Read again just now: it is kept as long as any idle state.
  await rewrite(60, later);
  expect(oracle.view(left)).toBeDefined();
  oracle.abort(left);
  await rewrite(1, later);
  const grown = store.fileSize();
  oracle.begin();
  await rewrite(200, later);
  expect(store.fileSize()).toBeLessThan(grown + DEFAULT_LIMITS.unclaimedSpace.bytes + 2 * MB);
});

it('keeps a state that is read again and again, as by an export, while the file grows', async () => {
  await rewrite(1, () => undefined);
  const exporting = oracle.begin();
  const reads = (ms: number): (() => void) => {
    return () => {
      clock.now += ms;
      oracle.expire();
      expect(oracle.view(exporting).values('name', 1)[0]?.value.value).toMatch(/^0 x/);
    };
  };
  await rewrite(30, reads(DEFAULT_LIMITS.idleEpochMs / 2));
  await rewrite(3, reads(DEFAULT_LIMITS.ageMs / 2));
  clock.now += DEFAULT_LIMITS.idleEpochMs;
  await rewrite(1, () => undefined);
  await rewrite(1, () => oracle.beginReading());
  expect(() => oracle.view(exporting)).toThrow(AbortedError);
});

it('drops the oldest states beyond the limit, whoever uses them', async () => {
  oracle.close();
  oracle = new Oracle(store, { ...DEFAULT_LIMITS, maxSpace: { bytes: 8 * MB, share: 0 } }, () => clock.now);
  const first = oracle.begin();
  oracle.transaction(first);
  await rewrite(100, () => oracle.begin());
  expect(() => oracle.view(first)).toThrow(AbortedError);
  expect(store.fileSize()).toBeLessThan(24 * MB);
});

it('tells how an ended transaction ended, after its state is gone', async () => {
  const startTs = oracle.begin();
  const transaction = oracle.transaction(startTs);
  transaction.delta
    .predicate('name')
    .value(1)
    .set(UNTAGGED, {
      value: { type: 'string', value: 'a' },
      lang: '',
      facets: [],
    });
  const commitTs = await oracle.commit(startTs);
  clock.now += 60_000;
  oracle.expire();
  expect(await oracle.commit(startTs)).toBe(commitTs);
  for (let i = 0; i < 2; i++) {
    clock.now += DEFAULT_LIMITS.ageMs;
    oracle.expire();
  }
  await commit(store, new Delta());
  await expect(oracle.commit(startTs)).rejects.toBeInstanceOf(AbortedError);
});
