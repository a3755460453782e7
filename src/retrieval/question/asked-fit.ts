/** Check of the expected answer type: person, place, time, measure or count. */
import { leadsToGoal } from './carried';
import { isEvent } from './event-classes';
import type { Names } from './names';
import { isPlace } from './places';
import { stemOf } from '../language/words';
import type { Schema } from './schema';
import { isClass, type Candidate, type Chunked, type Link } from './types';
import { refused, type Fit, type VariableDraft } from './variable-draft';
import { COST } from './weights';
import type { Wording } from './wording';

/** A candidate whose terms and facts are put together. */
interface Gathered {
  readonly candidate: Candidate;
  readonly question: Chunked;
  /** Term → its variable. */
  readonly group: readonly number[];
  readonly drafts: readonly VariableDraft[];
  /** Between variables. */
  readonly links: readonly Link[];
  readonly focus: number | undefined;
  readonly asked: VariableDraft | undefined;
}

/** @returns the cost of an answer to `who` that is no person, or the mismatch with the expected answer type */
export function fitOfAsked(gathered: Gathered, names: Names, wording: Wording): Fit {
  const empty = unasked(gathered);
  if (empty !== undefined) return refused('domain', empty);
  const { asked, question, links, focus } = gathered;
  const { schema } = names;
  const link = links.find(({ object }) => object === focus);
  const isSomeone = asked && [...asked.classes].some((name) => schema.isPeople(name));
  const isTime = asked?.isValue === true && schema.isTime(link!.property);
  if ((isSomeone || isTime) && isOfThing(gathered)) return refused('domain', 'the question asks for a thing');
  if (asked && isOfDeed(gathered, asked, schema)) return refused('domain', 'the question asks for what it was done to');
  const wrong = asked && misfit(question, asked, link, names);
  if (wrong !== undefined) return refused('datatype', wrong);
  const figure = unlikeFigure(gathered, names, wording);
  if (figure) return figure;
  // "Who leads the museum?": no tour. "Who is its competitor?" may be anything.
  if (!asked || !question.form.isWho) return { cost: 0 };
  const isCalled = gathered.candidate.terms.some(
    ({ meaning }, i) => gathered.group[i] === focus && meaning.kind !== 'asked',
  );
  const isThing = asked.isLinked && !asked.nodes && !isCalled && !schema.mayAct([...asked.classes], names.language);
  if (isThing) return refused('kind', 'what is asked for does nothing');
  if (schema.mayBePeople([...asked.classes])) return { cost: 0 };
  return mayAct(gathered, asked, schema) ? { cost: COST.noPerson } : refused('kind', 'what is asked for is no person');
}

/** Reason for which a reading has no open variable to ask for. */
function unasked({ candidate, question, links, asked }: Gathered): string | undefined {
  // "Which of the two": the term that is asked for has the names itself.
  const isSelection = candidate.focus !== undefined && candidate.terms[candidate.focus]!.meaning.kind === 'nodes';
  const isChoice = asked?.joined === 'or' && (isSelection || question.superlative !== undefined);
  if (asked?.nodes && question.form.wants !== 'kind' && !isChoice) return 'the question names its own answer';
  // "What is?": anything would do. "And in which newspaper?": not any newspaper.
  const isBare = candidate.terms.length === 1 && candidate.terms[0]!.meaning.kind === 'asked' && !question.superlative;
  const isOfAny = question.form.fronted !== undefined && links.length === 0;
  return isBare || isOfAny ? 'nothing is said of what is asked for' : undefined;
}

/** "What was it vaccinated for?": nobody. */
function isOfThing({ candidate: { focus, terms, same }, question }: Gathered): boolean {
  const isBare = focus !== undefined && terms[focus]!.meaning.kind === 'asked';
  const { isWho, isWhere, isOwner, wants } = question.form;
  return isBare && !same.some((pair) => pair.includes(focus)) && wants === 'node' && !(isWho || isWhere || isOwner);
}

/** "What did she inspect?": a ship, and not the inspection that `inspects` it. */
function isOfDeed(gathered: Gathered, { classes }: VariableDraft, schema: Schema): boolean {
  if (!isOfThing(gathered)) return false;
  const { links, focus, question } = gathered;
  const verbs = links.flatMap(({ by, subject, property }) =>
    by !== undefined && subject === focus && schema.isOfAgents(property)
      ? [question.form.words[Math.floor(by)]!.stem]
      : [],
  );
  const isDone = (label: string): boolean => verbs.includes(stemOf(label));
  return (
    verbs.length > 0 &&
    [...schema.vocabulary.properties.values()].some(
      ({ name, isObject, labels }) =>
        isObject && schema.classesOf(name, 'subject').some((each) => classes.has(each)) && labels.some(isDone),
    )
  );
}

