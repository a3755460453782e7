/**
 * Steps of a materialization, each over the facts of one predicate or class. One atom per rule suffices: a match has a
 * fact for every atom, and inferred facts trigger further rules within the transaction that infers them.
 *
 * The list depends only on the former rules, the new rules and the engine's predicates, and its order is fixed, so that
 * a walk that was cut off can resume.
 */
import { createHash } from 'node:crypto';
import { TYPE_PREDICATE } from '../../mutation';
import { ruleText } from '../../reasoner';
import type { Atom, Plan, Rule } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import type { Need } from '../store/need';

/**
 * `suspect`: stored inferred facts whose support is in doubt; those without another derivation are retracted.
 * `revisit`: stored facts that trigger rules and constraints as if they were new. `types`: nodes to which the engine
 * adds classes; see type-rules.ts. `constraints`, `places`: stored facts that rules may contradict; see
 * constraints.ts.
 */
export interface Step {
  readonly kind: 'suspect' | 'revisit' | 'types' | 'constraints' | 'places';
  readonly need: StepNeed;
}

export type StepNeed = Pick<Need, 'p' | 'o' | 'and' | 'isReverse'>;

/** Rules that are not applied by revisits. */
export interface RulesApart {
  has(rule: Rule): boolean;
  /** Returns the steps that apply them. @param added new rules */
  steps(added: ReadonlySet<Rule>): Step[];
}

interface Steps {
  readonly list: readonly Step[];
  /** Digest of the steps and rules. */
  readonly digest: string;
  readonly former: FormerRules;
}

/** Rules whose consequences are stored. */
export interface FormerRules {
  /** Those that the new plan has as well, as rules of this plan. */
  readonly kept: ReadonlySet<Rule>;
  /** Predicates of their heads; undefined if unknown. */
  readonly inferred: ReadonlySet<string> | undefined;
}

/**
 * @param before rules whose consequences are stored; undefined if unknown: then all inferred facts are in doubt
 * @param hasObjectSteps true to plan steps over the objects of edges as well
 */
export function planSteps(
  before: Plan | undefined,
  now: Plan,
  schema: EngineSchema,
  apart: RulesApart,
  hasObjectSteps = false,
): Steps {
  const previousRules = before ? rulesByText(before) : new Map<string, Rule>();
  const currentRules = rulesByText(now);
  const suspects = before ? heads(before, without(previousRules, currentRules)) : everything(schema);
  const added = without(currentRules, previousRules);
  const revisiting = added.filter((rule) => !apart.has(rule));
  const atObjects = new Set(hasObjectSteps ? revisiting.flatMap((rule) => writtenAtObjects(now, schema, rule)) : []);
  const list: Step[] = [
    ...suspects.map((need) => ({ kind: 'suspect', need }) as const),
    ...atoms(now, revisiting).flatMap((need): Step[] => [
      ...(atObjects.has(need.p) ? [{ kind: 'revisit', need: { ...need, isReverse: true } } as const] : []),
      { kind: 'revisit', need },
    ]),
    ...apart.steps(new Set(added)),
  ];
  const digest = createHash('sha256')
    .update(JSON.stringify([list.map(stepText), before ? [...previousRules.keys()] : null, [...currentRules.keys()]]))
    .digest('hex')
    .slice(0, 32);
  const kept = new Set([...currentRules].filter(([text]) => previousRules.has(text)).map(([, rule]) => rule));
  const inferred = before && new Set(heads(before, before.rules).map(({ p }) => p));
  return { list, digest, former: { kept, inferred } };
}

/**
 * True for a step over edges by their objects. It stands for the next one, over the same edges by their subjects: a
 * walk takes the one with fewer nodes.
 */
export const isOverObjects = ({ kind, need }: Step): boolean => kind === 'revisit' && need.isReverse === true;

/**
 * Returns the predicate of the designated atom p(x, y) if the rule writes to lists of y: edges from y, or the reverse
 * ones of edges to y. Pages of subjects would write to the same nodes again and again, if many edges lead to few.
 */
