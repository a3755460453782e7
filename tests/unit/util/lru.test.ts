import * as fc from 'fast-check';
import { LRUCache } from '../../../src/util/lru';

it('holds what was used last, within the bounds of number and weight', () => {
  const keys = fc.nat(20);
  fc.assert(
    fc.property(
      fc.array(fc.record({ key: keys, weight: fc.integer({ min: 1, max: 8 }), isRead: fc.boolean() })),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 20 }),
      (actions, most, mostWeight) => {
        const cache = new LRUCache<number, number>({ most, weight: { most: mostWeight, of: (_key, value) => value } });
        let model: [key: number, weight: number][] = [];
        for (const { key, weight, isRead } of actions) {
          const held = model.find(([each]) => each === key);
          const others = model.filter(([each]) => each !== key);
          if (isRead) {
            expect(cache.get(key)).toBe(held?.[1]);
            if (held) model = [...others, held];
          } else {
            cache.set(key, weight);
            model = weight > mostWeight ? others : [...others, [key, weight]];
            const sum = (): number => model.reduce((total, [, each]) => total + each, 0);
            while (model.length > most || sum() > mostWeight) model.shift();
            expect(cache.weight).toBe(sum());
          }
          expect(cache.size).toBe(model.length);
        }
        for (const [key, weight] of [...model]) expect(cache.get(key)).toBe(weight);
        cache.clear();
        expect([cache.size, cache.weight]).toEqual([0, 0]);
      },
    ),
  );
});

it('has no weight without a bound for it', () => {
  const cache = new LRUCache<string, number>({ most: 2 });
  for (const key of ['a', 'b', 'c']) cache.set(key, 1);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.weight]).toEqual([undefined, 1, 1, 0]);
  cache.delete('b');
  expect([cache.get('b'), cache.size]).toEqual([undefined, 1]);
});
