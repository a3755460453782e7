/** Why each triple of a closure holds: one step, from triples that were there before it. */
import { Matcher } from '../match';
import type { Rule } from '../rule';
import { NOW_MASK } from '../table';
import type { Row } from '../table';
import type { Closure } from './reason';

/** A rule, and the triples that its body matches. */
export interface Step {
  readonly rule: Rule;
  readonly rows: readonly Row[];
}

/**
 * Finds steps. A row is added to the table when it is first derived, after the rows that it is derived from: among a
 * triple's derivations there is one from earlier rows alone, and following those leads down to what documents state.
 */
export class Why {
  private readonly matcher: Matcher;

  constructor(private readonly closure: Closure) {
    this.matcher = new Matcher(closure.graph, new Map());
  }

  /** The step that yields a triple; undefined for one that a document states. */
  step(row: Row): Step | undefined {
    const { graph, plan, stated } = this.closure;
    if (row < stated) return undefined;
    const { subject, predicate, object } = graph.table;
    for (const trigger of plan.heads.of(predicate[row]!, object[row]!)) {
      const { rule } = trigger;
      if (!this.matcher.bind(rule, rule.head!, subject[row]!, object[row]!)) continue;
      let step: Step | undefined;
      this.matcher.forEach(trigger, NO_ATOM, NOW_MASK, () => {
        if (step) return;
        const rows = this.matcher.matched(rule);
        if (rows.every((premise) => premise < row)) step = { rule, rows };
      });
      if (step) return step;
    }
    return undefined;
  }
}

/** The row of the head is none of the rows that are matched. */
const NO_ATOM = -1;
