/** Fifth stage: what the ontology makes of a candidate: a reading that may hold, or one that cannot. */
import type { Node } from '../knowledge/nodes';
import { factorOf, isUnitOfTime, type NamedUnit } from '../language/numbers';
import { fitOfAsked } from './asked-fit';
import type { Names } from './names';
import { isEvent } from './event-classes';
import type { Schema } from './schema';
import { fitOfVariable, VariableDraft } from './variable-draft';
import { COST } from './weights';
import type { Wording } from './wording';
import { isRelation, type Candidate, type Chunked, type Condition } from './types';
import type { Link, Place, Rejection, Term, Variable } from './types';

/** Of a variable, the one with the most or the least of a property. */
interface Most {
  readonly variable: number;
  readonly property: string;
  readonly most: boolean;
  readonly place?: Place | undefined;
}

/** A candidate that the ontology allows: a tree of facts. */
export interface CheckedReading extends Pick<Candidate, 'links' | 'focus' | 'cost' | 'isWider'> {
  readonly variables: readonly Variable[];
  /** No answers: "other than the Aurora". */
  readonly excluded: readonly Node[];
  /** Of the variable, the one with the most or the least of a property. */
  readonly superlative?: Most;
  /** Values that are told together, that of the focus among them: "when does it open and close?" */
  readonly together?: readonly number[];
}

const TRUTH: ReadonlySet<string> = new Set(['true', 'false']);

type Verdict = { readonly reading: CheckedReading } | { readonly rejection: Rejection };

