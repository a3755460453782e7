/** Instants with nanoseconds and an offset: parsing of all of Dgraph's forms, RFC 3339 output, order. */
import { ValueError } from './errors';
import { quote } from './numbers';
import type { DateTime } from './value';
import { trimEndOf } from '../../util/text';

const NANOS = 1_000_000_000;
const DAY_SECONDS = 86_400;

interface CivilTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

/** Days since 1970-01-01 of a date in the proleptic Gregorian calendar. */
function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
  );
}

/** Returns the calendar fields of a number of seconds since 1970. */
function civilFromSeconds(seconds: number): CivilTime {
  const days = Math.floor(seconds / DAY_SECONDS);
  const secondsOfDay = seconds - days * DAY_SECONDS;
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const shifted = Math.floor((5 * dayOfYear + 2) / 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1,
    hour: Math.floor(secondsOfDay / 3600),
    minute: Math.floor(secondsOfDay / 60) % 60,
    second: secondsOfDay % 60,
  };
}

/** Returns the calendar fields in UTC, for the year, month, day and hour indexes. */
export function civilOf(time: DateTime): CivilTime {
  return civilFromSeconds(time.seconds);
}

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/;
const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})(?:[.,](\d+))?$/;
const ZONED = /^(\d{4})-(\d{2})-(\d{2}) (\d{1,2}):(\d{2}):(\d{2})(?:[.,](\d+))? ([+-])(\d{2})(\d{2}) [A-Z]{3,5}$/;

/**
 * Parses a datetime: `2006`, `2006-01`, `2006-01-02`, RFC 3339 with an offset and any fraction of a second,
 * `2006-01-02T15:04:05` (taken as UTC) and `2006-01-02 15:04:05 -0700 MST`.
 *
 * @throws ValueError in the form of Go's time package.
 */
export function parseDateTime(text: string): DateTime {
  if (text.length === 4) return build(text, /^(\d{4})$/.exec(text), '2006');
  if (text.length === 7) return build(text, /^(\d{4})-(\d{2})$/.exec(text), '2006-01');
  if (text.length === 10) return build(text, /^(\d{4})-(\d{2})-(\d{2})$/.exec(text), '2006-01-02');
  if (text.length > 19 && text[10] === 'T' && (text.endsWith('Z') || text.at(-3) === ':')) {
    return build(text, RFC3339.exec(text), '2006-01-02T15:04:05Z07:00');
  }
  const zoned = ZONED.exec(text);
  if (zoned) return build(text, zoned, '2006-01-02 15:04:05 -0700 MST');
  return build(text, LOCAL.exec(text), '2006-01-02T15:04:05');
}

function build(text: string, match: RegExpExecArray | null, layout: string): DateTime {
  if (!match) throw new ValueError(parseFailure(text, layout));
  const field = (index: number, otherwise: number): number =>
    match[index] === undefined ? otherwise : Number(match[index]);
  const year = field(1, 1);
  const month = field(2, 1);
  const day = field(3, 1);
  const hour = field(4, 0);
  const minute = field(5, 0);
  const second = field(6, 0);
  const outOfRange = (fieldName: string): ValueError =>
    new ValueError(`parsing time ${quote(text)}: ${fieldName} out of range`);
  if (month < 1 || month > 12) throw outOfRange('month');
  if (hour > 23) throw outOfRange('hour');
  if (minute > 59) throw outOfRange('minute');
  if (second > 59) throw outOfRange('second');
  if (day < 1 || day > daysIn(year, month)) throw outOfRange('day');
  const nanos = match[7] === undefined ? 0 : Number(match[7].slice(0, 9).padEnd(9, '0'));
  let offset = 0;
  if (match[8] !== undefined) {
    const hours = field(9, 0);
    const minutes = field(10, 0);
    if (hours > 24) throw outOfRange('time zone offset hour');
    if (minutes > 60) throw outOfRange('time zone offset minute');
    offset = (hours * 60 + minutes) * (match[8] === '-' ? -1 : 1);
  }
  const local = daysFromCivil(year, month, day) * DAY_SECONDS + hour * 3600 + minute * 60 + second;
  return { seconds: local - offset * 60, nanos, offset };
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

const ELEMENTS = /2006|01|02|15|04|05|Z07:00|-0700|MST|[^0-9A-Z]|T/g;

/** Names the first layout element that the text does not match, as Go does. */
function parseFailure(text: string, layout: string): string {
  let remainder = text;
  for (const [element] of layout.matchAll(ELEMENTS)) {
    const match = elementPattern(element).exec(remainder);
    if (!match) {
      return `parsing time ${quote(text)} as ${quote(layout)}: cannot parse ${quote(remainder)} as ${quote(element)}`;
    }
    remainder = remainder.slice(match[0].length);
    if (element === '05') remainder = remainder.replace(/^[.,]\d+/, '');
  }
  return `parsing time ${quote(text)}: extra text: ${quote(remainder)}`;
}

function elementPattern(element: string): RegExp {
  switch (element) {
    case '2006':
      return /^\d{4}/;
    case '01':
    case '02':
    case '04':
    case '05':
      return /^\d{2}/;
    case '15':
      return /^\d{1,2}/;
    case 'Z07:00':
      return /^(Z|[+-]\d{2}:\d{2})/;
    case '-0700':
      return /^[+-]\d{4}/;
    case 'MST':
      return /^[A-Z]{3,5}/;
    default:
      return new RegExp(`^${element.replace(/[-+. ]/g, '\\$&')}`);
  }
}

/** True if RFC 3339 can express the year; Go refuses to print other years. */
export function isPrintable(time: DateTime): boolean {
  const { year } = civilFromSeconds(time.seconds + time.offset * 60);
  return year >= 0 && year <= 9999;
}

/** Formats as RFC 3339 in the value's own offset, without trailing zeros in the fraction. */
export function formatDateTime(time: DateTime): string {
  const civil = civilFromSeconds(time.seconds + time.offset * 60);
  const date = `${pad(civil.year, 4)}-${pad(civil.month, 2)}-${pad(civil.day, 2)}`;
  const clock = `${pad(civil.hour, 2)}:${pad(civil.minute, 2)}:${pad(civil.second, 2)}`;
  const fraction = time.nanos === 0 ? '' : `.${trimEndOf(pad(time.nanos, 9), '0')}`;
  return `${date}T${clock}${fraction}${formatOffset(time.offset)}`;
}

function formatOffset(offset: number): string {
  if (offset === 0) return 'Z';
  const size = Math.abs(offset);
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(size / 60), 2)}:${pad(size % 60, 2)}`;
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** Negative, zero or positive for an earlier, equal or later first instant; offsets are ignored. */
export function compareDateTimes(a: DateTime, b: DateTime): number {
  return a.seconds - b.seconds || a.nanos - b.nanos;
}

/** Nanoseconds since 1970 in 64 bits: years outside 1678–2262 wrap, as in Go. */
export function unixNanos(time: DateTime): bigint {
  return BigInt.asIntN(64, BigInt(time.seconds) * BigInt(NANOS) + BigInt(time.nanos));
}

/** Returns the instant a number of seconds after 1970, in UTC. */
export function dateTimeFromSeconds(seconds: number, nanos = 0): DateTime {
  const carry = Math.floor(nanos / NANOS);
  return { seconds: seconds + carry, nanos: nanos - carry * NANOS, offset: 0 };
}

/** Current time, to the millisecond. */
export function now(): DateTime {
  const milliseconds = Date.now();
  const seconds = Math.floor(milliseconds / 1000);
  return { seconds, nanos: (milliseconds - seconds * 1000) * 1_000_000, offset: 0 };
}
