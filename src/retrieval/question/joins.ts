/** Joints of two parts of a reading that no word connects: the same thing, or a property that no word names. */
import { POSSESSIVE } from '../language/words';
import type { Language } from '../language/language';
import { factorOf } from '../language/numbers';
import { carried } from './carried';
import { classesOf, fits, openly, type Unsaid } from './classes';
import {
  apart,
  connected,
  isComplement,
  isPossessor,
  isPredicate,
  isValue,
  kindOf,
  strandedBehind,
  type Draft,
  type State,
} from './draft';
import { isEvent, participantsOf } from './event-classes';
import { mayJoin, participantOf } from './events';
import { pathTo } from './hops';
import { attributed, contained, isPlace, places } from './places';
import { isSingularOf, lastWordOf, type Schema } from './schema';
import { does, isDoerOf } from './doers';
import type { Meaning, Relation } from './types';
import { COST } from './weights';

/** Maximum words between two terms that an unnamed property connects. */
const MAX_BETWEEN = 4;
/** Maximum properties of one joint. */
const MAX_PROPERTIES = 4;

export function joints(draft: Draft, state: State): State[] {
  const { terms, lower } = draft;
  const out: (State | undefined)[] = [];
  for (const [i, left] of terms.entries()) {
    for (const [j, right] of terms.entries()) {
      if (j <= i || state.parts[i] === state.parts[j]) continue;
      const between = lower.slice(left.to, right.at);
      const away = apart(draft, i, j);
      const same = sameCost(draft, i, j, between);
      if (same !== undefined) out.push(connected(state, [i, j], same + away));
      for (const { property, isLeftSubject, cost } of unsaid(draft, state, i, j, between)) {
        const [subject, object] = isLeftSubject ? [i, j] : [j, i];
        out.push(connected(state, { property, subject, object }, cost + away));
      }
    }
  }
  return out.flatMap((each) => each ?? []);
}