function writtenAtObjects(plan: Plan, schema: EngineSchema, rule: Rule): string[] {
  const { head, body } = rule;
  const atom = body[designatedAtom(plan, rule)];
  if (!head || !atom || atom.p === plan.type || head.p === plan.type || atom.o >= 0) return [];
  const [p, q] = [atom.p, head.p].map((term) => plan.terms.text(term)) as [string, string];
  const isReversed = (predicate: string) => schema.get(predicate)?.reverse === true;
  return isReversed(p) && (head.s === atom.o || (head.o === atom.o && isReversed(q))) ? [p] : [];
}

const stepText = ({ kind, need }: Step): string => `${kind} ${needText(need)}`;

/** Prints a need for people: a predicate, or `dgraph.type C`. */
export const needText = ({ p, o, and, isReverse }: StepNeed): string =>
  [`${isReverse ? '~' : ''}${p}`, ...(o === undefined ? [] : [o]), ...(and ? [`& ${and.join(' | ')}`] : [])].join(' ');

/** Returns the need that reads an atom's facts: the members of a class, or the edges or values of a property. */
export function needOf(plan: Plan, { p, o }: Atom): Pick<Need, 'p' | 'o'> {
  if (p !== plan.type) return { p: plan.terms.text(p) };
  return o > 0 ? { p: TYPE_PREDICATE, o: plan.terms.text(o) } : { p: TYPE_PREDICATE };
}

/**
 * Returns the index of the atom from which a walk looks for matches: the first of an edge or value, if any, because
 * classes are large.
 */
export function designatedAtom(plan: Plan, { body }: Rule): number {
  const edge = body.findIndex(({ p }) => p !== plan.type);
  return edge < 0 ? 0 : edge;
}

/**
 * Merges the needs of more than MAX_CLASSES classes into one step over all types: reading all types of a node costs as
 * much as reading one.
 */
export function mergeNeeds(needs: readonly Pick<Need, 'p' | 'o'>[]): Pick<Need, 'p' | 'o'>[] {
  const classes = distinct(needs.filter(({ p }) => p === TYPE_PREDICATE));
  const types = classes.length > MAX_CLASSES ? [{ p: TYPE_PREDICATE }] : classes;
  return [...types, ...distinct(needs.filter(({ p }) => p !== TYPE_PREDICATE))];
}

const MAX_CLASSES = 2;

const rulesByText = (plan: Plan): ReadonlyMap<string, Rule> =>
  new Map(plan.rules.map((rule) => [ruleText(rule, (term) => plan.terms.text(term)), rule]));

const without = (rules: ReadonlyMap<string, Rule>, others: ReadonlyMap<string, Rule>): Rule[] =>
  [...rules].filter(([text]) => !others.has(text)).map(([, rule]) => rule);

function heads(plan: Plan, rules: readonly Rule[]): Pick<Need, 'p' | 'o'>[] {
  return distinct(rules.flatMap(({ head }) => (head ? [needOf(plan, head)] : [])));
}

/**
 * Returns the needs of the designated atoms. Rules without a body have no facts to walk over. Classes come last: pages
 * of edges read the types of nodes, which have fewer types before the pages of their classes.
 */
function atoms(plan: Plan, rules: readonly Rule[]): Pick<Need, 'p' | 'o'>[] {
  const withBody = rules.filter(({ body }) => body.length > 0);
  const needs = mergeNeeds(withBody.map((rule) => needOf(plan, rule.body[designatedAtom(plan, rule)]!)));
  const isClass = ({ p }: Pick<Need, 'p' | 'o'>) => p === TYPE_PREDICATE;
  return [...needs.filter((need) => !isClass(need)), ...needs.filter(isClass)];
}

/** Returns every predicate that may hold inferred facts: all but those of the gateway and of Dgraph. */
function everything(schema: EngineSchema): Pick<Need, 'p' | 'o'>[] {
  const predicates = schema.predicateNames().filter((name) => !/^(owlgate|dgraph)\./.test(name));
  return [TYPE_PREDICATE, ...predicates.sort()].map((p) => ({ p }));
}

const distinct = (needs: readonly Pick<Need, 'p' | 'o'>[]): Pick<Need, 'p' | 'o'>[] => [
  ...new Map(needs.map(({ p, o }) => [needText({ p, o }), o === undefined ? { p } : { p, o }])).values(),
];
