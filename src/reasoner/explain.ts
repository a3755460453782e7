/**
 * Explanations: the shortest proofs of a fact that holds, or of a contradiction.
 *
 * The facts around it are gone behind layer by layer, only as far as a shorter proof may still lie. Like an evaluation, a
 * search notes what the source does not cover: its result is then void, and it is made again when that has been read.
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
  /** How many proofs; 1 by default. */
  readonly max?: number;
  readonly limits?: Partial<ExplainLimits>;
}

interface Result<P> {
  /** Not empty: the result is void until these have been read. */
  readonly missing: readonly Pattern[];
  /** The shortest first; at most `max`. */
  readonly proofs: readonly P[];
  /** False where a limit has been met: there may be shorter proofs, and more. */
  readonly complete: boolean;
}

export interface Explanation extends Result<Proof> {
  /** How the fact holds; absent where it does not. An inferred fact without a proof is one that nothing entails. */
  readonly state?: 'asserted' | 'inferred';
}

export type ContradictionExplanation = Result<ContradictionProof>;

/**
 * Why a fact holds in the state after. That an asserted one is asserted is its first proof; the ways in which it follows
 * besides come after that.
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
  const itself = state === 'asserted' ? [leaf(source, row)] : [];
  if (itself.length >= max) return { missing: [], proofs: itself, complete: true, state };
  const graph = new DerivationGraph(plan, source, limitsOf(options), row);
  const { missing, choices, complete } = search(graph, max - itself.length);
  return {
    missing,
    proofs: [...itself, ...choices.map((choice) => prove(source, graph.root, choice))],
    complete,
    state,
  };
}

/**
 * Why a contradiction is one: the proofs of the facts that it matches, in the state after. To be asked before an evaluation
 * is rolled back.
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
    const goesOn = graph.goOn();
    const { proofs, isCut } = shortestProofs(graph, max, steps);
    const longest = proofs.length === max ? proofs.at(-1)!.length : Infinity;
    const choices = proofs.map(({ choice }) => choice);
    // What has not been seen is no shorter than what has been found.
    if (longest <= graph.leastUnseen) return { missing: [], choices, complete: true };
    if (graph.missing.size > 0) return { missing: [...graph.missing.values()], choices: [], complete: false };
    if (longest < Infinity && graph.isCut) return { missing: [], choices, complete: false };
    if (goesOn) continue;
    if (proofs.length > 0 || !graph.isCut) return { missing: [], choices, complete: !graph.isCut && !isCut };
    return dive(graph, max, facts);
  }
}

/** There is too much to see all of it, and no proof in what has been seen. */
function dive(graph: DerivationGraph, max: number, most: number): Search {
  graph.dive(most);
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

/** The proof that a choice of derivations is. */
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
