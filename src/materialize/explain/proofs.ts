/** Search for proofs over the store: reads the facts that a search misses and repeats it. */
import { ANY, explainContradiction, explainFact, findRepairs, NOW_MASK, STORED_MASK } from '../../reasoner';
import type {
  Contradiction,
  ContradictionExplanation,
  Explanation,
  ExplainOptions,
  Pattern,
  Plan,
  RepairSearch,
} from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import { FactQueryComposer } from '../store/fact-query-composer';
import type { Need } from '../store/need';
import { needOf, readInto, storedIn } from '../store/settle';
import type { ReadTransaction } from '../store/transaction';
import { WorkingSet } from '../store/working-set';

/** Limits of the reads for one explanation. */
export interface ReadLimits {
  readonly rounds: number;
  /** Maximum number of facts. */
  readonly facts: number;
}

const READ_LIMITS: ReadLimits = { rounds: 200, facts: 200_000 };

export interface ProofContext {
  readonly plan: Plan;
  readonly schema: EngineSchema;
  readonly transaction: ReadTransaction;
  readonly limits?: ReadLimits;
}

/** Explains facts of one working set. Facts read for one explanation serve the next. */
export class StoredProofs {
  private readonly reader: FactQueryComposer;
  private readonly limits: ReadLimits;
  private rounds = 0;
  private facts = 0;

  /** @param workingSet facts read so far; may be in the state after an evaluation */
  constructor(
    private readonly workingSet: WorkingSet,
    private readonly context: ProofContext,
  ) {
    this.reader = new FactQueryComposer(context.schema, undefined, context.transaction.prefix);
    this.limits = context.limits ?? READ_LIMITS;
  }

  /** Explains a fact. `missing` is empty; without proofs if the limits were too low. */
  async fact(fact: Pattern, options?: ExplainOptions): Promise<Explanation> {
    return this.search(() => explainFact(this.context.plan, this.workingSet, fact, options));
  }

  /** Explains a contradiction. */
  async contradiction(contradiction: Contradiction, options?: ExplainOptions): Promise<ContradictionExplanation> {
    return this.search(() => explainContradiction(this.context.plan, this.workingSet, contradiction, options));
  }

  /** Finds the repairs of a contradiction. */
  async repairs(contradiction: Contradiction): Promise<RepairSearch> {
    return this.search(() => findRepairs(this.context.plan, this.workingSet, contradiction));
  }

  /** Reads stored facts and counts them towards the limits. */
  async read(needs: readonly Need[]): Promise<void> {
    const { plan, schema, transaction } = this.context;
    this.rounds++;
    const part = new WorkingSet(plan, storedIn(schema));
    await readInto(part, this.reader, transaction, needs);
    this.facts += part.table.length;
    adopt(this.workingSet, part, needs);
  }

  private async search<Result extends Explanation | ContradictionExplanation | RepairSearch>(
    run: () => Result,
  ): Promise<Result> {
    for (;;) {
      const result = run();
      if (result.missing.length === 0) return result;
      if (this.rounds >= this.limits.rounds || this.facts >= this.limits.facts)
        return { ...result, missing: [], complete: false };
      await this.read(result.missing.map((pattern) => needOf(this.workingSet, pattern)));
    }
  }
}

/** Copies facts into the working set, except those it has already: a change may have altered their state. */
function adopt(workingSet: WorkingSet, part: WorkingSet, needs: readonly Need[]): void {
  const { table, terms } = part;
  for (let from = 0; from < table.length; from++) {
    const [s, p, o] = [table.subject[from]!, table.predicate[from]!, table.object[from]!].map((id) =>
      workingSet.terms.id(terms.text(id)),
    ) as [number, number, number];
    const row = workingSet.table.row(s, p, o);
    if ((workingSet.table.flags[row]! & (STORED_MASK | NOW_MASK)) === 0)
      workingSet.table.flags[row] = table.flags[from]!;
  }
  const id = (text: string | undefined) => (text === undefined ? ANY : terms.id(text));
  for (const { s, p, o } of needs) if (part.covers(id(s), id(p), id(o))) workingSet.cover(s, p, o);
}
