/** Figures that no fact states: the mean and the sum of values, and the years since a day. */
import type { Chunked } from './types';

/**
 * Computes the mean or the sum of numbers, to two decimals.
 *
 * @returns undefined if there are none, or one of the values is no number
 */
export function aggregated(
  how: NonNullable<Chunked['aggregate']>,
  values: readonly (string | number | boolean)[],
): { readonly text: string; readonly of: number } | undefined {
  if (values.length === 0 || !values.every((value) => typeof value === 'number')) return undefined;
  const sum = values.reduce((all, value) => all + value, 0);
  const figure = how === 'mean' ? sum / values.length : sum;
  return { text: String(Math.round(figure * 100) / 100), of: values.length };
}

/** Returns the whole years since a day, beside it; of a year or another text the text alone. */
export function ageSince(day: string, now: Date): string {
  const today = now.toISOString().slice(0, 10);
  const years = Number(today.slice(0, 4)) - Number(day.slice(0, 4));
  if (/^\d{4}$/.test(day)) return `${years - 1} or ${years} (${day})`;
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return day;
  return `${today.slice(5) < day.slice(5) ? years - 1 : years} (${day})`;
}
