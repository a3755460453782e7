/**
 * Backward search: proves that a fact in doubt follows from facts that are sure to stay.
 *
 * It is the backward/forward algorithm (B. Motik, Y. Nenov, R. Piro, I. Horrocks, "Incremental Update of Datalog
 * Materialisation: the Backward/Forward Algorithm", AAAI 2015) with two differences. First, a failed search decides
 * nothing: the caller removes the fact, and re-derivation restores it if another derivation remains. So the search may
 * give up early, and it never reads from the store. Second, it does not search through other facts in doubt; each of
 * them gets a search of its own.
 *
 * A derivation waits for one of its premises that is not proved yet. When that premise is proved it waits for the next
 * one, and when none is left its head is proved (W. F. Dowling, J. H. Gallier, "Linear-time algorithms for testing the
 * satisfiability of propositional Horn formulae", 1984).
 */
import { PROVED } from './marks';
import { Matcher } from './match';
import { findPath, stepsOf } from './paths';
import { indexOf } from './plan';
import type { Plan } from './plan';
import type { Rule } from './rule';
import type { FactSource, Pattern } from './source';
import { Now } from './table';
import type { Row } from './table';

/**
 * `sure`: the fact follows from asserted facts. `some`: it follows from facts that hold at the moment, or from facts
 * that are not in the known part of the store. `none`: no rule derives it from the facts that hold now.
 */
export type Support = 'sure' | 'some' | 'none';

interface Derivation {
  readonly head: Row;
  readonly premises: readonly Row[];
}

/**
 * Maximum number of times that derivations wait for a premise: a constant for each change (some milliseconds of work)
 * plus an increment for each fact in doubt. It keeps a fruitless search cheap compared with the removal.
 */
const ALLOWANCE = 4000;
const ALLOWANCE_EACH = 16;
/** Maximum derivations of one fact. */
const MAX_DERIVATIONS = 64;

/**
 * Maximum facts that searches for paths look at: a constant for each change (some milliseconds), which suffices for
 * components of some hundred nodes, and more for each fact in doubt.
 */
const PATHS = 1_000_000;
const PATHS_EACH = 64;

const SURE = Now.Asserted | PROVED;

export class Backward {
  private readonly missing = new Map<string, Pattern>();
  private readonly matcher: Matcher;
  private readonly expanded = new Set<Row>();
  private readonly waiting = new Map<Row, Derivation[]>();
  private readonly agenda: Row[] = [];
  /** Derivations with a newly proved premise. */
  private readonly ready: Derivation[] = [];
  private allowance = ALLOWANCE;
  private pathAllowance = PATHS;
  /** Working state of `findDerivations` for the current fact. */
  private head: Row = 0;
  private rule!: Rule;
  private derivations: Derivation[] = [];
  private support: Support = 'none';
  private readonly onMatch = () => this.weighMatch();

  /** @param markProved marks a fact as one that stays */
  constructor(
    private readonly plan: Plan,
    private readonly source: FactSource,
    private readonly markProved: (row: Row) => void,
  ) {
    this.matcher = new Matcher(source, this.missing);
  }

  /** Returns the support of a fact in doubt; calls `markProved` if it is `sure`. */
  supportOf(row: Row): Support {
    this.allowance += ALLOWANCE_EACH;
    this.pathAllowance += PATHS_EACH;
    if (this.hasPath(row)) {
      this.prove(row);
      return 'sure';
    }
    const support = this.findDerivations(row);
    if (support === 'none') return support;
    this.expanded.add(row);
    if (support === 'sure' || (this.isCut() && this.followsFromSure(row))) this.prove(row);
    else for (const derivation of this.derivations) this.waitForPremise(derivation);
    return this.search(row) ? 'sure' : 'some';
  }