/** Whether a candidate can hold at all, by disjoint classes, domains, ranges and datatypes. */
export function check(candidate: Candidate, question: Chunked, names: Names, wording: Wording): Verdict {
  const { schema } = names;
  const group = groups(candidate);
  const drafts = Array.from({ length: Math.max(...group) + 1 }, () => new VariableDraft());
  const reject = (by: Rejection['by'], reason: string): Verdict => {
    const reading = describe(candidate, schema);
    return { rejection: { reading, reason, by, cost: candidate.cost, isOfFacts: candidate.links.length > 0 } };
  };
  const focus = candidate.focus === undefined ? undefined : group[candidate.focus]!;
  const ends = candidate.links.map((link) => ({ ...link, subject: group[link.subject]!, object: group[link.object]! }));
  const denied = denials(candidate, group, ends);
  if (!denied) return reject('domain', 'what is denied is not clear');
  const { lower, all } = question.form;
  // "Where can I park?" of where anything stands.
  const isOpen = candidate.terms.every(({ meaning: { kind } }) => kind === 'asked' || kind === 'any');
  const isFact = ends.some(({ property }) => !schema.isFlag(property));
  if (isOpen && isFact && candidate.cost >= COST.synonym && lower.some(names.language.oneOf('speakers', 'people')))
    return reject('domain', 'the question names nothing, and says it in other words');
  // "Who leads all groups?": nobody who leads one.
  const behind = candidate.terms.findIndex(
    ({ at, meaning }, i) => at >= (all ?? 0) && (group[i] === focus || meaning.kind !== 'noun'),
  );
  if (all !== undefined && group[behind] !== focus) return reject('domain', 'all are meant, not some');
  for (const [i, term] of candidate.terms.entries()) {
    // "Do I have to book?": what has to be done is no book.
    const isVerb = names.language.is('goals', lower[term.at - 1] ?? '');
    if (term.meaning.kind === 'class' && isVerb && names.language.phraseAt('needed', lower, term.at - 2) > 0)
      return reject('kind', `${lower[term.at]!} is what has to be done`);
    drafts[group[i]!]!.add(term, denied.classes.has(i));
  }
  const links: Link[] = [];
  for (const [i, given] of ends.entries()) {
    const { isNegated, ...link } = given;
    const { property } = link;
    const [s, o] = [drafts[link.subject]!, drafts[link.object]!];
    const [one, two] = [s, o].map(({ nodes }) => (nodes?.length === 1 ? nodes[0] : undefined));
    if (one && one === two) return reject('domain', `${one.label ?? one.uid} is compared with itself`);
    const isSaidNot = isNegated ?? denied.links.has(given);
    // "Does she work remotely?": that it is told is not enough.
    const isFlag = schema.isFlag(property) && o.values.length === 0 && focus !== link.object;
    const isDenied = isSaidNot && !isFlag;
    links.push({ ...link, ...(isDenied && { isNegated: true }) });
    // "Has the loan ended?": by today.
    const isOver =
      o.values.length === 0 && focus !== link.object && schema.isDay(property) && saysPast(question, names);
    const said = isFlag ? [{ how: 'eq' as const, value: String(!isSaidNot) }] : isOver ? untilToday() : o.values;
    const isOfNumber = question.form.wants === 'verdict' && schema.isNumber(property) && !schema.isTime(property);
    const isMost = isOfNumber && schema.isMost(property, names.language);
    // "Can it be rented for 30 euros?": of what it costs, nothing follows.
    if (isOfNumber && !isMost && wording.isAble && said.some(({ how }) => how === 'eq'))
      return reject('domain', 'what may be is not what is');
    // "Can it lift 30 tonnes?" of a `lifting capacity` of 45.
    const told = isMost ? said.map((each) => (each.how === 'eq' ? { ...each, how: 'ge' as const } : each)) : said;
    // "Was every inspection in 2022 passed?": the year is not of whether.
    if (schema.isFlag(property) && told.some(({ value }) => !TRUTH.has(String(value))))
      return reject('datatype', `${schema.label(property)} is true or false`);
    const values = schema.isObject(property) ? [] : converted(told, schema.unitOf(property));
    if (o.of !== undefined && o.of !== property)
      return reject('datatype', `${schema.label(property)} has no such value`);
    const { meaning, at } = candidate.terms[candidate.links[i]!.object]!;
    // "Were all ships of 2021 delivered?": the year tells which ships.
    const isOfKind =
      !names.language.data.nounsAreCapitalized ||
      lower.slice(at - 1, at + 1).some(names.language.oneOf('origins', 'possessiveMarkers'));
    const isDay = schema.isTime(property) && o.values.length > 0 && at < (given.by ?? 0);
    if (question.form.universal !== undefined && isOfKind && isDay)
      return reject('domain', 'what is said of all is not clear');
    const isWhole = isRelation(meaning) && meaning.relation.isWhole === true;
    // "When is the school over?": not a permit for it.
    // "Is Greta younger than Treatment 7?": not a treatment by her.
    const isEventOf = isWhole || (o.values.some(({ isOther }) => isOther) && question.form.wants === 'verdict');
    const isAlone = isWhole || question.chunks.filter(({ meanings }) => meanings.some(isRelation)).length < 2;
    if (isEventOf && isAlone && candidate.terms.some(({ isEvent }, k) => isEvent && group[k] === link.subject))
      return reject('domain', `nothing is named that has a ${schema.label(property)}`);
    const isTold = schema.isObject(property) || o.of !== undefined || isWhole;
    // "What time is it?" of a `start time`.
    const isStart =
      question.form.wants === 'time' && given.by === undefined && schema.edges('beginnings').includes(property);
    if (!isTold && !isStart && !wording.says(property))
      return reject('domain', `${schema.label(property)} is more than the question asks for`);
    if (!values) return reject('datatype', `the number of ${schema.label(property)} is of another unit`);
    if (isDenied && o.values.length > 0) return reject('domain', 'what is denied is not clear');
    for (const each of isDenied ? [] : [s, o]) each.isHeld = true;
    for (const [end, side] of [
      [s, 'subject'],
      [o, 'object'],
    ] as const) {
      if (side === 'object' && !schema.isObject(property)) Object.assign(o, { isValue: true, values });
      else end.isLinked = true;
      for (const name of end === o && o.isValue ? [] : schema.classesOf(property, side)) end.classes.add(name);
      if (link.only?.side === side) for (const set of [end.given, end.classes]) set.add(link.only.name);
    }
  }
  const asked = focus === undefined ? undefined : drafts[focus]!;
  // "Who has not been discharged?": of those of whom it may be said.
  if (asked?.isLinked && !asked.isHeld && !asked.nodes && asked.given.size + asked.anyOf.length === 0)
    for (const name of asked.classes) asked.given.add(name);
  let unlikely = 0;
  for (const draft of drafts) {
    // "When does it start and end?": not both on one day.
    const isShared = draft === asked && links.filter(({ object }) => drafts[object] === draft).length > 1;
    if (draft.isValue && isShared) return reject('datatype', 'one value is told of two things');
    const own = fitOfVariable(draft, schema);
    if ('reason' in own) return reject(own.by, own.reason);
    unlikely += own.cost;
  }
  const fit = fitOfAsked({ candidate, question, group, drafts, links, asked, focus }, names, wording);
  if ('reason' in fit) return reject(fit.by, fit.reason);
  unlikely += fit.cost;
  const superlative = mostOf(question, candidate, group, drafts, names, wording);
  if (question.superlative && !superlative) return reject('domain', 'nothing here can be compared so');
  // "Is Rex the oldest dog?": of Rex alone nothing follows. "Which is heavier, Rex or the hall?"
  const ranked = superlative && drafts[superlative.variable]!.nodes;
  const isLess = ({ meaning }: Candidate['terms'][number], i: number): boolean =>
    group[i] === superlative?.variable && meaning.kind === 'nodes' && meaning.nodes.length > ranked!.length;
  if (candidate.terms.some(isLess)) return reject('domain', 'not all that are named can be compared so');
  if (question.form.wants === 'verdict' && ranked?.length === 1)
    return reject('domain', 'one that is named is compared with itself');
  const figures = asked?.isValue ? figuresBeside(focus!, links, drafts) : [];
  const isBoth = figures.length > 1 && question.form.lower.slice(1).some(names.language.oneOf('and'));
  return {
    reading: {
      ...(isBoth && { together: figures }),
      variables: drafts.map((draft) => draft.variable(schema)),
      links,
      focus,
      excluded: question.excluded,
      cost: candidate.cost + unlikely,
      ...(candidate.isWider && { isWider: true }),
      ...(superlative && { superlative }),
    },
  };
}

