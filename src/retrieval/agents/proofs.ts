/** Statements with their proofs, for those who ask for everything. */
import type { Graph, Statement } from '../types';

const MOST_PROVEN = 20;

/** Inferred statements get the proof that the materializer has of them; what it cannot prove stays as it is. */
export async function proven(
  statements: readonly Statement[],
  graph: Graph,
  signal: AbortSignal,
): Promise<readonly Statement[]> {
  const told: Statement[] = [];
  let count = 0;
  for (const statement of statements) {
    signal.throwIfAborted();
    const isOpen = statement.status === 'inferred' && statement.proof === undefined && count < MOST_PROVEN;
    if (!isOpen) {
      told.push(statement);
      continue;
    }
    count++;
    const { subject, predicate, object } = statement;
    const named = typeof object === 'object' ? object.uid : String(object);
    const answer = await graph
      .explain({ subject: subject.uid, predicate, object: named, max: 1 })
      .catch(() => undefined);
    told.push(answer ? { ...statement, proof: answer.json } : statement);
  }
  return told;
}
