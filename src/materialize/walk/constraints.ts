/**
 * Finds contradictions among stored facts, page by page.
 *
 * A contradiction is a match of a rule without a head. The search starts at one atom of the rule, so that a walk over
 * the facts of that atom meets each match once. The same facts may match in several ways: `p(x, y)` and `p(y, x)` do.
 * Then only the match with the first fact at that atom counts. The search also covers single-valued predicates for
 * which a rule entails another value than the stored one.
 */
import { languageOf, TYPE_PREDICATE } from '../../mutation';
import {
  ANY,
  indexOf,
  Matcher,
  NO_ROW,
  NOW_MASK,
  specialize,
  type Contradiction,
  type Pattern,
  type Plan,
  type Row,
  type Rule,
} from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import type { Need } from '../store/need';
import type { OwlgateError } from '../../errors';
import type { RuledContext } from '../write/context';
import { compareTerms, contradictionError, singleValueError } from '../write/contradiction-messages';
import { designatedAtom, mergeNeeds, needOf, needText } from './steps';
import type { WorkingSet } from '../store/working-set';
import { isOverClasses } from './type-rules';

/** Step of the walk: facts from which constraints are matched, or a predicate that takes one value. */
export interface ConstraintStep {
  readonly kind: 'constraints' | 'places';
  readonly need: Pick<Need, 'p' | 'o' | 'and'>;
}

/** Contradiction, or stored value in conflict with an entailed one. */
export interface ConstraintMatch extends Contradiction {
  /** Node at which the walk met it. */
  readonly node: string;
  /** Number of the rule in the plan. */
  readonly number: number;
  /** For a single-valued predicate: the stored value and the value that a rule yields. */
  readonly place?: { readonly p: string; readonly stored: string; readonly yielded: string };
}

interface ConstraintStepOptions {
  /** Rules that count. Default: all of the plan. */
  readonly rules?: readonly Rule[];
  /** True if the engine has all facts and can find the nodes of two classes. */
  readonly isFiltered?: boolean;
}

/** @returns the steps, in an order that depends on the plan and the schema alone */
export function constraintSteps(
  plan: Plan,
  schema: EngineSchema,
  { rules = plan.rules, isFiltered = true }: ConstraintStepOptions = {},
): ConstraintStep[] {
  const constraints = rules.filter(({ head, body }) => !head && body.length > 0);
  const pairs = isFiltered ? constraints.filter((rule) => isOfTwoClasses(plan, rule)) : [];
  const ofPairs = new Set(pairs);
  const others = mergeNeeds(
    constraints
      .filter((rule) => !ofPairs.has(rule))
      .map((rule) => needOf(plan, rule.body[designatedAtom(plan, rule)]!)),
  );
  // A step over all nodes of a class, or of any, meets those of a further class as well.
  const isMet = ({ o }: ConstraintStep['need']) =>
    others.some((need) => need.p === TYPE_PREDICATE && (need.o === undefined || need.o === o));
  const needs = [...others, ...pairNeeds(plan, pairs).filter((need) => !isMet(need))];
  const heads = new Set(rules.flatMap(({ head }) => (head ? [head.p] : [])));
  const places = [...heads].map((p) => plan.terms.text(p)).filter((p) => isSingle(schema, p));
  return [
    ...needs.map((need) => ({ kind: 'constraints', need }) as const),
    ...places.sort().map((p) => ({ kind: 'places', need: { p } }) as const),
  ];
}

/** Returns true for a constraint over two or more given classes of one node. */
const isOfTwoClasses = (plan: Plan, rule: Rule): boolean =>
  rule.body.length > 1 && isOverClasses(plan, rule) && rule.body.every(({ o }) => o > 0);

/** Returns the needs that find the nodes of two classes. Nodes of the first class are found together. */
function pairNeeds({ terms }: Plan, pairs: readonly Rule[]): ConstraintStep['need'][] {
  const others = new Map<string, Set<string>>();
  for (const { body } of pairs) {
    const [first, second] = body.map(({ o }) => terms.text(o)) as [string, string];
    others.set(first, (others.get(first) ?? new Set()).add(second));
  }
  return [...others].map(([o, and]) => ({ p: TYPE_PREDICATE, o, and: [...and] }));
}

