/** Recognition of dates and times as in Dgraph: in typed literals, and in facets, whose type they decide. */

const DATE = '(\\d{4})-(\\d\\d)-(\\d\\d)';
const CLOCK = '(\\d{1,2}):(\\d\\d):(\\d\\d)(?:[.,](\\d+))?';
const YEAR = /^(\d{4})$/;
const MONTH = /^(\d{4})-(\d\d)$/;
const DAY = new RegExp(`^${DATE}$`);
const RFC3339 = new RegExp(`^${DATE}T${CLOCK}(Z|[+-]\\d\\d:\\d\\d)$`);
const LOCAL = new RegExp(`^${DATE}T${CLOCK}$`);
/** Time as Go prints it: `2006-01-02 15:04:05 -0700 MST`. */
const SPACED = new RegExp(`^${DATE} ${CLOCK} ([+-]\\d{4}) ([A-Z]{3,5}|[+-]\\d\\d(?:\\d\\d)?)$`);

/**
 * Returns a date or time in a form that facets and literals of RDF accept, or undefined for other texts: `2006` →
 * `2006-01-01`, `2006-01-02 15:04:05 +0100 CET` → `2006-01-02T15:04:05+01:00`; other forms are unchanged.
 */
export function normalizeTime(text: string): string | undefined {
  if (text.length === 4) return inRange(YEAR.exec(text)) ? `${text}-01-01` : undefined;
  if (text.length === 7) return inRange(MONTH.exec(text)) ? text : undefined;
  if (text.length === 10) return inRange(DAY.exec(text)) ? text : undefined;
  const zoned = text.length > 19 && text[10] === 'T' && (text.endsWith('Z') || text.at(-3) === ':');
  if (zoned) return inRange(RFC3339.exec(text)) ? text.replace(',', '.') : undefined;
  const spaced = SPACED.exec(text);
  if (inRange(spaced)) {
    const zone = spaced[8]!;
    const clock = text.slice(11, text.indexOf(' ', 11)).replace(',', '.');
    return `${text.slice(0, 10)}T${clock}${zone.slice(0, 3)}:${zone.slice(3)}`;
  }
  return inRange(LOCAL.exec(text)) ? text.replace(',', '.') : undefined;
}

/** Returns true if the numbers are a valid day and time of day. */
function inRange(match: RegExpExecArray | null): match is RegExpExecArray {
  if (!match) return false;
  const [year, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((s) => (s ? Number(s) : undefined));
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year!, month)) return false;
  if (hour > 23 || minute > 59 || second > 59) return false;
  const zone = /^[+-](\d\d):?(\d\d)$/.exec(match[8] ?? '');
  return !zone || (Number(zone[1]) <= 24 && Number(zone[2]) <= 60);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
