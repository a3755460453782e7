/**
 * Properties of transfer, said by a verb without a meaning of its own and a preposition: "went to the club" of
 * `given to`, "what do you have from Lunde" of `made by` and of `supplies`.
 */
import { LANGUAGES, words } from '../language/data';
import type { Language } from '../language/language';
import { stemOf } from '../language/words';
import { classesOf, fits, type Unsaid } from './classes';
import { doesEvent } from './doers';
import type { Draft } from './draft';
import { participantsOf } from './event-classes';
import type { Names } from './names';
import { AGENT_MARKERS, type Schema } from './schema';
import type { Chunked } from './types';
import { COST } from './weights';

type VerbList = 'selling' | 'sending' | 'creating' | 'fetching';
const GOALS: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ data }) => words(data.goals)));
const DESTINATIONS: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ data }) => words(data.destinations)));

const stemsOf = (...lists: readonly VerbList[]): ReadonlySet<string> =>
  new Set(LANGUAGES.flatMap(({ data }) => lists.flatMap((list) => words(data[list]).map(stemOf))));

const SELLING = stemsOf('selling');
const SOURCES = stemsOf('selling', 'sending', 'creating');
const MOVING = stemsOf('selling', 'sending', 'fetching');
/** Stems of verbs of making and writing. */
export const CREATING = stemsOf('creating');

/** True of prepositions of a source or a goal: `from`, `by` and `to`. */
const isMark = (word: string, language: Language): boolean => language.isAny(word, 'origins', 'agentMarkers', 'goals');

/**
 * Returns the one property of transfer between what is asked for and what is named; nothing if there are several.
 *
 * @returns undefined if the question says more than `go`, `come`, `get` or `have` and one preposition
 */
export function carried({ terms, verbs, ...draft }: Draft, i: number, j: number): readonly Unsaid[] | undefined {
  const { lower, language, schema, focus, parsed } = draft;
  const [left, right] = [terms[i]!, terms[j]!];
  if (terms.length !== 2 || verbs.length > 0 || i !== focus || right.meaning.kind !== 'nodes') return undefined;
  const behind = lower.slice(right.to);
  const said = [...lower.slice(left.to, right.at), ...behind];
  const isOpen = left.meaning.kind === 'asked';
  const isCarrier = language.oneOf('carrying', 'buying');
  const isSaid = said.some(isCarrier) || (isOpen && said.some(language.oneOf('be')));
  const stated = [...said, parsed.form.fronted ?? ''].filter(language.oneOf('prepositions'));
  // "Where did it go?": to what.
  const isGone = parsed.form.isWhere && stated.length === 0 && said.some(language.oneOf('going'));
  const prepositions = isGone ? words(language.data.goals) : stated;
  const lists = ['articles', 'auxiliaries', 'be', 'prepositions', 'particles', 'speakers'] as const;
  const isPlain = said.every((word) => isCarrier(word) || lists.some((list) => language.is(list, word)));
  const [preposition, ...others] = prepositions;
  if (!['node', 'count'].includes(parsed.form.wants)) return undefined;
  if (!isPlain || !isSaid || !isMark(preposition ?? '', language) || others.length > 0) return undefined;
  // "Which club did it go to?": the club is where it went.
  const isMoved = isGone || behind.includes(preposition!) || parsed.form.fronted !== undefined;
  // "Where do we get it from?"
  const isFetched = isOpen && isMoved && said.some(language.oneOf('supporting'));
  const isBought = said.some(language.oneOf('buying'));
  const own = classesOf(left.meaning, schema);
  const known = { classes: classesOf(right.meaning, schema), isKnown: true };
  // "Guests from Lunde": from where they live.
  if ((isMoved ? known.classes : own).some((name) => schema.isPeople(name))) return undefined;
  const found: Unsaid[] = [];
  for (const { name: property, isObject, inverses } of schema.vocabulary.properties.values()) {
    if (!isObject || found.some((each) => inverses.includes(each.property))) continue;
    const says = sideOf(property, preposition!, isBought || isFetched, schema);
    for (const isLeftSubject of [true, false]) {
      const [ofLeft, ofRight] = isLeftSubject ? (['subject', 'object'] as const) : (['object', 'subject'] as const);
      const isFit =
        (isOpen || Number.isFinite(fits({ classes: own }, schema.endsOf(property, ofLeft), schema))) &&
        Number.isFinite(fits(known, schema.endsOf(property, ofRight), schema));
      if (isFit && says === (isLeftSubject !== isMoved ? 'object' : 'subject'))
        found.push({ property, isLeftSubject, cost: COST.unsaidPreposition });
    }
  }
  if (found.length === 0 && !said.some(isCarrier)) return undefined;
  return found.length === 1 ? found : [];
}

/** The side of a property of transfer on which the source or the goal stands; undefined of other properties. */
function sideOf(
  property: string,
  preposition: string,
  isSold: boolean,
  { vocabulary }: Schema,
): 'subject' | 'object' | undefined {
  const sources = isSold ? SELLING : AGENT_MARKERS.has(preposition) ? CREATING : SOURCES;
  const sides = vocabulary.properties.get(property)!.labels.map((label) => {
    const [verb = '', last, ...others] = label.toLowerCase().replace(/^is /, '').split(' ');
    const stem = stemOf(verb);
    if (others.length > 0) return undefined;
    if (last === undefined && GOALS.has(preposition) && DESTINATIONS.has(verb)) return 'object';
    if (last === preposition && !AGENT_MARKERS.has(last) && MOVING.has(stem) && !isSold) return 'object';
    if (GOALS.has(preposition) || !sources.has(stem)) return undefined;
    // "Supplies"; who funds something has no more than paid for it.
    if (last === undefined) return verb.endsWith('s') && SELLING.has(stem) ? 'subject' : undefined;
    return AGENT_MARKERS.has(last) ? 'object' : undefined;
  });
  return sides.find((side) => side !== undefined);
}

/** True of a property that leads to where things go: `delivered to`, `destination`. */
export const leadsToGoal = (property: string, schema: Schema): boolean =>
  [...GOALS].some((word) => sideOf(property, word, false, schema) === 'object');

/** True of properties of transfer, and of the day on which something came in: `order date` of an order. */
export function isOfTransfer(property: string, { form }: Chunked, { language, schema }: Names): boolean {
  const { lower } = form;
  const isGone = lower.some(
    (word) => language.is('particles', word) || (language.is('moving', word) && !language.is('supporting', word)),
  );
  const hasCome = lower.some(language.oneOf('coming', 'supporting'));
  if (!schema.isObject(property))
    return hasCome && !isGone && schema.isOwnTime(property) && isOfOthers(property, language, schema);
  if (form.isWhere && leadsToGoal(property, schema)) return true;
  return lower.some((word) => isMark(word, language) && sideOf(property, word, false, schema) !== undefined);
}

/** True of a time of events that others than the staff bring about: orders that customers have placed. */
function isOfOthers(time: string, language: Language, schema: Schema): boolean {
  const { classes } = schema.vocabulary;
  const staff = schema.classesOfStaff(language);
  const isStaff = (name: string): boolean => staff.some((upper) => schema.isWithin(name, upper));
  return schema.endsOf(time, 'subject').every((name) => {
    const stems = new Set(classes.get(name)!.labels.map(stemOf));
    const doers = participantsOf({ kind: 'class', name, cost: 0 }, schema).filter((each) =>
      doesEvent(each, stems, schema),
    );
    return doers.length > 0 && !doers.some((each) => schema.endsOf(each, 'object').some(isStaff));
  });
}
