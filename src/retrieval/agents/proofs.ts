/** Proofs of statements, for `trace: full`. */
import type { Graph, Statement } from '../types';

const MAX_PROOFS = 20;

/** Adds the materializer's proofs to inferred statements. A statement without a proof stays unchanged. */
export async function proven(
  statements: readonly Statement[],
  graph: Graph,
  signal: AbortSignal,
): Promise<readonly Statement[]> {
  const result: Statement[] = [];
  let count = 0;
  for (const statement of statements) {
    signal.throwIfAborted();
    const needsProof = statement.status === 'inferred' && statement.proof === undefined && count < MAX_PROOFS;
    if (!needsProof) {
      result.push(statement);
      continue;
    }
    count++;
    const { subject, predicate, object } = statement;
    const objectName = typeof object === 'object' ? object.uid : String(object);
    const answer = await graph
      .explain({ subject: subject.uid, predicate, object: objectName, max: 1 })
      .catch(() => undefined);
    result.push(answer ? { ...statement, proof: answer.json } : statement);
  }
  return result;
}
