/**
 * Order of classes or properties that the existing rules entail, reflexive and transitive. A triple within it needs no
 * rule.
 */
import type { TermId } from '../terms';

export class Order {
  private readonly uppers = new Map<TermId, Set<TermId>>();
  private readonly reached = new Map<TermId, Set<TermId>>();

  /** Records that rules lead from `lower` to `upper`. */
  add(lower: TermId, upper: TermId): void {
    const direct = this.uppers.get(lower);
    if (direct?.has(upper)) return;
    if (direct) direct.add(upper);
    else this.uppers.set(lower, new Set([upper]));
    this.reached.clear();
  }

  /** Returns true if rules lead from `lower` to `upper` in any number of steps, including none. */
  leads(lower: TermId, upper: TermId): boolean {
    return this.above(lower).has(upper);
  }

  /** Returns all terms that rules lead to, `lower` included. */
  above(lower: TermId): ReadonlySet<TermId> {
    let reached = this.reached.get(lower);
    if (!reached) {
      reached = new Set([lower]);
      // A set iterates over elements that are added during the loop.
      for (const term of reached) for (const upper of this.uppers.get(term) ?? []) reached.add(upper);
      this.reached.set(lower, reached);
    }
    return reached;
  }
}
