/** Numbers and dates as a language writes them, with what is said of them: `more than 58 metres`, `the 1870s`. */
import { LANGUAGES, OTHER_UNITS, record, UNIT_SCALES, words, type Bound } from './data';
import type { Language } from './language';
import type { Word } from './words';
import { foldWord } from '../links/fold';

/** A number or a date in a text with its bounds; all of them have to hold. */
export interface Quantity {
  /** The end is not among them; units are. */
  readonly to: number;
  readonly bounds: readonly Bound[];
  readonly hasUnit: boolean;
}

interface Read<T> {
  readonly value: T;
  readonly to: number;
}

const lowerOf = (all: readonly Word[]): string[] => all.map(({ text }) => text.toLowerCase());

/** The number that begins at a word, written in digits or in words. */
export function numberAt(all: readonly Word[], at: number, language: Language): Read<number> | undefined {
  const { data } = language;
  const digits = all[at]?.text;
  if (digits === undefined) return undefined;
  const scales = record(data.scales);
  const scaleOf = (i: number): number => Number(scales.get(all[i]?.text.toLowerCase() ?? '') ?? 0);
  // "Half an hour".
  const isHalf = language.is('half', digits.toLowerCase());
  if (isHalf && language.is('articles', all[at + 1]?.text.toLowerCase() ?? ''))
    return scaleOf(at + 2) ? { value: scaleOf(at + 2) / 2, to: at + 3 } : { value: 0.5, to: at + 2 };
  if (/^\d+$/.test(digits)) {
    const scale = scaleOf(at + 1);
    return scale ? { value: Number(digits) * scale, to: at + 2 } : { value: Number(digits), to: at + 1 };
  }
  const small = words(data.numbers);
  const tens = words(data.tens);
  let total = 0;
  let part = 0;
  let to = at;
  for (; to < all.length; to++) {
    const word = all[to]!.text.toLowerCase();
    const [unit, ten, scale] = [small.indexOf(word), tens.indexOf(word), scaleOf(to)];
    if (unit >= 0) part += unit;
    else if (ten >= 0) part += (ten + 2) * 10;
    else if (scale === 100) part = (part || 1) * 100;
    else if (scale) [total, part] = [total + (part || 1) * scale, 0];
    else break;
  }
  return to > at ? { value: total + part, to } : undefined;
}

/** Digits in groups and with a fraction, which are several words: `1,200`, `14.5`. */
function figureAt(all: readonly Word[], at: number, text: string, language: Language): Read<number> | undefined {
  const first = all[at];
  if (!first || !/^\d/.test(first.text)) return numberAt(all, at, language);
  const found = /^\d+(?:[.,]\d+)*/.exec(text.slice(first.start))?.[0] ?? first.text;
  const point = language.data.decimal;
  const comma = point === '.' ? ',' : '.';
  const plain = found.split(comma).every((group, i) => i === 0 || /^\d{3}(?:\D|$)/.test(group))
    ? found.replaceAll(comma, '')
    : found;
  const value = Number(plain.replace(point, '.'));
  const end = first.start + found.length;
  const to = all.findIndex(({ start }) => start >= end);
  const next = to < 0 ? all.length : to;
  // "58m" is one word.
  if (Number.isNaN(value) || all[next - 1]!.end > end) return undefined;
  const scale = Number(record(language.data.scales).get(all[next]?.text.toLowerCase() ?? '') ?? 0);
  return scale ? { value: value * scale, to: next + 1 } : { value, to: next };
}

/**
 * The date that begins at a word: `23 April 1961`, `April 23rd, 1961`, `23rd of April 1961`, `1961-04-23`; without a
 * year `--04-23`, as XML Schema writes days of any year.
 */