/** Returns the cost of the reading of two terms as one thing; undefined without a reason for it. */
function sameCost(draft: Draft, i: number, j: number, between: readonly string[]): number | undefined {
  const { terms, parsed, language, lower, focus, verbs, schema } = draft;
  const { form } = parsed;
  const [left, right] = [terms[i]!.meaning, terms[j]!.meaning];
  // "Is Ada's application a person?", "is the owner of the Swan a pub?": not Ada, not the Swan.
  const isOfOther = between.length > 0 && (form.wants === 'verdict' || left.kind === 'nodes') && isComplement(draft, i);
  if (isPossessor(draft, i) || isOfOther) return undefined;
  // "Did Thistle pass Inspection A2?"
  const event = [i, j].find((k) => terms[k]!.isEvent);
  if (event !== undefined) {
    const own = classesOf(terms[event]!.meaning, schema);
    const others = classesOf(event === i ? right : left, schema);
    return others.some((name) => own.some((of) => schema.isWithin(name, of))) ? 0 : undefined;
  }
  if (isValue(left) || isValue(right))
    return [left, right].some(({ kind }) => kind === 'noun') ? COST.sameValue : undefined;
  if (left.kind === 'nodes' && right.kind === 'nodes') return undefined;
  // "Wrote a guidebook but no novel": two things that the verb takes.
  const isTaken = verbs.some(({ at }) => at < terms[i]!.at) && between.some(language.oneOf('contrast'));
  if (isTaken && terms[j]!.isNegated) return undefined;
  // "Has Rex as a pet".
  const isRole = left.kind === 'nodes' && right.kind === 'noun' && language.is('as', between[0] ?? '');
  if (isRole && between.slice(1).every(language.oneOf('articles'))) return COST.same;
  const be = between.findLastIndex(language.oneOf('be'));
  // "Are without a depot": not that they are none.
  const isLacking = (word: string): boolean => language.is('negators', word) && language.is('connecting', word);
  const isLink = (word: string): boolean => language.is('prepositions', word) || isLacking(word);
  const hasPreposition = between.slice(be + 1).some(isLink);
  const hasVerb = verbs.some(({ at }) => at >= terms[i]!.to + Math.max(0, be) && at < terms[j]!.at);
  const isCopula = be >= 0 && !hasPreposition && !hasVerb;
  // "Who is older, the one or the other?"
  if (i === focus && right.kind === 'nodes' && right.joined === 'or' && parsed.superlative) return COST.same;
  if (left.kind === 'asked') {
    if (right.kind === 'nodes') return undefined;
    const isFigure = form.wants === 'time' || form.wants === 'number';
    // "Where is her appointment?": not the appointment itself.
    if (form.isWhere && right.kind === 'noun' && right.relation.head === 'subject') return undefined;
    // "In which building is the telescope": the building is no telescope.
    if (right.kind === 'noun' && !hasPreposition && (form.fronted === undefined || right.relation.isWhole))
      return isFigure ? COST.same : be >= 0 || between.length === 0 ? 0 : undefined;
    return right.kind !== 'noun' && isCopula && !isFigure && !form.isWhere && i === focus ? COST.same : undefined;
  }
  if (form.fronted !== undefined && i === focus) return undefined;
  // "The project Aurora", "the captain Ida Holm", "an optical instrument".
  if (between.length === 0) {
    if ((left.kind === 'class' && right.kind === 'class') || left.kind === 'any' || right.kind === 'any') return 0;
    if ((left.kind === 'class' || left.kind === 'noun') && right.kind === 'nodes') return COST.same;
    // "The Troponin test", of a test; "the Lipid Panel tests" are other ones.
    const isOwnClass =
      left.kind === 'nodes' &&
      right.kind === 'class' &&
      isSingularOf(schema.vocabulary.classes.get(right.name)!.labels, lower[terms[j]!.to - 1]!) &&
      left.nodes.every(({ types }) => types.includes(right.name));
    if (isOwnClass) return COST.same;
  }
  if (isCopula) return COST.same;
  // "Have their home port in Lunde Basin".
  const [first = ''] = between;
  const isPlaced = left.kind === 'noun' && right.kind === 'nodes' && between.length <= 2;
  if (isPlaced && language.is('prepositions', first) && !language.is('possessiveMarkers', first)) return COST.sameValue;
  // "Is the Fulmar a steamship?", "of which ships is Holm Creek the home port?"
  const before = lower.slice(0, terms[i]!.at).some(language.oneOf('be'));
  if (hasPreposition) return undefined;
  if (before && !hasVerb) return COST.same;
  // "Which alliance is the airline that flies there a member of?"
  const isClause = before && language.is('relatives', lower[terms[i]!.to] ?? '') && right.kind === 'noun';
  if (isClause && left.kind === 'class') return COST.sameApart;
  // "Has Ada a dog?", "does she have one?": not whether she is one.
  const isHaving = lower.some(language.oneOf('having'));
  const isPossible =
    form.wants === 'verdict' && !isHaving && right.kind === 'class' && left.kind !== 'class' && left.kind !== 'any';
  return isPossible ? COST.sameApart : undefined;
}

