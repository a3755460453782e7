/** Explanations of a refused write: proofs of the facts that contradict each other. */
import { contradictionToJson, contradictionToText, proofToJson, proofToText, Stored } from '../../reasoner';
import type { Contradiction, Pattern, Proof, ProofFormat, Row } from '../../reasoner';
import { StoredProofs } from '../explain/proofs';
import type { ProofContext, ReadLimits } from '../explain/proofs';
import type { Naming } from './contradiction-messages';
import { VersionChanged } from '../store/transaction';
import { LeftGroup } from './group-commit/group';
import type { WorkingSet } from '../store/working-set';

/** `extensions.explanation` of a refusal. */
interface RefusalExplanation {
  /** The rule and its axiom; for two values of a predicate that takes one, only a sentence. */
  readonly rule: object;
  /** The contradicting facts, each with its proof. */
  readonly premises: readonly object[];
  /** The explanation as text for people. */
  readonly text: string;
}

/** An explanation with the proofs that it shows. */
export interface ExplainedRefusal {
  readonly explanation: RefusalExplanation;
  readonly proofs: readonly Proof[];
}

/** Limits of an explanation. A refusal needs an answer soon, with or without proofs. */
const READ_LIMITS: ReadLimits = { rounds: 20, facts: 20_000 };
const EXPLAIN_LIMITS = { facts: 300, derivations: 10_000, steps: 5000 };
const MAX_MS = 2000;

/** Explains the refusals of one write from its working set and further reads. */
export class RefusalProofs {
  private readonly proofs: StoredProofs;
  private readonly format: ProofFormat;
  private readonly until = Date.now() + MAX_MS;

  /** @param workingSet in its state after reasoning */
  constructor(
    private readonly workingSet: WorkingSet,
    context: ProofContext,
    name: Naming,
  ) {
    this.proofs = new StoredProofs(workingSet, { ...context, limits: READ_LIMITS });
    this.format = {
      plan: context.plan,
      type: 'graph.type',
      name,
      remark: (proof) => (this.isNew(proof) ? 'in this request' : undefined),
      members: (proof) => (this.isNew(proof) ? { fromThisWrite: true } : {}),
    };
  }

  /** @returns undefined if no proof was found in time */
  contradiction(contradiction: Contradiction): Promise<ExplainedRefusal | undefined> {
    return this.attempt(async () => {
      const explanation = await this.proofs.contradiction(contradiction, { limits: EXPLAIN_LIMITS });
      const [proof] = explanation.proofs;
      if (!proof) return undefined;
      const text = contradictionToText(proof, this.format);
      return { explanation: { ...contradictionToJson(proof, this.format), text }, proofs: proof.premises };
    });
  }

  /** Explains two values of a predicate that takes one. */
  values(predicate: string, rows: readonly Row[]): Promise<ExplainedRefusal | undefined> {
    return this.attempt(async () => {
      const proofs: Proof[] = [];
      for (const row of rows) {
        const explanation = await this.proofs.fact(this.patternOf(row), { limits: EXPLAIN_LIMITS });
        const [proof] = explanation.proofs;
        if (!proof) return undefined;
        proofs.push(proof);
      }
      const says = `${predicate} takes one value`;
      const texts = proofs.map((proof) => indent(`but ${proofToText(proof, this.format)}`));
      const premises = proofs.map((proof) => proofToJson(proof, this.format));
      const text = ['contradiction', `  since ${says}`, ...texts].join('\n');
      return { explanation: { rule: { says }, premises, text }, proofs };
    });
  }

  private async attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
    if (Date.now() > this.until) return undefined;
    try {
      return await run();
    } catch (error) {
      if (error instanceof VersionChanged || error instanceof LeftGroup) throw error;
      // The refusal is answered without an explanation.
      return undefined;
    }
  }

  private isNew({ kind, row }: Proof): boolean {
    return kind === 'asserted' && (this.workingSet.table.flags[row]! & Stored.Asserted) === 0;
  }

  private patternOf(row: Row): Pattern {
    const { subject, predicate, object } = this.workingSet.table;
    return { s: subject[row]!, p: predicate[row]!, o: object[row]! };
  }
}

const indent = (text: string): string => text.replace(/^/gm, '  ');