/** Variable and property that a superlative ranks: by the noun behind it, or by the focus. */
function mostOf(
  { superlative, form: { lower, isWho } }: Chunked,
  { terms, focus }: Candidate,
  group: readonly number[],
  drafts: readonly VariableDraft[],
  { schema, language }: Names,
  wording: Wording,
): Most | undefined {
  if (!superlative) return undefined;
  const { at, most, properties, place } = superlative;
  const isNoun = ({ meaning, ...term }: Term): boolean =>
    !term.isEvent && ['class', 'noun', 'any'].includes(meaning.kind);
  // "The dog with the highest weight".
  const before = terms.findLastIndex((term) => term.to < at && isNoun(term));
  const between = before < 0 ? [] : lower.slice(terms[before]!.to, at);
  const isOfLast = between.every(language.oneOf('having', 'articles')) && between.some(language.oneOf('having'));
  const next = isOfLast ? before : terms.findIndex((term) => term.at > at && isNoun(term));
  const events =
    next >= 0
      ? []
      : terms.flatMap(({ meaning }, i) =>
          ['class', 'any'].includes(meaning.kind) &&
          [...drafts[group[i]!]!.classes].some((name) => isEvent(name, schema))
            ? [group[i]!]
            : [],
        );
  const ranked = [...new Set([group[next >= 0 ? next : (focus ?? -1)], ...events])].flatMap((variable) => {
    if (variable === undefined || drafts[variable]!.isValue) return [];
    const { classes: own, nodes = [] } = drafts[variable]!;
    const classes = [...own, ...nodes.flatMap(({ types }) => types)];
    // "Who is the oldest?": of people.
    const isAnybody = classes.length === 0 && isWho && variable === group[focus ?? -1];
    const property = properties.find((name) => {
      // Days of the week have no first.
      if (!wording.says(name, most) || schema.isWeekday(name)) return false;
      const domain = schema.endsOf(name, 'subject');
      // "Who was hired last?": of those of whom it is told.
      if (domain.length === 0 || (classes.length === 0 && properties.length === 1)) return true;
      if (isAnybody) return domain.some((of) => schema.isPeople(of));
      // "The longest ship" of a length that ferries, tugs and docks have.
      const isOpen = schema.vocabulary.properties.get(name)!.domain.length === 0;
      const isOf = (each: string, of: string): boolean =>
        schema.isWithin(each, of) || (isOpen && schema.isWithin(of, each));
      return classes.some((each) => domain.some((of) => isOf(each, of)));
    });
    return property === undefined ? [] : [{ variable, property, most, place }];
  });
  // "Which bus that Ray inspected is the oldest?": not the one that he inspected first.
  return ranked.length === 1 ? ranked[0] : undefined;
}

/** "Did it open?", "has it ended?" */
const saysPast = ({ form }: Chunked, { language }: Names): boolean =>
  form.lower.some(language.oneOf('preterites', 'having'));

const untilToday = (): readonly Condition[] => [{ how: 'le', value: new Date().toISOString().slice(0, 10) }];