/** Properties that connect two terms by their classes alone, the most specific first. */
function unsaid(draft: Draft, state: State, i: number, j: number, between: readonly string[]): readonly Unsaid[] {
  const { terms, schema, parsed, focus, verbs, names, insideOf, language } = draft;
  const { form } = parsed;
  const [left, right] = [terms[i]!.meaning, terms[j]!.meaning];
  // "Easy trails".
  if (isValue(left) && between.length === 0 && right.kind === 'class')
    return valued(right, left, draft).map((each) => ({ ...each, isLeftSubject: false }));
  if (isValue(left) || isPredicate(draft, j) || !mayJoin(draft, i, j, between)) return [];
  if (isValue(right)) return isOfFigure(draft, i, j) ? [] : valued(left, right, draft);
  const transfer = carried(draft, i, j);
  if (transfer) return transfer;
  // "Return PEN 104": of what the event is.
  if (terms[i]!.isEvent && right.kind === 'nodes' && between.every(draft.language.oneOf('articles'))) {
    const said: Relation = { property: '', agent: 'object', head: undefined, turns: false };
    const patient = participantOf(draft, state, i, j, said);
    if (patient !== undefined) return [{ property: patient, isLeftSubject: true, cost: COST.event }];
  }
  const ofMoment = (): readonly Unsaid[] =>
    one(
      schema.times.filter((name) => schema.tells(name, form.moment)),
      right,
      schema,
      false,
    );
  if (i === focus && left.kind === 'asked' && participantsOf(right, schema).length > 0) {
    const isPlaced = form.isWhere && terms[j]!.isEvent;
    const own = isPlaced ? places(draft, right, undefined) : ofMoment();
    if (isPlaced || form.wants === 'time') return own.map((each) => ({ ...each, cost: COST.ofEvent }));
  }
  const isAsked = i === focus && left.kind === 'asked' && verbs.length === 0;
  // "Where was Ada born?", of whose birth the year alone is told: not where she worked.
  if (i === focus && form.isWhere && isHalfSaid(draft)) return [];
  // "Where was Rita vaccinated?": not where she is.
  const isElsewhere = terms.some(({ isEvent }) => isEvent) && !terms[j]!.isEvent;
  if (isAsked && form.isWhere) return isElsewhere ? [] : places(draft, right, strandedBehind(draft, j));
  // "When is Willow's appointment?"
  const isOwned = terms.length === 3 && isPossessor(draft, j - 1) && j === 2;
  if (isAsked && form.wants === 'time' && (terms.length === 2 || isOwned))
    return ofMoment().filter(({ property }) => isItsTime(property, draft, right) && isWhole(property, draft, right));
  const attribute = attributed(draft, i, j, between);
  if (attribute) return [attribute];
  if (isAsked && form.wants === 'node' && !form.isWho) return contained(draft, j, between);
  const own = kindOf(draft, state, i);
  // "Who is in the club?": a person.
  const isPerson = isAsked && form.isWho && own.classes.length === 0 && apart(draft, i, j) === 0;
  const kinds = [isPerson ? { classes: schema.kindsOfPeople } : own, kindOf(draft, state, j)] as const;
  const isOpen = kinds[0].classes.length === 0;
  const price = kinds[1].classes.length === 0 ? undefined : priceOf(draft, i, j, between);
  // "Everything by Ada": of a property that is called so.
  if (!price || (isOpen && (left.kind !== 'any' || price.words.length === 0 || apart(draft, i, j) > 0))) return [];
  const inner = insideOf(right);
  const isFree = language.data.nounsAreCapitalized;
  // "Lent by Ada": not borrowed by her.
  const isDone = price.words.some(language.oneOf('agentMarkers'));
  // "Is the valley in the town?": not whether the town is in the valley.
  const isInside = !price.isMoved && price.words.length > 0 && price.words.every(language.oneOf('locatives'));
  const stems = [terms[i]!, ...verbs].map(({ at }) => form.words[Math.floor(at)]!.stem);
  const found: (Unsaid & { readonly rank: number })[] = [];
  for (const [property, { isObject, labels }] of schema.vocabulary.properties) {
    const [domain, range] = [schema.endsOf(property, 'subject'), schema.endsOf(property, 'object')];
    const isContaining = names.containments.includes(property);
    if (!isObject || (domain.length + range.length === 0 && !isContaining)) continue;
    const isOutward = isContaining || labels.some((label) => language.is('prepositions', lastWordOf(label)));
    for (const isLeftSubject of [true, false]) {
      // "The clubs for teachers", "clubs that have teachers": not those led by teachers.
      const isDoer = price.haver === (isLeftSubject ? 'left' : 'right') && schema.isOfAgents(property);
      if (isDone && !(isLeftSubject && does(property, stems, schema, language, !terms[i]!.isEvent))) continue;
      if (isDoer && !isDoerOf(property, kinds[isLeftSubject ? 1 : 0].classes, schema, language)) continue;
      if ((isPerson || (isInside && isOutward)) && !isLeftSubject && price.words.length > 0) continue;
      const [subject, object] = isLeftSubject ? kinds : [kinds[1], kinds[0]];
      // "The devices in Finland": at a place within it.
      const isWithin = isLeftSubject && inner.length > 0 && !isContaining;
      const within = isWithin ? openly({ classes: inner, isKnown: true }, range, schema) + COST.belowClass : Infinity;
      // "On which floor is the clock": on that of its room.
      const isAround =
        price.isMoved && !isLeftSubject && isPlace(names, range, 'subject') && isPlace(names, object.classes);
      const isMoving = subject.classes.some((name) => schema.isPeople(name));
      const around = isAround && !isMoving && schema.isLocative(property) ? COST.aboveClass : Infinity;
      const outer = Math.min(openly(object, range, schema, isContaining), within, around);
      const isSaid = isLeftSubject !== (price.isMoved === true) && isCalled(labels, price.words);
      let rank = (isOpen && isLeftSubject ? 0 : openly(subject, domain, schema, isContaining)) + outer;
      if (!Number.isFinite(rank) || (isOpen && !isSaid)) continue;
      // "Has a dog" of `owns`, rather than of another verb.
      const isHaver = price.haver === (isLeftSubject ? 'left' : 'right') || isFree;
      const isOwned = price.haver !== undefined && isHaver && isOwning(labels, language);
      if (isSaid || isOwned) rank += COST.called;
      found.push({ property, isLeftSubject, rank, cost: Math.max(0.1, price.cost + rank) });
    }
  }
  return found.sort((a, b) => a.rank - b.rank).slice(0, MAX_PROPERTIES);
}

