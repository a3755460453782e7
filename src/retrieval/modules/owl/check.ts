/** Fifth stage: what the ontology makes of a candidate: a reading that may hold, or one that cannot. */
import type { Node } from '../../agents/graph/nodes';
import type { Schema } from './schema';
import type { Candidate, Chunked, Link, Reading, Rejection, Variable } from './types';

export interface CheckedReading extends Reading {
  /** Of the variable, the one with the most or the least of a property. */
  readonly superlative?: { readonly variable: number; readonly property: string; readonly most: boolean };
}

export type Verdict = { readonly reading: CheckedReading } | { readonly rejection: Rejection };

interface Draft {
  nodes: readonly Node[] | undefined;
  readonly classes: Set<string>;
  readonly given: Set<string>;
  readonly values: Variable['values'][number][];
  isValue: boolean;
  hasLinkOfNodes: boolean;
}

/** Whether a candidate can hold at all, by disjoint classes, domains, ranges and datatypes. */
export function check(candidate: Candidate, question: Chunked, schema: Schema): Verdict {
  const group = groups(candidate);
  const count = Math.max(...group) + 1;
  const drafts = Array.from({ length: count }, (): Draft => ({
    nodes: undefined,
    classes: new Set(),
    given: new Set(),
    values: [],
    isValue: false,
    hasLinkOfNodes: false,
  }));
  const reject = (by: Rejection['by'], reason: string): Verdict => ({
    rejection: { reading: describe(candidate, schema), reason, by, cost: candidate.cost },
  });
  for (const [i, { meaning }] of candidate.terms.entries()) {
    const draft = drafts[group[i]!]!;
    if (meaning.kind === 'nodes')
      draft.nodes = draft.nodes ? draft.nodes.filter((node) => meaning.nodes.includes(node)) : meaning.nodes;
    if (meaning.kind === 'class') {
      draft.classes.add(meaning.name);
      draft.given.add(meaning.name);
    }
    if (meaning.kind === 'value') draft.values.push(meaning.value);
  }
  const links: Link[] = [];
  for (const { property, subject, object } of candidate.links) {
    const [s, o] = [drafts[group[subject]!]!, drafts[group[object]!]!];
    links.push({ property, subject: group[subject]!, object: group[object]! });
    s.hasLinkOfNodes = true;
    for (const name of schema.classesOf(property, 'subject')) s.classes.add(name);
    if (schema.isObject(property)) {
      o.hasLinkOfNodes = true;
      for (const name of schema.classesOf(property, 'object')) o.classes.add(name);
    } else o.isValue = true;
  }
  for (const draft of drafts) {
    const { classes, nodes, isValue, values } = draft;
    if (isValue && (nodes || draft.given.size > 0 || draft.hasLinkOfNodes))
      return reject('datatype', 'a value is no node');
    if (values.length > 0 && !isValue) return reject('datatype', 'a number stands for nothing here');
    const conflict = schema.conflict([...classes]);
    if (conflict) return reject('disjointness', exclude(conflict, schema));
    if (!nodes) continue;
    if (nodes.length === 0) return reject('domain', 'two things that are not the same');
    const possible = nodes.filter(({ types }) => !schema.vocabulary.contradiction(types, [...classes]));
    if (possible.length === 0) {
      const [type, other] = nodes
        .map(({ types }) => schema.vocabulary.contradiction(types, [...classes]))
        .find(Boolean)!;
      return reject(
        'disjointness',
        `${nodes[0]!.label ?? nodes[0]!.uid} is ${article(schema.label(type))}, and ${exclude([type, other], schema)}`,
      );
    }
    draft.nodes = possible;
  }
  const focus = candidate.focus === undefined ? undefined : group[candidate.focus]!;
  if (focus !== undefined && drafts[focus]!.nodes) return reject('domain', 'the question names its own answer');
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
      variables: drafts.map(({ nodes, given, values, isValue }) => ({
        nodes,
        classes: narrow(given, schema),
        values,
        isValue,
      })),
      links,
      focus,
      cost: candidate.cost,
      ...(superlative && { superlative }),
    },
  };
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
  if (form.isWho && property !== undefined && (schema.isNumber(property) || schema.isTime(property)))
    return 'the question asks for someone';
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
  const { classes, isValue } = drafts[variable]!;
  if (isValue) return undefined;
  const fitting = superlative.properties.find((property) => {
    const domain = schema.classesOf(property, 'subject');
    return domain.length === 0 || [...classes].some((name) => domain.some((of) => schema.isWithin(name, of)));
  });
  return fitting === undefined ? undefined : { variable, property: fitting, most: superlative.most };
}

const article = (label: string): string => `${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label}`;

const exclude = ([one, other]: readonly [string, string], schema: Schema): string => {
  const label = schema.label(one);
  return `no ${label} is ${article(schema.label(other))}`;
};

/** A candidate in few words, for the trajectory. */
export function describe({ terms, links, same, focus }: Candidate, schema: Schema): string {
  const name = (i: number): string => {
    const { meaning } = terms[i]!;
    const mark = i === focus ? '?' : '';
    if (meaning.kind === 'nodes') return meaning.nodes[0]!.label ?? meaning.nodes[0]!.uid;
    if (meaning.kind === 'class') return `${mark || 'some '}${schema.label(meaning.name)}`;
    if (meaning.kind === 'value') return `${SIGNS[meaning.value.how]} ${meaning.value.value}`;
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
