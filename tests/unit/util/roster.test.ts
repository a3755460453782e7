import * as fc from 'fast-check';
import { Roster } from '../../../src/util/roster';
import { keptPerTurn } from '../../support/heap';

it('finds, removes and visits values as a map of numbers does', () => {
  const action = fc.record({ number: fc.nat(12), kind: fc.constantFrom('set', 'delete', 'clear') });
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const roster = new Roster<object>();
      const model = new Map<number, object>();
      for (const { number, kind } of actions) {
        const value = { number };
        if (kind === 'set') {
          roster.set(number, value);
          model.set(number, value);
        } else if (kind === 'delete') expect(roster.delete(number)).toBe(model.delete(number));
        else {
          expect(roster.clear()).toEqual([...model.values()]);
          model.clear();
        }
        expect([...roster]).toEqual([...model.values()]);
        expect(roster.size).toBe(model.size);
        for (let each = 0; each <= 12; each++) {
          expect(roster.get(each)).toBe(model.get(each));
          expect(roster.has(each)).toBe(model.has(each));
        }
      }
    }),
  );
});

it('gives each added value a number of its own', () => {
  const roster = new Roster<string>();
  const [a, b] = [roster.add('a'), roster.add('b')];
  roster.delete(a);
  const c = roster.add('c');
  expect(new Set([a, b, c]).size).toBe(3);
  expect([...roster]).toEqual(['b', 'c']);
});

it('keeps nothing of values that have come and gone', async () => {
  const roster = new Roster<number[]>();
  const open: number[] = [];
  const kept = await keptPerTurn(2_000, (turn) => {
    const place = turn % 8;
    if (open[place] !== undefined) roster.delete(open[place]);
    open[place] = roster.add(new Array<number>(50).fill(turn));
  });
  // A value has more than 400 bytes, the number of one some dozens.
  expect(kept).toBeLessThan(200);
});
