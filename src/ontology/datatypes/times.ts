/** Moments, dates, parts of dates, and durations (XSD 1.1 part 2: 3.3.6 to 3.3.14, 3.4.26 to 3.4.28). */
import { add, compare, fromBigInt, fromParts, MAX_DIGITS } from './numbers';
import type { DurationValue, NumberValue, TimeType, TimeValue } from './value';

const YEAR = '(?<year>-?(?:[1-9][0-9]{3,}|0[0-9]{3}))';
const MONTH = '(?<month>0[1-9]|1[0-2])';
const DAY = '(?<day>0[1-9]|[12][0-9]|3[01])';
const CLOCK =
  '(?:(?<hour>[01][0-9]|2[0-3]):(?<minute>[0-5][0-9]):(?<second>[0-5][0-9])(?:\\.(?<fraction>[0-9]+))?|(?<midnight>24:00:00(?:\\.0+)?))';
const ZONE = '(?<zone>Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?';

const FORMS: Readonly<Record<TimeType, RegExp>> = {
  dateTime: new RegExp(`^${YEAR}-${MONTH}-${DAY}T${CLOCK}${ZONE}$`),
  date: new RegExp(`^${YEAR}-${MONTH}-${DAY}${ZONE}$`),
  time: new RegExp(`^${CLOCK}${ZONE}$`),
  gYear: new RegExp(`^${YEAR}${ZONE}$`),
  gYearMonth: new RegExp(`^${YEAR}-${MONTH}${ZONE}$`),
  gMonth: new RegExp(`^--${MONTH}${ZONE}$`),
  gMonthDay: new RegExp(`^--${MONTH}-${DAY}${ZONE}$`),
  gDay: new RegExp(`^---${DAY}${ZONE}$`),
};

const DAY_SECONDS = 86_400n;
/** Year of values without one: a leap year, because of 29 February. */
const DEFAULT_YEAR = '1972';

/** @returns undefined for text outside the lexical space, 'too-long' for a year or fraction with too many digits */
export function parseTime(type: TimeType, text: string): TimeValue | 'too-long' | undefined {
  const parts = FORMS[type].exec(text)?.groups;
  if (!parts) return undefined;
  if (text.length > MAX_DIGITS) return 'too-long';
  const year = BigInt(parts.year ?? DEFAULT_YEAR);
  const month = Number(parts.month ?? '1');
  const day = Number(parts.day ?? '1');
  if (day > daysInMonth(year, month)) return undefined;
  const days = type === 'time' ? 0n : daysFromCivil(year, month) + BigInt(day - 1);
  // 24:00:00 is 00:00:00 of the next day; for a time without a date, 00:00:00.
  const clock =
    parts.midnight === undefined
      ? BigInt(Number(parts.hour ?? '0') * 3600 + Number(parts.minute ?? '0') * 60 + Number(parts.second ?? '0'))
      : type === 'time'
        ? 0n
        : DAY_SECONDS;
  const wholeSeconds = fromBigInt(days * DAY_SECONDS + clock);
  const seconds =
    parts.fraction === undefined ? wholeSeconds : add(wholeSeconds, fromParts(false, '0', parts.fraction));
  return { kind: 'time', type, seconds, ...(parts.zone !== undefined && { offset: offsetOf(parts.zone) }) };
}

function offsetOf(zone: string): number {
  if (zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4));
  return zone.startsWith('-') && minutes !== 0 ? -minutes : minutes;
}

/** Returns the canonical lexical form. */
export function printTime({ type, seconds, offset }: TimeValue): string {
  const quotient = seconds.numerator / seconds.denominator;
  const floor =
    seconds.numerator < 0n && quotient * seconds.denominator !== seconds.numerator ? quotient - 1n : quotient;
  const fraction = add(seconds, fromBigInt(-floor)).text.slice(1);
  const clockSeconds = ((floor % DAY_SECONDS) + DAY_SECONDS) % DAY_SECONDS;
  const { year, month, day } = civilFromDays((floor - clockSeconds) / DAY_SECONDS);
  const at = Number(clockSeconds);
  const clock = `${two(Math.floor(at / 3600))}:${two(Math.floor(at / 60) % 60)}:${two(at % 60)}${fraction}`;
  const years = `${year < 0n ? '-' : ''}${(year < 0n ? -year : year).toString().padStart(4, '0')}`;
  const forms: Readonly<Record<TimeType, string>> = {
    dateTime: `${years}-${two(month)}-${two(day)}T${clock}`,
    date: `${years}-${two(month)}-${two(day)}`,
    time: clock,
    gYear: years,
    gYearMonth: `${years}-${two(month)}`,
    gMonth: `--${two(month)}`,
    gMonthDay: `--${two(month)}-${two(day)}`,
    gDay: `---${two(day)}`,
  };
  return forms[type] + printOffset(offset);
}

