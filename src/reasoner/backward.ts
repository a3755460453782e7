/**
 * Backward search: whether a fact in doubt follows from facts that are sure to stay.
 *
 * After the backward/forward algorithm (B. Motik, Y. Nenov, R. Piro, I. Horrocks, "Incremental Update of Datalog
 * Materialisation: the Backward/Forward Algorithm", AAAI 2015), with two differences. What is found proves that a fact
 * stays; that nothing is found proves nothing, and who asks has to take the fact away and see whether it comes back. So the
 * search may give up, and it goes by what is known of the store and asks for nothing. And it does not go behind other facts
 * in doubt, whose turn comes.
 *
 * A rule application that yields a fact waits for one of its premises that is not sure. When that one is proved it waits for
 * the next, and when there is none its head is proved (W. F. Dowling, J. H. Gallier, "Linear-time algorithms for testing the
 * satisfiability of propositional Horn formulae", 1984).
 */
import { KEPT } from './marks';
import { Matcher } from './match';
import type { Plan } from './plan';
import type { Rule } from './rule';
import type { FactSource, Pattern } from './source';
import { Now } from './table';
import type { Row } from './table';

/**
 * `sure`: follows from asserted facts. `some`: from facts that hold as yet, or may do so. `none`: no rule yields it, and none
 * will unless something is added.
 */
export type Support = 'sure' | 'some' | 'none';

/** An application of a rule. */
interface Derivation {
  readonly head: Row;
  readonly premises: readonly Row[];
}

/**
 * How often a derivation may be set to wait: as many times for a change (some milliseconds), and as many more for each fact in
 * doubt. Where the search leads nowhere it is a small part of what taking away costs.
 */
const ALLOWANCE = 4000;
const ALLOWANCE_EACH = 16;
/** Derivations of one fact that are gone into. */
const MOST_DERIVATIONS = 64;

const SURE = Now.Asserted | KEPT;

export class Backward {
  private readonly missing = new Map<string, Pattern>();
  private readonly matcher: Matcher;
  private readonly looked = new Set<Row>();
  private readonly waiting = new Map<Row, Derivation[]>();
  private readonly agenda: Row[] = [];
  /** Derivations with a premise that has been proved. */
  private readonly awake: Derivation[] = [];
  private allowance = ALLOWANCE;
  /** Of the fact that is being looked behind. */
  private head: Row = 0;
  private rule!: Rule;
  private derivations: Derivation[] = [];
  private support: Support = 'none';
  private readonly weigh = () => this.weighMatch();

  /** @param keep marks a fact as one that stays */
  constructor(
    private readonly plan: Plan,
    private readonly source: FactSource,
    private readonly keep: (row: Row) => void,
  ) {
    this.matcher = new Matcher(source, this.missing);
  }

  /** What speaks for a fact in doubt; `keep` has been called where the answer is `sure`. */
  supportOf(row: Row): Support {
    this.allowance += ALLOWANCE_EACH;
    const support = this.look(row);
    if (support === 'none') return support;
    this.looked.add(row);
    if (support === 'sure' || (this.isCut() && this.follows(row))) this.prove(row);
    else for (const derivation of this.derivations) this.wait(derivation);
    return this.search(row) ? 'sure' : 'some';
  }

  private search(row: Row): boolean {
    const { agenda, looked } = this;
    while (!this.isSure(row)) {
      const derivation = this.awake.pop();
      if (derivation) {
        this.wait(derivation);
        continue;
      }
      if (agenda.length === 0 || this.allowance <= 0) return false;
      const next = agenda.pop()!;
      if (looked.has(next) || this.isSure(next)) continue;
      looked.add(next);
      if (this.look(next) === 'sure') this.prove(next);
      else for (const derivation of this.derivations) this.wait(derivation);
    }
    return true;
  }

  private follows(row: Row): boolean {
    return this.matcher.yields(this.plan, row, SURE);
  }

  /** Finds the applications of rules that yield a fact from facts that hold, until one asks for sure facts alone. */
  private look(row: Row): Support {
    const { subject, predicate, object } = this.source.table;
    const s = subject[row]!;
    const o = object[row]!;
    this.head = row;
    this.support = 'none';
    this.derivations = [];
    this.missing.clear();
    for (const trigger of this.plan.heads.of(predicate[row]!, o)) {
      this.rule = trigger.rule;
      if (!this.matcher.bind(trigger.rule, trigger.rule.head!, s, o)) continue;
      this.matcher.some(trigger, this.weigh);
      if (this.isSettled()) break;
    }
    return this.support === 'none' && this.missing.size > 0 ? 'some' : this.support;
  }

  /** @returns whether no more matches are needed */
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
    return this.derivations.length >= MOST_DERIVATIONS;
  }

  /** Has a derivation wait for a premise that is not sure. Where there is none, its head is proved. */
  private wait(derivation: Derivation): void {
    if (this.isSure(derivation.head)) return;
    for (let premise = this.doubtful(derivation); premise !== undefined; premise = this.doubtful(derivation)) {
      this.allowance--;
      const others = this.waiting.get(premise);
      if (others) {
        others.push(derivation);
        return;
      }
      if (!this.looked.has(premise)) {
        if (this.follows(premise)) {
          this.keep(premise);
          continue;
        }
        this.agenda.push(premise);
      }
      this.waiting.set(premise, [derivation]);
      return;
    }
    this.prove(derivation.head);
  }

  /** A premise that is not sure: rather one with the predicate of the head, by which facts support one another in circles. */
  private doubtful({ head, premises }: Derivation): Row | undefined {
    const { predicate } = this.source.table;
    let found: Row | undefined;
    for (const premise of premises) {
      if (this.isSure(premise)) continue;
      if (predicate[premise] === predicate[head]) return premise;
      found ??= premise;
    }
    return found;
  }

  private prove(row: Row): void {
    if (this.isSure(row)) return;
    this.keep(row);
    const waiting = this.waiting.get(row);
    if (!waiting) return;
    this.waiting.delete(row);
    for (const derivation of waiting) this.awake.push(derivation);
  }

  private isSure(row: Row): boolean {
    return (this.source.table.flags[row]! & SURE) !== 0;
  }
}
