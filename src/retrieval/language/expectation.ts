/** Expected answers of questions, by the question's words (a cause, a place, a sum), with a test of texts for each. */
import { anyOf, ANSWERS, LANGUAGES, phrases, words, type AnswerData, type AnswerKind } from './data';

/** Kind of answer that a question asks for, and the test of a clause for one. */
export interface Expectation {
  readonly kind: AnswerKind;
  /** `person` and `name`: any name that the question does not have. */
  readonly told: (text: string) => boolean;
  /** True of words that say no more than the kind: `cost` of a sum, `lasts` of a duration. */
  readonly isImplied: (word: string) => boolean;
  /** True of a measure without another verb than `is`: it is said of the thing itself, by a word for the measure. */
  readonly isBare?: boolean;
}

type Test = Expectation['told'];

/** Words of a phrase of place that may tell that it is of time or manner. */
const MOST_OF_PLACE = 3;

/** Tests of one language. */
class Expectations {
  private readonly asks: readonly { readonly kind: AnswerKind; readonly asked: RegExp }[];
  private readonly bare: RegExp;
  private readonly tests: Readonly<Record<Exclude<AnswerKind, 'measure'>, Test>>;
  private readonly amount: string;
  private readonly years: RegExp;
  private readonly sums: string;
  private readonly untils: RegExp;
  private readonly ends: Test;
  private readonly costs: Test;
  private readonly times: Test;

  constructor(private readonly data: AnswerData) {
    const { data: language } = LANGUAGES.find(({ data: { tag } }) => ANSWERS[tag] === data)!;
    const [month, weekday] = [anyOf(language.months), anyOf(language.weekdays)];
    this.asks = data.asks.map(([kind, asked]) => ({
      kind,
      asked: new RegExp(asked.replace('COSTS', anyOf(data.costs)), 'iu'),
    }));
    this.bare = new RegExp(data.bare, 'u');
    this.costs = test(`^(?:${anyOf(data.costs)})$`);
    this.times = test(`^(?:${anyOf(data.times)})$`);
    this.untils = new RegExp(`^\\W*(?:${anyOf(language.untils)})\\b`, 'iu');
    this.ends = test(`(?<!\\p{L})(?:${anyOf(data.ends)})(?!\\p{L})`);
    const said = [...language.numbers.map((line) => line.replace(/^(?:zero|null) /, '')), ...language.tens];
    const compound = language.tag === 'de' ? '\\p{L}*(?:zehn|zig|ßig|hundert|tausend)|' : '';
    this.amount = `(?:\\p{N}|(?<!\\p{L})(?:${compound}${anyOf([...said, ...data.quantities])})(?!\\p{L}))`;
    this.years = new RegExp(
      '\\b(?:in|since|by|from|until|till|between|and|to|of|year|around|about|before|after|during|early|late|seit|bis|' +
        `vor|nach|und|jahre?)\\s+(?:1\\d{3}|20\\d\\d)s?\\b|\\b\\d{1,2}\\.?\\s+(?:${month})(?:\\s+\\d{4})?|` +
        `\\b(?:${month})\\s+\\d{1,4}\\b|[–-]\\d{4}\\b|\\(\\d{4}`,
      'giu',
    );
    this.sums = `[£$€¥]\\s?\\p{N}|${this.amount}[^.;]{0,30}?(?<!\\p{L})(?:${anyOf(data.currencies)})(?!\\p{L})`;
    const day =
      `\\b\\d{1,2}(?:st|nd|rd|th)?\\.? (?:of )?(?:${month})\\b|\\b(?:${month}) \\d{1,2}\\b|\\b\\d{4}-\\d\\d-\\d\\d\\b|` +
      `\\b\\d{1,2}\\.\\d{1,2}\\.\\d{2,4}\\b|\\b(?:${weekday})s?\\b|\\b(?:Easter|Christmas|Midsummer|New Year)`;
    this.tests = {
      cause: () => true,
      manner: test(`(?<!\\p{L})(?:${phrases(data.manners).join('|')})(?!\\p{L})`),
      frequency: test(`(?<!\\p{L})(?:${anyOf(data.frequencies)})(?!\\p{L})`),
      money: test(this.sums),
      number: this.amountTest(this.amount),
      day: test(day, 'u'),
      year: test('\\b(?:1\\d{3}|20\\d\\d)\\b'),
      time: test(`${day}|\\b(?:${month})\\b|${data.moments}`, 'u'),
      place: this.placeTest(`${month} ${weekday}`.replaceAll('|', ' ')),
      person: language.nounsAreCapitalized
        ? test('\\p{Lu}\\p{Ll}+(?: von| van| de)? \\p{Lu}\\p{Ll}+', 'u')
        : () => true,
      name: () => true,
    };
  }

