import fc from 'fast-check';
import { Places } from '../../../src/util/places';

const patient = () => new AbortController().signal;

it('are so many, and are handed on in the order in which they were asked for', async () => {
  const places = new Places(2, 10);
  expect([places.take(), places.take(), places.take()]).toEqual([true, true, false]);
  const order: number[] = [];
  const waiting = [1, 2].map((n) => places.wait(patient()).then((isTaken) => isTaken && order.push(n)));
  places.give();
  await waiting[0];
  expect(order).toEqual([1]);
  places.give();
  await waiting[1];
  expect(order).toEqual([1, 2]);
  expect(places.take()).toBe(false);
  places.give();
  places.give();
  expect(places.isIdle).toBe(true);
});

it('keep only so many waiting', async () => {
  const places = new Places(1, 1);
  places.take();
  const first = places.wait(patient());
  expect(await places.wait(patient())).toBe(false);
  places.give();
  expect(await first).toBe(true);
});

it('are not given to those who have given up', async () => {
  const places = new Places(1, 10);
  places.take();
  const leaving = new AbortController();
  const [aborted, next] = [places.wait(leaving.signal), places.wait(patient())];
  leaving.abort();
  expect(await aborted).toBe(false);
  places.give();
  expect([await next, places.take()]).toEqual([true, false]);
  expect(await places.wait(AbortSignal.abort())).toBe(false);
});

it('are never more than the limit, and none is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
      fc.array(fc.constantFrom('take', 'wait', 'leave', 'give')),
      async (limit, mostWaiting, steps) => {
        const places = new Places(limit, mostWaiting);
        let held = 0;
        const leaving: AbortController[] = [];
        for (const step of steps) {
          if (step === 'take' && places.take()) held++;
          if (step === 'give' && held > 0) {
            held--;
            places.give();
          }
          if (step === 'leave') leaving.pop()?.abort();
          if (step === 'wait') {
            const controller = new AbortController();
            leaving.push(controller);
            void places.wait(controller.signal).then((isTaken) => isTaken && held++);
          }
          await Promise.resolve().then(() => Promise.resolve());
          expect(held).toBeLessThanOrEqual(limit);
        }
        for (const controller of leaving) controller.abort();
        await new Promise((resolve) => setImmediate(resolve));
        while (held > 0) {
          held--;
          places.give();
        }
        expect(places.isIdle).toBe(true);
      },
    ),
  );
});
