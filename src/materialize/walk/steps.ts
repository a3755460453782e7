/**
 * What a materialization has to walk over: for each step the facts of one predicate or class, and what they are looked at
 * for. It is enough to look at the facts of one atom of each rule: a match has a fact for every atom, and what is inferred
 * on the way sets off further rules in the transaction that infers it.
 *
 * The list is told by the rules before, the rules now and the engine's predicates alone, and always in the same order, so
 * that a walk that was cut off can be gone on with.
 */
import { createHash } from 'node:crypto';
import { TYPE_PREDICATE } from '../../mutation';
import { ruleText } from '../../reasoner';
import type { Atom, Plan, Rule } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import type { Need } from '../store/reads';

/**
 * `suspect`: stored inferred facts whose support is in doubt; they go where nothing yields them any more. `revisit`: stored
 * facts that set rules and constraints off as if they were new.
 */
export interface Step {
  readonly kind: 'suspect' | 'revisit';
  readonly need: Pick<Need, 'p' | 'o'>;
}

export interface Steps {
  readonly list: readonly Step[];
  /** The same for the same steps under the same rules; a digest. */
  readonly digest: string;
}

/**
 * @param before the rules whose consequences are stored; undefined where nothing is known of what has been inferred: then
 *   everything that is inferred is in doubt
 */
export function planSteps(before: Plan | undefined, now: Plan, schema: EngineSchema): Steps {
  const known = before ? rulesByText(before) : new Map<string, Rule>();
  const wanted = rulesByText(now);
  const lost = before ? heads(before, without(known, wanted)) : everything(schema);
  const list: Step[] = [
    ...lost.map((need) => ({ kind: 'suspect', need }) as const),
    ...atoms(now, without(wanted, known)).map((need) => ({ kind: 'revisit', need }) as const),
  ];
  const digest = createHash('sha256')
    .update(JSON.stringify([list.map(stepText), before ? [...known.keys()] : null, [...wanted.keys()]]))
    .digest('hex')
    .slice(0, 32);
  return { list, digest };
}

export const stepText = ({ kind, need }: Step): string => `${kind} ${needText(need)}`;

/** For people: a predicate, or `dgraph.type C`. */
export const needText = ({ p, o }: Pick<Need, 'p' | 'o'>): string => (o === undefined ? p : `${p} ${o}`);

/** What reading an atom's facts is: of a class its members, of a property its edges or values. */
export function needOf(plan: Plan, { p, o }: Atom): Pick<Need, 'p' | 'o'> {
  if (p !== plan.type) return { p: plan.terms.text(p) };
  return o > 0 ? { p: TYPE_PREDICATE, o: plan.terms.text(o) } : { p: TYPE_PREDICATE };
}

/** The atom of a rule that it is looked for by: one of an edge or value where there is one, for classes are large. */
export function designated(plan: Plan, { body }: Rule): number {
  const edge = body.findIndex(({ p }) => p !== plan.type);
  return edge < 0 ? 0 : edge;
}

/** Classes to be walked over: together where there are several, since reading all types of a node costs as much as one. */
export function gathered(needs: readonly Pick<Need, 'p' | 'o'>[]): Pick<Need, 'p' | 'o'>[] {
  const classes = distinct(needs.filter(({ p }) => p === TYPE_PREDICATE));
  const types = classes.length > MOST_CLASSES ? [{ p: TYPE_PREDICATE }] : classes;
  return [...types, ...distinct(needs.filter(({ p }) => p !== TYPE_PREDICATE))];
}

const MOST_CLASSES = 2;

const rulesByText = (plan: Plan): ReadonlyMap<string, Rule> =>
  new Map(plan.rules.map((rule) => [ruleText(rule, (term) => plan.terms.text(term)), rule]));

const without = (rules: ReadonlyMap<string, Rule>, others: ReadonlyMap<string, Rule>): Rule[] =>
  [...rules].filter(([text]) => !others.has(text)).map(([, rule]) => rule);

function heads(plan: Plan, rules: readonly Rule[]): Pick<Need, 'p' | 'o'>[] {
  return distinct(rules.flatMap(({ head }) => (head ? [needOf(plan, head)] : [])));
}

/** Rules without a body have no facts to be walked over. */
function atoms(plan: Plan, rules: readonly Rule[]): Pick<Need, 'p' | 'o'>[] {
  const withBody = rules.filter(({ body }) => body.length > 0);
  return gathered(withBody.map((rule) => needOf(plan, rule.body[designated(plan, rule)]!)));
}

/** Every predicate that may hold inferred facts: all but those that the gateway and Dgraph keep for themselves. */
function everything(schema: EngineSchema): Pick<Need, 'p' | 'o'>[] {
  const predicates = schema.predicateNames().filter((name) => !/^(owlgate|dgraph)\./.test(name));
  return [TYPE_PREDICATE, ...predicates.sort()].map((p) => ({ p }));
}

const distinct = (needs: readonly Pick<Need, 'p' | 'o'>[]): Pick<Need, 'p' | 'o'>[] => [
  ...new Map(needs.map(({ p, o }) => [needText({ p, o }), o === undefined ? { p } : { p, o }])).values(),
];
