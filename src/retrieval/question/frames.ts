/**
 * Frames: everyday patterns of questions for properties that are named otherwise. "Can I bring my dog to the mill?" asks
 * for `dog friendly`, "What does she charge an hour?" for `hourly fee`, "By when do I have to pay?" for `due on`.
 */
import { record, words, type LanguageData } from '../language/data';
import type { Language } from '../language/language';
import { foldWord } from '../links/fold';
import type { Asked } from './asked';
import { keyOf } from '../language/words';
import type { Names } from './names';
import { openingOf } from './opening';
import type { Paraphrase } from './parse';
import type { Schema } from './schema';
import { figure, type Meaning } from './types';
import { COST } from './weights';

const KINDS = [
  'grant',
  'demand',
  'charge',
  'earning',
  'topic',
  'since',
  'until',
  'end',
  'due',
  'opening',
  'closing',
] as const;

type Kind = keyof LanguageData['frames']['patterns'];

/** Property with the kind of patterns that ask for it. */
interface Frame {
  readonly property: string;
  readonly kind: Kind;
  /** Words of a question for those of the property's name, or their stems: `dog`, `an hour` of `hourly`. */
  readonly key: string;
}

/**
 * Reads a question by a pattern of its language: a noun of the property, the words of what it is about as they are, and
 * all others as passed over.
 *
 * @returns undefined without a pattern, and for a verdict on anything but a named node
 */
export function framed({ question, words: all, named, names }: Asked): readonly Paraphrase[] | undefined {
  const { language } = names;
  const lower = all.map(({ text }) => text.toLowerCase());
  const { from, asked, to, wants, fronted } = openingOf(question, all, lower, names);
  const start = (asked ?? from) - (wants === 'time' && fronted !== undefined ? 1 : 0);
  const isList = asked !== undefined && (wants === 'node' || wants === 'count');
  const isNamed = (at: number): boolean =>
    language.is('articles', lower[at]!) ||
    named.some(({ nodes, longer = [], ...span }) => {
      const isWithin = span.start <= all[at]!.start && all[at]!.end <= span.end;
      return isWithin && nodes.length + longer.length > 0;
    });
  const found = framesOf(names).flatMap(({ property, kind, key }) => {
    const length = key === '' ? 0 : key.split(' ').length;
    const isAt = (i: number): boolean =>
      keyOf(all.slice(i, i + length)) === key || lower.slice(i, i + length).join(' ') === key;
    const at = all.findIndex((_, i) => isAt(i));
    const text = lower.slice(start, to).map((word, i) => (start + i >= at && start + i < at + length ? '#' : word));
    const about = at < 0 ? undefined : aboutIn(text.join(' '), kind, isList, language);
    const places = about?.map((i) => start + i) ?? [];
    if (!about || (wants === 'verdict' && !places.every(isNamed))) return [];
    const meaning: Meaning = { kind: 'noun', relation: { ...figure(property), isWhole: true }, cost: COST.synonym };
    // "Are dogs allowed": no verb stands at the front; and "how much" is what is told.
    const isFirst = (wants === 'verdict' && kind === 'grant') || (kind !== 'grant' && kind !== 'demand');
    return [{ meaning, places, at: isFirst ? from : at }];
  });
  // Of several, the one that says most: "her contract runs out", not that something of her contract does.
  const [first, ...others] = found.sort((one, other) => one.places.length - other.places.length);
  if (!first) return undefined;
  const isSame = ({ at, places }: typeof first): boolean => at === first.at && places.join() === first.places.join();
  const meanings = [first, ...others.filter(isSame)].map(({ meaning }) => meaning);
  const isPassed = (i: number): boolean =>
    i !== first.at && !first.places.includes(i) && !language.is('negators', lower[i]!);
  const passed = lower.flatMap((_, i): Paraphrase[] =>
    i >= from && i < to && isPassed(i) ? [{ from: i, to: i + 1, meanings: [], by: [] }] : [],
  );
  return [...passed, { from: first.at, to: first.at + 1, meanings, by: [] }];
}

