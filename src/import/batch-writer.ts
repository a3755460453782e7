/**
 * Writer of batches. A refused batch is halved between nodes until the refused nodes are found; all others are written.
 */
import { EngineFailure, retryAborted, type TransactionId } from '../dgraph';
import { OwlgateError } from '../errors';
import {
  BatchRefused,
  type BatchEffect,
  type BatchOutcome,
  type ForeseenSchema,
  type WriteService,
} from '../materialize';
import { DqlSyntaxError, nodeKey, type NQuad } from '../dql';
import { firstOf, halves, type ImportBatch } from './batch';
import type { ImportOptions, Refusal } from './types';

/** Facts that one batch may entail before it is halved, so that its working set stays small. */
const INFERENCE_LIMIT = 100_000;
const ABORTED_ATTEMPTS = 20;

/** Receiver of the results of a batch, part by part. */
interface BatchResults {
  written(effect: BatchEffect, statements: number): void;
  /** @returns promise of the collected statements */
  refused(refusal: Refusal, batch: ImportBatch): Promise<void>;
}

/** Transactions that are never committed. */
export interface Trials {
  begin(): Promise<TransactionId>;
  abandon(transaction: TransactionId): Promise<void>;
}

/** Conditions under which a batch is written. */
interface Within {
  /** Stripe of its shared guards, which differs from that of other batches in flight. */
  readonly stripe: number;
  /** Transaction of a dry run. */
  readonly transaction: TransactionId | undefined;
  /** True to reason over statements without writing them in the transaction. */
  readonly isUnsent?: boolean;
  /** Absent for a dry run. */
  readonly notes?: Notes | undefined;
}

/** Notes of what is written, in the transaction that writes it. */
interface Notes {
  /** Returns the effect of a part that an earlier run has written. */
  effectOf(part: ImportBatch): BatchEffect | undefined;
  /** Returns statements for the transaction. */
  of(part: ImportBatch, effect: BatchEffect): readonly NQuad[];
}

export class BatchWriter {
  constructor(
    private readonly writes: Pick<WriteService, 'writeBatch'>,
    private readonly options: Pick<ImportOptions, 'credentials' | 'onContradiction'> & {
      /** Present in a dry run. */
      readonly foreseen?: ForeseenSchema | undefined;
    },
    private readonly trials: Trials,
    /** Writes to the engine. @throws the error of an engine that takes no writes */
    private readonly probe: () => Promise<void>,
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
      for (const part of parts) {
        const effect = within.notes?.effectOf(part);
        if (effect) results.written(effect, part.statements.length);
        else await this.write(part, results, within);
      }
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
    // On a full disk the engine refuses every write.
    if (reason instanceof EngineFailure) await this.probe();
    const refusal = {
      source: batch.source,
      line: batch.quads[await this.lastStatement(batch, within)]!.line,
      node: nodeKey(batch.statements[0]!.subject).replace(/^<|>$/g, ''),
      reasons: reasonsOf(reason),
      statements: batch.statements.length,
    };
    if (this.options.onContradiction === 'stop') throw new ImportStopped(refusal);
    await results.refused(refusal, batch);
  }

  /** Finds the statement that completes the contradiction: the last one of the shortest refused beginning. */
  private async lastStatement(batch: ImportBatch, within: Within): Promise<number> {
    const { stripe, transaction: dryRun } = within;
    let accepted = 0;
    let refused = batch.statements.length;
    while (refused - accepted > 1) {
      const middle = (accepted + refused) >> 1;
      const beginning = firstOf(batch, middle);
      const transaction = await this.trials.begin();
      try {
        // Only the transaction of a dry run has the statements before, and it must not get these.
        if (dryRun) await this.attempt(beginning, Infinity, { stripe, transaction: dryRun, isUnsent: true });
        await this.attempt(beginning, Infinity, { stripe, transaction });
        accepted = middle;
      } catch (error) {
        if (!isOfStatements(error)) throw error;
        refused = middle;
      } finally {
        await this.trials.abandon(transaction);
      }
    }
    return refused - 1;
  }

  private attempt(
    part: ImportBatch,
    inferenceLimit: number,
    { stripe, transaction, isUnsent, notes }: Within,
  ): Promise<BatchOutcome> {
    const { credentials, foreseen } = this.options;
    const { statements } = part;
    const note = notes && ((effect: BatchEffect) => notes.of(part, effect));
    const batch = {
      statements,
      inferenceLimit,
      credentials,
      stripe,
      isUnsent,
      foreseen,
      note,
      ...(transaction && { transaction }),
    };
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
  return error instanceof EngineFailure && error.isFinal;
}

/** Dgraph's refusal of a value with a language. */
const NO_LANGUAGE = /Attr: \[(.+?)\] should have @lang directive/;

function reasonsOf(error: unknown): string[] {
  if (error instanceof BatchRefused) return error.errors.map(({ message }) => message);
  const { message } = error as Error;
  const name = NO_LANGUAGE.exec(message)?.[1];
  if (name === undefined) return [message];
  return [
    `values of "${name}" have no language, since its predicate has another type, several values or a key; leave the ` +
      'language tags out, or declare it with @lang, as an ontology does by the range rdf:langString',
  ];
}
