/** Proofs of facts, down to assertions and axioms, and of contradictions. */
import type { Rule } from './rule';
import type { Row } from './table';

/** Fact as texts of terms. */
interface ProvedFact {
  readonly s: string;
  readonly p: string;
  readonly o: string;
}

/**
 * Proof of a fact. No fact supports itself. A fact that is used several times has one proof object, so a proof that
 * would be large as a tree stays small.
 */
export interface Proof {
  readonly fact: ProvedFact;
  /** Row of the fact in the table of the search. */
  readonly row: Row;
  readonly kind: 'asserted' | 'inferred';
  /** Rule that derives an inferred fact; absent for an asserted one. */
  readonly rule?: Rule;
  /**
   * Proofs of the distinct facts that the rule's body matches, in its order. Empty if the axiom alone is the reason.
   */
  readonly premises: readonly Proof[];
}

/** Facts that a constraint matches, each with its proof. */
export interface ContradictionProof {
  readonly rule: Rule;
  readonly premises: readonly Proof[];
}

/** Numbers the proofs that are used more than once, from 1. */
export function sharedProofs({ premises }: Pick<Proof, 'premises'>): ReadonlyMap<Proof, number> {
  const uses = new Map<Proof, number>();
  const visit = (proofs: readonly Proof[]) => {
    for (const proof of proofs) {
      if (proof.kind === 'asserted') continue;
      const count = (uses.get(proof) ?? 0) + 1;
      uses.set(proof, count);
      if (count === 1) visit(proof.premises);
    }
  };
  visit(premises);
  const shared = [...uses].filter(([, count]) => count > 1);
  return new Map(shared.map(([proof], index) => [proof, index + 1]));
}

/** Counts the distinct rule applications of a proof. */
export function countSteps(proof: Proof | ContradictionProof): number {
  const steps = new Set<Proof | ContradictionProof>();
  const visit = (node: Proof | ContradictionProof) => {
    if (!node.rule || steps.has(node)) return;
    steps.add(node);
    node.premises.forEach(visit);
  };
  visit(proof);
  return steps.size;
}