function printOffset(offset: number | undefined): string {
  if (offset === undefined) return '';
  if (offset === 0) return 'Z';
  const minutes = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

const two = (number: number) => String(number).padStart(2, '0');

/** Returns the seconds on the time line: in UTC if there is an offset, else in local time. */
export function onTimeline({ seconds, offset }: TimeValue): NumberValue {
  return offset === undefined || offset === 0 ? seconds : add(seconds, fromBigInt(BigInt(-offset * 60)));
}

/** Returns the same moment in another time zone. */
export function inZone(moment: TimeValue, offset: number): TimeValue {
  return { ...moment, seconds: add(onTimeline(moment), fromBigInt(BigInt(offset * 60))), offset };
}

/** Largest offset, 14 hours: the uncertainty of a moment without an offset. */
export const LARGEST_OFFSET: NumberValue = fromBigInt(14n * 3600n);

const DURATION =
  /^(?<minus>-)?P(?=.)(?:(?<years>[0-9]+)Y)?(?:(?<months>[0-9]+)M)?(?:(?<days>[0-9]+)D)?(?:T(?=.)(?:(?<hours>[0-9]+)H)?(?:(?<minutes>[0-9]+)M)?(?:(?<seconds>[0-9]+)(?:\.(?<fraction>[0-9]+))?S)?)?$/;

export function parseDuration(text: string): DurationValue | 'too-long' | undefined {
  const parts = DURATION.exec(text)?.groups;
  if (!parts) return undefined;
  if (text.length > MAX_DIGITS) return 'too-long';
  const count = (part: string | undefined) => BigInt(part ?? '0');
  const months = count(parts.years) * 12n + count(parts.months);
  const wholeSeconds =
    count(parts.days) * DAY_SECONDS + count(parts.hours) * 3600n + count(parts.minutes) * 60n + count(parts.seconds);
  const magnitude = add(fromBigInt(wholeSeconds), fromParts(false, '0', parts.fraction ?? ''));
  if (parts.minus === undefined) return { kind: 'duration', months, seconds: magnitude };
  return { kind: 'duration', months: -months, seconds: negate(magnitude) };
}

function negate(value: NumberValue): NumberValue {
  if (value.numerator === 0n) return value;
  const text = value.text.startsWith('-') ? value.text.slice(1) : `-${value.text}`;
  return { ...value, text, numerator: -value.numerator };
}

/** Returns the canonical lexical form. */
export function printDuration({ months, seconds }: DurationValue): string {
  if (months === 0n && seconds.numerator === 0n) return 'PT0S';
  const negative = months < 0n || seconds.numerator < 0n;
  const count = months < 0n ? -months : months;
  const length = seconds.numerator < 0n ? negate(seconds) : seconds;
  const wholeSeconds = length.numerator / length.denominator;
  const fraction = add(length, fromBigInt(-wholeSeconds)).text.slice(1);
  const part = (amount: bigint, unit: string) => (amount === 0n ? '' : `${amount}${unit}`);
  const inSeconds = wholeSeconds % 60n;
  const clock =
    part((wholeSeconds / 3600n) % 24n, 'H') +
    part((wholeSeconds / 60n) % 60n, 'M') +
    (inSeconds === 0n && fraction === '' ? '' : `${inSeconds}${fraction}S`);
  const date = part(count / 12n, 'Y') + part(count % 12n, 'M') + part(wholeSeconds / DAY_SECONDS, 'D');
  return `${negative ? '-' : ''}P${date}${clock === '' ? '' : `T${clock}`}`;
}

/**
 * Reference months: durations are compared by the moments they lead to from each of these (XSD 1.1 part 2, 3.3.6.1).
 */
const REFERENCES: readonly { readonly year: bigint; readonly month: number }[] = [
  { year: 1696n, month: 9 },
  { year: 1697n, month: 2 },
  { year: 1903n, month: 3 },
  { year: 1903n, month: 7 },
];

/** Compares two durations; undefined if neither is always the longer one. */
export function compareDurations(a: DurationValue, b: DurationValue): number | undefined {
  const sides = REFERENCES.map((reference) => compare(lengthFrom(a, reference), lengthFrom(b, reference)));
  return sides.every((side) => side === sides[0]) ? sides[0] : undefined;
}

function lengthFrom(duration: DurationValue, { year, month }: (typeof REFERENCES)[number]): NumberValue {
  const total = year * 12n + BigInt(month - 1) + duration.months;
  const inYear = ((total % 12n) + 12n) % 12n;
  return add(fromBigInt(daysFromCivil((total - inYear) / 12n, Number(inYear) + 1) * DAY_SECONDS), duration.seconds);
}

function isLeap(year: bigint): boolean {
  return year % 4n === 0n && (year % 100n !== 0n || year % 400n === 0n);
}

function daysInMonth(year: bigint, month: number): number {
  return month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const ERA_DAYS = 146_097n;
/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH = 719_468n;

/**
 * Returns the days from 1970-01-01 to the first of a month in the proleptic Gregorian calendar; year 0 is a leap year.
 */
function daysFromCivil(year: bigint, month: number): bigint {
  // Years begin in March, so that the leap day is the last day of its year.
  const y = month <= 2 ? year - 1n : year;
  const inEra = ((y % 400n) + 400n) % 400n;
  const inYear = BigInt(Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5));
  return ((y - inEra) / 400n) * ERA_DAYS + inEra * 365n + inEra / 4n - inEra / 100n + inYear - EPOCH;
}

function civilFromDays(days: bigint): { readonly year: bigint; readonly month: number; readonly day: number } {
  const shifted = days + EPOCH;
  const inEra = ((shifted % ERA_DAYS) + ERA_DAYS) % ERA_DAYS;
  const yearOfEra = (inEra - inEra / 1460n + inEra / 36_524n - inEra / 146_096n) / 365n;
  const inYear = Number(inEra - (365n * yearOfEra + yearOfEra / 4n - yearOfEra / 100n));
  const m = Math.floor((5 * inYear + 2) / 153);
  const month = m < 10 ? m + 3 : m - 9;
  const year = yearOfEra + ((shifted - inEra) / ERA_DAYS) * 400n + (month <= 2 ? 1n : 0n);
  return { year, month, day: inYear - Math.floor((153 * m + 2) / 5) + 1 };
}
