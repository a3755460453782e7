/**
 * Shortest proofs in a derivation graph.
 *
 * A proof chooses one derivation for each inferred fact in it, so that no fact supports itself. Its length is the
 * number of rule applications when it is read as a tree: a fact used twice counts twice.
 *
 * The least length for every fact comes from Knuth's generalization of Dijkstra's algorithm (D. E. Knuth, "A
 * Generalization of Dijkstra's Algorithm", Information Processing Letters 6(1), 1977). With these lengths as lower
 * bounds, an A* search builds proofs from the root down. Complete proofs come out in order of length, each once.
 */
import { Heap } from '../util/heap';
import type { Derivation, DerivationGraph, FactNode } from './derivations';

/** Derivation of every inferred fact of a proof. */
export type Choice = ReadonlyMap<FactNode, Derivation>;

interface ShortestProof {
  readonly length: number;
  readonly choice: Choice;
}

/**
 * Linked list of facts that still need a derivation, next one first. `path` has the facts that a fact is to support.
 */
interface Agenda {
  readonly fact: FactNode;
  readonly path: Path | undefined;
  readonly next: Agenda | undefined;
}

interface Path {
  readonly fact: FactNode;
  readonly above: Path | undefined;
}

/** Linked list of choices; proofs that extend the same choices share it. */
interface Chosen {
  readonly fact: FactNode;
  readonly derivation: Derivation;
  readonly before: Chosen | undefined;
  readonly count: number;
}

interface Partial {
  /** Lower bound of the proof's length. */
  readonly bound: number;
  readonly chosen: Chosen | undefined;
  readonly agenda: Agenda | undefined;
  /** Returns the next best alternative to the last choice. */
  readonly sibling: (() => Partial | undefined) | undefined;
  readonly number: number;
}

/**
 * Returns the shortest proofs of the graph's root, shortest first; `isCut` if the steps did not suffice for `max`.
 *
 * @param max number of proofs
 * @param steps maximum partial proofs to expand
 */
export function shortestProofs(
  graph: DerivationGraph,
  max: number,
  steps: number,
): { readonly proofs: readonly ShortestProof[]; readonly isCut: boolean } {
  const search = new ProofSearch(leastLengths(graph));
  const proofs: ShortestProof[] = [];
  search.begin(graph.root);
  for (let step = 0; step < steps; step++) {
    if (proofs.length === max) return { proofs, isCut: false };
    const outcome = search.step();
    if (outcome === 'end') return { proofs, isCut: false };
    if (outcome !== undefined) proofs.push(outcome);
  }
  return { proofs, isCut: proofs.length < max };
}

/**
 * Returns the length of the shortest proof of every fact that has one: 0 for those that need no reason.
 *
 * @param isGiven facts that need no reason; the asserted ones by default
 */
export function leastLengths(
  graph: DerivationGraph,
  isGiven = ({ isLeaf }: FactNode): boolean => isLeaf,
): ReadonlyMap<FactNode, number> {
  const uses = new Map<FactNode, { readonly head: FactNode; readonly derivation: Derivation }[]>();
  const waiting = new Map<Derivation, number>();
  const lengths = new Map<FactNode, number>();
  const queue = new Heap<{ readonly fact: FactNode; readonly length: number }>((a, b) => a.length - b.length);
  for (const fact of graph.facts) {
    if (isGiven(fact)) queue.push({ fact, length: 0 });
    for (const derivation of fact.derivations) {
      waiting.set(derivation, derivation.premises.length);
      if (derivation.premises.length === 0) queue.push({ fact, length: 1 });
      for (const premise of derivation.premises) {
        const list = uses.get(premise);
        if (list) list.push({ head: fact, derivation });
        else uses.set(premise, [{ head: fact, derivation }]);
      }
    }
  }
  for (let next = queue.pop(); next; next = queue.pop()) {
    if (lengths.has(next.fact)) continue;
    lengths.set(next.fact, next.length);
    for (const { head, derivation } of uses.get(next.fact) ?? []) {
      const remaining = waiting.get(derivation)! - 1;
      waiting.set(derivation, remaining);
      if (remaining === 0 && !lengths.has(head)) queue.push({ fact: head, length: lengthOf(derivation, lengths) });
    }
  }
  return lengths;
}

export const lengthOf = ({ premises }: Derivation, lengths: ReadonlyMap<FactNode, number>): number =>
  premises.reduce((sum, premise) => sum + (lengths.get(premise) ?? Infinity), 1);

