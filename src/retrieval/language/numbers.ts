/**
 * Numbers as English writes them, with what is said of them: `more than 58 metres`, `between 1866 and 1872`, `the
 * 1870s`.
 */
import { MONTHS } from './calendar';
import type { Word } from './words';
import { foldWord } from '../links/fold';

export interface Bound {
  readonly how: 'eq' | 'lt' | 'le' | 'gt' | 'ge';
  readonly value: number;
}

/** A number in a text with its bounds; all of them have to hold. */
interface Quantity {
  /** First word: of what is said of the number. */
  readonly from: number;
  /** The end is not among them; units are. */
  readonly to: number;
  readonly bounds: readonly Bound[];
  readonly hasUnit: boolean;
}

const SMALL = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ');
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1e6, billion: 1e9 };
const UNITS = new Set(
  (
    'm km cm mm metre meter kilometre kilometer centimetre foot feet ft inch mile yard fathom ton tonne kg g ' +
    'gram kilogram pound litre liter ' +
    'year hour minute second day week month euro dollar crown percent inhabitant degree watt kw mw hectare acre'
  ).split(' '),
);
/** Said before a number. */
const BEFORE: readonly (readonly [RegExp, Bound['how']])[] = [
  [/(?:^| )(?:not|no) (?:more|later|longer|higher|larger|bigger|greater|taller|older|heavier) than$/, 'le'],
  [/(?:^| )(?:not|no) (?:less|fewer|earlier|shorter|lower|smaller|younger|lighter) than$/, 'ge'],
  [/(?:^| )(?:at most|up to|a maximum of|maximum|until|till|by)$/, 'le'],
  [/(?:^| )(?:at least|a minimum of|minimum|no earlier than|from|since)$/, 'ge'],
  [/(?:^| )(?:exactly|precisely|just)$/, 'eq'],
  [/(?:^| )(?:before|earlier than|prior to|less than|fewer than|under|below|\p{L}+er than)$/u, 'lt'],
  [/(?:^| )(?:after|later than|more than|over|above|exceeding|greater than)$/, 'gt'],
];
const LESS =
  /^(?:shorter|smaller|lower|younger|lighter|narrower|cheaper|slower|shallower|colder|fewer|less|earlier|thinner|weaker|newer)$/;

/** The number that begins at a word, written in digits or in words. */
export function numberAt(
  words: readonly Word[],
  at: number,
): { readonly value: number; readonly to: number } | undefined {
  const digits = words[at]?.text;
  if (digits === undefined) return undefined;
  if (/^\d+(?:[.,]\d+)*$/.test(digits)) {
    const value = Number(digits.replace(/,(?=\d{3}\b)/g, '').replace(',', '.'));
    const scale = SCALES[words[at + 1]?.text.toLowerCase() ?? ''];
    if (Number.isNaN(value)) return undefined;
    return scale ? { value: value * scale, to: at + 2 } : { value, to: at + 1 };
  }
  let total = 0;
  let part = 0;
  let to = at;
  for (; to < words.length; to++) {
    const word = words[to]!.text.toLowerCase();
    const small = SMALL.indexOf(word);
    const ten = TENS.indexOf(word);
    const scale = to > at && Object.hasOwn(SCALES, word) ? SCALES[word] : undefined;
    if (small >= 0) part += small;
    else if (ten >= 0) part += (ten + 2) * 10;
    else if (scale === 100) part *= 100;
    else if (scale) [total, part] = [total + part * scale, 0];
    else break;
  }
  return to > at ? { value: total + part, to } : undefined;
}

const LOWER_MONTHS = MONTHS.map((name) => name.toLowerCase());

/**
 * The date that begins at a word: `23 April 1961`, `April 23rd, 1961`, `23rd of April 1961`, `1961-04-23`; as
 * YYYY-MM-DD, with what is said of it.
 */
