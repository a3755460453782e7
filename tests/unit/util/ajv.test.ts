import { validators } from '../../../src/util/ajv';
import { growthBy } from '../../support/heap';

const schema = (most: number): object => ({
  type: 'object',
  properties: { limit: { type: 'integer', minimum: 1, maximum: most, default: 1 } },
});

it('equal schemas share a validator, others do not', () => {
  const compile = validators({ useDefaults: true });
  expect(compile(schema(5))).toBe(compile(schema(5)));
  expect(compile(schema(5))({ limit: 6 })).toBe(false);
  expect(compile(schema(6))({ limit: 6 })).toBe(true);
  const value = {};
  expect([compile(schema(7))(value), value]).toEqual([true, { limit: 1 }]);
});

it('keeps no schema that is made anew', async () => {
  const compile = validators({ allErrors: true });
  compile(schema(1));
  expect(
    await growthBy(() => {
      for (let i = 0; i < 20_000; i++) compile(schema(1));
    }),
  ).toBeLessThan(2 ** 20);
});
