/** Interrupted deletes are completed if they make no progress for a while; running ones are not touched. */
import { setTimeout as delay } from 'node:timers/promises';
import { Leftovers } from '../../../../../src/materialize/write/hubs/leftovers';
import type { Entry } from '../../../../../src/materialize/write/hubs/journal';
import { silent } from '../../../../../src/util/log';
import { until } from '../../../../support/until';

const PATIENCE_MS = 60;

class Journal {
  readonly running = new Set<string>();
  onLeft: (() => void) | undefined;
  readonly ended: string[] = [];
  /** Number of looks at the first end of a delete. */
  looksAtFirstEnd: number | undefined;
  looks = 0;
  /** Moves on at each look. */
  readonly moving = new Set<string>();
  fail: (() => Error) | undefined;
  /** Looks that find no engine. */
  failures = 0;

  constructor(private list: readonly Entry[]) {}

  add(key: string): void {
    this.list = [...this.list, entry(key)];
  }

  entries(): Promise<readonly Entry[]> {
    this.looks++;
    if (this.failures-- > 0) return Promise.reject(new Error('away'));
    this.list = this.list.map((entry) => (this.moving.has(entry.key) ? { ...entry, done: entry.done + 1 } : entry));
    return Promise.resolve(this.list);
  }

  /** Replaces the entries. */
  replace(list: readonly Entry[]): void {
    this.list = list;
  }

  end({ key }: Entry): Promise<void> {
    this.looksAtFirstEnd ??= this.looks;
    if (this.fail) {
      this.ended.push(key);
      return Promise.reject(this.fail());
    }
    this.list = this.list.filter((entry) => entry.key !== key);
    this.ended.push(key);
    return Promise.resolve();
  }
}

const entry = (key: string): Entry => ({ uid: '0x1', key, done: 0 });

async function following(journal: Journal, run: () => Promise<void>, isAlone = false): Promise<void> {
  const leftovers = new Leftovers(journal, silent, PATIENCE_MS, isAlone);
  leftovers.start();
  try {
    await run();
  } finally {
    await leftovers.stop();
  }
}

it('a stalled delete is completed; one with progress or running here is not', async () => {
  const journal = new Journal(['left', 'moving', 'here'].map(entry));
  journal.moving.add('moving');
  journal.running.add('here');
  await following(journal, async () => {
    await until(() => journal.ended.length > 0);
    const before = journal.looks;
    await until(() => journal.looks > before + 10);
    expect(journal.ended).toEqual(['left']);
    journal.moving.clear();
    await until(() => journal.ended.length > 1);
    expect(journal.ended).toEqual(['left', 'moving']);
  });
});

it('a delete that cannot be completed is tried a few times', async () => {
  const journal = new Journal([entry('left')]);
  journal.fail = () => new Error('no');
  await following(journal, async () => {
    await until(() => journal.ended.length === 5);
    const before = journal.looks;
    await until(() => journal.looks > before + 10);
    expect(journal.ended).toHaveLength(5);
  });
});

it('attempts are forgotten with the journal record', async () => {
  const journal = new Journal([entry('left')]);
  journal.fail = () => new Error('no');
  await following(journal, async () => {
    await until(() => journal.ended.length === 5);
    journal.replace([]);
    const before = journal.looks;
    await until(() => journal.looks > before + 1);
    journal.replace([entry('left')]);
    await until(() => journal.ended.length === 10);
  });
});

it('the journal is read again if the engine did not answer', async () => {
  const journal = new Journal([entry('left')]);
  journal.failures = 2;
  await following(journal, () => until(() => journal.ended.length === 1));
});

it('without another gateway, an interrupted delete is completed at once', async () => {
  const journal = new Journal([entry('left')]);
  await following(journal, () => until(() => journal.ended.length > 0), true);
  expect(journal.looksAtFirstEnd).toBe(1);
});

it('without another gateway, an empty journal is read again only after a failure here', async () => {
  const journal = new Journal([]);
  const run = async (): Promise<void> => {
    await until(() => journal.looks === 1);
    await delay(PATIENCE_MS * 2);
    expect(journal.looks).toBe(1);
    journal.add('left');
    journal.onLeft!();
    await until(() => journal.ended.length === 1);
  };
  await following(journal, run, true);
});
