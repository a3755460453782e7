/** Fifth stage: what the ontology makes of a candidate: a reading that may hold, or one that cannot. */
import type { Node } from '../knowledge/nodes';
import { factorOf, isUnitOfTime } from '../language/numbers';
import { withArticle } from '../../util/text';
import type { Schema } from './schema';
import { COST } from './weights';
import type { Candidate, Chunked, Link, Reading, Rejection, Variable } from './types';

export interface CheckedReading extends Reading {
  /** No answers: "other than the Aurora". */
  readonly excluded: readonly Node[];
  /** Of the variable, the one with the most or the least of a property. */
  readonly superlative?: { readonly variable: number; readonly property: string; readonly most: boolean };
}

type Verdict = { readonly reading: CheckedReading } | { readonly rejection: Rejection };

/** Variable of a reading while its terms are put together. */
class Draft {
  nodes: readonly Node[] | undefined;
  count: Variable['count'];
  readonly classes = new Set<string>();
  readonly given = new Set<string>();
  readonly without = new Set<string>();
  readonly anyOf: (readonly string[])[] = [];
  readonly values: Variable['values'][number][] = [];
  isAll = false;
  isChoice = false;
  isEither = false;
  isValue = false;
  hasLinkOfNodes = false;
  /** Something is said of it that is not denied. */
  isHeld = false;
}

/** Reason of a rejection: what is asked for is no person. */
export const NOBODY = 'who is asked of something that is no person';

/** Whether a candidate can hold at all, by disjoint classes, domains, ranges and datatypes. */
export function check(candidate: Candidate, question: Chunked, schema: Schema): Verdict {
  const group = groups(candidate);
  const count = Math.max(...group) + 1;
  const drafts = Array.from({ length: count }, () => new Draft());
  const reject = (by: Rejection['by'], reason: string): Verdict => ({
    rejection: {
      reading: describe(candidate, schema),
      reason,
      by,
      cost: candidate.cost,
      isOfFacts: candidate.links.length > 0,
    },
  });
  const denied = denials(candidate, group);
  if (!denied) return reject('domain', 'what is denied is not clear');
  for (const [i, { meaning, count: most }] of candidate.terms.entries()) {
    const draft = drafts[group[i]!]!;
    if (most) draft.count = most;
    if (meaning.kind === 'nodes') {
      draft.nodes = draft.nodes ? draft.nodes.filter((node) => meaning.nodes.includes(node)) : meaning.nodes;
      draft.isAll = meaning.joined === 'and';
      draft.isEither = meaning.joined === 'or';
      draft.isChoice = meaning.joined === 'or' && question.superlative !== undefined;
    }
    if (meaning.kind === 'class' && denied.terms.has(i))
      [meaning.name, ...(meaning.or ?? [])].forEach((name) => draft.without.add(name));
    else if (meaning.kind === 'class' && meaning.or) draft.anyOf.push([meaning.name, ...meaning.or]);
    else if (meaning.kind === 'class') {
      draft.classes.add(meaning.name);
      draft.given.add(meaning.name);
    }
    if (meaning.kind === 'value') draft.values.push(...meaning.values);
  }
  const links: Link[] = [];
  let unlikely = 0;
  for (const { property, subject, object, by, isNegated } of candidate.links) {
    const [s, o] = [drafts[group[subject]!]!, drafts[group[object]!]!];
    const ends = { subject: group[subject]!, object: group[object]! };
    const isDenied = isNegated ?? denied.isLink({ property, ...ends, ...(by !== undefined && { by }) });
    links.push({ property, ...ends, ...(isDenied && { isNegated: true }), ...(by !== undefined && { by }) });
    if (!schema.isObject(property) && !converted(o, schema.unitOf(property)))
      return reject('datatype', `the number of ${schema.label(property)} is of another unit`);
    if (isDenied && o.values.length > 0) return reject('domain', 'what is denied is not clear');
    s.hasLinkOfNodes = true;
    if (!isDenied) [s, o].forEach((each) => (each.isHeld = true));
    for (const name of schema.classesOf(property, 'subject')) s.classes.add(name);
    if (schema.isObject(property)) {
      o.hasLinkOfNodes = true;
      for (const name of schema.classesOf(property, 'object')) o.classes.add(name);
    } else o.isValue = true;
  }
  const focus = candidate.focus === undefined ? undefined : group[candidate.focus]!;
  // "Who has not been discharged?": of those of whom it may be said.
  const whose = focus === undefined ? undefined : drafts[focus]!;
  if (whose?.hasLinkOfNodes && !whose.isHeld && !whose.nodes && whose.given.size + whose.anyOf.length === 0)
    for (const name of whose.classes) whose.given.add(name);
  for (const draft of drafts) {
    const { classes, nodes, isValue, values, isAll } = draft;
    if (
      isValue &&
      (nodes || draft.given.size > 0 || draft.without.size > 0 || draft.anyOf.length > 0 || draft.hasLinkOfNodes)
    )
      return reject('datatype', 'a value is no node');
    if (values.length > 0 && !isValue) return reject('datatype', 'a number stands for nothing here');
    unlikely += schema.strangers([...classes]) * COST.strangers;
    const conflict = schema.conflict([...classes]);
    if (conflict) return reject('disjointness', exclude(conflict, schema));
    if (!nodes) continue;
    // "Which ships of the Varnes Line are not barques": of the ships.
    if (draft.without.size > 0) return reject('domain', 'what is named is denied nothing');
    if (nodes.length === 0) return reject('domain', 'two things that are not the same');
    const possible = nodes.filter(({ types }) => !schema.vocabulary.contradiction(types, [...classes]));
    if (possible.length === 0 || (isAll && possible.length < nodes.length)) {
      const impossible = nodes.find(({ types }) => schema.vocabulary.contradiction(types, [...classes]))!;
      const [type, other] = schema.vocabulary.contradiction(impossible.types, [...classes])!;
      return reject(
        'disjointness',
        `${impossible.label ?? impossible.uid} is ${withArticle(schema.label(type))}, and ` +
          exclude([type, other], schema),
      );
    }
    draft.nodes = possible.filter(({ types }) => [...classes].every((name) => schema.vocabulary.isOf(types, name)));
    // Inferred types are stored: what is of another class has no such fact.
    if (draft.nodes.length === 0 || (isAll && draft.nodes.length < nodes.length)) {
      return reject(
        'domain',
        `${nodes[0]!.label ?? nodes[0]!.uid} is not known as ` +
          [...classes].map((name) => withArticle(schema.label(name))).join(' and '),
      );
    }
  }
  const isAsked = question.form.wants === 'kind' || (focus !== undefined && drafts[focus]!.isChoice);
  if (focus !== undefined && drafts[focus]!.nodes && !isAsked)
    return reject('domain', 'the question names its own answer');
  // "What is?": anything would do.
  if (candidate.terms.length === 1 && candidate.terms[0]!.meaning.kind === 'asked' && !question.superlative)
    return reject('domain', 'nothing is said of what is asked for');
  const wrong =
    focus === undefined
      ? undefined
      : wants(
          question,
          drafts[focus]!,
          links.find(({ object }) => object === focus),
          schema,
        );
  if (wrong !== undefined) return reject('datatype', wrong);
  const superlative = mostOf(question, candidate, group, drafts, schema);
  if (question.superlative && !superlative) return reject('domain', 'nothing here can be compared so');
  return {
    reading: {
      variables: drafts.map(({ nodes, given, values, isValue, isAll, isEither, anyOf, without, count: most }) => ({
        nodes,
        ...(isAll && { isAll }),
        ...(isEither && { isEither }),
        classes: narrow(given, schema),
        anyOf,
        without: [...without],
        ...(most && { count: most }),
        values,
        isValue,
      })),
      links,
      focus,
      excluded: question.excluded,
      cost: candidate.cost + unlikely,
      ...(candidate.isWider && { isWider: true }),
      ...(superlative && { superlative }),
    },
  };
}

