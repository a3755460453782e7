/** Slips of the pen: for words, and never for texts without spaces. */
import { distanceOf, MOST_LETTERS, slipsOf } from '../../../../src/retrieval/language/spelling';
import { cpuTime } from '../../../support/cpu-time';

it('are letters too many, too few, others and the wrong way round', () => {
  expect(slipsOf('ship')).toEqual(expect.arrayContaining(['shipp', 'shp', 'shop', 'shpi']));
  expect(slipsOf('ship')).not.toContain('ship');
  expect(distanceOf('ship', 'shpi', 2)).toBe(1);
  expect(distanceOf('ship', 'boat', 2)).toBe(3);
});

it('are made of words up to a length', async () => {
  expect(slipsOf('x'.repeat(MOST_LETTERS)).length).toBeGreaterThan(1_000);
  const [one, other] = ['x'.repeat(100_000), 'y'.repeat(100_000)];
  const took = await cpuTime(() => {
    expect(slipsOf(one)).toEqual([]);
    expect(distanceOf(one, other, 2)).toBe(3);
    expect(distanceOf(one, one, 2)).toBe(0);
  });
  expect(took).toBeLessThan(1_000);
});