function dateAt(all: readonly Word[], at: number, { data }: Language): Read<string> | undefined {
  const text = lowerOf(all);
  const number = (i: number, pattern: RegExp): number | undefined => {
    const found = pattern.exec(text[i] ?? '')?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const dayAt = (i: number): number | undefined => number(i, new RegExp(data.ordinal));
  const yearAt = (i: number): number | undefined => number(i, /^(\d{4})$/);
  const months = words(data.months).map((name) => name.toLowerCase());
  const monthAt = (i: number): number | undefined => {
    const month = months.findIndex((name) => name === text[i] || (text[i]?.length === 3 && name.startsWith(text[i])));
    return month < 0 ? undefined : month + 1;
  };
  const of = text[at + 1] === 'of' ? 1 : 0;
  const ways = [
    { day: dayAt(at), month: monthAt(at + 1 + of), year: yearAt(at + 2 + of), to: at + 3 + of },
    { day: dayAt(at + 1), month: monthAt(at), year: yearAt(at + 2), to: at + 3 },
    { day: number(at + 2, /^(\d\d)/), month: number(at + 1, /^(\d\d)$/), year: yearAt(at), to: at + 3 },
  ];
  for (const { day, month, year, to } of ways) {
    if (day === undefined || month === undefined) continue;
    const rest = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    // Of a leap year, where none is named.
    if (new Date(`${year ?? 2000}-${rest}`).getUTCDate() !== day) continue;
    return year === undefined ? { value: `--${rest}`, to: to - 1 } : { value: `${year}-${rest}`, to };
  }
  return undefined;
}

/** The time of day that begins at a word: `7:30`, `9:00 pm`, `8 am`; in 24 hours, as `07:30`. */
function clockAt(all: readonly Word[], at: number, text: string): Read<string> | undefined {
  const first = all[at];
  const [found, hour, minute, half] = (first && CLOCK.exec(text.slice(first.start))) ?? [];
  if (found === undefined || (minute === undefined && half === undefined)) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  const next = all.findIndex(({ start }) => start >= first!.start + found.length);
  const value = `${String(hours).padStart(2, '0')}:${minute ?? '00'}`;
  return { value, to: next < 0 ? all.length : next };
}

const CLOCK = /^([01]?\d|2[0-3])(?::([0-5]\d))?(?: ?([ap])\.?m\b\.?)?(?![\d:])/i;

/** "The 1870s", "the 19th century", "March 2023". */
function periodAt(
  text: readonly string[],
  at: number,
  { data }: Language,
): { readonly to: number; readonly first: number | string; readonly last: number | string } | undefined {
  const month = words(data.months).findIndex((name) => name.toLowerCase() === text[at]) + 1;
  const year = /^\d{4}$/.exec(text[at + 1] ?? '')?.[0];
  if (month > 0 && year !== undefined) {
    const day = (number: number): string =>
      `${year}-${String(month).padStart(2, '0')}-${String(number).padStart(2, '0')}`;
    return { to: at + 2, first: day(1), last: day(new Date(Date.UTC(Number(year), month, 0)).getUTCDate()) };
  }
  // "In her twenties" is an age.
  const isOne = words(data.articles).includes(text[at - 1] ?? '') && !words(data.possessives).includes(text[at - 1]!);
  const named = isOne ? record(data.decades).get(text[at] ?? '') : undefined;
  const decade = named ?? new RegExp(data.decade).exec(text[at] ?? '')?.[1];
  if (decade !== undefined) return { to: at + 1, first: Number(decade), last: Number(decade) + 9 };
  const century = new RegExp(data.century).exec(`${text[at] ?? ''} ${text[at + 1] ?? ''}`);
  return (
    (century && { to: at + 2, first: (Number(century[1]) - 1) * 100 + 1, last: Number(century[1]) * 100 }) || undefined
  );
}

/** "In August", of any year: `--08`, as XML Schema writes months. */
function monthAt(text: readonly string[], at: number, isMarked: boolean, { data }: Language): Read<string> | undefined {
  const month = isMarked ? words(data.months).findIndex((name) => name.toLowerCase() === text[at]) + 1 : 0;
  return month > 0 ? { value: `--${String(month).padStart(2, '0')}`, to: at + 1 } : undefined;
}

/** A day of the week, as ontologies write it: `Monday` of "Mondays". */
function weekdayAt(all: readonly Word[], at: number, language: Language): Read<string> | undefined {
  const name = language.weekdayOf(all[at]?.text ?? '');
  return name === undefined ? undefined : { value: name, to: at + 1 };
}

/**
 * A number or a date with what compares it, from its first word on.
 *
 * @param text question of which these are the words
 */
export function quantityAt(all: readonly Word[], at: number, text: string, language: Language): Quantity | undefined {
  const lower = lowerOf(all);
  const { data } = language;
  const range = rangeAt(all, lower, at, text, language);
  if (range) return range;
  const isDeadline = language.is('deadlines', lower[at] ?? '');
  const compared = isDeadline ? ({ how: 'le', length: 1 } as const) : language.comparisonAt(lower, at);
  let from = at + (compared?.length ?? 0);
  if (compared && language.is('articles', lower[from] ?? '')) from++;
  const day = dateAt(all, from, language);
  // "After 10 April": of which year is not said.
  const date = day?.value.startsWith('--') && compared && compared.how !== 'eq' ? undefined : day;
  const period = date ? undefined : periodAt(lower, from, language);
  // "Longer than an hour".
  if (data.degrees.than.includes(lower[at - 1] ?? '') && language.is('articles', lower[from]!)) from++;
  const isBehind = from > at + (compared?.length ?? 0);
  // "More than a dog", "mindestens einen Hund".
  const isThan = compared?.how === 'ge' || data.degrees.than.includes(lower[from - 2] ?? '');
  const isSingle = compared !== undefined && isThan && language.is('indefinite', lower[from - 1]!);
  const isOne = isBehind && (isSingle || isUnit(lower[from], data.units));
  const one = isOne ? { value: 1, to: from } : undefined;
  const month = date || period ? undefined : monthAt(lower, from, compared?.how === 'eq', language);
  const weekday = compared && compared.how !== 'eq' ? undefined : weekdayAt(all, from, language);
  const read =
    date ?? period ?? month ?? weekday ?? one ?? clockAt(all, from, text) ?? figureAt(all, from, text, language);
  // "Ordered by 2 firms", "by the 2010 club".
  const isTime = read === (date ?? period) || /^\d{4}$/.test(lower[from] ?? '');
  const isLast = read && (read.to === all.length || language.isGrammar(all[read.to]!));
  if (!read || (isDeadline && !(isTime && isLast))) return undefined;
  // "Sightings from June 2025": of that month, not since.
  const isOf = period !== undefined && language.is('origins', lower[at]!) && compared?.length === 1;
  const how = isOf ? 'eq' : (compared?.how ?? 'eq');
  let { to } = read;
  let bounds: readonly Bound[];
  if (period) {
    const within: readonly Bound[] = [
      { how: 'ge', value: period.first },
      { how: 'le', value: period.last },
    ];
    bounds = how === 'eq' ? within : [{ how, value: how === 'lt' || how === 'ge' ? period.first : period.last }];
  } else bounds = [{ how, value: 'value' in read ? read.value : 0 }];
  const unit = period ? undefined : unitAt(lower, to, language);
  // "In den 1970er Jahren".
  if (unit) ({ to } = unit);
  else if (period && isUnitOfTime(lower[to] ?? '')) to++;
  const more = language.comparisonAt(lower, to, 'orMore');
  if (more && how === 'eq') {
    bounds = bounds.slice(0, 1).map(({ value }) => ({ how: more.how, value }));
    to += more.length;
  }
  return { to, bounds: inUnit(bounds, unit?.value), hasUnit: unit !== undefined };
}

const inUnit = (bounds: readonly Bound[], unit: string | undefined): readonly Bound[] =>
  unit === undefined ? bounds : bounds.map((bound) => ({ ...bound, unit }));

/** Factor from one unit to another: 60 from hours to minutes; undefined if they do not measure the same, or are unknown. */
export function factorOf(from: string, to: string): number | undefined {
  const [[one, power], [other, otherPower]] = [scaledUnit(from), scaledUnit(to)];
  if (one && other && one.of === other.of && power === otherPower) return (one.scale / other.scale) ** power;
  return from === to ? 1 : undefined;
}

/** Before the name of a length whose square is a unit. */
const SQUARE = 'square ';

/** A unit, and the power to which it is taken: 2 of `square metres`. */
const scaledUnit = (name: string): readonly [Unit | undefined, number] =>
  name.startsWith(SQUARE) ? [unitOf(name.slice(SQUARE.length)), 2] : [unitOf(name), 1];

/** The unit that a word names, or two: `square metres`. */
function unitAt(lower: readonly string[], at: number, language: Language): Read<string> | undefined {
  const isSquare = language.is('square', lower[at] ?? '');
  const to = isSquare ? at + 1 : at;
  if (!isUnit(lower[to], language.data.units)) return undefined;
  return { value: `${isSquare ? SQUARE : ''}${lower[to]}`, to: to + 1 };
}

interface Unit {
  readonly of: (typeof UNIT_SCALES)[number];
  readonly scale: number;
}

const UNITS: ReadonlyMap<string, Unit> = new Map(
  UNIT_SCALES.flatMap((of) =>
    [...record(of.sizes)].map(([unit, scale]) => [unit, { of, scale: Number(scale) }] as const),
  ),
);

/** Scale of numbers in any language → how many it stands for. */
const SCALES = new Map(LANGUAGES.flatMap(({ data }) => [...record(data.scales)]));

/** Names of units in a text of any language, in any number and case; square ones too; with a scale before them. */
const UNIT_NAME = new RegExp(
  `\\bin (?:(${[...SCALES.keys()].join('|')})s?(?: of)? )?((?:${SQUARE})?(?:${[...UNITS.keys(), ...words(OTHER_UNITS)]
    .filter((unit) => unit.length > 2)
    .sort((one, other) => other.length - one.length)
    .join('|')})s?(?: (?:celsius|fahrenheit))?)n?\\b`,
  'i',
);

/** Unit that a text names: `euros` of "in millions of euros". */
export interface NamedUnit {
  readonly unit: string;
  /** Factor of the unit: 1,000,000 of `millions of euros`. */
  readonly scale: number;
  /** With its scale, as it stands behind a number: `million euros`. */
  readonly text: string;
}

export function unitNamedIn(text: string): NamedUnit | undefined {
  const [, scaled, named] = UNIT_NAME.exec(text.replace(/\bper cent\b/i, 'percent')) ?? [];
  if (named === undefined) return undefined;
  const unit = named.toLowerCase();
  if (scaled === undefined) return { unit, scale: 1, text: named };
  return { unit, scale: Number(SCALES.get(scaled.toLowerCase())), text: `${scaled} ${named}` };
}

/** True of a unit of time: of a number of which no unit is told, it may be another one. */
export const isUnitOfTime = (unit: string): boolean => unitOf(unit)?.of.isTime === true;

// "Von 50 Metern".
const unitOf = (name: string): Unit | undefined =>
  [name, foldWord(name), name.replace(/n$/, '')].map((each) => UNITS.get(each)).find((unit) => unit !== undefined);

const isUnit = (word: string | undefined, units: readonly string[]): boolean =>
  word !== undefined && (words(units).includes(word) || words(units).includes(foldWord(word)));

/** True of a unit that a language without capitals for nouns has. */
export const isWrittenSmall = (unit: string): boolean =>
  LANGUAGES.some(({ data }) => !data.nounsAreCapitalized && isUnit(unit, data.units));

/** `between 1866 and 1872`, `from 20 to 30`. */
function rangeAt(
  all: readonly Word[],
  lower: readonly string[],
  at: number,
  text: string,
  language: Language,
): Quantity | undefined {
  for (const pair of language.data.ranges.flatMap((line) => line.split(', '))) {
    const [open, joint] = pair.split(' ');
    if (lower[at] !== open) continue;
    const first = figureAt(all, at + 1, text, language);
    const behind = first && (unitAt(lower, first.to, language)?.to ?? first.to);
    const second =
      first && behind !== undefined && lower[behind] === joint ? figureAt(all, behind + 1, text, language) : undefined;
    if (!first || !second) continue;
    const unit = unitAt(lower, second.to, language);
    const bounds: readonly Bound[] = [
      { how: 'ge', value: Math.min(first.value, second.value) },
      { how: 'le', value: Math.max(first.value, second.value) },
    ];
    return { to: unit?.to ?? second.to, bounds: inUnit(bounds, unit?.value), hasUnit: unit !== undefined };
  }
  return undefined;
}