export function dateAt(
  words: readonly Word[],
  at: number,
): { readonly from: number; readonly to: number; readonly how: Bound['how']; readonly value: string } | undefined {
  const text = words.map((word) => word.text.toLowerCase());
  const number = (i: number, pattern: RegExp): number | undefined => {
    const found = pattern.exec(text[i] ?? '')?.[1];
    return found === undefined ? undefined : Number(found);
  };
  const dayAt = (i: number): number | undefined => number(i, /^(\d{1,2})(?:st|nd|rd|th)?$/);
  const yearAt = (i: number): number | undefined => number(i, /^(\d{4})$/);
  const monthAt = (i: number): number | undefined => {
    const month = LOWER_MONTHS.findIndex(
      (name) => name === text[i] || (text[i]?.length === 3 && name.startsWith(text[i])),
    );
    return month < 0 ? undefined : month + 1;
  };
  const of = text[at + 1] === 'of' ? 1 : 0;
  const ways = [
    { day: dayAt(at), month: monthAt(at + 1 + of), year: yearAt(at + 2 + of), to: at + 3 + of },
    { day: dayAt(at + 1), month: monthAt(at), year: yearAt(at + 2), to: at + 3 },
    { day: number(at + 2, /^(\d\d)$/), month: number(at + 1, /^(\d\d)$/), year: yearAt(at), to: at + 3 },
  ];
  for (const { day, month, year, to } of ways) {
    if (day === undefined || month === undefined || year === undefined) continue;
    const value = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
    if (Number.isNaN(Date.parse(value))) continue;
    const [how, from] = said(text, at);
    return { from, to, how, value };
  }
  return undefined;
}

/** What is said of a number at a word; undefined where no number is there. */
export function quantityAt(words: readonly Word[], at: number): Quantity | undefined {
  const text = words.map((word) => word.text.toLowerCase());
  const period = periodAt(text, at);
  const read = period ?? numberAt(words, at);
  if (!read) return undefined;
  let { to } = read;
  const second = rangeEnd(words, text, at, to);
  let bounds: readonly Bound[];
  let from: number;
  if (period) {
    const [how, start] = said(text, at);
    from = start;
    bounds =
      how === 'lt' || how === 'le'
        ? [{ how: 'lt', value: period.first }]
        : how === 'gt'
          ? [{ how: 'gt', value: period.last }]
          : [{ how: 'ge', value: period.first }, ...(how === 'ge' ? [] : [{ how: 'le' as const, value: period.last }])];
  } else if (second) {
    const { value } = read as { value: number };
    to = second.to;
    from = second.from;
    bounds = [
      { how: 'ge', value: Math.min(value, second.value) },
      { how: 'le', value: Math.max(value, second.value) },
    ];
  } else {
    const { value } = read as { value: number };
    const [how, start] = said(text, at);
    from = start;
    bounds = [{ how, value }];
  }
  const hasUnit = UNITS.has(foldWord(text[to] ?? ''));
  if (hasUnit) to++;
  // "58 metres or more", "three or fewer".
  const more = /^or (more|less|fewer|later|earlier|\p{L}+er)$/u.exec(`${text[to] ?? ''} ${text[to + 1] ?? ''}`);
  if (more && bounds.length === 1) {
    bounds = [{ how: LESS.test(more[1]!) ? 'le' : 'ge', value: bounds[0]!.value }];
    to += 2;
  }
  return { from, to, bounds, hasUnit };
}

/** "The 1870s", "the 19th century". */
function periodAt(text: readonly string[], at: number): { to: number; first: number; last: number } | undefined {
  const decade = /^(\d{3}0)s$/.exec(text[at]!);
  if (decade) return { to: at + 1, first: Number(decade[1]), last: Number(decade[1]) + 9 };
  const century = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(text[at]!);
  if (!century || text[at + 1] !== 'century') return undefined;
  return { to: at + 2, first: (Number(century[1]) - 1) * 100 + 1, last: Number(century[1]) * 100 };
}

/** Of `between 1866 and 1872`, `from 20 to 30`. */
function rangeEnd(
  words: readonly Word[],
  text: readonly string[],
  at: number,
  to: number,
): { readonly from: number; readonly to: number; readonly value: number } | undefined {
  const before = text[at - 1] ?? '';
  const joint = UNITS.has(foldWord(text[to] ?? '')) ? to + 1 : to;
  const isRange =
    (before === 'between' && text[joint] === 'and') ||
    (/^(?:from|in|years)$/.test(before) && /^(?:to|until|till|through)$/.test(text[joint] ?? ''));
  const next = isRange ? numberAt(words, joint + 1) : undefined;
  return next && { from: at - 1, to: next.to, value: next.value };
}

/** What is said of the number at a word, and where that begins. */
function said(text: readonly string[], at: number): readonly [Bound['how'], number] {
  const before = text.slice(Math.max(0, at - 4), at).join(' ');
  for (const [pattern, how] of BEFORE) {
    const found = pattern.exec(before);
    if (!found) continue;
    const phrase = found[0].trim().split(' ');
    const isLess = how === 'lt' && phrase[1] === 'than';
    const meant = isLess && !LESS.test(phrase[0]!) ? 'gt' : how;
    return [meant, at - phrase.length];
  }
  return ['eq', at];
}