/** True if a verb lacks its other side, or a figure is named without its value, in the one clause that there is. */
function isHalfSaid({ terms, lower, language, schema }: Draft): boolean {
  const isFigure = (meaning: Meaning): boolean =>
    meaning.kind === 'noun' && !schema.isObject(meaning.relation.property) && !schema.isFlag(meaning.relation.property);
  const isLacking = terms.some(
    ({ meaning, at }) => (meaning.kind === 'any' && !Number.isInteger(at)) || isFigure(meaning),
  );
  const isClause = lower.slice(1).some(language.oneOf('relatives'));
  return isLacking && !isClause && !terms.some(({ meaning }) => isValue(meaning));
}

/** "A wing area of more than 80 metres": of nothing but the area, whatever else is told in metres. */
function isOfFigure({ terms, lower, language, schema }: Draft, i: number, j: number): boolean {
  return terms.some(
    ({ meaning, to }, k) =>
      k !== i &&
      meaning.kind === 'noun' &&
      !schema.isObject(meaning.relation.property) &&
      to < terms[j]!.at &&
      lower.slice(to, terms[j]!.at).every(language.oneOf('articles', 'prepositions', 'decisive')),
  );
}

const isOwning = (labels: readonly string[], language: Language): boolean =>
  labels.some((label) => language.isOwning(language.words(label)[0]?.stem ?? ''));

/** True if a label has one of the words. */
const isCalled = (labels: readonly string[], words: readonly string[]): boolean =>
  labels.some((label) => words.some((word) => label.toLowerCase().split(' ').includes(word)));

interface Price {
  readonly cost: number;
  /** Prepositions that the property's name may have. */
  readonly words: readonly string[];
  /** The term that has the other one, by `have` or a preposition other than `of`, `by` and `from`. */
  readonly haver?: 'left' | 'right';
  /** The preposition stands before the question or at its end: it is of the left term. */
  readonly isMoved?: true;
}

