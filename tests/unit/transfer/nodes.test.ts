/** Mapping of nodes of the files to nodes of the target: kept, shifted, or new. */
import fc from 'fast-check';
import type { Term } from '../../../src/transfer/line';
import { Nodes, UidMap } from '../../../src/transfer/nodes';

const uid = (n: number): Term => ({ kind: 'uid', uid: n });
const named = (name: string): Term => ({ kind: 'name', name });

it('keeps uids, or shifts them all', () => {
  expect(new Nodes({ kind: 'keep', shift: 0 }).text(uid(10))).toBe('<0xa>');
  expect(new Nodes({ kind: 'keep', shift: 16 }).text(uid(10))).toBe('<0x1a>');
});

it('uses new uids, and reuses them in later requests', () => {
  const nodes = new Nodes({ kind: 'new' });
  const [a, b, c] = [uid(10), named('_:a'), named('https://example.org/x y')].map((term) => nodes.text(term));
  expect(new Set([a, b, c]).size).toBe(3);
  for (const label of [a!, b!, c!]) expect(label).toMatch(/^_:[A-Za-z0-9.]+$/);
  expect(nodes.text(uid(10))).toBe(a);
  nodes.learn({ [a!.slice(2)]: '0x100', [b!.slice(2)]: '0x101', [c!.slice(2)]: '0x102' });
  expect([uid(10), named('_:a'), named('https://example.org/x y')].map((term) => nodes.text(term))).toEqual([
    '<0x100>',
    '<0x101>',
    '<0x102>',
  ]);
});

it('discards the labels of a refused request', () => {
  const nodes = new Nodes({ kind: 'new' });
  const label = nodes.text(uid(1));
  nodes.forget();
  nodes.learn({ [label.slice(2)]: '0x5' });
  expect(nodes.text(uid(1))).toBe(label);
});

it('gives distinct names distinct labels', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.oneof(
          fc.string().map((s) => `_:${s}`),
          fc.string(),
        ),
      ),
      (names) => {
        const nodes = new Nodes({ kind: 'new' });
        expect(new Set(names.map((name) => nodes.text(named(name)))).size).toBe(names.length);
      },
    ),
  );
});

it('names nodes by their IRIs if the target knows them', () => {
  const nodes = new Nodes({ kind: 'new' }, new Map([['7', 'https://example.org/seven']]));
  expect(nodes.text(uid(7))).toBe('<https://example.org/seven>');
  expect(nodes.text(named('https://example.org/eight'))).toBe('<https://example.org/eight>');
  expect(nodes.text(named('_:b'))).toMatch(/^_:/);
});

it('maps numbers as a Map does', () => {
  const key = fc.oneof(
    fc.integer({ min: 1, max: 50 }),
    fc.maxSafeInteger().map((n) => Math.abs(n) + 1),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat()), { maxLength: 300 }), (entries) => {
      const [ours, theirs] = [new UidMap(), new Map<number, number>()];
      for (const [k, v] of entries) {
        ours.set(k, v);
        theirs.set(k, v);
      }
      for (const [k] of entries) expect(ours.get(k)).toBe(theirs.get(k));
      expect(ours.get(99)).toBe(theirs.get(99));
    }),
  );
  const many = new UidMap();
  for (let i = 1; i <= 20_000; i++) many.set(i * 65_536, i);
  for (let i = 1; i <= 20_000; i++) expect(many.get(i * 65_536)).toBe(i);
});