/** "Who reported it?" may be a firm, and "our oldest patient" a dog; "who is in the school?" is not a form. */
function mayAct({ candidate, question, links, focus }: Gathered, asked: VariableDraft, schema: Schema): boolean {
  const isNamed = (at: number): boolean => candidate.terms.some((term) => term.at === at && !term.isEvent);
  const isActing = links.some(
    ({ property, object, subject, by }) =>
      (subject === focus && by !== undefined && !isNamed(by)) || (object === focus && schema.isOfAgents(property)),
  );
  const isRanked = asked.isNamed && question.superlative !== undefined;
  return isActing || isRanked || [...asked.classes].some((name) => schema.isBody(name));
}

/** Refusal of a count, a superlative or a sum that the reading cannot give; undefined if it can. */
function unlikeFigure(gathered: Gathered, { language, schema }: Names, wording: Wording): Fit | undefined {
  const { candidate, question, group, drafts, links, focus, asked } = gathered;
  const { form } = question;
  // "How many members can the club have?": not how many it has.
  const isCapacity = wording.isAble && form.lower.some(language.oneOf('having'));
  if (form.wants === 'count' && isCapacity && asked && !asked.isValue)
    return refused('domain', 'what may be is not what is');
  // "How long was the ship in the dock?": what has a name is not described.
  const told = links.find(({ object, property }) => object === focus && asked?.isValue && !schema.isTime(property));
  const isOfNames = ({ subject, object, by }: Link): boolean =>
    by === undefined &&
    [subject, object].includes(told!.subject) &&
    !!drafts[subject]!.nodes &&
    !!drafts[object]!.nodes;
  if (told && links.some((each) => each !== told && isOfNames(each)))
    return refused('domain', 'what has a name is not described');
  // "How many pupils at the school are in Form 3A?": the number that is told is of all of them.
  const isTally = links.some(({ object, property }) => object === focus && schema.isTally(property));
  const isSaid = (draft: VariableDraft): boolean => !!draft.nodes || draft.given.size + draft.values.length > 0;
  const named = drafts.filter((draft) => draft !== asked && isSaid(draft));
  if (isTally && form.wants === 'count' && named.length > 1)
    return refused('domain', 'a number that is told has no conditions');
  // "The cheapest category": of all of them, where they are a class; not of those that something has.
  const isOfClass = (at: number): boolean =>
    question.chunks.some(({ from, meanings }) => from === at && meanings.some(isClass));
  const isOwned = ({ subject, object }: Link): boolean =>
    candidate.terms.some(({ meaning, at }, i) => group[i] === object && meaning.kind === 'noun' && isOfClass(at)) &&
    candidate.terms.every(
      ({ meaning }, i) => group[i] !== subject || meaning.kind === 'any' || meaning.kind === 'asked',
    );
  if (question.superlative && links.some(isOwned)) return refused('domain', 'all of the class are meant');
  const isRate = links.some(({ object, property }) => object === focus && wording.isRate(property));
  return question.aggregate === 'sum' && isRate ? refused('datatype', 'a rate has no sum') : undefined;
}

/** Most words up to the noun of "how many people". */
const MOST_ASKING = 4;