/** Returns the cost of an unnamed property, by the words between the terms; undefined without a reason for one. */
function priceOf(draft: Draft, i: number, j: number, between: readonly string[]): Price | undefined {
  const { terms, parsed, language, lower, focus } = draft;
  const { fronted, words } = parsed.form;
  const isPassed = language.oneOf('articles', 'be', 'relatives', 'negators', 'existential', 'both', 'happening');
  const own = between.filter((word) => !isPassed(word));
  const [first = ''] = own;
  const all = own.filter(language.oneOf('prepositions'));
  // "The people on the stage in Low Water": they are in it, not on it.
  const prepositions = apart(draft, i, j) > 0 ? all.slice(-1) : all;
  const isAsked = terms[i]!.meaning.kind === 'asked';
  // Words of the terms between say nothing of these two.
  const named = terms.slice(i + 1, j).reduce((sum, term) => sum + term.to - Math.ceil(term.at), 0);
  if (between.length - named <= MAX_BETWEEN) {
    if (between.length === 0 && POSSESSIVE.test(words[Math.ceil(terms[i]!.to) - 1]!.text))
      return { cost: COST.unsaidOf, words: [] };
    // "The Lawn Care products"; "Are Rex and Tiger terriers?" has two nouns.
    const isBeside =
      between.length === 0 &&
      parsed.form.wants !== 'verdict' &&
      terms[i]!.meaning.kind === 'nodes' &&
      terms[j]!.meaning.kind === 'class';
    if (isBeside) return { cost: COST.unsaidPreposition, words: [] };
    const isWho = isAsked && parsed.form.isWho && between.some(language.oneOf('be'));
    if (isWho && prepositions.length === 1)
      return { cost: COST.unsaidPreposition, words: prepositions, haver: 'right' };
    // "Who has a permit"; of "Who has Rex as a pet?" the noun tells what.
    const isHaver = isAsked && parsed.form.isWho && terms[j]!.meaning.kind === 'class';
    if (isHaver && language.is('having', first)) return { cost: COST.unsaidHas, words: [], haver: 'left' };
    const isHelped = between.some(language.oneOf('subjectAfter'));
    if (isHelped && language.is('having', lower[terms[j]!.to] ?? ''))
      return { cost: COST.unsaidHas, words: [], haver: 'right' };
    if (!isAsked && language.is('possessiveMarkers', first)) return { cost: COST.unsaidOf, words: prepositions };
    const isOfOther = all.length > prepositions.length ? COST.ofPossessor : 0;
    if (!isAsked && language.is('prepositions', first))
      return {
        cost: COST.unsaidPreposition + isOfOther,
        words: prepositions,
        ...(!prepositions.some(language.oneOf('agentMarkers', 'origins')) && {
          haver: 'left' as const,
        }),
      };
    // "Has Ada a dog?"
    const isVerdict = parsed.form.wants === 'verdict' && all.length === 0 && Math.floor(terms[i]!.at) === 1;
    const isHad = language.is('having', first) || (isVerdict && language.is('having', lower[0]!));
    if (!isAsked && isHad) return { cost: COST.unsaidHas, words: [], haver: 'left' };
    const stranded = i === focus ? strandedBehind(draft, j) : undefined;
    const moved = stranded ?? (i === focus ? fronted : undefined);
    if (moved !== undefined) return { cost: COST.unsaidPreposition, words: [moved], isMoved: true };
  }
  // "Who teaches it in Department0": said of who is asked for, behind what the verb takes.
  const last = between.findLast((word) => !language.is('articles', word)) ?? '';
  const isLate = i === focus && between.length <= 2 * MAX_BETWEEN && language.is('prepositions', last);
  return isLate ? { cost: COST.unsaidLate, words: [last] } : undefined;
}

