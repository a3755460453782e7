/** First stage: how a question is put. What is around it is passed over; no text is changed. */
import type { Asking } from '../language/data';
import type { Language } from '../language/language';
import type { Word } from '../language/words';
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
  /** It ends with `in total`: of several numbers the sum is asked for. */
  readonly isTotal: boolean;
}

/** Fillers around a question, one after the other. */
const MAX_FILLERS = 6;

/** @returns undefined if nothing is asked */
export function openingOf(
  question: string,
  words: readonly Word[],
  lower: readonly string[],
  language: Language,
): Opening | undefined {
  let from = 0;
  let to = words.length;
  let isTotal = false;
  for (let i = 0; i < MAX_FILLERS; i++) {
    const skipped = language.phraseAt('openings', lower, from);
    if (skipped === 0 || from + skipped >= to) break;
    from += skipped;
  }
  for (let i = 0; i < MAX_FILLERS; i++) {
    const before = [1, 2, 3, 4].find(
      (n) => to - n > from && language.phraseAt('closings', lower.slice(0, to), to - n) === n,
    );
    if (before === undefined) break;
    to -= before;
    isTotal ||= language.phraseAt('totals', lower.slice(0, to + before), to) === before;
  }
  const bare = { isTotal, asking: undefined, asked: undefined, fronted: undefined, topic: 0, measure: undefined, to };
  const whether = language.phraseAt('whether', lower, from);
  if (whether > 0) return { ...bare, wants: 'verdict', from: from + whether };
  const counted = language.phraseAt('counts', lower, from);
  if (counted > 0) {
    const asking: Asking = { wants: 'count', isDeterminer: true };
    return { ...bare, wants: 'count', asking, asked: from, from: from + counted };
  }
  const topic = topicEnd(question, words, lower, from, to, language);
  const start = topic > 0 ? topic : from;
  const fronted = language.is('prepositions', lower[start] ?? '') ? lower[start] : undefined;
  const at = start + (fronted === undefined ? 0 : 1);
  const found = language.askingAt(lower, at);
  if (found) return asked(lower, { ...bare, topic, fronted }, found, at, language);
  const first = lower[from] ?? '';
  if (language.is('commands', first)) {
    let next = from + 1;
    while (next < to && language.is('grammar', lower[next]!)) next++;
    const carrier = language.phraseAt('carriers', lower, next);
    return { ...bare, wants: 'node', from: next + carrier };
  }
  if (language.is('be', first) || language.is('auxiliaries', first)) return { ...bare, wants: 'verdict', from: from };
  return { ...bare, wants: 'node', from };
}

function asked(
  lower: readonly string[],
  base: Omit<Opening, 'wants' | 'asking' | 'asked' | 'from'>,
  { asking: found, length }: { readonly asking: Asking; readonly length: number },
  at: number,
  language: Language,
): Opening {
  let from = at + length;
  let asking = found;
  const { fronted } = base;
  // "By whom", "with whom": the word alone does not say on which side it stands.
  if (fronted !== undefined) asking = { ...asking, role: language.is('agentMarkers', fronted) ? 'agent' : undefined };
  const next = lower[from] ?? '';
  if (asking.isDeterminer && asking.wants === 'node') {
    const kind = language.phraseAt('kinds', lower, from);
    const isCopula = lower.slice(from).some((word) => language.is('be', word));
    if (kind > 0 && isCopula) return { ...base, wants: 'kind', asking: undefined, asked: undefined, from: from + kind };
    if (kind > 0) from += kind;
    if (language.is('times', next))
      return { ...base, wants: 'time', asking: { wants: 'time' }, asked: at, from: from + 1 };
  }
  if (asking.isMeasure) {
    const measures = language.thesaurus.measuresOf(length > 1 ? lower[from - 1]! : next);
    if (measures.length > 0) {
      const measure = length > 1 ? from - 1 : from;
      return { ...base, wants: 'number', asking, asked: at, from: Math.max(from, measure), measure };
    }
    // "How was it made?": a manner.
    if (length === 1) return { ...base, wants: 'number', asking: undefined, asked: at, from: base.to };
  }
  return { ...base, wants: asking.wants, asking, asked: at, from };
}

/** "The Bruno: who owns it?", "Of the reflectors, which is the oldest?": the end of what stands before. */
function topicEnd(
  question: string,
  words: readonly Word[],
  lower: readonly string[],
  from: number,
  to: number,
  language: Language,
): number {
  for (let at = from + 1; at < Math.min(to, from + 9); at++) {
    if (!/[,:]\s*$/.test(question.slice(words[at - 1]!.end, words[at]!.start))) continue;
    const start = language.is('prepositions', lower[at]!) ? at + 1 : at;
    if (language.askingAt(lower, start)) return at;
  }
  return 0;
}
