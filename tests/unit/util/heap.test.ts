import * as fc from 'fast-check';
import { Heap } from '../../../src/util/heap';

test('what comes first is taken out first, whatever is put in meanwhile', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(50), { freq: 3 }), { maxLength: 200 }), (actions) => {
      const heap = new Heap<number>((a, b) => a - b);
      let held: number[] = [];
      for (const action of actions) {
        if (action !== null) {
          heap.push(action);
          held.push(action);
        } else {
          held.sort((a, b) => a - b);
          expect(heap.pop()).toBe(held[0]);
          held = held.slice(1);
        }
        expect(heap.size).toBe(held.length);
      }
    }),
  );
});
