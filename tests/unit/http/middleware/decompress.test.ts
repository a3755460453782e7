import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { BodyBudget, BodyLease } from '../../../../src/http/limits/body-budget';
import { decompress, type Compression } from '../../../../src/http/middleware/decompress';

const COMPRESS: Record<Compression, (bytes: Uint8Array) => Buffer> = {
  gzip: gzipSync,
  deflate: deflateSync,
  // The highest quality, the default, takes seconds.
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};
const KINDS: readonly Compression[] = ['gzip', 'deflate', 'br'];
const MIB = 2 ** 20;

it.each(KINDS)('%s is decompressed, and the resulting bytes are counted', async (kind) => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 2_000 }), async (bytes, times) => {
      const plain = Buffer.concat(Array.from({ length: times }, () => Buffer.from(bytes)));
      const budget = new BodyBudget(Infinity);
      const plainAgain = await decompress(COMPRESS[kind](plain), kind, 10 * MIB, new BodyLease(budget));
      expect(plainAgain.equals(plain)).toBe(true);
      expect(budget.used).toBe(plain.length);
    }),
    { numRuns: 30 },
  );
});

it.each(KINDS)('decompression of %s stops at the limit, in memory too', async (kind) => {
  const budget = new BodyBudget(64 * MIB);
  const bomb = COMPRESS[kind](Buffer.alloc(64 * MIB));
  await expect(decompress(bomb, kind, MIB, new BodyLease(budget))).rejects.toMatchObject({ code: 'BodyTooLarge' });
  expect(budget.used).toBe(0);
});

it.each(KINDS)('decompression of %s stops when the budget is exhausted', async (kind) => {
  const budget = new BodyBudget(10 * MIB);
  budget.take(9 * MIB);
  const bomb = COMPRESS[kind](Buffer.alloc(8 * MIB));
  await expect(decompress(bomb, kind, 8 * MIB, new BodyLease(budget))).rejects.toMatchObject({ code: 'Busy' });
  expect(budget.used).toBe(9 * MIB);
});

it('the size at the end of gzip is ignored', async () => {
  const plain = Buffer.alloc(200_000, 'x');
  for (const statedLength of [0, 1, 199_999, 200_001, 2 ** 31, 2 ** 32 - 1]) {
    const raw = gzipSync(plain);
    raw.writeUInt32LE(statedLength, raw.length - 4);
    const budget = new BodyBudget(2 * MIB);
    // Its check fails in the end; before that no more than the budget is taken.
    await expect(decompress(raw, 'gzip', MIB, new BodyLease(budget))).rejects.toMatchObject({ code: 'InvalidRequest' });
    expect(budget.used).toBe(0);
  }
});

it.each(KINDS)('a body that is not %s is refused', async (kind) => {
  const compressed = COMPRESS[kind](Buffer.from('some text that is long enough'));
  for (const raw of [
    Buffer.alloc(0),
    Buffer.from('x'),
    Buffer.from('not compressed at all'),
    compressed.subarray(0, -3),
  ]) {
    await expect(decompress(raw, kind, MIB, new BodyLease())).rejects.toMatchObject({
      code: 'InvalidRequest',
      message: `the body is not ${kind}`,
    });
  }
});