function framesOf({ schema, language }: Names): readonly Frame[] {
  const edges = (side: 'beginnings' | 'finishes', kind: Kind): Frame[] =>
    schema.edges(side).map((property) => ({ property, kind, key: '' }));
  const labelled = [...schema.vocabulary.properties.keys()].flatMap((property) =>
    schema.labelsOf(property).flatMap((label): readonly Frame[] => {
      const rates = schema.isNumber(property) ? rateFrames(property, label, language) : [];
      if (rates.length > 0) return rates;
      const frame = (kind: Kind, key: string): Frame => ({ property, kind, key });
      const all = language.words(label).filter((word) => !language.isGrammar(word));
      const kind = kindOf(all.at(-1)?.text, language);
      const own = all.slice(0, -1);
      const [only, ...others] = all.filter(({ text }) => !language.is('neutral', text.toLowerCase()));
      const single = others.length === 0 ? kindOf(only?.text, language) : undefined;
      if (single === 'topic') return [frame(single, '')];
      if (schema.isTime(property)) {
        if (single === 'due') return flagsBeside(property, schema).map((flag) => frame(single, flag));
        if (single === 'opening' || single === 'closing')
          return schema.tells(property, 'clock') ? [frame(single, '')] : [];
        if ((kind !== 'since' && kind !== 'until') || own.length === 0) return [];
        const isEnd = own.length === 1 && kindOf(own[0]!.text, language) === 'end';
        return [frame(kind, keyOf(own)), ...(isEnd ? [frame('end', '')] : [])];
      }
      // "Adults only" demands nothing of those who come without one.
      const isOfPeople = kind === 'demand' && own.some(({ text }) => foldWord(text) !== text.toLowerCase());
      const isOne = (kind === 'grant' || kind === 'demand') && own.length > 0 && !isOfPeople;
      return isOne && schema.isFlag(property) ? [frame(kind, keyOf(own))] : [];
    }),
  );
  return [...labelled, ...edges('beginnings', 'start'), ...edges('finishes', 'end')];
}

/** "Paid" of invoices that are due: names of truth values of the classes of a property. */
function flagsBeside(property: string, schema: Schema): readonly string[] {
  const own = schema.endsOf(property, 'subject');
  return [...schema.vocabulary.properties.keys()]
    .filter((name) => schema.isFlag(name) && schema.endsOf(name, 'subject').some((each) => own.includes(each)))
    .flatMap((name) => schema.labelsOf(name));
}

/** Frames of a language: the kind of each mark, and the patterns of each kind, of verdicts and of lists. */
interface Compiled {
  readonly marks: ReadonlyMap<string, Kind>;
  readonly patterns: Partial<Record<Kind, { readonly verdict: RegExp; readonly list: RegExp }[]>>;
}

const compiledFrames = new WeakMap<Language, Compiled>();

function framesIn(language: Language): Compiled {
  const known = compiledFrames.get(language);
  if (known) return known;
  const { marks, patterns, parts } = language.data.frames;
  const expanded = (source: string): RegExp =>
    new RegExp(`^${Object.entries(parts).reduce((text, [name, part]) => text.replaceAll(name, part), source)}$`, 'd');
  const compiled: Compiled = {
    // Of two kinds with the same mark, the first.
    marks: new Map(KINDS.toReversed().flatMap((kind) => words(marks[kind] ?? []).map((mark) => [mark, kind]))),
    patterns: Object.fromEntries(
      Object.entries(patterns).map(([kind, lines]) => [
        kind,
        lines.map((line) => {
          const told = line.replaceAll('#', '#(?: #)*');
          const ofList = told.replace(/^(.*) (?:AT|ONTO)PLACE/, 'LIST $1STRANDED');
          return { verdict: expanded(told), list: expanded(ofList) };
        }),
      ]),
    ),
  };
  compiledFrames.set(language, compiled);
  return compiled;
}

/** Kind whose marks have a word. */
const kindOf = (word: string | undefined, language: Language): Kind | undefined =>
  framesIn(language).marks.get(word?.toLowerCase() ?? '');

/** `hourly fee` and `fee per hour` by each way to say the period; of other nouns, `hours per week`, behind the noun. */
function rateFrames(property: string, label: string, language: Language): Frame[] {
  const periods = record(language.data.periods);
  const all = language.words(label).map(({ text }) => text.toLowerCase());
  const end = all.findIndex(language.oneOf('rates'));
  const adverb = all.find((word) => periods.has(word));
  const unit = adverb === undefined ? all[end + 1] : periods.get(adverb);
  const [head, ...others] = (end < 0 ? all : all.slice(0, end)).filter((word) => !language.is('neutral', word));
  const same = [...periods.keys()].filter((word) => periods.get(word) === unit);
  if (head === undefined || others.length > 0 || same.length === 0 || (end < 0 && adverb === undefined)) return [];
  const kind = kindOf(head, language) ?? 'tally';
  const spoken = [...words(language.data.frames.every).map((word) => `${word} ${unit}`), ...same];
  return spoken.map((each) => ({ property, kind, key: kind === 'tally' ? `${head} ${each}` : each }));
}

/** Places of the words that a pattern leaves for what a question is about; undefined if none fits. */
function aboutIn(text: string, kind: Kind, isList: boolean, language: Language): readonly number[] | undefined {
  for (const { verdict, list } of framesIn(language).patterns[kind] ?? []) {
    const range = (isList ? list : verdict).exec(text)?.indices?.[1];
    if (!range) continue;
    const at = text.slice(0, range[0]).split(' ').length - 1;
    return text
      .slice(...range)
      .split(' ')
      .map((_, i) => at + i);
  }
  return undefined;
}
