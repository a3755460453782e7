/** Fifth stage: what the ontology makes of a candidate: a reading that may hold, or one that cannot. */
import type { Node } from '../knowledge/nodes';
import { LANGUAGES, words } from '../language/data';
import { factorOf, isUnitOfTime, type NamedUnit } from '../language/numbers';
import { isEvent } from './event-classes';
import { withArticle } from '../../util/text';
import type { Names } from './names';
import { isPlace } from './places';
import { mostOf, type Most } from './most';
import type { Schema } from './schema';
import { COST } from './weights';
import type { Wording } from './wording';
import {
  isClass,
  type Candidate,
  type Chunked,
  type Condition,
  type Link,
  type Rejection,
  type Term,
  type Variable,
} from './types';

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

const AND: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ data }) => words(data.and)));

type Verdict = { readonly reading: CheckedReading } | { readonly rejection: Rejection };

/** Variable of a reading while its terms are put together. */
class Draft {
  nodes: readonly Node[] | undefined;
  joined: 'or' | 'and' | undefined;
  isOthers: true | undefined;
  count: Variable['count'];
  values: readonly Condition[] = [];
  /** Property that alone has such values: that of "English" in "films in English". */
  of: string | undefined;
  isValue = false;
  /** A verb is about it, and it stands between that verb's sides. */
  isEvent: true | undefined;
  /** Classes that the question names, and those that the properties take besides. */
  readonly given = new Set<string>();
  /** Of which the question has the last word alone. */
  readonly heads = new Set<string>();
  readonly classes = new Set<string>();
  readonly without = new Set<string>();
  readonly anyOf: (readonly string[])[] = [];
  /** The question has a name of its class. */
  isNamed = false;
  /** Something is said of it, and something that is not denied. */
  isLinked = false;
  isHeld = false;

  add({ meaning, count, ...term }: Term, isDenied: boolean): void {
    this.count ??= count;
    this.isEvent ??= term.isEvent;
    if (meaning.kind === 'nodes') {
      const { nodes } = meaning;
      this.nodes = this.nodes?.filter((node) => nodes.includes(node)) ?? nodes;
      this.joined = meaning.joined;
      this.isOthers = meaning.isOthers;
    } else if (meaning.kind === 'value') {
      this.values = [...this.values, ...meaning.values];
      this.of ??= meaning.of;
    }
    if (meaning.kind !== 'class') return;
    if (isDenied || meaning.isOthers) for (const name of [meaning.name, ...(meaning.or ?? [])]) this.without.add(name);
    else if (meaning.or) this.anyOf.push([meaning.name, ...meaning.or]);
    else for (const set of [this.given, this.classes]) set.add(meaning.name);
    this.isNamed ||= !term.isEvent;
    if (meaning.isHead) this.heads.add(meaning.name);
  }

  /** True if a class, a name or a denial says that it is a node. */
  get isNode(): boolean {
    return this.isLinked || !!this.nodes || this.given.size + this.without.size + this.anyOf.length > 0;
  }

  private isUnnamedEvent(schema: Schema): boolean {
    const isNamed = !!this.nodes || this.given.size > 0;
    return !isNamed && !this.isEvent && [...this.classes].some((name) => isEvent(name, schema));
  }

  variable(schema: Schema): Variable {
    const { nodes, joined, isOthers, count, values, isValue, given, without, anyOf } = this;
    const isNarrow = (name: string): boolean =>
      ![...given].some((other) => other !== name && schema.isWithin(other, name) && !schema.isWithin(name, other));
    return {
      nodes,
      ...(isOthers && { isOthers }),
      ...(this.isEvent && { isEvent: true }),
      ...(this.isUnnamedEvent(schema) && { isUnnamed: true as const }),
      ...(joined === 'and' && { isAll: true as const }),
      ...(joined === 'or' && { isEither: true as const }),
      classes: [...given].filter(isNarrow),
      anyOf,
      without: [...without],
      ...(count && { count }),
      values,
      isValue,
    };
  }
}