/** "The ships of 1871", "built before 1885", "took 90 minutes". */
function valued(thing: Meaning, value: Meaning, { schema, language }: Draft): readonly Unsaid[] {
  if (value.kind !== 'value') return [];
  // "On Tuesdays".
  if (value.values.every((each) => language.weekdayOf(String(each.value)) !== undefined)) {
    const days = [...schema.vocabulary.properties.keys()].filter((name) => schema.isWeekday(name));
    return one(days, thing, schema, true);
  }
  if (value.of !== undefined) {
    const isOwn = one([value.of], thing, schema, true).length > 0;
    const isOfKind = (): boolean =>
      pathTo(classesOf(thing, schema), schema.endsOf(value.of!, 'subject'), schema) !== undefined;
    return isOwn || isOfKind() ? [{ property: value.of, isLeftSubject: true, cost: COST.ofValue }] : [];
  }
  if (thing.kind === 'nodes') return [];
  const { unit } = value.values[0]!;
  if (unit !== undefined) {
    const isOfUnit = (name: string): boolean => {
      const own = schema.isObject(name) ? undefined : schema.unitOf(name);
      return own !== undefined && factorOf(unit, own.unit) !== undefined;
    };
    return one([...schema.vocabulary.properties.keys()].filter(isOfUnit), thing, schema, true);
  }
  const isYear = value.values.every(
    ({ value: time }) =>
      /^(?:\d{4}-\d\d-\d\d|--\d\d)/.test(String(time)) || (Number(time) >= 1000 && Number(time) <= 2200),
  );
  if (!isYear) return [];
  // "On 4 March": no time of the day that is a text.
  const dated = value.values.some(({ value: day }) => typeof day === 'string')
    ? one(
        schema.times.filter((name) => schema.isDated(name)),
        thing,
        schema,
        true,
      )
    : [];
  return dated.length > 0 ? dated : one(schema.times, thing, schema, true);
}

/** "When is Low Water?": the day of a concert, and not that on which a film was released. */
function isItsTime(property: string, { schema, language, lower }: Draft, thing: Meaning): boolean {
  const isOfEvent = classesOf(thing, schema).some((name) => isEvent(name, schema));
  if (isOfEvent || schema.isOwnTime(property) || schema.edges('beginnings').includes(property)) return true;
  // "Since when has she been with us?", "what year is it from?"
  if (schema.tenures.includes(property) && lower.some(language.oneOf('sinces'))) return true;
  if (schema.starts.includes(property) && language.is('origins', lower.at(-1)!)) return true;
  // "Departure", and not "released".
  const isOwn = (label: string): boolean =>
    label.includes(' ')
      ? language.phraseAt('taking', label.toLowerCase().split(' '), 0) > 0
      : !language.isParticiple(label.toLowerCase());
  return schema.vocabulary.properties.get(property)!.labels.some(isOwn);
}

/** "When is the lesson?": not at a time of the day alone, where it has a day of the week, too. */
function isWhole(property: string, { schema, parsed }: Draft, thing: Meaning): boolean {
  if (parsed.form.moment !== undefined || !schema.tells(property, 'clock') || schema.tells(property, 'day'))
    return true;
  const days = [...schema.vocabulary.properties.keys()].filter((name) => schema.isWeekday(name));
  return one(days, thing, schema, false).length === 0;
}

/** The one property that can be meant of something. */
function one(properties: readonly string[], thing: Meaning, schema: Schema, isLeftSubject: boolean): readonly Unsaid[] {
  const classes = classesOf(thing, schema);
  const all = properties.filter((name) =>
    Number.isFinite(fits({ classes, isKnown: thing.kind === 'nodes' }, schema.endsOf(name, 'subject'), schema)),
  );
  // A property without a domain is one of its times, if it is called so: `date`, `start time`.
  const isItsOwn = (name: string): boolean =>
    schema.isOwnTime(name) ||
    schema.vocabulary.properties.get(name)!.domain.length > 0 ||
    schema.edges('beginnings').includes(name) ||
    schema.isWeekday(name);
  const known = all.filter(isItsOwn);
  // Of several dates of an order, `order date` is its own.
  const [property, ...others] = known.length > 1 ? known.filter((name) => schema.isOwnTime(name)) : known;
  return property !== undefined && others.length === 0 ? [{ property, isLeftSubject, cost: COST.moment }] : [];
}
