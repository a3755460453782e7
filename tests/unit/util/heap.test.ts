import * as fc from 'fast-check';
import { Heap } from '../../../src/util/heap';

test('pop returns the first item in order after any sequence of operations', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.nat(50), { freq: 3 }), { maxLength: 200 }), (actions) => {
      const heap = new Heap<number>((a, b) => a - b);
      let expected: number[] = [];
      for (const action of actions) {
        if (action !== null) {
          heap.push(action);
          expected.push(action);
        } else {
          expected.sort((a, b) => a - b);
          expect(heap.pop()).toBe(expected[0]);
          expected = expected.slice(1);
        }
        expect(heap.size).toBe(expected.length);
      }
    }),
  );
});
