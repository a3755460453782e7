/** First stage: how a question is put. What is around it is passed over; no text is changed. */
import type { Asking } from '../language/data';
import type { Language } from '../language/language';
import type { Word } from '../language/words';
import type { Names } from './names';
import type { Wants } from './types';

/** Beginning of a question, and the place of its own words. */
export interface Opening {
  readonly wants: Wants;
  readonly asking: Asking | undefined;
  /** Index of the first word that asks; undefined for verdicts, commands and bare phrases. */
  readonly asked: number | undefined;
  /** Range of the words that are asked about, without its end. */
  readonly from: number;
  readonly to: number;
  /** Preposition before the word that asks. */
  readonly fronted: string | undefined;
  /** End of a topic before the question: "The Bruno: who owns it?"; 0 without one. */
  readonly topic: number;
  /** Adjective that says what is measured: `how tall`. */
  readonly measure: number | undefined;
  /** The measure is what a verb says: "how many people fit"; if nothing has it, people may be counted. */
  readonly isCapacity?: true;
  /** It ends with `in total`: of several numbers the sum is asked for. */
  readonly isTotal: boolean;
}

type Measuring = Pick<Names, 'language' | 'measures' | 'find'>;

/** Maximum words of a filler. */
const MAX_FILLER = 6;
/** Maximum words of a topic. */
const MAX_TOPIC = 9;

/** @param isCounting "how many people" asks for the people, whatever is said of them */
export function openingOf(
  question: string,
  words: readonly Word[],
  lower: readonly string[],
  names: Measuring,
  isCounting = false,
): Opening {
  const { language } = names;
  let from = 0;
  let to = words.length;
  let isTotal = false;
  for (let length = -1; length !== 0; from += length) {
    length = language.phraseAt('openings', lower, from);
    if (from + length >= to) length = 0;
  }
  for (let length = MAX_FILLER; length > 0; length--) {
    if (to - length <= from || language.phraseAt('closings', lower.slice(0, to), to - length) !== length) continue;
    to -= length;
    isTotal ||= language.phraseAt('totals', lower, to) === length;
    length = MAX_FILLER + 1;
  }
  const bare = { asking: undefined, asked: undefined, fronted: undefined, topic: 0, measure: undefined, isTotal, to };
  const whether = language.phraseAt('whether', lower, from);
  if (whether > 0) return { ...bare, wants: 'verdict', from: from + whether };
  const counted = language.phraseAt('counts', lower, from);
  const count: Asking = { wants: 'count', isDeterminer: true };
  const isSum = lower.some((_, i) => i < from + counted && language.phraseAt('totals', lower, i) > 0);
  if (counted > 0)
    return { ...bare, wants: 'count', asking: count, asked: from, from: from + counted, isTotal: isTotal || isSum };
  const topic = topicEnd(question, words, lower, from, to, language);
  const start = Math.max(from, topic);
  const fronted = language.is('prepositions', lower[start] ?? '') ? lower[start] : undefined;
  const at = start + (fronted === undefined ? 0 : 1);
  const found = language.askingAt(lower, at);
  const base = { ...bare, topic, fronted: found?.asking.preposition ?? fronted };
  const capacity = found && !isCounting ? capacityAsked(words, lower, base, found, at, names) : undefined;
  if (found) return capacity ?? asked(lower, base, found, at, names);
  const first = lower[from] ?? '';
  if (language.is('commands', first)) {
    from++;
    while (from < to && language.is('grammar', lower[from]!)) from++;
    return { ...bare, wants: 'node', from: from + language.phraseAt('carriers', lower, from) };
  }
  const isVerdict = language.isAny(first, 'be', 'auxiliaries');
  return { ...bare, wants: isVerdict ? 'verdict' : 'node', from };
}

type Base = Omit<Opening, 'wants' | 'asking' | 'asked' | 'from'>;

/** "How many people fit into it?", "how often was it cited?": a number of what is told by a verb. */
function capacityAsked(
  words: readonly Word[],
  lower: readonly string[],
  base: Base,
  { asking, length }: { readonly asking: Asking; readonly length: number },
  at: number,
  names: Measuring,
): Opening | undefined {
  const { language } = names;
  const counted = at + length;
  const isOften = language.is('often', lower[counted] ?? '') && (asking.isMeasure || asking.wants === 'count');
  // "How many fans fit into it?", where no fans are told of.
  const isNews = (): boolean => counted < words.length && names.find([words[counted]!]).length === 0;
  const isCount = isOften || (asking.wants === 'count' && (language.is('people', lower[counted] ?? '') || isNews()));
  if (!isCount && !(asking.isMeasure && length > 1)) return undefined;
  const from = isCount ? counted + 1 : counted;
  const measure = lower.findIndex(
    (word, i) =>
      i >= from &&
      i < base.to &&
      (i === from || language.is('auxiliaries', lower[from]!)) &&
      (language.thesaurus.measuresOf(word).length > 0 || (isCount && language.isParticiple(word))) &&
      names.measures(word).length > 0,
  );
  return measure < 0 ? undefined : { ...base, wants: 'number', asking, asked: at, from, measure, isCapacity: true };
}

function asked(
  lower: readonly string[],
  base: Base,
  { asking, length }: { readonly asking: Asking; readonly length: number },
  at: number,
  names: Measuring,
): Opening {
  const { language } = names;
  const from = at + length;
  if (asking.isDeterminer && asking.wants === 'node') {
    // "What day and time": two things in one.
    const isTwo = language.is('and', lower[from + 1] ?? '') && language.is('times', lower[from + 2] ?? '');
    if (isTwo) return { ...base, wants: 'time', asking: undefined, asked: at, from };
    if (language.is('times', lower[from] ?? '')) {
      const moment = language.is('clocks', lower[from]!) ? 'clock' : 'day';
      return { ...base, wants: 'time', asking: { wants: 'time', moment }, asked: at, from: from + 1 };
    }
    return { ...base, wants: 'node', asking, asked: at, from: from + language.phraseAt('kinds', lower, from) };
  }
  if (asking.isMeasure) {
    const measure = length > 1 ? from - 1 : from;
    const adjective = lower[measure] ?? '';
    const isOne = language.thesaurus.measuresOf(adjective).length > 0 || names.measures(adjective).length > 0;
    if (isOne) return { ...base, wants: 'number', asking, asked: at, from: measure, measure };
    // "How was it made?": a manner.
    if (length === 1) return { ...base, wants: 'number', asking: undefined, asked: at, from: base.to };
  }
  return { ...base, wants: asking.wants, asking, asked: at, from };
}

/** "The Bruno: who owns it?": the end of what stands before. */
function topicEnd(
  question: string,
  words: readonly Word[],
  lower: readonly string[],
  from: number,
  to: number,
  language: Language,
): number {
  for (let at = from + 1; at < Math.min(to, from + MAX_TOPIC); at++) {
    if (!/[,:]\s*$/.test(question.slice(words[at - 1]!.end, words[at]!.start))) continue;
    const start = language.is('prepositions', lower[at]!) ? at + 1 : at;
    if (language.askingAt(lower, start)) return at;
  }
  return 0;
}
