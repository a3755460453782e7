/** Snapshots, timestamps, and the lifetime of transactions. */
import * as fc from 'fast-check';
import { parseRdfMutation } from '../../../../src/dql/mutation/rdf';
import { Engine } from '../../../../src/embedded/engine';
import { Mutations } from '../../../../src/embedded/mutations';
import { Delta, StoreView, type Store } from '../../../../src/embedded/storage';
import {
  AbortedError,
  DEFAULT_LIMITS,
  isOver,
  Oracle,
  takeTimestamp,
  UnknownTimestampError,
} from '../../../../src/embedded/transaction';
import { readUpsert } from '../../../../src/embedded/upsert';
import { inconsistencies } from '../../../support/embedded/consistency';
import {
  commit,
  declaration,
  declare,
  openStore,
  removeTemporaryDirectories,
  temporaryDirectory,
} from '../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const UNTAGGED = '\xff'.repeat(8);

function nameDelta(name: string): Delta {
  const delta = new Delta();
  delta
    .predicate('name')
    .value(1)
    .set(UNTAGGED, { value: { type: 'string', value: name }, lang: '', facets: [] });
  return delta;
}

const nameIn = (view: StoreView): unknown => view.values('name', 1)[0]?.value.value;

async function prepared(): Promise<Store> {
  const store = openStore();
  await store.write((batch) => declare(batch, declaration('name')));
  return store;
}

describe('timestamps', () => {
  it('see the state of their time, share it within an epoch, and keep it across commits', async () => {
    const store = await prepared();
    const oracle = new Oracle(store);
    await commit(store, nameDelta('first'));
    const [a, b] = [oracle.begin(), oracle.begin()];
    await commit(store, nameDelta('second'));
    const c = oracle.begin();
    await commit(store, nameDelta('third'));
    expect([a, b, c].map((ts) => nameIn(oracle.view(ts)))).toEqual(['first', 'first', 'second']);
    expect(nameIn(oracle.view(oracle.begin()))).toBe('third');
    oracle.close();
    await store.close();
  });

  it('are refused if never assigned', async () => {
    const store = await prepared();
    const oracle = new Oracle(store);
    expect(() => oracle.view(oracle.begin() + 1000)).toThrow(UnknownTimestampError);
    expect(() => oracle.view(oracle.begin() + 0.5)).toThrow(UnknownTimestampError);
    oracle.close();
    await store.close();
  });

  it('and uids continue after a restart, also after a crash', async () => {
    const directory = temporaryDirectory();
    const first = openStore(directory);
    const ts = first.nextTimestamp();
    const [uid] = first.counters.allocateUids(1);
    await first.close();
    const second = openStore(directory);
    expect(second.nextTimestamp()).toBe(ts + 1);
    expect(second.counters.allocateUids(1)).toEqual([uid! + 1]);
    await second.close();
  });
});

describe('uids', () => {
  it('of new nodes avoid client-chosen ones', async () => {
    const directory = temporaryDirectory();
    const store = openStore(directory);
    const [before] = store.counters.allocateUids(1);
    store.counters.noteExplicit(before! + 5);
    store.counters.noteExplicit(70_000);
    store.counters.noteExplicit(2 ** 50);
    const [after] = store.counters.allocateUids(1);
    // Two blocks of 65,536 have client-chosen uids.
    expect(after).toBe(131_072);
    await store.write((batch) => batch.newSpace());
    await store.close();
    const again = openStore(directory);
    again.counters.noteExplicit(131_073);
    expect(again.counters.allocateUids(1)).toEqual([196_608]);
    await again.close();
  });
});