/** Converts the numbers of a value to a property's unit; false if one has another kind of unit. */
function converted({ values }: Draft, unit: string | undefined): boolean {
  if (unit === undefined) return !values.some(({ unit: own }) => own !== undefined && isUnitOfTime(own));
  for (const [i, { how, value, unit: from }] of values.entries()) {
    if (from === undefined || typeof value !== 'number') continue;
    const factor = factorOf(from, unit);
    if (factor === undefined) return false;
    values[i] = { how, value: value * factor };
  }
  return true;
}

interface Denials {
  /** Classes that what they are said of is not of. */
  readonly terms: ReadonlySet<number>;
  isLink(link: Link): boolean;
}

/** What is denied: a class of something, the noun's own link, or the link that leads to it from what is asked for. */
function denials({ terms, links, focus }: Candidate, group: readonly number[]): Denials | undefined {
  const classes = new Set<number>();
  const by = new Set<number>();
  const below = new Set<number>();
  for (const [i, { meaning, isNegated, at }] of terms.entries()) {
    if (!isNegated) continue;
    const isSame = group.some((other, j) => j !== i && other === group[i]);
    if (meaning.kind === 'class' && isSame) classes.add(i);
    else if (meaning.kind === 'noun' && isSame) by.add(at);
    else if (focus === undefined || group[i] === group[focus]) return undefined;
    else below.add(group[i]!);
  }
  const up = focus === undefined ? new Map<number, Link>() : towards(group[focus]!, links, group);
  const cut = new Set([...below].flatMap((each) => up.get(each) ?? []));
  if (cut.size < below.size) return undefined;
  return {
    terms: classes,
    isLink: (link) =>
      (link.by !== undefined && by.has(link.by)) ||
      [...cut].some(
        (each) => each.property === link.property && each.subject === link.subject && each.object === link.object,
      ),
  };
}

