/** Deletes that were cut off are ended when they have not got on for a while; those that get on are left alone. */
import { Leftovers } from '../../../../../src/materialize/write/hubs/leftovers';
import type { Entry } from '../../../../../src/materialize/write/hubs/journal';
import { silent } from '../../../../../src/util/log';
import { until } from '../../../../support/until';

const PATIENCE_MS = 60;

class Journal {
  readonly running = new Set<string>();
  readonly ended: string[] = [];
  looks = 0;
  /** Moves on at each look. */
  readonly moving = new Set<string>();
  fail: (() => Error) | undefined;
  /** Looks that find no engine. */
  failures = 0;

  constructor(private list: readonly Entry[]) {}

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

it('one that stands still is ended, and none that gets on or runs here', async () => {
  const journal = new Journal(['left', 'moving', 'here'].map(entry));
  journal.moving.add('moving');
  journal.running.add('here');
  await following(journal, async () => {
    await until(() => journal.ended.length > 0);
    const seen = journal.looks;
    await until(() => journal.looks > seen + 10);
    expect(journal.ended).toEqual(['left']);
    journal.moving.clear();
    await until(() => journal.ended.length > 1);
    expect(journal.ended).toEqual(['left', 'moving']);
  });
});

it('one that cannot be ended is tried a few times', async () => {
  const journal = new Journal([entry('left')]);
  journal.fail = () => new Error('no');
  await following(journal, async () => {
    await until(() => journal.ended.length === 5);
    const seen = journal.looks;
    await until(() => journal.looks > seen + 10);
    expect(journal.ended).toHaveLength(5);
  });
});

it('attempts at one that has gone from the journal are forgotten', async () => {
  const journal = new Journal([entry('left')]);
  journal.fail = () => new Error('no');
  await following(journal, async () => {
    await until(() => journal.ended.length === 5);
    journal.replace([]);
    const seen = journal.looks;
    await until(() => journal.looks > seen + 1);
    journal.replace([entry('left')]);
    await until(() => journal.ended.length === 10);
  });
});

it('an engine that does not answer is asked again', async () => {
  const journal = new Journal([entry('left')]);
  journal.failures = 2;
  await following(journal, () => until(() => journal.ended.length === 1));
});

it('without another gateway, one that does not run here is ended at the first look', async () => {
  const journal = new Journal(['left', 'here'].map(entry));
  journal.running.add('here');
  await following(journal, () => until(() => journal.looks > 3), true);
  expect(journal.ended).toEqual(['left']);
  const first = new Journal([entry('left')]);
  await following(first, () => until(() => first.ended.length > 0), true);
  expect(first.looks).toBe(1);
});
