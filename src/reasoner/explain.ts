/**
 * Explanations: the shortest proofs of a fact that holds, or of a contradiction.
 *
 * The search expands the derivation graph around the goal layer by layer, and stops when no shorter proof can lie
 * further out. Like an evaluation, it notes the patterns that the source does not cover. Its result is then void, and
 * the search is repeated after they have been read.
 */
import { DerivationGraph, EXPLAIN_LIMITS } from './derivations';
import type { ExplainLimits, FactNode } from './derivations';
import type { Contradiction } from './evaluate';
import type { Plan } from './plan';
import type { ContradictionProof, Proof } from './proof';
import { shortestProofs } from './shortest';
import type { Choice } from './shortest';
import type { FactSource, Pattern } from './source';
import { NO_ROW, Now, NOW_MASK } from './table';
import type { Row } from './table';

export interface ExplainOptions {
  /** Maximum number of proofs; 1 by default. */
  readonly max?: number;
  readonly limits?: Partial<ExplainLimits>;
}

interface Result<P> {
  /** Patterns to read. Unless the list is empty, the result is void. */
  readonly missing: readonly Pattern[];
  /** Proofs, shortest first; at most `max`. */
  readonly proofs: readonly P[];
  /** False if a limit has been met: there may be shorter proofs, and more. */
  readonly complete: boolean;
}

export interface Explanation extends Result<Proof> {
  /**
   * State of the fact; absent if it does not hold. If a complete search finds no proof of an inferred fact, nothing
   * entails it.
   */
  readonly state?: 'asserted' | 'inferred';
}

export type ContradictionExplanation = Result<ContradictionProof>;

/**
 * Explains a fact that holds in the state after. For an asserted fact the first proof is the assertion itself.
 *
 * @param fact with terms of the source; no wildcards
 */
export function explainFact(
  plan: Plan,
  source: FactSource,
  { s, p, o }: Pattern,
  options: ExplainOptions = {},
): Explanation {
  const { max = 1 } = options;
  if (!source.covers(s, p, o)) return { missing: [{ s, p, o }], proofs: [], complete: false };
  const row = source.table.find(s, p, o);
  const flags = row === NO_ROW ? 0 : source.table.flags[row]! & NOW_MASK;
  if (flags === 0) return { missing: [], proofs: [], complete: true };
  const state = (flags & Now.Asserted) !== 0 ? 'asserted' : 'inferred';
  const assertedProofs = state === 'asserted' ? [leaf(source, row)] : [];
  if (assertedProofs.length >= max) return { missing: [], proofs: assertedProofs, complete: true, state };
  const graph = new DerivationGraph(plan, source, limitsOf(options), row);
  const { missing, choices, complete } = search(graph, max - assertedProofs.length);
  return {
    missing,
    proofs: [...assertedProofs, ...choices.map((choice) => prove(source, graph.root, choice))],
    complete,
    state,
  };
}

/**
 * Explains a contradiction by proofs of the facts that the constraint matched, in the state after. Call before the
 * evaluation is rolled back.
 */
export function explainContradiction(
  plan: Plan,
  source: FactSource,
  { rule, facts }: Contradiction,
  options: ExplainOptions = {},
): ContradictionExplanation {
  const graph = new DerivationGraph(plan, source, limitsOf(options), { rule, facts });
  const { missing, choices, complete } = search(graph, options.max ?? 1);
  return {
    missing,
    proofs: choices.map((choice) => ({ rule, premises: prove(source, graph.root, choice).premises })),
    complete,
  };
}

const limitsOf = ({ limits }: ExplainOptions): ExplainLimits => ({ ...EXPLAIN_LIMITS, ...limits });

interface Search {
  readonly missing: readonly Pattern[];
  readonly choices: readonly Choice[];
  readonly complete: boolean;
}

function search(graph: DerivationGraph, max: number): Search {
  const { steps, facts } = graph.limits;
  for (;;) {
    const hasLayer = graph.expandLayer();
    const { proofs, isCut } = shortestProofs(graph, max, steps);
    const longest = proofs.length === max ? proofs.at(-1)!.length : Infinity;
    const choices = proofs.map(({ choice }) => choice);
    // No unseen proof is shorter than the known ones.
    if (longest <= graph.minimumUnseen) return { missing: [], choices, complete: true };
    if (graph.missing.size > 0) return { missing: [...graph.missing.values()], choices: [], complete: false };
    if (longest < Infinity && graph.isCut) return { missing: [], choices, complete: false };
    if (hasLayer) continue;
    if (proofs.length > 0 || !graph.isCut) return { missing: [], choices, complete: !graph.isCut && !isCut };
    return dive(graph, max, facts);
  }
}

/** Searches depth-first. Used when the limits cut the graph before any proof was found. */
function dive(graph: DerivationGraph, max: number, maximum: number): Search {
  graph.dive(maximum);
  const { proofs } = shortestProofs(graph, max, graph.limits.steps);
  if (proofs.length === 0 && graph.missing.size > 0) {
    return { missing: [...graph.missing.values()], choices: [], complete: false };
  }
  return { missing: [], choices: proofs.map(({ choice }) => choice), complete: false };
}

const leaf = (source: FactSource, row: Row): Proof => ({
  fact: factOf(source, row),
  row,
  kind: 'asserted',
  premises: [],
});

function factOf({ table, terms }: FactSource, row: Row): Proof['fact'] {
  if (row === NO_ROW) return { s: '', p: '', o: '' };
  const { subject, predicate, object } = table;
  return { s: terms.text(subject[row]!), p: terms.text(predicate[row]!), o: terms.text(object[row]!) };
}

/** Builds the proof from the derivation chosen for each fact. */
function prove(source: FactSource, root: FactNode, choice: Choice): Proof {
  const proofs = new Map<FactNode, Proof>();
  const proofOf = (node: FactNode): Proof => {
    let proof = proofs.get(node);
    if (!proof) {
      const { row } = node;
      const { rule, premises } = choice.get(node) ?? { premises: [] };
      proof = rule
        ? { fact: factOf(source, row), row, kind: 'inferred', rule, premises: premises.map(proofOf) }
        : leaf(source, row);
      proofs.set(node, proof);
    }
    return proof;
  };
  return proofOf(root);
}
