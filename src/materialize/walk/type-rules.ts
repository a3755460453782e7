/**
 * Type rules: from a class of a node, or from an edge or value at it, follows a further class of the same node. The
 * engine can apply them to a page of nodes, without the nodes' facts being read.
 *
 * Nobody reasons over the facts that it adds. So only those rules count from whose classes nothing follows but further
 * classes by such rules. Constraints over classes of one node are checked after the last of them.
 */
import type { Atom, Plan, Rule, TermId } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import { needOf, needText } from './steps';
import type { Step, StepNeed } from './steps';

export class TypeRules {
  private readonly rules = new Set<Rule>();
  /** Classes that follow by one rule, by the text of the need that finds the nodes. */
  private readonly heads = new Map<string, Set<TermId>>();

  constructor(
    private readonly plan: Plan,
    private readonly schema: EngineSchema,
  ) {
    const candidates = new Set(plan.rules.filter((rule) => this.isTypeRule(rule)));
    const joined = joinedClasses(plan, candidates);
    if (!joined) return;
    for (const rule of candidates) if (!joined.has(rule.head!.o)) this.add(rule);
  }

  /** Returns true if the engine applies a rule, or if its contradictions are searched afterwards. */
  has(rule: Rule): boolean {
    return this.rules.has(rule) || isOverClasses(this.plan, rule);
  }

  /** Returns the steps that apply the rules whose consequences are not all stored. @param added new rules */
  steps(added: ReadonlySet<Rule>): Step[] {
    const isReached = reachedBy(
      this.plan,
      [...added].filter((rule) => !this.rules.has(rule)),
    );
    const due = [...this.rules].filter((rule) => added.has(rule) || isReached(rule.body[0]!));
    const needs = new Map(due.map((rule) => this.needOf(rule)).map((need) => [needText(need), need]));
    return [...needs.values()].map((need) => ({ kind: 'types', need }));
  }

  /** Returns all classes that follow for the nodes of a step, in a fixed order. */
  classesOf(need: StepNeed): string[] {
    const { terms, type } = this.plan;
    const found = new Set(this.heads.get(needText(need)));
    for (const c of found) {
      for (const to of this.heads.get(needText(needOf(this.plan, { s: -1, p: type, o: c }))) ?? []) found.add(to);
    }
    return [...found]
      .map((c) => terms.text(c))
      .filter((c) => c !== need.o)
      .sort();
  }

  private add(rule: Rule): void {
    this.rules.add(rule);
    const text = needText(this.needOf(rule));
    const heads = this.heads.get(text);
    if (heads) heads.add(rule.head!.o);
    else this.heads.set(text, new Set([rule.head!.o]));
  }

  private needOf({ body, head }: Rule): StepNeed {
    const atom = body[0]!;
    const need = needOf(this.plan, atom);
    return head!.s === atom.s ? need : { ...need, isReverse: true };
  }

  private isTypeRule({ body, head, filters = [], distinct = [] }: Rule): boolean {
    const { plan, schema } = this;
    const [atom, ...others] = body;
    if (!atom || others.length + filters.length + distinct.length > 0) return false;
    if (head?.p !== plan.type || head.o <= 0 || head.s >= 0 || atom.oneOf) return false;
    if (atom.p === plan.type) return atom.o > 0 && atom.s === head.s;
    if (atom.s >= 0 || atom.o >= 0 || atom.s === atom.o) return false;
    const declared = schema.get(plan.terms.text(atom.p));
    return atom.s === head.s || (declared?.type === 'uid' && declared.reverse);
  }
}

/** Returns true for a constraint over classes of one node. */
export const isOverClasses = ({ type }: Plan, { head, body }: Rule): boolean =>
  !head && body.length > 0 && body.every(({ p, s }) => p === type && s < 0 && s === body[0]!.s);

/**
 * Returns the classes from which something follows by other rules than candidates, at once or by candidates; undefined
 * if that may be any class.
 */
function joinedClasses(plan: Plan, candidates: ReadonlySet<Rule>): ReadonlySet<TermId> | undefined {
  const joined = new Set<TermId>();
  for (const rule of plan.rules) {
    if (candidates.has(rule) || isOverClasses(plan, rule)) continue;
    for (const { p, o, oneOf } of rule.body) {
      if (p !== plan.type) continue;
      if (o < 0 && !oneOf) return undefined;
      for (const c of oneOf ?? [o]) joined.add(c);
    }
  }
  const subclasses = new Map<TermId, TermId[]>();
  for (const { head, body } of candidates) {
    const [{ p, o }] = body as [Atom];
    if (p !== plan.type) continue;
    const list = subclasses.get(head!.o);
    if (list) list.push(o);
    else subclasses.set(head!.o, [o]);
  }
  for (const c of joined) for (const sub of subclasses.get(c) ?? []) joined.add(sub);
  return joined;
}

/** Returns a test: rules, and those that follow, may derive a fact of an atom. */
function reachedBy(plan: Plan, rules: readonly Rule[]): (atom: Atom) => boolean {
  const keyOf = ({ p, o }: Atom) => (p === plan.type && o > 0 ? `${p} ${o}` : String(p));
  const keys = new Set<string>();
  let hasTypes = false;
  const isReached = (atom: Atom): boolean => {
    if (atom.p !== plan.type) return keys.has(keyOf(atom));
    return atom.o > 0 ? keys.has(keyOf(atom)) || keys.has(String(plan.type)) : hasTypes;
  };
  let open: readonly Rule[] = plan.rules;
  for (let next: readonly Rule[] = rules; next.length > 0;) {
    for (const { head } of next) {
      if (!head) continue;
      keys.add(keyOf(head));
      hasTypes ||= head.p === plan.type;
    }
    next = open.filter(({ body }) => body.some(isReached));
    open = open.filter(({ body }) => !body.some(isReached));
  }
  return isReached;
}
