/**
 * Writer of batches. A refused batch is halved between nodes until the refused nodes are found; all others are written.
 */
import { EngineFailure, retryAborted, type TransactionId } from '../dgraph';
import { OwlgateError } from '../errors';
import { BatchRefused, type BatchEffect, type BatchOutcome, type WriteService } from '../materialize';
import { DqlSyntaxError, nodeKey, type NQuad } from '../dql';
import { firstOf, halves, type ImportBatch } from './batch';
import type { ImportOptions, Refusal } from './types';

/** Facts that one batch may entail before it is halved, so that its working set stays small. */
const INFERENCE_LIMIT = 100_000;
const ABORTED_ATTEMPTS = 20;

/** Receiver of the results of a batch, part by part. */
interface BatchResults {
  written(outcome: BatchOutcome, statements: number): void;
  /** @returns promise of the collected statements */
  refused(refusal: Refusal, batch: ImportBatch): Promise<void>;
}

/** Conditions under which a batch is written. */
interface Within {
  /** Stripe of its shared guards, which differs from that of other batches in flight. */
  readonly stripe: number;
  /** Transaction of a dry run. */
  readonly transaction: TransactionId | undefined;
  /** Returns statements for the transaction, if it writes the whole batch. */
  readonly note?: ((effect: BatchEffect) => readonly NQuad[]) | undefined;
}

export class BatchWriter {
  constructor(
    private readonly writes: Pick<WriteService, 'writeBatch'>,
    private readonly options: Pick<ImportOptions, 'credentials' | 'onContradiction'>,
    /** Begins a transaction that is never committed. */
    private readonly begin: () => Promise<TransactionId>,
  ) {}

  /**
   * Writes a batch, or reports what contradicts in it.
   *
   * @throws ImportStopped at the first refused node, if the import stops there; EngineFailure, OwlgateError
   */
  async write(batch: ImportBatch, results: BatchResults, within: Within): Promise<void> {
    try {
      results.written(await this.attempt(batch, INFERENCE_LIMIT, within), batch.statements.length);
    } catch (error) {
      if (!isOfStatements(error)) throw error;
      const parts = halves(batch);
      if (!parts) return this.writeNode(batch, error, results, within);
      for (const part of parts) await this.write(part, results, { ...within, note: undefined });
    }
  }

  /** Writes the statements of one node without a limit of inference, or refuses them. */
  private async writeNode(batch: ImportBatch, error: unknown, results: BatchResults, within: Within): Promise<void> {
    let reason = error;
    if (isOverflow(error)) {
      try {
        return results.written(await this.attempt(batch, Infinity, within), batch.statements.length);
      } catch (other) {
        if (!isOfStatements(other)) throw other;
        reason = other;
      }
    }
    const refusal = {
      source: batch.source,
      line: batch.quads[await this.lastStatement(batch, within.stripe)]!.line,
      node: nodeKey(batch.statements[0]!.subject).replace(/^<|>$/g, ''),
      reasons: reasonsOf(reason),
      statements: batch.statements.length,
    };
    if (this.options.onContradiction === 'stop') throw new ImportStopped(refusal);
    await results.refused(refusal, batch);
  }

  /** Finds the statement that completes the contradiction: the last one of the shortest refused beginning. */
  private async lastStatement(batch: ImportBatch, stripe: number): Promise<number> {
    let accepted = 0;
    let refused = batch.statements.length;
    while (refused - accepted > 1) {
      const middle = (accepted + refused) >> 1;
      try {
        await this.attempt(firstOf(batch, middle), Infinity, { stripe, transaction: await this.begin() });
        accepted = middle;
      } catch (error) {
        if (!isOfStatements(error)) throw error;
        refused = middle;
      }
    }
    return refused - 1;
  }

  private attempt(
    { statements }: ImportBatch,
    inferenceLimit: number,
    { stripe, transaction, note }: Within,
  ): Promise<BatchOutcome> {
    const { credentials } = this.options;
    const batch = { statements, inferenceLimit, credentials, stripe, note, ...(transaction && { transaction }) };
    return retryAborted(() => this.writes.writeBatch(batch), { attempts: transaction ? 1 : ABORTED_ATTEMPTS });
  }
}

/** Refused statements under `stop`. Batches before them are written. */
export class ImportStopped extends Error {
  constructor(readonly refusal: Refusal) {
    super(`${refusal.source}:${refusal.line}: ${refusal.reasons.join('; ')}`);
  }
}

const isOverflow = (error: unknown): boolean => error instanceof BatchRefused && error.isOverflow;

/** Errors of single statements: other statements may be written. */
const STATEMENT_ERRORS: ReadonlySet<string> = new Set(['InvalidRequest', 'ReservedPredicate', 'MutationTooLarge']);

/** True for an error that belongs to statements, not to the engine or the connection. */
function isOfStatements(error: unknown): boolean {
  if (error instanceof BatchRefused || error instanceof DqlSyntaxError) return true;
  if (error instanceof OwlgateError) return STATEMENT_ERRORS.has(error.code);
  return error instanceof EngineFailure && !error.isAborted && !error.isUnauthenticated;
}

const reasonsOf = (error: unknown): string[] =>
  error instanceof BatchRefused ? error.errors.map(({ message }) => message) : [(error as Error).message];
