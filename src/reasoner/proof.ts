/** Proofs: why a fact holds, down to what is asserted and to axioms; and why a contradiction is one. */
import type { Rule } from './rule';
import type { Row } from './table';

/** A fact as texts of terms. */
export interface ProvedFact {
  readonly s: string;
  readonly p: string;
  readonly o: string;
}

/**
 * What a fact rests on. No fact rests on itself, and a fact that is used several times has one proof: the same object, so
 * that proofs are small where they would be large as trees.
 */
export interface Proof {
  readonly fact: ProvedFact;
  /** The fact in the table that it was found in. */
  readonly row: Row;
  readonly kind: 'asserted' | 'inferred';
  /** What yields an inferred fact; an asserted one has none. */
  readonly rule?: Rule;
  /** The facts that the rule's body matches, in its order, each once. None where the axiom alone is the reason. */
  readonly premises: readonly Proof[];
}

/** Facts that a rule without a head matches, each with its proof. */
export interface ContradictionProof {
  readonly rule: Rule;
  readonly premises: readonly Proof[];
}

/** The proofs in which something is used again, numbered: by 1 the first that is. */
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

/** How many rule applications a proof has, each counted once. */
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
