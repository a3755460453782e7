/**
 * Evidence of a refusal: the predicates in its message, in its explanation, and in the request's statements that led to
 * it. The evidence decides how much of the refusal a client sees (redact.ts).
 *
 * A fact that was stored before the write may be shown to clients that may read its predicate. A fact that only the
 * write would entail is stored nowhere. It reveals its supporting facts, down to facts that are stored or in the
 * request, so their predicates belong to the evidence.
 */
import { TYPE_PREDICATE } from '../../mutation';
import { Now, Stored, STORED_MASK } from '../../reasoner';
import type { Plan, Proof, Row, Rule } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import type { WorkingSet } from '../store/working-set';
import type { Lexicon } from './lexicon';

export interface Evidence {
  /** Predicates of the facts and the axiom in the message. */
  readonly ofMessage: ReadonlySet<string>;
  /** Further predicates of the explanation. */
  readonly ofExplanation: ReadonlySet<string>;
  /** Predicates of the request that lead to the refusal; empty if unknown. */
  readonly ofRequest: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/** Returns the evidence of a message about the request's own statements under one predicate. */
export const evidenceOf = (predicate: string): Evidence => {
  const names = new Set([predicate]);
  return { ofMessage: names, ofExplanation: NONE, ofRequest: names };
};

export class EvidenceCollector {
  /** @param workingSet in the state after the evaluation */
  constructor(
    private readonly workingSet: WorkingSet,
    private readonly plan: Plan,
    private readonly lexicon: Lexicon | undefined,
  ) {}

  /**
   * Returns the evidence of a refusal over facts.
   *
   * @param proofs one for each fact; undefined if none were found
   * @param rule whose axiom is in the message
   * @returns undefined if the support of a fact is unknown
   */
  of(rows: readonly Row[], proofs: readonly Proof[] | undefined, rule?: Rule): Evidence | undefined {
    const ofMessage = new Set<string>();
    const ofExplanation = new Set<string>();
    const ofRequest = new Set<string>();
    if (rule) this.addRule(rule, ofMessage);
    const byRow = new Map(proofs?.map((proof) => [proof.row, proof]));
    for (const row of rows) {
      ofMessage.add(this.predicateOf(row));
      const isEntailed = !this.isStored(row) && !this.isAsserted(row);
      const proof = byRow.get(row);
      if (isEntailed && !proof) return undefined;
      if (isEntailed) this.addProof(proof!, ofMessage, (premise) => this.isStored(premise));
      if (this.isRequested(row)) ofRequest.add(this.predicateOf(row));
    }
    for (const proof of proofs ?? []) {
      this.addProof(proof, ofExplanation, () => false);
      this.addRequested(proof, ofRequest, new Set());
    }
    return { ofMessage, ofExplanation, ofRequest };
  }

  /** Returns the evidence of a count: the predicates of all facts that were read or entailed. */
  ofAll(): Evidence {
    const ofMessage = new Set<string>();
    for (let row = 0; row < this.workingSet.table.length; row++) ofMessage.add(this.predicateOf(row));
    return { ofMessage, ofExplanation: NONE, ofRequest: NONE };
  }

  /** Adds the predicates of a proof's facts and axioms, down to facts for which `isLeaf` is true. */
  private addProof(proof: Proof, names: Set<string>, isLeaf: (row: Row) => boolean, visited = new Set<Proof>()): void {
    if (visited.has(proof)) return;
    visited.add(proof);
    names.add(this.predicateOf(proof.row));
    if (!proof.rule || isLeaf(proof.row)) return;
    this.addRule(proof.rule, names);
    for (const premise of proof.premises) this.addProof(premise, names, isLeaf, visited);
  }

  private addRequested(proof: Proof, names: Set<string>, visited: Set<Proof>): void {
    if (visited.has(proof)) return;
    visited.add(proof);
    if (this.isRequested(proof.row)) names.add(this.predicateOf(proof.row));
    for (const premise of proof.premises) this.addRequested(premise, names, visited);
  }

  private addRule({ axiom, body, head }: Rule, names: Set<string>): void {
    const { terms, type } = this.plan;
    for (const name of this.lexicon?.predicatesIn(axiom.text) ?? []) names.add(name);
    for (const { s, p, o } of head ? [...body, head] : body) {
      names.add(p === type ? TYPE_PREDICATE : terms.text(p));
      // A constant is a value or an individual. An individual's uid is identified by its IRI.
      const ends = p === type ? [s] : [s, o];
      if (ends.some((ref) => ref > 0 && !terms.text(ref).startsWith('"'))) names.add(IRI_PREDICATE.name);
    }
  }

  private predicateOf(row: Row): string {
    return this.workingSet.terms.text(this.workingSet.table.predicate[row]!);
  }

  private isStored(row: Row): boolean {
    return (this.workingSet.table.flags[row]! & STORED_MASK) !== 0;
  }

  private isAsserted(row: Row): boolean {
    return (this.workingSet.table.flags[row]! & Now.Asserted) !== 0;
  }

  /** Returns true if this write asserts the fact, and it was not asserted before. */
  private isRequested(row: Row): boolean {
    return this.isAsserted(row) && (this.workingSet.table.flags[row]! & Stored.Asserted) === 0;
  }
}