export const constraintStepText = ({ kind, need }: ConstraintStep): string => `${kind} ${needText(need)}`;

function isSingle(schema: EngineSchema, p: string): boolean {
  const declared = schema.get(p);
  return declared !== undefined && !declared.list;
}

/** Returns the rows of a page: the step's facts in a working set into which nothing else has been read yet. */
export function pageRows({ table, terms }: WorkingSet, { p, o }: ConstraintStep['need']): readonly Row[] {
  const rows: Row[] = [];
  const predicate = terms.id(p);
  const object = o === undefined ? ANY : terms.id(o);
  for (let row = 0; row < table.length; row++) {
    if ((table.flags[row]! & NOW_MASK) === 0) continue;
    if (table.predicate[row] === predicate && (object === ANY || table.object[row] === object)) rows.push(row);
  }
  return rows;
}

/** Finds contradictions in the facts of a working set. Used for one round of settling. */
export class ConstraintMatcher {
  private readonly missing = new Map<string, Pattern>();
  private readonly matcher: Matcher;
  private readonly matches: ConstraintMatch[] = [];
  private readonly reportedKeys = new Set<string>();
  /** False once a contradiction above the maximum was found: the search ends there. */
  private isComplete = true;

  /** @param most maximum number of contradictions */
  constructor(
    private readonly plan: Plan,
    private readonly workingSet: WorkingSet,
    private readonly most: number,
  ) {
    this.matcher = new Matcher(workingSet, this.missing);
  }

  /** @returns contradictions in no order; valid only if no pattern is missing */
  run(
    { kind }: ConstraintStep,
    rows: readonly Row[],
  ): {
    readonly matches: readonly ConstraintMatch[];
    readonly missing: readonly Pattern[];
    readonly isComplete: boolean;
  } {
    if (kind === 'constraints') for (const row of rows) this.matchFact(row);
    else this.matchPlaces(rows);
    const { matches, missing, isComplete } = this;
    return { matches, missing: [...missing.values()], isComplete };
  }

  private matchFact(row: Row): void {
    if (!this.isComplete) return;
    const { table } = this.workingSet;
    const [s, o] = [table.subject[row]!, table.object[row]!];
    for (const trigger of indexOf(this.plan).constraints.list(table.predicate[row]!, o)) {
      const { rule, atom, number } = trigger;
      if (atom !== designatedAtom(this.plan, rule) || !this.matcher.bind(rule, rule.body[atom]!, s, o)) continue;
      this.matcher.forEach(trigger, row, NOW_MASK, () => {
        if (!this.isComplete) return;
        const facts = this.matcher.matched(rule);
        if (!isFirst(this.workingSet, rule, atom, facts)) return;
        const matched = specialize(rule, (i) => table.object[facts[i]!]!);
        this.add({ rule: matched, number, facts, node: this.text(s) });
      });
    }
  }

  /** Matches rules whose head would set another value than the stored one. */
  private matchPlaces(rows: readonly Row[]): void {
    const { table } = this.workingSet;
    const nodes = new Set(rows.map((row) => table.subject[row]!));
    const [first] = rows;
    if (first === undefined) return;
    const p = table.predicate[first]!;
    for (const trigger of indexOf(this.plan).heads.list(p, ANY)) {
      const { rule, number } = trigger;
      const head = rule.head!;
      for (const s of nodes) {
        if (!this.isComplete) return;
        if (!this.matcher.bind(rule, head, s, head.o > 0 ? head.o : ANY)) continue;
        this.matcher.forEach(trigger, NO_ROW, NOW_MASK, () => {
          this.addPlace(number, rule, s, p, this.matcher.value(head.o), this.matcher.matched(rule));
        });
      }
    }
  }

  private addPlace(number: number, rule: Rule, s: number, p: number, yielded: number, body: readonly Row[]): void {
    const { table, terms } = this.workingSet;
    const value = terms.text(yielded);
    const lang = languageOf(value);
    for (let row = table.firstOfSubject(s, p); row !== NO_ROW; row = table.nextOfSubject(row)) {
      if ((table.flags[row]! & NOW_MASK) === 0) continue;
      const stored = terms.text(table.object[row]!);
      if (stored === value) return;
      if (languageOf(stored) !== lang) continue;
      const place = { p: terms.text(p), stored, yielded: value };
      this.add({ rule, number, facts: [row, ...body], node: terms.text(s), place });
    }
  }

