import { setTimeout as delay } from 'node:timers/promises';
import { collectorOfLarge, collectWhenIdle } from '../../../src/util/idle-garbage';
import { liveBytes } from '../../support/heap';

const MIB = 2 ** 20;

/** Garbage in buffers, which is also old: its making causes collections. */
const makeGarbage = (): WeakRef<object> => new WeakRef(Array.from({ length: 64 }, () => Buffer.alloc(MIB, 1)));

describe('collection while a thread is idle', () => {
  it('gives back what nobody refers to, without an allocation', async () => {
    // Garbage of other files would count as alive.
    await liveBytes();
    const end = collectWhenIdle({ everyMs: 10, leastGrowth: 16 * MIB, leastShare: 0 });
    const garbage = makeGarbage();
    while (garbage.deref() !== undefined) await delay(10);
    end();
  });
});

it('a thread that holds much is collected at once', async () => {
  const used = await liveBytes();
  const garbage = makeGarbage();
  collectorOfLarge(used * 100)();
  expect(garbage.deref()).toBeDefined();
  // An object stays until the end of the turn that has looked at it.
  await delay(1);
  collectorOfLarge(16 * MIB)();
  expect(garbage.deref()).toBeUndefined();
});