describe('a transaction', () => {
  it('is aborted after the idle time', async () => {
    const store = await prepared();
    let now = 0;
    const oracle = new Oracle(store, { ...DEFAULT_LIMITS, idleMs: 1000 }, () => now);
    const idle = oracle.begin();
    const busy = oracle.begin();
    oracle.transaction(idle);
    oracle.transaction(busy);
    now = 800;
    oracle.view(busy);
    now = 1100;
    oracle.expire();
    expect(() => oracle.view(idle)).toThrow(AbortedError);
    await expect(oracle.commit(idle)).rejects.toThrow(AbortedError);
    expect(oracle.view(busy)).toBeInstanceOf(StoreView);
    oracle.close();
    await store.close();
  });

  it('is aborted when too many snapshots are held, oldest first', async () => {
    const store = await prepared();
    const oracle = new Oracle(store, { ...DEFAULT_LIMITS, count: 3 });
    const timestamps: number[] = [];
    for (let i = 0; i < 5; i++) {
      timestamps.push(oracle.begin());
      oracle.transaction(timestamps[i]!);
      await commit(store, nameDelta(`name ${i}`));
    }
    expect(() => oracle.view(timestamps[1]!)).toThrow(AbortedError);
    expect(nameIn(oracle.view(timestamps[2]!))).toBe('name 1');
    expect(oracle.pending).toBe(3);
    oracle.close();
    await store.close();
  });

  it('is unknown after a restart', async () => {
    const directory = temporaryDirectory();
    const first = await Engine.open(directory);
    const { startTs } = await first.mutate(parseRdfMutation('{ set {\n_:a <name> "x" .\n} }'), 0, false);
    await first.close();
    const second = await Engine.open(directory);
    await expect(second.commit(startTs)).rejects.toThrow(AbortedError);
    expect(() => second.view(startTs)).toThrow(AbortedError);
    expect([...second.view().subjects('name', false)]).toEqual([]);
    await second.close();
  });

  it('gets its commit timestamp again on request, and writes nothing after its end', async () => {
    const engine = await Engine.open(temporaryDirectory());
    const { startTs } = await engine.mutate(parseRdfMutation('{ set {\n_:a <name> "x" .\n} }'), 0, false);
    const commitTs = await engine.commit(startTs);
    expect(await engine.commit(startTs)).toBe(commitTs);
    await expect(engine.mutate(parseRdfMutation('{ set {\n_:a <name> "y" .\n} }'), startTs, false)).rejects.toThrow(
      AbortedError,
    );
    engine.abort(startTs);
    expect([...engine.view().subjects('name', false)]).toHaveLength(1);
    await engine.close();
  });
});

describe('transactions that are over', () => {
  it('are remembered up to a number; the timestamps before them count as aborted', async () => {
    const store = await prepared();
    const oracle = new Oracle(store, { ...DEFAULT_LIMITS, over: 3 });
    const reading = oracle.beginReading();
    const all = Array.from({ length: 6 }, () => oracle.begin());
    const commits: number[] = [];
    for (const startTs of all.slice(0, 5)) commits.push(await oracle.commit(startTs));
    expect(await Promise.all(all.slice(2, 5).map((startTs) => oracle.commit(startTs)))).toEqual(commits.slice(2));
    for (const startTs of all.slice(0, 2)) {
      await expect(oracle.commit(startTs)).rejects.toThrow(AbortedError);
      expect(() => oracle.view(startTs)).toThrow(AbortedError);
      expect(() => oracle.transaction(startTs)).toThrow(AbortedError);
    }
    // One that is not over goes on, and a timestamp for reading is given out that can still be read at.
    oracle.transaction(all[5]!);
    expect(nameIn(oracle.view(all[5]!))).toBeUndefined();
    const later = oracle.beginReading();
    expect(later).toBeGreaterThan(reading);
    expect(nameIn(oracle.view(later))).toBeUndefined();
    oracle.close();
    await store.close();
  });

  it('are none that were never begun: an abort cannot reach into the future', async () => {
    const store = await prepared();
    const oracle = new Oracle(store);
    const first = oracle.begin();
    for (let ahead = 1; ahead <= 1_000; ahead++) oracle.abort(first + ahead);
    oracle.abort(Number.MAX_SAFE_INTEGER);
    const next = oracle.begin();
    expect(nameIn(oracle.view(next))).toBeUndefined();
    expect(await oracle.commit(next)).toBeGreaterThan(next);
    oracle.close();
    await store.close();
  });
});

