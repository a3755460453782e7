/** Words of a question that say nothing more where they stand: "the company", "took place", "did it last". */
import type { Amounts } from './amounts';
import type { Asked } from './asked';
import type { Lookup } from './lookup';
import type { Named } from './names';
import type { Opening } from './opening';
import { foldWord } from '../links/fold';
import { isClass, type Chunk, type Wants } from './types';
import { COST } from './weights';

/** A question as far as it has been read. */
export interface Reading {
  readonly asked: Asked;
  readonly lower: readonly string[];
  readonly opening: Opening;
  readonly lookup: Lookup;
  readonly amounts: Amounts;
  readonly chunks: readonly Chunk[];
  readonly wants: Wants;
}

/**
 * @param longest name that begins at the word
 * @returns end of the words that are passed over; undefined of others
 */
export function passedAt(at: number, reading: Reading, longest: Named | undefined): number | undefined {
  const { asked, lower, opening, lookup, amounts, chunks, wants } = reading;
  const { language } = asked.names;
  const word = lower[at]!;
  const next = lower[at + 1] ?? '';
  // "How many guitars do you sell?", of which nothing is sold: all there are.
  const offered = at + language.phraseAt('offered', lower, at);
  const isOfAll = offered > at && offered === opening.to && wants !== 'verdict' && chunks.at(-1)?.to === at;
  const isKnown = (): boolean => asked.words.slice(at, offered).some((each) => asked.names.find([each]).length > 0);
  if (isOfAll && chunks.at(-1)!.meanings.some(isClass) && !isKnown()) return offered;
  // "How many trays fit in the oven?", of "How many trays it holds".
  const tallied = wants === 'count' && chunks.length === 2 && !longest ? amounts.figuresOf(chunks[1], true) : [];
  const isHolding = (each: string): boolean => language.thesaurus.measuresOf(each).includes(language.stem('capacity'));
  const isHeld = (name: string): boolean => [...asked.names.glosses.properties.get(name)!.stems].some(isHolding);
  if (isHolding(word) && tallied.some(isHeld)) return at + 1;
  const inAll = wholeAt(at, reading);
  if (inAll !== undefined) return inAll;
  // "A as well as B": names that are joined.
  const behind = at + language.phraseAt('alongside', lower, at);
  const isNamed = (i: number): boolean =>
    lookup.spanAt(language.is('articles', lower[i] ?? '') ? i + 1 : i) !== undefined;
  if (behind > at && chunks.at(-1)?.to === at && isNamed(behind)) return behind;
  const happening = lookup.spanAt(at) ? 0 : language.phraseAt('happening', lower, at);
  const isCalled = longest !== undefined && (happening === 1 || longest.to >= at + happening);
  if (happening > 0 && (wants === 'time' || !isCalled)) return at + happening;
  // "How much did Ada pay for it": its price.
  const isPaid = opening.measure !== undefined && language.is('paying', word) && lower.slice(at).includes('for');
  if (isPaid && language.thesaurus.measuresOf(lower[opening.measure]!).length > 1) return at + 1;
  // "Come from Norland": are from there.
  if (!longest && language.is('coming', word) && language.is('origins', next)) return at + 1;
  // "How long did it last", "took longer than an hour".
  const isAsked = opening.measure !== undefined;
  const isBetween = language.isAny(next, 'articles', 'locatives');
  // "Take more drugs": a count.
  const { helpers } = language.data.degrees;
  const isCount = (i: number): boolean =>
    Object.hasOwn(helpers, lower[i] ?? '') && lookup.nameAt(i + 1)?.meanings.some(isClass) === true;
  const isAmount = (i: number): boolean => (amounts.isDegree(i) && !isCount(i)) || amounts.hasUnitAt(i);
  const isMeasured = (): boolean => isAsked || isAmount(at + 1) || (isBetween && isAmount(at + 2));
  if (language.is('measuring', word) && isMeasured()) return at + 1;
  // "How far can it fly?"
  if (isAsked && language.is('moving', word) && at + 1 === opening.to) return at + 1;
  // "How many kilometres long".
  const isUnit = language.is('units', foldWord(lower[at - 1] ?? ''));
  if (isUnit && chunks.at(-1)?.to === at && language.thesaurus.measuresOf(word).length > 0) return at + 1;
  // "An optical one".
  const last = chunks.at(-1);
  return language.is('anything', word) && last?.to === at && last.meanings.some(isClass) ? at + 1 : undefined;
}

/** "How many buses does the company have?", "the oldest vehicle in the fleet": of all there are. */
function wholeAt(at: number, { asked, lower, opening, lookup, amounts, chunks, wants }: Reading): number | undefined {
  const { names } = asked;
  const { language } = names;
  const isBehind = language.is('prepositions', lower[at]!);
  const from = isBehind ? at + 1 : at;
  const to = from + language.phraseAt('wholes', lower, from);
  if (to === from || lookup.spanAt(to - 1)) return undefined;
  const named = names.at(asked.words, to - 1)?.meanings ?? [];
  if (named.some(({ cost }) => cost < COST.head)) return undefined;
  const last = chunks.at(-1);
  if (isBehind) {
    const isOfClass = last?.meanings.some(isClass) === true;
    return isOfClass && lower.slice(last.to, at).every(language.oneOf('grammar')) ? to : undefined;
  }
  // "When did she join the company?"
  const isSaid = to === opening.to && last?.to === at && amounts.figuresOf(last, false).length > 0;
  if (isSaid && wants === 'time' && last.meanings.some(({ kind }) => kind === 'verb')) return to;
  const before = lower[at - 1] ?? '';
  if (!language.is('auxiliaries', before) && !language.is('having', before)) return undefined;
  const isOwned = language.is('supporting', lower[to] ?? '') && to + 1 === opening.to;
  return isOwned && !names.at(asked.words, to) ? to + 1 : to;
}

/** True of a word that says something by the thesaurus alone, if a number is named behind it. */
export function isBesideFigure(
  at: number,
  { lower, lookup, amounts }: Pick<Reading, 'lower' | 'lookup' | 'amounts'>,
  named: Named | undefined,
): boolean {
  const isOther = named?.meanings.every(({ cost }) => cost >= COST.synonym) ?? false;
  const isFigure = (i: number): boolean => {
    const other = lookup.nameAt(i);
    const isOwn = other?.meanings.some(({ cost }) => cost === 0) ?? false;
    return isOwn && amounts.figuresOf(other, false).length > 0;
  };
  return isOther && lower.some((_, i) => i > at && !lookup.spanAt(i) && isFigure(i));
}