  of(question: string): Expectation | undefined {
    for (const { kind, asked } of this.asks) {
      const found = asked.exec(question);
      if (!found) continue;
      if (kind === 'measure') return this.measure(found[1]!.toLowerCase(), question);
      const told = this.tests[kind];
      // "Until when is it shut?": not since when.
      return {
        kind,
        isImplied: kind === 'money' ? this.costs : kind === 'time' || kind === 'day' ? this.times : none,
        told: kind === 'time' && this.untils.test(question) ? (text) => told(text) && this.ends(text) : told,
      };
    }
    return undefined;
  }

  /** "How heavy": a number right before its unit; of other adjectives, any number. */
  private measure(adjective: string, question: string): Expectation {
    const { data, amount } = this;
    const isBare = this.bare.test(question);
    const own = Object.hasOwn(data.measures, adjective) ? data.measures[adjective]! : ['', `${adjective}\\p{L}*`];
    const [units, vocabulary] = own.map((pattern) => this.withLists(pattern));
    const measured =
      units === '' ? amount : `${amount}[\\s-]*(?:\\p{L}+[\\s-]+){0,2}(?:${units})(?!\\p{L})|\\d\\s?["′″]`;
    const said = `(?<!\\p{L})(?:${vocabulary})(?!\\p{L})`;
    const isBeside = `${said}:?(?:\\s+\\S+){0,3}?\\s+\\S*?(?:${measured})|(?:${measured})(?:[\\s-]+(?!too\\b)\\p{L}+){0,2}?[\\s-]+${said}`;
    const told = this.amountTest(isBare || units === '' ? isBeside : measured);
    return { kind: 'measure', told, isImplied: test(`^(?:${vocabulary})$`), isBare };
  }

  private withLists(pattern: string): string {
    const { data } = this;
    return pattern
      .replace('LENGTHS', anyOf(data.lengths))
      .replace('SIZES', anyOf(data.sizes))
      .replace('AGES', anyOf(data.ages));
  }

  /** Test for numbers other than years: nobody asks how many of these there are. */
  private amountTest(pattern: string): Test {
    const tells = test(pattern);
    return (text) => tells(text.replace(this.years, ' '));
  }

  /** Test for a preposition of place before words that are of no time and of no manner. */
  private placeTest(times: string): Test {
    const { data } = this;
    const places = new Set(words(data.places));
    const before = new RegExp(
      `(?<!\\p{L})(${anyOf(data.places)})\\s+(?=((?:[\\p{L}'’-]+\\s*){1,${MOST_OF_PLACE}}))`,
      'giu',
    );
    const no = new Set([...words(data.noPlaces), ...words([times])].map((word) => word.toLowerCase()));
    const isNo = (word: string): boolean => no.has(word) || no.has(word.replace(/s$/, ''));
    const [definite, bare] = [new Set(words(data.definite)), new Set(words(data.bareOrigins))];
    return (text) =>
      [...text.matchAll(before)].some(([, preposition = '', phrase = '']) => {
        const all = phrase.trim().split(/\s+/);
        const end = all.findIndex((word) => places.has(word));
        const own = end < 0 ? all : all.slice(0, end);
        // "To mend it" is no place.
        const isBare =
          bare.has(preposition.toLowerCase()) && !definite.has(own[0] ?? '') && !/^\p{Lu}/u.test(own[0] ?? '');
        return own.length > 0 && !isBare && !own.some((word) => isNo(word.toLowerCase()));
      });
  }
}

const test = (pattern: string, flags = 'iu'): Test => {
  const tells = new RegExp(pattern, flags);
  return (text) => tells.test(text);
};

const none: Test = () => false;

const made = new Map<string, Expectations>();

/** @param tag language of the question */
export function expectationOf(question: string, tag: string): Expectation | undefined {
  const data = ANSWERS[tag];
  if (!data) return undefined;
  let expectations = made.get(tag);
  if (!expectations) made.set(tag, (expectations = new Expectations(data)));
  return expectations.of(question);
}
