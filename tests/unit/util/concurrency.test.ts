import { setTimeout as delay } from 'node:timers/promises';
import { forEachConcurrently } from '../../../src/util/concurrency';

it('processes all items within the limit', async () => {
  let running = 0;
  let maxRunning = 0;
  const processed: number[] = [];
  await forEachConcurrently([5, 1, 3, 2, 4], 2, async (item) => {
    maxRunning = Math.max(maxRunning, ++running);
    await delay(item);
    running--;
    processed.push(item);
  });
  expect(maxRunning).toBe(2);
  expect(processed.sort()).toEqual([1, 2, 3, 4, 5]);
});

it('accepts an empty list', async () => {
  await forEachConcurrently([], 3, () => Promise.reject(new Error('never')));
});

it('starts no items after an error and throws it', async () => {
  const started: number[] = [];
  const work = async (item: number): Promise<void> => {
    started.push(item);
    await delay(item);
    if (item === 1) throw new Error('no');
  };
  await expect(forEachConcurrently([1, 20, 3, 4, 5], 2, work)).rejects.toThrow('no');
  await delay(40);
  expect(started).toEqual([1, 20]);
});
