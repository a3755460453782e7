/** Derivation steps of a closure: one rule application for each inferred triple, from earlier triples. */
import { Matcher } from '../match';
import { indexOf } from '../plan';
import type { Rule } from '../rule';
import { NOW_MASK } from '../table';
import type { Row } from '../table';
import type { Closure } from './reason';

/** Rule, and the triples that its body matches. */
interface Step {
  readonly rule: Rule;
  readonly rows: readonly Row[];
}

/**
 * Finds steps. A row enters the table after the premises that first derived it. So every inferred triple has a
 * derivation from lower rows alone, and following these derivations ends at stated triples.
 */
export class StepFinder {
  private readonly matcher: Matcher;

  constructor(private readonly closure: Closure) {
    this.matcher = new Matcher(closure.graph, new Map());
  }

  /** Returns the step that derives a triple; undefined for a stated one. */
  step(row: Row): Step | undefined {
    const { graph, plan, stated } = this.closure;
    if (row < stated) return undefined;
    const { subject, predicate, object } = graph.table;
    for (const trigger of indexOf(plan).heads.list(predicate[row]!, object[row]!)) {
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

/** Index of no atom: the triple that a step derives is not one of its premises. */
const NO_ATOM = -1;
