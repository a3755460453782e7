/** Pages of a walk in flight: how many, and the order in which they are counted. */
import fc from 'fast-check';
import { PagesInFlight } from '../../../../src/materialize/walk/pages-in-flight';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('pages are counted in their order, within the width', async () => {
  const page = fc.record({ turns: fc.nat(5), conflicts: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(page, { maxLength: 30 }), async (width, pages) => {
      const inFlight = new PagesInFlight(width);
      const counted: number[] = [];
      let running = 0;
      let most = 0;
      for (const [i, { turns, conflicts }] of pages.entries()) {
        await inFlight.room();
        inFlight.add(async () => {
          most = Math.max(most, ++running);
          for (let t = 0; t < turns; t++) await turn();
          if (conflicts) inFlight.slowDown();
          running--;
          return () => void counted.push(i);
        });
      }
      await inFlight.drain();
      expect(counted).toEqual(pages.map((_, i) => i));
      expect(most).toBeLessThanOrEqual(width);
    }),
  );
});

it('the first page is alone, and later ones are in flight together', async () => {
  const inFlight = new PagesInFlight(3);
  const widths: number[] = [];
  let running = 0;
  for (let i = 0; i < 8; i++) {
    await inFlight.room();
    inFlight.add(async () => {
      widths.push(++running);
      for (let t = 0; t < 20; t++) await turn();
      running--;
      return () => undefined;
    });
  }
  await inFlight.drain();
  expect(widths.slice(0, 3)).toEqual([1, 1, 2]);
  expect(Math.max(...widths)).toBe(3);
});

it('a failure surfaces after the pages before it, and the others are awaited', async () => {
  const inFlight = new PagesInFlight(3);
  const counted: number[] = [];
  let ended = 0;
  const add = (i: number, turns: number) =>
    inFlight.add(async () => {
      for (let t = 0; t < turns; t++) await turn();
      ended++;
      if (i === 3) throw new Error('page 3');
      return () => void counted.push(i);
    });
  const walk = async () => {
    for (let i = 0; i < 10; i++) {
      await inFlight.room();
      add(i, i === 3 ? 1 : 10);
    }
    await inFlight.drain();
  };
  await expect(walk()).rejects.toThrow('page 3');
  expect(counted).toEqual([0, 1, 2]);
  const before = ended;
  await inFlight.settled();
  expect(ended).toBeGreaterThan(before);
});

it('pages shrink after repeated conflicts, not without end, and grow again', () => {
  const inFlight = new PagesInFlight(1);
  const { size } = inFlight;
  let times = 0;
  while (inFlight.shrink()) times++;
  expect(times).toBeGreaterThan(2);
  expect(inFlight.size).toBeGreaterThan(0);
  for (let i = 0; i < 20; i++) inFlight.enlarge();
  expect(inFlight.size).toBe(size);
});
