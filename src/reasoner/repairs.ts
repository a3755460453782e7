/**
 * Repairs of a contradiction: the minimal sets of asserted facts without which the constraint no longer matches. They
 * are the minimal hitting sets of the contradiction's proofs, found breadth-first by R. Reiter's tree ("A Theory of
 * Diagnosis from First Principles", Artificial Intelligence 32(1), 1987): a set of removed facts is extended by each
 * asserted fact of a proof that is left without them.
 *
 * Like a proof search, it notes the patterns that the source does not cover and is repeated after they have been read.
 */
import { DerivationGraph, EXPLAIN_LIMITS } from './derivations';
import type { ExplainLimits, FactNode } from './derivations';
import type { Contradiction } from './evaluate';
import type { Plan } from './plan';
import { leastLengths, lengthOf } from './shortest';
import type { FactSource, Pattern } from './source';
import type { Row } from './table';

/** Limits of the search, beyond those of the derivation graph. */
interface RepairLimits {
  /** Maximum facts of one repair. */
  readonly facts: number;
  readonly repairs: number;
  /** Proofs that the search extends. */
  readonly proofs: number;
}

const REPAIR_LIMITS: RepairLimits = { facts: 6, repairs: 20, proofs: 500 };

export interface RepairSearch {
  /** Patterns to read. Unless the list is empty, the result is void. */
  readonly missing: readonly Pattern[];
  /** Rows of asserted facts; repairs of fewer facts first. None includes another. */
  readonly repairs: readonly (readonly Row[])[];
  /** False if a limit has been met: there may be more repairs, and a repair found may not suffice. */
  readonly complete: boolean;
}

export function findRepairs(
  plan: Plan,
  source: FactSource,
  { rule, facts }: Contradiction,
  limits: Partial<RepairLimits & Pick<ExplainLimits, 'derivations'>> = {},
): RepairSearch {
  const maximum = { ...REPAIR_LIMITS, ...limits };
  const { derivations = EXPLAIN_LIMITS.derivations } = limits;
  const graph = new DerivationGraph(plan, source, { ...EXPLAIN_LIMITS, derivations }, { rule, facts });
  const repairs: Row[][] = [];
  const waiting: Row[][] = [[]];
  const reached = new Set(['']);
  let isCut = false;
  for (let proofs = 0; proofs < waiting.length; proofs++) {
    const removed = waiting[proofs]!;
    if (repairs.some((repair) => repair.every((row) => removed.includes(row)))) continue;
    if (proofs >= maximum.proofs || repairs.length >= maximum.repairs) {
      isCut = true;
      break;
    }
    const missingBefore = graph.missing.size;
    const support = supportWithout(graph, removed);
    // The answer may differ once the missing facts are read. Other sets show what else there is to read.
    if (graph.missing.size > missingBefore) continue;
    if (support === undefined) repairs.push(removed);
    else if (removed.length >= maximum.facts) isCut ||= support.length > 0;
    else {
      for (const row of support) {
        const extended = [...removed, row].sort((a, b) => a - b);
        const key = extended.join();
        if (!reached.has(key)) waiting.push(extended);
        reached.add(key);
      }
    }
  }
  return { missing: [...graph.missing.values()], repairs, complete: !isCut && !graph.isCut };
}

/** Returns the asserted facts of a shortest proof that uses none of the removed ones; undefined if there is none. */
function supportWithout(graph: DerivationGraph, removed: readonly Row[]): readonly Row[] | undefined {
  graph.reopen(removed);
  while (graph.expandLayer());
  const isGiven = ({ isLeaf, row }: FactNode): boolean => isLeaf && !removed.includes(row);
  const lengths = leastLengths(graph, isGiven);
  if (!lengths.has(graph.root)) return undefined;
  const support = new Set<Row>();
  const visited = new Set<FactNode>();
  const visit = (node: FactNode): void => {
    if (visited.has(node)) return;
    visited.add(node);
    if (isGiven(node)) {
      support.add(node.row);
      return;
    }
    const least = lengths.get(node)!;
    node.derivations.find((derivation) => lengthOf(derivation, lengths) === least)!.premises.forEach(visit);
  };
  visit(graph.root);
  return [...support];
}
