import fc from 'fast-check';
import { BodyBudget, BodyLease } from '../../../../src/http/limits/body-budget';
import { GrowingBuffer } from '../../../../src/http/limits/growing-buffer';

const MIB = 2 ** 20;

function grow(chunks: readonly Buffer[], most: number, expected?: number, limit = Infinity) {
  const budget = new BodyBudget(limit);
  const lease = new BodyLease(budget);
  const buffer = new GrowingBuffer(lease, most, expected);
  let peak = 0;
  for (const chunk of chunks) {
    buffer.append(chunk);
    peak = Math.max(peak, budget.used);
  }
  return { bytes: buffer.finish(), peak, left: budget.used };
}

it('a growing buffer joins chunks, whatever size is announced', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 40_000 }), { maxLength: 12 }),
      fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: undefined }),
      (parts, expected) => {
        const chunks = parts.map((part) => Buffer.from(part));
        const { bytes, left } = grow(chunks, MIB, expected);
        expect(bytes.equals(Buffer.concat(chunks))).toBe(true);
        expect(left).toBe(bytes.length);
      },
    ),
  );
});

it('the capacity follows received bytes, not announced ones', () => {
  const chunk = Buffer.alloc(64 * 1024);
  expect(grow([chunk], 256 * MIB, 256 * MIB).peak).toBeLessThanOrEqual(2 * chunk.length);
  const chunks = Array.from({ length: 1024 }, () => chunk);
  const { peak, bytes } = grow(chunks, 256 * MIB, 64 * MIB);
  expect([peak, bytes.length]).toEqual([64 * MIB, 64 * MIB]);
});

it('the capacity is at most three halves of the maximum', () => {
  const chunk = Buffer.alloc(64 * 1024);
  const chunks = Array.from({ length: 512 }, () => chunk);
  const { peak } = grow(chunks, 32 * MIB, undefined, 48 * MIB);
  expect(peak).toBeLessThanOrEqual(48 * MIB);
});

it('a growing buffer refuses content beyond its limit or the budget, and returns its bytes', () => {
  const budget = new BodyBudget(100_000);
  const lease = new BodyLease(budget);
  const small = new GrowingBuffer(lease, 10);
  expect(() => small.append(Buffer.alloc(11))).toThrow('larger than 10 bytes');
  budget.take(50_000);
  const large = new GrowingBuffer(lease, 1_000_000);
  expect(() => large.append(Buffer.alloc(1))).toThrow('take 50000 of 100000 bytes');
  large.discard();
  expect(budget.used).toBe(50_000);
});
