/** Numbers and dates of texts, in one spelling. */
import { ENGLISH, words as listOf } from '../language/data';
import { languageOf, type Language } from '../language/language';
import { numberAt } from '../language/numbers';

const ENGLISH_WORDS = languageOf('en')!;
export const MONTHS = listOf(ENGLISH.months);

/** Dates as texts write them: `14 March 1911` for `1911-03-14T00:00:00Z`. */
export const withDates = (text: string): string =>
  text.replace(/(?<!\d)(\d{4})-(\d\d)-(\d\d)(?:T[\d:.]+Z?)?/g, (date, year: string, month: string, day: string) => {
    const name = MONTHS[Number(month) - 1];
    return name === undefined ? date : `${Number(day)} ${name} ${year}`;
  });

/** A number or a date in a text. */
export interface Amount {
  /** Number; of a date, its day, month as `m3`, and year. */
  readonly values: readonly string[];
  readonly isDate: boolean;
  /** Word or sign right before it. */
  readonly ahead: string;
  /** Words right behind it, which say of what it is a number. */
  readonly behind: readonly string[];
  /** Words of the text that it takes. */
  readonly from: number;
  readonly to: number;
}

const DATE = new RegExp(
  `^(?:(\\d{1,2})(?:st|nd|rd|th)?\\s+(?:of\\s+)?)?(${MONTHS.join('|')})\\b(?:\\s+(\\d{1,2})(?!\\d))?(?:,?\\s+(\\d{4}))?`,
  'u',
);
/** Between the groups of a number: `1,200`; and before a fraction or minutes: `12.5`, `7:30`. */
const GROUP = /^[,\u00a0\u202f ]$/;
const POINT = /^[.:]$/;
const MOST_BEHIND = 3;

/** Numbers and dates of a text: `1,200` and `twelve hundred` as 1200. */
export function amountsIn(text: string, language: Language = ENGLISH_WORDS): Amount[] {
  const words = language.words(text);
  const amounts: Amount[] = [];
  const put = (values: readonly string[], isDate: boolean, from: number, to: number): void => {
    const behind: string[] = [];
    for (let i = to; i < words.length && behind.length < MOST_BEHIND; i++) {
      const gap = text.slice(words[i - 1]!.end, words[i]!.start);
      if (
        !/^[\s-]*$/.test(gap) ||
        !/^\p{Ll}/u.test(words[i]!.text) ||
        /^(?:and|or|of|to|in|a|an|at|on|for|by|per|is|was|were|are)$/.test(words[i]!.text)
      )
        break;
      behind.push(words[i]!.text);
    }
    const before = from === 0 ? 0 : words[from - 1]!.start;
    const ahead = text.slice(before, words[from]!.start).trim().split(/\s+/).at(-1)!;
    amounts.push({ values, isDate, ahead, behind, from, to });
  };
  for (let at = 0; at < words.length;) {
    const word = words[at]!;
    const date = DATE.exec(text.slice(word.start));
    if (date) {
      const [whole, day, month, later, year] = date;
      const values = [day ?? later, `m${MONTHS.indexOf(month!) + 1}`, year].filter((each) => each !== undefined);
      const end = word.start + whole.length;
      let to = at + 1;
      while (to < words.length && words[to]!.start < end) to++;
      put(values, true, at, to);
      at = to;
      continue;
    }
    if (/^\d+$/.test(word.text)) {
      let [digits, to] = [word.text, at + 1];
      const joined = (gap: RegExp, size: RegExp): boolean => {
        const next = words[to];
        return next !== undefined && size.test(next.text) && gap.test(text.slice(words[to - 1]!.end, next.start));
      };
      while (word.text.length <= 3 && joined(GROUP, /^\d{3}$/)) digits += words[to++]!.text;
      if (joined(POINT, /^\d+$/)) digits += `.${words[to++]!.text}`;
      // "2 million".
      const scale = to < words.length && /^(?:hundred|thousand|million|billion)$/.test(words[to]!.text);
      const scaled = scale ? numberAt([words[at]!, words[to]!], 0, language) : undefined;
      const isWhole = to === at + 1;
      const read = isWhole && scaled ? String(scaled.value) : String(Number(digits));
      put([read], false, at, isWhole && scaled ? to + 1 : to);
      at = isWhole && scaled ? to + 1 : to;
      continue;
    }
    const number = numberAt(words, at, language);
    if (number) put([String(number.value)], false, at, number.to);
    // `12m`, `B3`.
    else for (const digits of word.text.match(/\d+/g) ?? []) put([String(Number(digits))], false, at, at + 1);
    at = number?.to ?? at + 1;
  }
  return amounts;
}

/** Numbers and months of a text. */
export const numbersIn = (text: string): string[] => amountsIn(text).flatMap(({ values }) => values);

export const writtenValue = (value: string): string =>
  value.startsWith('m') ? (MONTHS[Number(value.slice(1)) - 1] ?? value) : value;