/** Whether a candidate can hold at all, by disjoint classes, domains, ranges and datatypes. */
export function check(candidate: Candidate, question: Chunked, names: Names, wording: Wording): Verdict {
  const { schema } = names;
  const group = groups(candidate);
  const drafts = Array.from({ length: Math.max(...group) + 1 }, () => new Draft());
  const reject = (by: Rejection['by'], reason: string): Verdict => {
    const reading = describe(candidate, schema);
    return { rejection: { reading, reason, by, cost: candidate.cost, isOfFacts: candidate.links.length > 0 } };
  };
  const focus = candidate.focus === undefined ? undefined : group[candidate.focus]!;
  const ends = candidate.links.map((link) => ({ ...link, subject: group[link.subject]!, object: group[link.object]! }));
  const denied = denials(candidate, group, ends);
  if (!denied) return reject('domain', 'what is denied is not clear');
  for (const [i, term] of candidate.terms.entries()) drafts[group[i]!]!.add(term, denied.classes.has(i));
  const links: Link[] = [];
  for (const given of ends) {
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
    const told = isFlag ? [{ how: 'eq' as const, value: String(!isSaidNot) }] : o.values;
    const values = schema.isObject(property) ? [] : converted(told, schema.unitOf(property));
    if (o.of !== undefined && o.of !== property)
      return reject('datatype', `${schema.label(property)} has no such value`);
    const isTold = schema.isObject(property) || o.of !== undefined;
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
    const classes = [...draft.classes];
    if (draft.isValue && draft.isNode) return reject('datatype', 'a value is no node');
    if (draft.isValue && draft.count) return reject('datatype', 'a value is counted');
    // "When does it start and end?": not both on one day.
    const isShared = draft === asked && links.filter(({ object }) => drafts[object] === draft).length > 1;
    if (draft.isValue && isShared) return reject('datatype', 'one value is told of two things');
    if (draft.values.length > 0 && !draft.isValue) return reject('datatype', 'a number stands for nothing here');
    const strangers = schema.strangers(classes);
    // Participants of an event are no events, even if no axiom says so.
    // And of what is never said of a thing, all of them are without it.
    const isOnlyDenied = draft.isLinked && !draft.isHeld;
    if (strangers > 0 && (isOnlyDenied || classes.some((name) => isEvent(name, schema))))
      return reject('domain', `${classes.map((name) => schema.label(name)).join(' and ')} are not the same`);
    unlikely += strangers * COST.strangers;
    const wider = draft.nodes ? undefined : [...draft.heads].find((name) => schema.isOneOfSeveral(name, classes));
    if (wider !== undefined) return reject('domain', `other things than ${schema.label(wider)} may be meant`);
    const conflict = schema.conflict(classes);
    if (conflict) return reject('disjointness', exclude(conflict, schema));
    const { nodes } = draft;
    if (!nodes) continue;
    // "Which ships of the Varnes Line are not barques": of the ships.
    if (draft.without.size > 0) return reject('domain', 'what is named is denied nothing');
    const contradictionOf = ({ types }: Node) => schema.vocabulary.contradiction(types, classes);
    // Inferred types are stored: what is of another class has no such fact.
    const fitting = nodes.filter(({ types }) => classes.every((name) => schema.vocabulary.isOf(types, name)));
    if (fitting.length > 0 && (draft.joined !== 'and' || fitting.length === nodes.length)) {
      draft.nodes = fitting;
      continue;
    }
    const impossible = nodes.filter((node) => contradictionOf(node));
    const [one] = impossible;
    if (one && (draft.joined === 'and' || impossible.length === nodes.length)) {
      const conflicting = contradictionOf(one)!;
      const own = `${one.label ?? one.uid} is ${withArticle(schema.label(conflicting[0]))}`;
      return reject('disjointness', `${own}, and ${exclude(conflicting, schema)}`);
    }
    const kinds = classes.map((name) => withArticle(schema.label(name))).join(' and ');
    const [first] = nodes;
    return reject(
      'domain',
      first ? `${first.label ?? first.uid} is not known as ${kinds}` : 'two things are not the same',
    );
  }
  // "Which of the two": the term that is asked for has the names itself.
  const isSelection = candidate.focus !== undefined && candidate.terms[candidate.focus]!.meaning.kind === 'nodes';
  const isChoice = asked?.joined === 'or' && (isSelection || question.superlative !== undefined);
  if (asked?.nodes && question.form.wants !== 'kind' && !isChoice)
    return reject('domain', 'the question names its own answer');
  // "What is?": anything would do.
  if (candidate.terms.length === 1 && candidate.terms[0]!.meaning.kind === 'asked' && !question.superlative)
    return reject('domain', 'nothing is said of what is asked for');
  // "And in which newspaper?": not any newspaper.
  if (question.form.fronted !== undefined && links.length === 0)
    return reject('domain', 'nothing is said of what is asked for');
  const link = links.find(({ object }) => object === focus);
  // "What was it vaccinated for?": nobody.
  const isBare =
    candidate.focus !== undefined &&
    candidate.terms[candidate.focus]!.meaning.kind === 'asked' &&
    !candidate.same.some((pair) => pair.includes(candidate.focus!));
  const { isWho, isWhere, isOwner, wants } = question.form;
  const isThing = isBare && wants === 'node' && !(isWho || isWhere || isOwner);
  const isSomeone = asked && [...asked.classes].some((name) => schema.isPeople(name));
  if (isThing && isSomeone) return reject('domain', 'the question asks for a thing');
  const wrong = asked && misfit(question, asked, link, names);
  if (wrong !== undefined) return reject('datatype', wrong);
  // "Who reported it?" may be a firm; "who is in the school?" is not a form.
  if (asked && question.form.isWho && !schema.mayBePeople([...asked.classes])) {
    const isNamed = (at: number): boolean => candidate.terms.some((term) => term.at === at && !term.isEvent);
    const isActing = links.some(
      ({ property, object, subject, by }) =>
        (subject === focus && by !== undefined && !isNamed(by)) || (object === focus && schema.isOfAgents(property)),
    );
    if (!isActing && !asked.isNamed && ![...asked.classes].some((name) => schema.isBody(name)))
      return reject('kind', 'what is asked for is no person');
    unlikely += COST.noPerson;
  }
  // "How many pupils at the school are in Form 3A?": the number that is told is of all of them.
  // "How many members can the club have?": not how many it has.
  const isCapacity = wording.isAble && question.form.lower.some((word) => names.language.is('having', word));
  if (question.form.wants === 'count' && isCapacity && asked && !asked.isValue)
    return reject('domain', 'what may be is not what is');
  const isTally = links.some(({ object, property }) => object === focus && schema.isTally(property));
  const isSaid = (draft: Draft): boolean => !!draft.nodes || draft.given.size + draft.values.length > 0;
  const named = drafts.filter((draft) => draft !== asked && isSaid(draft));
  if (isTally && question.form.wants === 'count' && named.length > 1)
    return reject('domain', 'a number that is told has no conditions');
  // "The cheapest category": of all of them, where they are a class; not of those that something has.
  const isOfClass = (at: number): boolean =>
    question.chunks.some(({ from, meanings }) => from === at && meanings.some(isClass));
  const isOwned = ({ subject, object }: Link): boolean =>
    candidate.terms.some(({ meaning, at }, i) => group[i] === object && meaning.kind === 'noun' && isOfClass(at)) &&
    candidate.terms.every(
      ({ meaning }, i) => group[i] !== subject || meaning.kind === 'any' || meaning.kind === 'asked',
    );
  if (question.superlative && links.some(isOwned)) return reject('domain', 'all of the class are meant');
  const isRate = links.some(({ object, property }) => object === focus && wording.isRate(property));
  if (question.aggregate === 'sum' && isRate) return reject('datatype', 'a rate has no sum');
  const superlative = mostOf(question, candidate, group, drafts, schema, wording);
  if (question.superlative && !superlative) return reject('domain', 'nothing here can be compared so');
  const own = asked?.isValue
    ? links.filter((each) => each.subject === link?.subject && drafts[each.object]!.isValue)
    : [];
  // "The length and the height of the hall".
  const figures = own
    .filter(({ object, by }) => by !== undefined && drafts[object]!.values.length === 0)
    .sort((a, b) => a.by! - b.by!);
  const isBoth = figures.length > 1 && question.form.lower.some((word) => AND.has(word));
  return {
    reading: {
      ...(isBoth && { together: figures.map(({ object }) => object) }),
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

/** Why what is asked for cannot be of this kind. */
function misfit({ form, isAge }: Chunked, draft: Draft, link: Link | undefined, names: Names): string | undefined {
  const { schema } = names;
  const property = draft.isValue ? link?.property : undefined;
  const [isNumber, isTime] = property === undefined ? [] : [schema.isNumber(property), schema.isTime(property)];
  const isFigure = isNumber || isTime;
  const isFlag = property !== undefined && schema.isFlag(property);
  if (form.wants === 'time' && !isTime) return 'the question asks for a time';
  // "When did it open?": not at a time of each day.
  const isTimeOfDay = property !== undefined && schema.isTimeOfDay(property);
  if (form.wants === 'time' && !schema.tells(property!, form.moment)) return 'the question asks for another time';
  const has = (list: 'pasts' | 'presents'): boolean => form.lower.some((word) => names.language.is(list, word));
  if (form.wants === 'time' && isTimeOfDay && has('pasts')) return 'the question asks for a day';
  // "When does it open?": not when it was opened.
  const isPast = (label: string): boolean => {
    const all = label.toLowerCase().split(' ');
    return (
      names.language.isParticiple(all[0]!) && all.slice(1).every((word) => names.language.is('prepositions', word))
    );
  };
  if (form.wants === 'time' && has('presents') && schema.labelsOf(property!).every(isPast))
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
  const isOther = !draft.isNamed || draft.nodes !== undefined || isPlace;
  if (form.isWho && types && isOther && !schema.mayBePeople(types)) return 'what is asked for is no person';
  // "Who inspected it?", "where was it shown?": not the inspection.
  if ((form.isWho || form.isWhere) && [...draft.classes].some((name) => isEvent(name, schema)))
    return 'what is asked for is no event';
  const isPerson = [...draft.classes].some((name) => schema.isPeople(name));
  if (form.isThing && (isPerson || !link || !schema.endsWith(link.property, form.fronted!)))
    return 'the question asks for a thing, with a preposition';
  return form.isWhere && (isFigure || isPerson || !mayBePlace(draft, link, names))
    ? 'the question asks for a place'
    : undefined;
}

/** True if the ontology puts things in members of the classes, or if a name leads to them as to a place. */
function mayBePlace({ classes }: Draft, link: Link | undefined, names: Names): boolean {
  const { language, schema } = names;
  const labels = link === undefined ? [] : schema.labelsOf(link.property);
  const leadsTo = new RegExp(language.data.places, 'i');
  const isBody = [...classes].some((name) => schema.isBody(name));
  return (
    isBody ||
    labels.some((label) => leadsTo.test(label) || label.split(' ').some((word) => language.is('locatives', word))) ||
    isPlace(names, [...classes])
  );
}

const exclude = ([one, other]: readonly [string, string], schema: Schema): string =>
  `no ${schema.label(one)} is ${withArticle(schema.label(other))}`;

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
