/**
 * The shortest proofs in a graph of derivations.
 *
 * A proof chooses one derivation for each fact that it rests on, so that no fact supports itself. Its length is the number of
 * rule applications when it is read as a tree: what is used twice counts twice.
 *
 * The least length for every fact is found by Knuth's generalization of Dijkstra's algorithm (D. E. Knuth, "A Generalization
 * of Dijkstra's Algorithm", Information Processing Letters 6(1), 1977). With these as what is at least still to come, proofs
 * are built from the root down, the best first (A*): complete ones come out in order of length, each once.
 */
import { Heap } from '../util/heap';
import type { Derivation, DerivationGraph, FactNode } from './derivations';

/** The derivation of every fact of a proof that needs one. */
export type Choice = ReadonlyMap<FactNode, Derivation>;

export interface Found {
  readonly length: number;
  readonly choice: Choice;
}

/** Facts yet to be derived, the next one first, each with those that it is to support. */
interface Agenda {
  readonly fact: FactNode;
  readonly path: Path | undefined;
  readonly next: Agenda | undefined;
}

interface Path {
  readonly fact: FactNode;
  readonly above: Path | undefined;
}

/** What has been chosen so far; shared between the proofs that go on from it. */
interface Chosen {
  readonly fact: FactNode;
  readonly derivation: Derivation;
  readonly before: Chosen | undefined;
  readonly count: number;
}

interface Partial {
  /** At least so long will the proof be. */
  readonly bound: number;
  readonly chosen: Chosen | undefined;
  readonly agenda: Agenda | undefined;
  /** The next best choice where the last one was made. */
  readonly sibling: (() => Partial | undefined) | undefined;
  readonly number: number;
}

/**
 * @param max how many proofs
 * @param steps most partial proofs that are looked at
 * @returns the shortest first; `isCut` where the steps did not suffice for `max`
 */
export function shortestProofs(
  graph: DerivationGraph,
  max: number,
  steps: number,
): { readonly proofs: readonly Found[]; readonly isCut: boolean } {
  const search = new ProofSearch(leastLengths(graph));
  const proofs: Found[] = [];
  search.begin(graph.root);
  for (let step = 0; step < steps; step++) {
    if (proofs.length === max) return { proofs, isCut: false };
    const outcome = search.step();
    if (outcome === 'end') return { proofs, isCut: false };
    if (outcome !== undefined) proofs.push(outcome);
  }
  return { proofs, isCut: proofs.length < max };
}

/** The length of the shortest proof of every fact that has one: 0 for those that need none. */
export function leastLengths(graph: DerivationGraph): ReadonlyMap<FactNode, number> {
  const uses = new Map<FactNode, { readonly head: FactNode; readonly derivation: Derivation }[]>();
  const waiting = new Map<Derivation, number>();
  const lengths = new Map<FactNode, number>();
  const queue = new Heap<{ readonly fact: FactNode; readonly length: number }>((a, b) => a.length - b.length);
  for (const fact of graph.facts) {
    if (fact.isLeaf) queue.push({ fact, length: 0 });
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
      const left = waiting.get(derivation)! - 1;
      waiting.set(derivation, left);
      if (left === 0 && !lengths.has(head)) queue.push({ fact: head, length: lengthOf(derivation, lengths) });
    }
  }
  return lengths;
}

const lengthOf = ({ premises }: Derivation, lengths: ReadonlyMap<FactNode, number>): number =>
  premises.reduce((sum, premise) => sum + (lengths.get(premise) ?? Infinity), 1);

class ProofSearch {
  /** Of equally long ones that which has come further: the first proof is found straight away. */
  private readonly open = new Heap<Partial>(
    (a, b) => a.bound - b.bound || (b.chosen?.count ?? 0) - (a.chosen?.count ?? 0) || a.number - b.number,
  );
  private readonly ordered = new Map<FactNode, readonly (readonly [Derivation, number])[]>();
  private made = 0;

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
    this.open.push(this.partial(bound, chosen, agenda, sibling));
  }

  private partial(
    bound: number,
    chosen: Chosen | undefined,
    agenda: Agenda | undefined,
    sibling?: Partial['sibling'],
  ): Partial {
    return { bound, chosen, agenda, sibling, number: this.made++ };
  }

  /** Goes on with the best partial proof. A proof when it is complete, `end` where there is none left. */
  step(): Found | 'end' | undefined {
    const best = this.open.pop();
    if (!best) return 'end';
    const other = best.sibling?.();
    if (other) this.open.push(other);
    const { bound, chosen } = best;
    let { agenda } = best;
    while (agenda?.fact.isLeaf) agenda = agenda.next;
    if (!agenda) return { length: bound, choice: choiceOf(chosen) };
    const { fact, path, next } = agenda;
    const choice = choiceOf(chosen);
    if (choice.has(fact)) {
      // It is derived here as it has been elsewhere, which may be longer than it had to be.
      this.push(bound - this.least.get(fact)! + treeLength(fact, choice), chosen, next);
      return undefined;
    }
    const first = this.choose(0, { bound, chosen, fact, path, next });
    if (first) this.open.push(first);
    return undefined;
  }

  /** The partial proof in which the best derivation, of those from a position on, is chosen for a fact. */
  private choose(
    from: number,
    at: {
      readonly bound: number;
      readonly chosen: Chosen | undefined;
      readonly fact: FactNode;
      readonly path: Path | undefined;
      readonly next: Agenda | undefined;
    },
  ): Partial | undefined {
    const { fact, chosen } = at;
    const path: Path = { fact, above: at.path };
    const derivations = this.derivationsOf(fact);
    for (let i = from; i < derivations.length; i++) {
      const [derivation, length] = derivations[i]!;
      if (derivation.premises.some((premise) => isOn(path, premise))) continue;
      let agenda = at.next;
      for (const premise of [...derivation.premises].reverse()) agenda = { fact: premise, path, next: agenda };
      return this.partial(
        at.bound - this.least.get(fact)! + length,
        { fact, derivation, before: chosen, count: (chosen?.count ?? 0) + 1 },
        agenda,
        () => this.choose(i + 1, at),
      );
    }
    return undefined;
  }

  /** Those that can be proved, each with the least length that this takes, the shortest first. */
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

/** The length of the proof of a fact for which, and for all below, derivations have been chosen. */
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