  private add(match: ConstraintMatch): void {
    const key = `${match.number}:${[...new Set(match.facts)].sort((a, b) => a - b).join()}`;
    if (this.reportedKeys.has(key)) return;
    if (this.matches.length >= this.most) {
      this.isComplete = false;
      return;
    }
    this.reportedKeys.add(key);
    this.matches.push(match);
  }

  private text(term: number): string {
    return this.workingSet.terms.text(term);
  }
}

/** Returns the error of a contradiction, as of a write that it would refuse. */
export function matchError(rules: RuledContext, workingSet: WorkingSet, match: ConstraintMatch): OwlgateError {
  const { node, place } = match;
  return place
    ? singleValueError(rules, node, place.p, place.stored, place.yielded)
    : contradictionError(workingSet, match, (term) => term, 'fixed');
}

/** Keeps one conflict per value that a single-valued predicate of a node would have, however many rules yield it. */
export function isFirstOfItsValue(): (match: ConstraintMatch) => boolean {
  const listedKeys = new Set<string>();
  return ({ node, place }) => {
    if (!place) return true;
    const key = `${node} ${place.p} ${place.yielded}`;
    return !listedKeys.has(key) && listedKeys.add(key).size > 0;
  };
}

/** Maximum facts tried per match. A match with more arrangements may be reported from several of its facts. */
const MAX_TRIES = 5_000;

/**
 * Returns true if the fact at the atom comes first among all facts of the match that could take that atom. So a match
 * is reported once, although each of these facts leads to it.
 */
function isFirst(workingSet: WorkingSet, rule: Rule, atom: number, facts: readonly Row[]): boolean {
  const { table } = workingSet;
  const rowAtAtom = facts[atom]!;
  const rows = [...new Set(facts)];
  const rivals = rows.filter((row) => table.predicate[row] === table.predicate[rowAtAtom] && row !== rowAtAtom);
  const budget = { tries: MAX_TRIES };
  return !rivals.some(
    (rival) => comesBefore(workingSet, rival, rowAtAtom) && isMatch(workingSet, rule, rows, atom, rival, budget),
  );
}

function comesBefore({ table, terms }: WorkingSet, a: Row, b: Row): boolean {
  const order = (first: number, second: number) => compareTerms(terms.text(first), terms.text(second));
  return (order(table.subject[a]!, table.subject[b]!) || order(table.object[a]!, table.object[b]!)) < 0;
}

/** Returns true if a rule matches exactly these facts with a given one of them at a given atom. */
function isMatch(
  { table, terms }: WorkingSet,
  rule: Rule,
  rows: readonly Row[],
  atom: number,
  at: Row,
  budget: { tries: number },
): boolean {
  const { body, distinct = [], filters = [] } = rule;
  const agree = (bindings: ReadonlyMap<number, number>, ref: number, term: number) =>
    ref > 0 ? ref === term : (bindings.get(ref) ?? term) === term;
  const go = (index: number, bindings: ReadonlyMap<number, number>, used: ReadonlySet<Row>): boolean => {
    if (rows.length - used.size > body.length - index) return false;
    if (index === body.length) {
      const value = (ref: number) => (ref > 0 ? ref : bindings.get(ref)!);
      const passes = filters.every(({ ref, test, negated }) => test.holds(terms.text(value(ref))) !== negated);
      return passes && distinct.every(([a, b]) => value(a) !== value(b));
    }
    const { s, p, o, oneOf } = body[index]!;
    // Unused facts first: the match must use all facts.
    const free = rows.filter((row) => !used.has(row));
    return (index === atom ? [at] : [...free, ...used]).some((row) => {
      if (--budget.tries < 0) return false;
      const [subject, object] = [table.subject[row]!, table.object[row]!];
      if (oneOf && !oneOf.has(object)) return false;
      if (table.predicate[row] !== p || !agree(bindings, s, subject) || !agree(bindings, o, object)) return false;
      const next = new Map(bindings).set(s, subject);
      return agree(next, o, object) && go(index + 1, next.set(o, object), new Set(used).add(row));
    });
  };
  return go(0, new Map(), new Set());
}