class ProofSearch {
  /** Among equal bounds the proof with more choices goes first, which finds the first proof quickly. */
  private readonly queue = new Heap<Partial>(
    (a, b) => a.bound - b.bound || (b.chosen?.count ?? 0) - (a.chosen?.count ?? 0) || a.number - b.number,
  );
  private readonly ordered = new Map<FactNode, readonly (readonly [Derivation, number])[]>();
  private partialCount = 0;

  constructor(private readonly least: ReadonlyMap<FactNode, number>) {}

  begin(root: FactNode): void {
    const bound = this.least.get(root);
    if (bound === undefined) return;
    this.push(bound, undefined, { fact: root, path: undefined, next: undefined });
  }

  private push(
    bound: number,
    chosen: Chosen | undefined,
    agenda: Agenda | undefined,
    sibling?: Partial['sibling'],
  ): void {
    this.queue.push(this.partial(bound, chosen, agenda, sibling));
  }

  private partial(
    bound: number,
    chosen: Chosen | undefined,
    agenda: Agenda | undefined,
    sibling?: Partial['sibling'],
  ): Partial {
    return { bound, chosen, agenda, sibling, number: this.partialCount++ };
  }

  /** Extends the best partial proof. Returns a proof when one is complete, `end` when none is left. */
  step(): ShortestProof | 'end' | undefined {
    const best = this.queue.pop();
    if (!best) return 'end';
    const sibling = best.sibling?.();
    if (sibling) this.queue.push(sibling);
    const { bound, chosen } = best;
    let { agenda } = best;
    while (agenda?.fact.isLeaf) agenda = agenda.next;
    if (!agenda) return { length: bound, choice: choiceOf(chosen) };
    const { fact, path, next } = agenda;
    const choice = choiceOf(chosen);
    if (choice.has(fact)) {
      // The fact is derived as elsewhere in the proof, which may be longer than its least length.
      this.push(bound - this.least.get(fact)! + treeLength(fact, choice), chosen, next);
      return undefined;
    }
    const first = this.choose(0, { bound, chosen, fact, path, next });
    if (first) this.queue.push(first);
    return undefined;
  }

  /** Returns the partial proof that chooses the best derivation for a fact among those from position `from` on. */
  private choose(
    from: number,
    position: {
      readonly bound: number;
      readonly chosen: Chosen | undefined;
      readonly fact: FactNode;
      readonly path: Path | undefined;
      readonly next: Agenda | undefined;
    },
  ): Partial | undefined {
    const { fact, chosen } = position;
    const path: Path = { fact, above: position.path };
    const derivations = this.derivationsOf(fact);
    for (let i = from; i < derivations.length; i++) {
      const [derivation, length] = derivations[i]!;
      if (derivation.premises.some((premise) => isOn(path, premise))) continue;
      let agenda = position.next;
      for (const premise of [...derivation.premises].reverse()) agenda = { fact: premise, path, next: agenda };
      return this.partial(
        position.bound - this.least.get(fact)! + length,
        { fact, derivation, before: chosen, count: (chosen?.count ?? 0) + 1 },
        agenda,
        () => this.choose(i + 1, position),
      );
    }
    return undefined;
  }

  /** Returns the derivations that can be proved, each with its least length, shortest first. */
  private derivationsOf(fact: FactNode): readonly (readonly [Derivation, number])[] {
    let ordered = this.ordered.get(fact);
    if (!ordered) {
      ordered = fact.derivations
        .map((derivation) => [derivation, lengthOf(derivation, this.least)] as const)
        .filter(([, length]) => length < Infinity)
        .sort(([a, x], [b, y]) => x - y || a.premises.length - b.premises.length || a.number - b.number);
      this.ordered.set(fact, ordered);
    }
    return ordered;
  }
}

function isOn(path: Path | undefined, fact: FactNode): boolean {
  for (let at = path; at; at = at.above) if (at.fact === fact) return true;
  return false;
}

function choiceOf(chosen: Chosen | undefined): Choice {
  const choice = new Map<FactNode, Derivation>();
  for (let at = chosen; at; at = at.before) choice.set(at.fact, at.derivation);
  return choice;
}

/** Returns the length of the proof of a fact whose derivations, and those below, have been chosen. */
function treeLength(fact: FactNode, choice: Choice): number {
  const lengths = new Map<FactNode, number>();
  const measure = (node: FactNode): number => {
    if (node.isLeaf) return 0;
    let length = lengths.get(node);
    if (length === undefined) {
      length = choice.get(node)!.premises.reduce((sum, premise) => sum + measure(premise), 1);
      lengths.set(node, length);
    }
    return length;
  };
  return measure(fact);
}