/** Values of the thing whose value is asked for, of which nothing is known: "the length and the height of the hall". */
function figuresBeside(focus: number, links: readonly Link[], drafts: readonly VariableDraft[]): readonly number[] {
  const told = links.find(({ object }) => object === focus);
  return links
    .filter(({ subject, object, by }) => {
      const { isValue, values } = drafts[object]!;
      return subject === told?.subject && isValue && values.length === 0 && by !== undefined;
    })
    .sort((a, b) => a.by! - b.by!)
    .map(({ object }) => object);
}

/** Conditions in a property's unit; undefined if one has another kind of unit. */
function converted(values: readonly Condition[], named: NamedUnit | undefined): readonly Condition[] | undefined {
  const { unit, scale = 1 } = named ?? {};
  const out = values.map(({ unit: own, ...value }): Condition | undefined => {
    if (own !== undefined && unit === undefined) return isUnitOfTime(own) ? undefined : value;
    if (typeof value.value !== 'number') return value;
    // "More than 20 million", "more than 20", of what is told in millions.
    if (own === undefined) return value.value < scale ? value : { ...value, value: value.value / scale };
    const factor = factorOf(own, unit!);
    return factor === undefined ? undefined : { ...value, value: (value.value * factor) / scale };
  });
  return out.every((value) => value !== undefined) ? out : undefined;
}

/** Denied classes of terms, and links to denied terms from the focus; undefined if either is ambiguous. */
function denials({ terms, focus }: Candidate, group: readonly number[], ends: readonly Link[]) {
  const isHub = (number: number): boolean => terms.some((term, i) => term.isEvent && group[i] === number);
  const denied = { classes: new Set<number>(), links: new Set<Link>() };
  for (const [i, { meaning, isNegated }] of terms.entries()) {
    if (!isNegated) continue;
    const isSame = group.some((other, j) => j !== i && other === group[i]);
    const isClass = meaning.kind === 'class' && isSame;
    // "Is the invoice unpaid?": of the one thing of which the truth value is.
    const told = meaning.kind === 'noun' ? ends.filter(({ object }) => object === group[i]) : [];
    const root = focus !== undefined ? group[focus]! : told.length === 1 ? told[0]!.subject : undefined;
    const near = isClass || root === undefined ? undefined : leadingTo(group[i]!, root, ends);
    // "Inspected no minibus": no inspection of one, not one of something else.
    const isOfEvent = near && near.object === group[i] && isHub(near.subject);
    const link = isOfEvent ? (leadingTo(near.subject, root!, ends) ?? near) : near;
    if (isClass) denied.classes.add(i);
    else if (link) denied.links.add(link);
    else return undefined;
  }
  return denied;
}

/** The link by which a walk from the root comes to a group. */
function leadingTo(target: number, root: number, links: readonly Link[]): Link | undefined {
  const seen = new Set([root]);
  for (const at of seen) {
    for (const link of links) {
      const next = link.subject === at ? link.object : link.object === at ? link.subject : at;
      if (next === target && !seen.has(next)) return link;
      seen.add(next);
    }
  }
  return undefined;
}

/** Term → its group of those that are the same, from 0. */
function groups({ terms, same }: Candidate): number[] {
  let of = terms.map((_, i) => i);
  for (const [one, other] of same) of = of.map((each) => (each === of[other] ? of[one]! : each));
  const numbers = [...new Set(of)];
  return of.map((each) => numbers.indexOf(each));
}

/** A candidate in few words, for the trajectory. */
function describe({ terms, links, same, focus }: Candidate, schema: Schema): string {
  const name = (i: number): string => {
    const { meaning } = terms[i]!;
    const mark = i === focus ? '?' : '';
    if (meaning.kind === 'nodes') return meaning.nodes[0]!.label ?? meaning.nodes[0]!.uid;
    if (meaning.kind === 'class') return `${mark || 'some '}${schema.label(meaning.name)}`;
    if (meaning.kind === 'value') return meaning.values.map(({ how, value }) => `${how} ${value}`).join(' and ');
    if (meaning.kind === 'noun') return `${mark || 'some '}${schema.label(meaning.relation.property)}`;
    return mark || 'something';
  };
  const parts = [
    ...links.map(({ property, subject, object }) => `${name(subject)} –${property}→ ${name(object)}`),
    ...same.map(([one, other]) => `${name(one)} = ${name(other)}`),
  ];
  return parts.join('; ') || terms.map((_, i) => name(i)).join('; ');
}
