import { setTimeout as delay } from 'node:timers/promises';
import { forEachConcurrently } from '../../../src/util/concurrency';

it('works on all, no more than so many at once', async () => {
  let running = 0;
  let most = 0;
  const done: number[] = [];
  await forEachConcurrently([5, 1, 3, 2, 4], 2, async (item) => {
    most = Math.max(most, ++running);
    await delay(item);
    running--;
    done.push(item);
  });
  expect(most).toBe(2);
  expect(done.sort()).toEqual([1, 2, 3, 4, 5]);
});

it('nothing to do', async () => {
  await forEachConcurrently([], 3, () => Promise.reject(new Error('never')));
});

it('begins no more after an error, and ends with it', async () => {
  const begun: number[] = [];
  const work = async (item: number): Promise<void> => {
    begun.push(item);
    await delay(item);
    if (item === 1) throw new Error('no');
  };
  await expect(forEachConcurrently([1, 20, 3, 4, 5], 2, work)).rejects.toThrow('no');
  await delay(40);
  expect(begun).toEqual([1, 20]);
});
