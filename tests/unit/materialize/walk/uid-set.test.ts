import * as fc from 'fast-check';
import { UidSet } from '../../../../src/materialize/walk/uid-set';

it('counts each uid once, up to the largest', () => {
  const set = new UidSet();
  for (const uid of ['0x1', '0x2', '0x1', '0xffff', '0x10000', '0xffffffffffffffff', '0xffffffffffffffff'])
    set.add(uid);
  expect(set.size).toBe(5);
});

it('the size equals that of a set', () => {
  const uids = fc.array(
    fc.bigInt({ min: 1n, max: 0xffffffffffffffffn }).map((value) => `0x${(value >> 40n).toString(16)}`),
  );
  fc.assert(
    fc.property(uids, (list) => {
      const set = new UidSet();
      for (const uid of list) set.add(uid);
      expect(set.size).toBe(new Set(list).size);
    }),
  );
});