/** Mismatch between the expected answer type and a variable; undefined if they agree. */
function misfit(
  { form, isAge, superlative }: Chunked,
  draft: VariableDraft,
  link: Link | undefined,
  names: Names,
): string | undefined {
  const { schema } = names;
  const property = draft.isValue ? link?.property : undefined;
  const [isNumber, isTime] = property === undefined ? [] : [schema.isNumber(property), schema.isTime(property)];
  const isFigure = isNumber || isTime;
  const isFlag = property !== undefined && schema.isFlag(property);
  if (form.wants === 'time' && !isTime) return 'the question asks for a time';
  // "How many people does the tank hold?": not how many litres.
  const isOfPeople = form.lower.slice(0, MOST_ASKING).some(names.language.oneOf('people'));
  if (isNumber && form.wants === 'number' && isOfPeople && schema.unitOf(property!) !== undefined)
    return 'people have no such unit';
  const says = (list: 'sinces' | 'untils' | 'pasts' | 'presents' | 'preterites'): boolean =>
    form.lower.some((word) => names.language.is(list, word));
  // "When did it open?", "since when is it open?": not at a time of each day.
  const isTimeOfDay = property !== undefined && schema.isTimeOfDay(property);
  const isLate = property !== undefined && schema.isEnd(property);
  const isOther = (says('sinces') && (isLate || isTimeOfDay)) || (says('untils') && !isLate);
  if (form.wants === 'time' && isOther) return 'the question asks for the other end';
  if (form.wants === 'time' && !schema.tells(property!, form.moment)) return 'the question asks for another time';
  // "When was it opened?"
  const isDone = says('preterites') && form.lower.some((word) => names.language.isParticiple(word));
  if (form.wants === 'time' && isTimeOfDay && (says('pasts') || isDone)) return 'the question asks for a day';
  // "When does it open?": not when it was opened.
  const isPast = (label: string): boolean => {
    const all = label.toLowerCase().split(' ');
    return names.language.isParticiple(all[0]!) && all.slice(1).every(names.language.oneOf('prepositions'));
  };
  if (form.wants === 'time' && says('presents') && schema.labelsOf(property!).every(isPast))
    return 'the question asks for no day in the past';
  if (form.wants === 'number' && (property === undefined || isFlag)) return 'the question asks for a measure';
  // "How much did she pay?": not until when.
  if (form.wants === 'number' && !isNumber && !isAge) return 'the question asks for no time and no text';
  if (form.wants === 'count' && property !== undefined && !isNumber) return 'the question asks for a number';
  // "Who wrote it?" of a text `author`; who `attended` is no text of how many did.
  const isText = property !== undefined && !isFigure && !isFlag && !schema.isOfDoers(property, names.language);
  if ((form.isWho && (isFigure || isFlag || isText)) || (form.isOwner && property !== undefined))
    return 'the question asks for someone';
  if (form.isDeterminer && isFlag) return 'the question asks for what it is true of';
  // "Who works with her?": not the place where she works. "Who is the quay?": no place at all.
  const isPlace = link !== undefined && !draft.isValue && schema.isLocative(link.property);
  const kinds = isPlace || !draft.isLinked ? [...draft.classes] : undefined;
  const types = draft.nodes?.length === 1 ? draft.nodes[0]!.types : kinds;
  // "Who is our oldest patient?", of a vet's patients.
  const isUnranked = !(draft.isNamed && superlative) || draft.nodes !== undefined || isPlace;
  if (form.isWho && types && isUnranked && !schema.mayBePeople(types)) return 'what is asked for is no person';
  // "Who inspected it?", "where was it shown?": not the inspection.
  // "Where was she rescued?": not on the mission that `happened at` a place.
  const isHappening = (name: string): boolean =>
    [...schema.vocabulary.properties.values()].some(
      (each) =>
        schema.classesOf(each.name, 'subject').some((domain) => schema.isWithin(name, domain)) &&
        each.labels.some((label) => names.language.phraseAt('happening', label.toLowerCase().split(' '), 0) > 0),
    );
  const isOfEvent = (name: string): boolean => isEvent(name, schema) || (form.isWhere && isHappening(name));
  if ((form.isWho || form.isWhere) && [...draft.classes].some(isOfEvent)) return 'what is asked for is no event';
  const isPerson = [...draft.classes].some((name) => schema.isPeople(name));
  if (form.isThing && (isPerson || !link || !schema.endsWith(link.property, form.fronted!)))
    return 'the question asks for a thing, with a preposition';
  return form.isWhere && (isFigure || isPerson || !mayBePlace(draft, link, names))
    ? 'the question asks for a place'
    : undefined;
}

/** True if the ontology puts things in members of the classes, or if a name leads to them as to a place. */
function mayBePlace({ classes }: VariableDraft, link: Link | undefined, names: Names): boolean {
  const { language, schema } = names;
  const labels = link === undefined ? [] : schema.labelsOf(link.property);
  const leadsTo = new RegExp(language.data.places, 'i');
  const isBody = [...classes].some((name) => schema.isBody(name));
  return (
    isBody ||
    (link !== undefined && leadsToGoal(link.property, schema)) ||
    labels.some((label) => leadsTo.test(label) || label.split(' ').some(language.oneOf('locatives'))) ||
    isPlace(names, [...classes])
  );
}
