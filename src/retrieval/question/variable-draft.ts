/** A variable of a reading while the terms that are the same are put together. */
import { withArticle } from '../../util/text';
import type { Node } from '../knowledge/nodes';
import { isEvent } from './event-classes';
import type { Schema } from './schema';
import type { Condition, Rejection, Term, Variable } from './types';
import { COST } from './weights';

/** Verdict of the ontology on a part of a reading: a cost, or a refusal. */
export type Fit = { readonly cost: number } | { readonly by: Rejection['by']; readonly reason: string };

export const refused = (by: Rejection['by'], reason: string): Fit => ({ by, reason });

export class VariableDraft {
  nodes: readonly Node[] | undefined;
  joined: 'or' | 'and' | undefined;
  isEach: true | undefined;
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
      this.isEach = meaning.isEach;
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

  variable(schema: Schema): Variable {
    const { nodes, joined, isOthers, count, values, isValue, given, without, anyOf } = this;
    const isOpen = !nodes && given.size === 0 && !this.isEvent;
    const isUnnamed = isOpen && [...this.classes].some((name) => isEvent(name, schema));
    const isNarrow = (name: string): boolean =>
      ![...given].some((other) => other !== name && schema.isWithin(other, name) && !schema.isWithin(name, other));
    return {
      nodes,
      ...(isOthers && { isOthers }),
      ...(this.isEvent && { isEvent: true }),
      ...(isUnnamed && { isUnnamed: true as const }),
      ...(joined === 'and' && { isAll: true as const }),
      ...(this.isEach && { isEach: true as const }),
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

/** Checks the classes of a variable for consistency, and narrows its nodes to members of all of them. */
export function fitOfVariable(draft: VariableDraft, schema: Schema): Fit {
  const classes = [...draft.classes];
  if (draft.isValue && draft.isNode) return refused('datatype', 'a value is no node');
  if (draft.isValue && draft.count) return refused('datatype', 'a value is counted');
  if (draft.values.length > 0 && !draft.isValue) return refused('datatype', 'a number stands for nothing here');
  const strangers = schema.strangers(classes);
  // Participants of an event are no events, even if no axiom says so.
  // And of what is never said of a thing, all of them are without it.
  const isOnlyDenied = draft.isLinked && !draft.isHeld;
  if (strangers > 0 && (isOnlyDenied || classes.some((name) => isEvent(name, schema))))
    return refused('domain', `${classes.map((name) => schema.label(name)).join(' and ')} are not the same`);
  const cost = strangers * COST.strangers;
  const isOneOfSeveral = (name: string): boolean =>
    classes.some((upper) => schema.isWithin(name, upper) && schema.vocabulary.hasBeside(name, upper));
  const wider = draft.nodes ? undefined : [...draft.heads].find(isOneOfSeveral);
  if (wider !== undefined) return refused('domain', `other things than ${schema.label(wider)} may be meant`);
  const [other, one] = schema.vocabulary.contradiction(classes, classes) ?? [];
  if (one !== undefined) return refused('disjointness', exclude([one, other!], schema));
  const { nodes } = draft;
  if (!nodes) return { cost };
  // "Which ships of the Varnes Line are not barques": of the ships.
  if (draft.without.size > 0) return refused('domain', 'what is named is denied nothing');
  const contradictionOf = ({ types }: Node) => schema.vocabulary.contradiction(types, classes);
  // Inferred types are stored: what is of another class has no such fact.
  const fitting = nodes.filter(({ types }) => classes.every((name) => schema.vocabulary.isOf(types, name)));
  if (fitting.length > 0 && (draft.joined !== 'and' || fitting.length === nodes.length)) {
    draft.nodes = fitting;
    return { cost };
  }
  const impossible = nodes.filter((node) => contradictionOf(node));
  const [node] = impossible;
  if (node && (draft.joined === 'and' || impossible.length === nodes.length)) {
    const conflicting = contradictionOf(node)!;
    const own = `${node.label ?? node.uid} is ${withArticle(schema.label(conflicting[0]))}`;
    return refused('disjointness', `${own}, and ${exclude(conflicting, schema)}`);
  }
  const kinds = classes.map((name) => withArticle(schema.label(name))).join(' and ');
  const [first] = nodes;
  return refused(
    'domain',
    first ? `${first.label ?? first.uid} is not known as ${kinds}` : 'two things are not the same',
  );
}

const exclude = ([one, other]: readonly [string, string], schema: Schema): string =>
  `no ${schema.label(one)} is ${withArticle(schema.label(other))}`;
