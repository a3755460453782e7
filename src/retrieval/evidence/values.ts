/** Numbers and dates of texts, in one spelling. */
import { ENGLISH, words as listOf } from '../language/data';
import { languageOf } from '../language/language';
import { numberAt } from '../language/numbers';
import type { Word } from '../language/words';

const ENGLISH_WORDS = languageOf('en')!;
export const MONTHS = listOf(ENGLISH.months);

/** Dates as texts write them: `14 March 1911` for `1911-03-14T00:00:00Z`. */
export const withDates = (text: string): string =>
  text.replace(/(?<!\d)(\d{4})-(\d\d)-(\d\d)(?:T[\d:.]+Z?)?/g, (date, year: string, month: string, day: string) => {
    const name = MONTHS[Number(month) - 1];
    return name === undefined ? date : `${Number(day)} ${name} ${year}`;
  });

/** Numbers and months of a text in one spelling: `1,200` and `twelve hundred` as 1200, `March` as m3. */
export function numbersIn(text: string, words: readonly Word[]): string[] {
  const found: string[] = [];
  for (const [at, { text: word }] of words.entries()) {
    const month = MONTHS.indexOf(word);
    if (month >= 0) found.push(`m${month + 1}`);
    const number = numberAt(words, at, ENGLISH_WORDS);
    if (number) found.push(String(number.value));
    // `12m`, `B3`.
    else found.push(...(word.match(/\d+/g) ?? []).map((digits) => String(Number(digits))));
  }
  for (const [whole] of text.matchAll(/(?<!\d)\d{1,3}(?:[,\u00a0\u202f ]\d{3})+(?!\d)|(?<!\d)\d+\.\d+/g)) {
    found.push(String(Number(whole.replace(/[^\d.]/g, ''))));
  }
  return found;
}
