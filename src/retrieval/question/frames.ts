/**
 * Frames: everyday patterns of questions for properties that are named otherwise. "Can I bring my dog to the mill?" asks
 * for `dog friendly`, "Can I get it without a prescription?" for `prescription only`.
 */
import { words, type LanguageData } from '../language/data';
import type { Language } from '../language/language';
import { foldWord } from '../links/fold';
import type { Asked } from './asked';
import { keyOf } from './name-table';
import { figure, type Names } from './names';
import { openingOf } from './opening';
import type { Paraphrase } from './parse';
import type { Meaning } from './types';
import { COST } from './weights';

type Kind = keyof LanguageData['frames']['patterns'];

/** Property with the kind of patterns that ask for it. */
interface Frame {
  readonly property: string;
  readonly kind: Kind;
  /** Stems of the words that a question shares with the property's name: `dog`. */
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
  const { from, asked, to, wants } = openingOf(question, all, lower, names);
  const start = asked ?? from;
  const isNamed = (at: number): boolean =>
    language.is('articles', lower[at]!) ||
    named.some(({ nodes, longer = [], ...span }) => {
      const isWithin = span.start <= all[at]!.start && all[at]!.end <= span.end;
      return isWithin && nodes.length + longer.length > 0;
    });
  const found = framesOf(names).flatMap(({ property, kind, key }) => {
    const length = key.split(' ').length;
    const at = all.findIndex((_, i) => keyOf(all.slice(i, i + length)) === key);
    const text = lower.slice(start, to).map((word, i) => (start + i >= at && start + i < at + length ? '#' : word));
    const about = at < 0 ? undefined : aboutIn(text.join(' '), kind, asked !== undefined, language);
    const places = about?.map((i) => start + i) ?? [];
    if (!about || (wants === 'verdict' && !places.every(isNamed))) return [];
    const meaning: Meaning = {
      kind: 'noun',
      relation: { ...figure(property), isWhole: true },
      cost: COST.synonym,
    };
    // "Are dogs allowed": no verb stands at the front.
    return [{ meaning, places, at: wants === 'verdict' && kind === 'grant' ? from : at }];
  });
  const [first] = found;
  if (!first) return undefined;
  const meanings = found.flatMap(({ at, meaning }) => (at === first.at ? [meaning] : []));
  const isPassed = (i: number): boolean =>
    i !== first.at && !first.places.includes(i) && !language.is('negators', lower[i]!);
  const passed = lower.flatMap((_, i): Paraphrase[] =>
    i >= from && i < to && isPassed(i) ? [{ from: i, to: i + 1, meanings: [], by: [] }] : [],
  );
  return [...passed, { from: first.at, to: first.at + 1, meanings, by: [] }];
}

function framesOf({ schema, language }: Names): readonly Frame[] {
  const { marks } = language.data.frames;
  return [...schema.vocabulary.properties.keys()].flatMap((property) =>
    schema.labelsOf(property).flatMap((label): Frame[] => {
      const all = language.words(label).filter((word) => !language.isGrammar(word));
      const own = all.slice(0, -1);
      const mark = all.at(-1)?.text.toLowerCase() ?? '';
      const kind = (['grant', 'demand'] as const).find((each) => words(marks[each]).includes(mark));
      // "Adults only" demands nothing of those who come without one.
      const isOfPeople = kind === 'demand' && own.some(({ text }) => foldWord(text) !== text.toLowerCase());
      const isOne = kind !== undefined && own.length > 0 && !isOfPeople && schema.isFlag(property);
      return isOne ? [{ property, kind, key: keyOf(own) }] : [];
    }),
  );
}

/** Places of the words that a pattern leaves for what a question is about; undefined if none fits. */
function aboutIn(text: string, kind: Kind, isList: boolean, { data }: Language): readonly number[] | undefined {
  const { patterns, parts } = data.frames;
  for (const pattern of patterns[kind]) {
    let source = isList ? pattern.replace(/^(.*) (?:AT|ONTO)PLACE/, 'LIST $1STRANDED') : pattern;
    for (const [name, part] of Object.entries(parts)) source = source.replaceAll(name, part);
    const range = new RegExp(`^${source.replaceAll('#', '#(?: #)*')}$`, 'd').exec(text)?.indices?.[1];
    if (!range) continue;
    const at = text.slice(0, range[0]).split(' ').length - 1;
    return text
      .slice(...range)
      .split(' ')
      .map((_, i) => at + i);
  }
  return undefined;
}