describe('concurrent transactions', () => {
  const line = fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('a', 'b', 'a b'))
      .map(([s, t]) => `<0x${s}> <nick> "${t}" .`),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('a', 'b', 'a b'))
      .map(([s, t]) => `<0x${s}> <name> "${t}" .`),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
      .map(([s, o]) => `<0x${s}> <knows> <0x${o}> .`),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 3 }))
      .map(([s, o]) => `<0x${s}> <boss> <0x${o}> .`),
  );
  const action = fc.record({
    transaction: fc.integer({ min: 0, max: 2 }),
    remove: fc.boolean(),
    line,
    end: fc.boolean(),
  });

  it('leave indexes that match the data, whichever of them commit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 20 }), async (actions) => {
        const engine = await Engine.open(temporaryDirectory());
        await engine.alter(`
          name: string @index(term) .
          nick: [string] @index(term) @count .
          knows: [uid] @reverse @count .
          boss: uid @reverse @count .`);
        const open: (number | undefined)[] = [];
        const end = async (i: number): Promise<void> => {
          const startTs = open[i];
          open[i] = undefined;
          if (startTs === undefined) return;
          await engine.commit(startTs).catch((error: unknown) => expect(error).toBeInstanceOf(AbortedError));
        };
        for (const { transaction: i, remove, line: statement, end: ends } of actions) {
          const body = parseRdfMutation(`{ ${remove ? 'delete' : 'set'} {\n${statement}\n} }`);
          open[i] = (await engine.mutate(body, open[i] ?? 0, false)).startTs;
          expect(inconsistencies(engine.view(open[i]))).toEqual([]);
          if (ends) await end(i);
        }
        for (const i of [0, 1, 2]) await end(i);
        expect(inconsistencies(engine.view())).toEqual([]);
        await engine.close();
      }),
      { numRuns: 20 },
    );
  });
});

describe('a transaction that begins while a commit is on its way to the disk', () => {
  /** Begins in the write transaction of another commit, after its work: its snapshot is still the one before. */
  async function begunDuring(write: (mutations: Mutations, store: Store, oracle: Oracle) => Promise<unknown>) {
    const store = await prepared();
    await commit(store, nameDelta('first'));
    const oracle = new Oracle(store);
    const mutations = new Mutations(store, oracle);
    let startTs = 0;
    // While it is written, the others wait, and are then written together.
    const first = store.write(() => undefined);
    const written = write(mutations, store, oracle);
    const begun = store.write(() => void (startTs = oracle.begin()));
    await Promise.all([first, written, begun]);
    expect(nameIn(oracle.view(startTs))).toBe('first');
    const close = async (): Promise<void> => {
      oracle.close();
      await store.close();
    };
    return { mutations, startTs, close };
  }

  const limits = { queryMs: 1_000, refuseLarge: false };
  const naming = (name: string) => readUpsert(parseRdfMutation(`{ set {\n<0x1> <name> "${name}" .\n} }`));

  it.each<[string, Parameters<typeof begunDuring>[0]]>([
    ['a mutation by itself', (mutations) => mutations.atOnce(naming('second'), limits)],
    ['a transaction', (mutations) => mutations.within(naming('second'), 0, true, limits)],
  ])('conflicts with it: %s', async (_, write) => {
    const { mutations, startTs, close } = await begunDuring(write);
    await expect(mutations.within(naming('third'), startTs, true, limits)).rejects.toBeInstanceOf(AbortedError);
    await close();
  });

  it('keeps no keys when none is on its way', async () => {
    const store = await prepared();
    const oracle = new Oracle(store);
    const mutations = new Mutations(store, oracle);
    for (let i = 0; i < 20; i++) {
      await mutations.atOnce(naming(String(i)), limits);
      expect(oracle.conflictKeys).toBeLessThanOrEqual(2);
    }
    oracle.close();
    await store.close();
  });
});

