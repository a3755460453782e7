/** Figures that no fact states. */
import { ageSince, aggregated } from '../../../../src/retrieval/question/aggregate';

it.each([
  ['mean', [1, 2, 2], '1.67', 3],
  ['sum', [0.1, 0.2], '0.3', 2],
] as const)('computes the %s of %j', (how, values, text, of) => {
  expect(aggregated(how, values)).toEqual({ text, of });
});

it.each([[[]], [[1, 'two']], [[true]]])('computes nothing of %j', (values) => {
  expect(aggregated('mean', values)).toBeUndefined();
});

it.each([
  ['1990-06-15', '2020-06-14', '29 (1990-06-15)'],
  ['1990-06-15', '2020-06-15', '30 (1990-06-15)'],
  ['2000-02-29', '2001-02-28', '0 (2000-02-29)'],
  // Of a year alone it is one of two.
  ['1866', '2020-06-15', '153 or 154 (1866)'],
])('tells the age of %s on %s', (day, now, told) => expect(ageSince(day, new Date(now))).toBe(told));
