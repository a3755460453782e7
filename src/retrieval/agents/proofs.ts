/** Proofs of statements, for `trace: full`. */
import { setTimeout as delay } from 'node:timers/promises';
import { OwlgateError } from '../../errors';
import type { Logger } from '../../util/log';
import type { Graph, Statement } from '../types';

const MAX_PROOFS = 20;

export interface ProofOptions {
  readonly graph: Pick<Graph, 'explain'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** End of the question's budget, as Date.now(). */
  readonly deadline: number;
}

export interface ProvenStatements {
  readonly statements: readonly Statement[];
  /** Number of inferred statements without a proof, because of a limit or a failure. */
  readonly proofs_omitted?: number;
}

/**
 * Adds the materializer's proofs to inferred statements until the budget ends. A statement without a proof stays
 * unchanged. Logs failures.
 *
 * @throws the signal's reason
 */
export async function proven(
  statements: readonly Statement[],
  { graph, logger, signal, deadline }: ProofOptions,
): Promise<ProvenStatements> {
  const result: Statement[] = [];
  let [attempts, omitted] = [0, 0];
  for (const statement of statements) {
    signal.throwIfAborted();
    if (statement.status !== 'inferred' || statement.proof !== undefined) {
      result.push(statement);
      continue;
    }
    const isInBudget = attempts++ < MAX_PROOFS && Date.now() < deadline;
    const proof = isInBudget ? await proofOf(statement).catch(report) : undefined;
    if (!proof) omitted++;
    result.push(proof ? { ...statement, proof } : statement);
  }
  return { statements: result, ...(omitted > 0 && { proofs_omitted: omitted }) };

  async function proofOf({ subject, predicate, object }: Statement): Promise<object | undefined> {
    const objectName = typeof object === 'object' ? object.uid : String(object);
    const ending = new AbortController();
    const answer = graph.explain({ subject: subject.uid, predicate, object: objectName, max: 1 });
    // An explanation cannot be cancelled. After the deadline its answer is ignored.
    const end = delay(Math.max(1, deadline - Date.now()), undefined, {
      signal: AbortSignal.any([signal, ending.signal]),
    });
    try {
      return (await Promise.race([answer, end]))?.json;
    } finally {
      ending.abort();
      for (const promise of [answer, end]) promise.catch(() => undefined);
    }
  }

  function report(error: unknown): undefined {
    signal.throwIfAborted();
    const isGone = error instanceof OwlgateError && error.code === 'FactUnknown';
    // A fact may be retracted between the question and its proof.
    if (!isGone) logger.warn('a statement cannot be proved', { reason: String(error) });
  }
}
