/** An order by what rules have been made for it: which of the triples that state it add nothing. */
import type { TermId } from '../terms';

export class Order {
  private readonly uppers = new Map<TermId, Set<TermId>>();
  private readonly reached = new Map<TermId, Set<TermId>>();

  /** Notes that there are rules from `lower` to `upper`. */
  add(lower: TermId, upper: TermId): void {
    const known = this.uppers.get(lower);
    if (known?.has(upper)) return;
    if (known) known.add(upper);
    else this.uppers.set(lower, new Set([upper]));
    this.reached.clear();
  }

  /** Whether rules lead from `lower` to `upper`, in however many steps; none are needed where they are the same. */
  leads(lower: TermId, upper: TermId): boolean {
    return this.above(lower).has(upper);
  }

  /** Everything that rules lead to, itself included. */
  above(lower: TermId): ReadonlySet<TermId> {
    let reached = this.reached.get(lower);
    if (!reached) {
      reached = new Set([lower]);
      // A set hands out what is added to it while it is being walked.
      for (const term of reached) for (const upper of this.uppers.get(term) ?? []) reached.add(upper);
      this.reached.set(lower, reached);
    }
    return reached;
  }
}