/** Group → the link by which a walk from the root comes to it. */
function towards(root: number, links: readonly Link[], group: readonly number[]): Map<number, Link> {
  const up = new Map<number, Link>();
  const seen = new Set([root]);
  for (const at of seen) {
    for (const link of links) {
      const ends = { ...link, subject: group[link.subject]!, object: group[link.object]! };
      const next = ends.subject === at ? ends.object : ends.object === at ? ends.subject : undefined;
      if (next === undefined || seen.has(next)) continue;
      seen.add(next);
      up.set(next, ends);
    }
  }
  return up;
}

/** Term → its group of those that are the same, from 0. */
function groups({ terms, same }: Candidate): number[] {
  const of = terms.map((_, i) => i);
  for (const [one, other] of same) {
    const [to, from] = [of[one]!, of[other]!];
    for (const [i, each] of of.entries()) if (each === from) of[i] = to;
  }
  const numbers = [...new Set(of)];
  return of.map((each) => numbers.indexOf(each));
}

/** Classes that others do not entail. */
const narrow = (classes: ReadonlySet<string>, schema: Schema): string[] =>
  [...classes].filter(
    (name) =>
      ![...classes].some((other) => other !== name && schema.isWithin(other, name) && !schema.isWithin(name, other)),
  );

/** Why what is asked for cannot be of this kind. */
function wants({ form }: Chunked, draft: Draft, link: Link | undefined, schema: Schema): string | undefined {
  const property = draft.isValue ? link?.property : undefined;
  if (form.wants === 'time' && (property === undefined || !schema.isTime(property)))
    return 'the question asks for a time';
  if (form.wants === 'number' && property === undefined) return 'the question asks for a measure';
  if (form.wants === 'count' && property !== undefined && !schema.isNumber(property))
    return 'the question asks for a number';
  const isFigure = property !== undefined && (schema.isNumber(property) || schema.isTime(property));
  if (form.isWho && isFigure) return 'the question asks for someone';
  // "Who works with her?": not the place where she works.
  const isPlace = link !== undefined && !draft.isValue && schema.isLocative(link.property);
  if (form.isWho && isPlace && !schema.mayBePeople([...draft.classes])) return NOBODY;
  if (form.isWho && draft.nodes?.length === 1 && !schema.mayBePeople(draft.nodes[0]!.types)) return NOBODY;
  if (form.isWhere && (isFigure || [...draft.classes].some((name) => schema.isPeople(name))))
    return 'the question asks for a place';
  return undefined;
}

function mostOf(
  { superlative }: Chunked,
  { terms, focus }: Candidate,
  group: readonly number[],
  drafts: readonly Draft[],
  schema: Schema,
): CheckedReading['superlative'] {
  if (!superlative) return undefined;
  const next = terms.findIndex(
    ({ at, meaning }) =>
      at > superlative.at && (meaning.kind === 'class' || meaning.kind === 'noun' || meaning.kind === 'any'),
  );
  const term = next >= 0 ? next : focus;
  if (term === undefined) return undefined;
  const variable = group[term]!;
  const { classes: own, nodes, isValue } = drafts[variable]!;
  if (isValue) return undefined;
  const classes = new Set([...own, ...(nodes ?? []).flatMap(({ types }) => types)]);
  const fitting = superlative.properties.find((property) => {
    const domain = schema.classesOf(property, 'subject');
    // "Who was hired last?": of those of whom it is told.
    const isImplied = classes.size === 0 && superlative.properties.length === 1;
    return (
      isImplied || domain.length === 0 || [...classes].some((name) => domain.some((of) => schema.isWithin(name, of)))
    );
  });
  return fitting === undefined ? undefined : { variable, property: fitting, most: superlative.most };
}

const exclude = ([one, other]: readonly [string, string], schema: Schema): string => {
  const label = schema.label(one);
  return `no ${label} is ${withArticle(schema.label(other))}`;
};

/** A candidate in few words, for the trajectory. */
function describe({ terms, links, same, focus }: Candidate, schema: Schema): string {
  const name = (i: number): string => {
    const { meaning } = terms[i]!;
    const mark = i === focus ? '?' : '';
    if (meaning.kind === 'nodes') return meaning.nodes[0]!.label ?? meaning.nodes[0]!.uid;
    if (meaning.kind === 'class') return `${mark || 'some '}${schema.label(meaning.name)}`;
    if (meaning.kind === 'value') return meaning.values.map(({ how, value }) => `${SIGNS[how]} ${value}`).join(' and ');
    if (meaning.kind === 'noun') return `${mark || 'some '}${schema.label(meaning.relation.property)}`;
    return mark || 'something';
  };
  const parts = [
    ...links.map(({ property, subject, object }) => `${name(subject)} –${property}→ ${name(object)}`),
    ...same.map(([one, other]) => `${name(one)} = ${name(other)}`),
  ];
  return parts.length > 0 ? parts.join('; ') : terms.map((_, i) => name(i)).join('; ');
}

const SIGNS = { eq: '=', lt: '<', le: '≤', gt: '>', ge: '≥' } as const;