  /** True if the fact is of a transitive property, and sure facts lead from its subject to its object. */
  private hasPath(row: Row): boolean {
    const { table } = this.source;
    const steps = stepsOf(this.plan).get(table.predicate[row]!);
    if (!steps) return false;
    const ends = [table.subject[row]!, table.object[row]!] as const;
    const { isFound, looks } = findPath(table, steps, ends, SURE, this.pathAllowance);
    this.pathAllowance -= looks;
    return isFound;
  }

  private search(row: Row): boolean {
    const { agenda, expanded } = this;
    while (!this.isSure(row)) {
      const derivation = this.ready.pop();
      if (derivation) {
        this.waitForPremise(derivation);
        continue;
      }
      if (agenda.length === 0 || this.allowance <= 0) return false;
      const next = agenda.pop()!;
      if (expanded.has(next) || this.isSure(next)) continue;
      expanded.add(next);
      if (this.findDerivations(next) === 'sure') this.prove(next);
      else for (const derivation of this.derivations) this.waitForPremise(derivation);
    }
    return true;
  }

  private followsFromSure(row: Row): boolean {
    return this.matcher.yields(this.plan, row, SURE);
  }

  /** Collects derivations of a fact from facts that hold. Stops at the first that uses sure facts alone. */
  private findDerivations(row: Row): Support {
    const { subject, predicate, object } = this.source.table;
    const s = subject[row]!;
    const o = object[row]!;
    this.head = row;
    this.support = 'none';
    this.derivations = [];
    this.missing.clear();
    for (const trigger of indexOf(this.plan).heads.list(predicate[row]!, o)) {
      this.rule = trigger.rule;
      if (!this.matcher.bind(trigger.rule, trigger.rule.head!, s, o)) continue;
      this.matcher.some(trigger, this.onMatch);
      if (this.isSettled()) break;
    }
    return this.support === 'none' && this.missing.size > 0 ? 'some' : this.support;
  }

  /** @returns true if no more matches are needed */
  private weighMatch(): boolean {
    if (this.matcher.haveAll(this.rule, SURE)) {
      this.support = 'sure';
      return true;
    }
    const premises = this.matcher.matched(this.rule);
    if (premises.includes(this.head)) return false;
    this.support = 'some';
    this.derivations.push({ head: this.head, premises });
    return this.isCut();
  }

  private isSettled(): boolean {
    return this.support === 'sure' || this.isCut();
  }

  private isCut(): boolean {
    return this.derivations.length >= MAX_DERIVATIONS;
  }

  /** Makes a derivation wait for a premise that is not sure. If there is none, the head of the derivation is proved. */
  private waitForPremise(derivation: Derivation): void {
    if (this.isSure(derivation.head)) return;
    for (
      let premise = this.unsurePremise(derivation);
      premise !== undefined;
      premise = this.unsurePremise(derivation)
    ) {
      this.allowance--;
      const waitingForPremise = this.waiting.get(premise);
      if (waitingForPremise) {
        waitingForPremise.push(derivation);
        return;
      }
      if (!this.expanded.has(premise)) {
        if (this.followsFromSure(premise)) {
          this.markProved(premise);
          continue;
        }
        this.agenda.push(premise);
      }
      this.waiting.set(premise, [derivation]);
      return;
    }
    this.prove(derivation.head);
  }

  /**
   * Returns a premise that is not sure. It prefers one with the predicate of the head, since such facts support one
   * another in circles.
   */
  private unsurePremise({ head, premises }: Derivation): Row | undefined {
    const { predicate } = this.source.table;
    let unsure: Row | undefined;
    for (const premise of premises) {
      if (this.isSure(premise)) continue;
      if (predicate[premise] === predicate[head]) return premise;
      unsure ??= premise;
    }
    return unsure;
  }

  private prove(row: Row): void {
    if (this.isSure(row)) return;
    this.markProved(row);
    const waiting = this.waiting.get(row);
    if (!waiting) return;
    this.waiting.delete(row);
    for (const derivation of waiting) this.ready.push(derivation);
  }

  private isSure(row: Row): boolean {
    return (this.source.table.flags[row]! & SURE) !== 0;
  }
}