it('leased timestamps read the state of their lease, and are given to nobody else', async () => {
  const store = await prepared();
  const oracle = new Oracle(store);
  await commit(store, nameDelta('first'));
  const first = oracle.take(100);
  await commit(store, nameDelta('second'));
  for (const ts of [first, first + 50, first + 99]) expect(nameIn(oracle.view(ts))).toBe('first');
  expect(oracle.begin()).toBeGreaterThan(first + 99);
  oracle.close();
  await store.close();
});

describe('lent timestamps', () => {
  /** Oracle with a clock of its own. */
  async function lending() {
    const store = await prepared();
    const clock = { now: 1_000_000 };
    const oracle = new Oracle(store, DEFAULT_LIMITS, () => clock.now);
    const close = async (): Promise<void> => {
      oracle.close();
      await store.close();
    };
    return { store, oracle, clock, close };
  }

  it('are known before they are given out, with the state of their lending', async () => {
    const { store, oracle, close } = await lending();
    await commit(store, nameDelta('first'));
    const block = oracle.lend(10);
    await commit(store, nameDelta('second'));
    const given = [...Array(10)].map(() => takeTimestamp(block)!);
    expect(new Set([block.reading, ...given]).size).toBe(11);
    expect(takeTimestamp(block)).toBeUndefined();
    for (const ts of [block.reading, ...given]) expect(nameIn(oracle.view(ts))).toBe('first');
    expect(oracle.begin()).toBeGreaterThan(Math.max(...given));
    await close();
  });

  it('leave read-only queries between two commits one timestamp, wherever they are answered', async () => {
    const { store, oracle, close } = await lending();
    const state = (): number[] => [oracle.lend(4).reading, oracle.beginReading(), oracle.lend(4).reading];
    await commit(store, nameDelta('first'));
    const before = new Set(state());
    expect(before.size).toBe(1);
    await commit(store, nameDelta('second'));
    const after = new Set([oracle.beginReading(), ...state()]);
    expect(after.size).toBe(1);
    for (const ts of before) expect(nameIn(oracle.view(ts))).toBe('first');
    for (const ts of after) expect(nameIn(oracle.view(ts))).toBe('second');
    await close();
  });

  it('keep the state of read-only queries whose timestamp was first given for single use', async () => {
    const { store, oracle, close } = await lending();
    await commit(store, nameDelta('first'));
    const single = oracle.readingTs();
    oracle.begin();
    expect(oracle.beginReading()).toBe(single);
    await commit(store, nameDelta('second'));
    expect(nameIn(oracle.view(single))).toBe('first');
    await close();
  });

  it('of an earlier block are given out no more', async () => {
    const { oracle, close } = await lending();
    const block = oracle.lend(4);
    const again = oracle.lend(4);
    expect(takeTimestamp(block)).toBeUndefined();
    expect(again.first).toBeGreaterThan(block.first + 3);
    await close();
  });

  it('keep their state while some are given out, and are revoked otherwise', async () => {
    const { store, oracle, clock, close } = await lending();
    await commit(store, nameDelta('first'));
    const block = oracle.lend(1_000);
    let last = 0;
    for (let i = 0; i < 40; i++) {
      last = takeTimestamp(block)!;
      clock.now += 10_000;
      oracle.expire();
    }
    expect(isOver(block)).toBe(false);
    await commit(store, nameDelta('second'));
    expect(nameIn(oracle.view(last))).toBe('first');
    oracle.expire();
    expect(isOver(block)).toBe(true);
    await close();
  });

  it('are revoked when nothing was given out, and when all data is dropped', async () => {
    const { oracle, clock, close } = await lending();
    const idle = oracle.lend(10);
    clock.now += 10_000;
    oracle.expire();
    expect(isOver(idle)).toBe(true);
    const dropped = oracle.lend(10);
    const startTs = takeTimestamp(dropped)!;
    oracle.reset();
    expect(isOver(dropped)).toBe(true);
    expect(() => oracle.view(startTs)).toThrow(AbortedError);
    await close();
  });
});
