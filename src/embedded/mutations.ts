/**
 * Mutations on the engine's own thread. Their size is checked before anything is applied, so that no request waits
 * long.
 */
import { declare, declareIn, noteNames } from './declare';
import { executeQuery, type QueryResult } from './execute';
import { applyMutation, prepareMutation, sizeOf, type PreparedMutation } from './mutate';
import type { MutateAnswer } from './requests';
import { Delta, StoreView, type PredicateEntry, type Store, type WriteBatch } from './storage';
import { formatKey, KeyList, type Oracle, type Transaction } from './transaction';
import { decide, queriesOf, type Decision, type Upsert } from './upsert';

/** Number of changes, or of nodes in a variable, above which a mutation takes long. */
const LARGE = 20_000;

/** Thrown for a mutation that would take long, before anything is applied. */
export class TooLargeError extends Error {}

/** Limits of a mutation on the engine's thread. */
export interface SizeLimits {
  /** Time limit of its query, in milliseconds. */
  readonly queryMs: number;
  /** True if a large mutation throws TooLargeError. */
  readonly refuseLarge: boolean;
}

type Answer = Omit<MutateAnswer, 'latency'>;

export class Mutations {
  constructor(
    private readonly store: Store,
    private readonly oracle: Oracle,
  ) {}

  /**
   * Runs a mutation as a transaction by itself. It runs in the write queue on the last state, so nothing can conflict.
   *
   * @throws MutationError, ValueError, TooLargeError, errors of the query; nothing has been written then
   */
  async atOnce(request: Upsert, limits: SizeLimits): Promise<Answer> {
    const outcome = await this.store.write((batch) => this.runAtOnce(request, limits, batch));
    if ('error' in outcome) throw outcome.error;
    return outcome;
  }

  private runAtOnce(request: Upsert, limits: SizeLimits, batch: WriteBatch): Answer | { readonly error: unknown } {
    const startTs = this.store.nextTimestamp();
    const delta = new Delta();
    const conflicts = new KeyList();
    let result: QueryResult | undefined;
    let decision: Decision;
    let prepared: PreparedMutation;
    try {
      const view = new StoreView(batch.catalog, batch.reader, delta);
      result = answerQuery(request, view, limits);
      decision = decide(request, result, view);
      prepared = prepareMutation(decision.mutations, view, batch.catalog, this.store.counters, (predicates) =>
        batch.noteNames(predicates),
      );
      checkSize(prepared, view, limits);
      declareIn(batch, prepared.undeclared);
      const { catalog, reader } = batch;
      applyMutation(prepared, { view: new StoreView(catalog, reader, delta), delta, conflicts }, (name) =>
        catalog.entry(name),
      );
    } catch (error) {
      // As in Dgraph, declared predicates stay declared, so the batch is committed.
      if (batch.touched) return { error };
      throw error;
    }
    const commitTs = this.oracle.recordCommit(batch, conflicts);
    batch.apply(delta);
    return answerOf(prepared, queriesOf(result, decision), { startTs, commitTs, keys: [] });
  }

  /**
   * Runs a mutation in a transaction that the client keeps open, or that this request opens.
   *
   * @param requestedTs 0 for a new transaction
   * @throws same as `atOnce`, and AbortedError
   */
  async within(request: Upsert, requestedTs: number, commitNow: boolean, limits: SizeLimits): Promise<Answer> {
    const startTs = requestedTs > 0 ? requestedTs : this.oracle.begin();
    try {
      const transaction = this.oracle.transaction(startTs);
      return await transaction.exclusive(() => this.runIn(transaction, request, commitNow, limits));
    } catch (error) {
      // The client does not know the timestamp of a new transaction, so it cannot end it.
      if (requestedTs === 0) this.oracle.abort(startTs);
      throw error;
    }
  }

  private async runIn(
    transaction: Transaction,
    request: Upsert,
    commitNow: boolean,
    limits: SizeLimits,
  ): Promise<Answer> {
    const { startTs } = transaction;
    this.oracle.checkOpen(transaction);
    const view = transaction.view();
    const result = answerQuery(request, view, limits);
    const decision = decide(request, result, view);
    const prepared = await this.prepare(decision, view);
    checkSize(prepared, view, limits);
    await declare(this.store, prepared.undeclared);
    this.oracle.checkOpen(transaction);
    this.applyIn(transaction, prepared);
    const keys = commitNow ? [] : Array.from(transaction.conflicts.sorted(), formatKey).sort();
    const predicates = [...transaction.predicates].sort();
    const answer = { ...answerOf(prepared, queriesOf(result, decision), { startTs, keys }), predicates };
    return commitNow ? { ...answer, commitTs: await this.oracle.commit(startTs) } : answer;
  }

  private async prepare({ mutations }: Decision, view: StoreView): Promise<PreparedMutation> {
    const { catalog } = this.store.current;
    let predicateNames: readonly string[] = [];
    try {
      return prepareMutation(mutations, view, catalog, this.store.counters, (predicates) => {
        predicateNames = predicates;
      });
    } finally {
      await noteNames(this.store, predicateNames);
    }
  }

  private applyIn(transaction: Transaction, prepared: PreparedMutation): void {
    const { catalog } = this.store.current;
    const entries: PredicateEntry[] = [];
    for (const name of prepared.predicates) {
      const entry = catalog.entry(name);
      if (entry) entries.push(entry);
      transaction.predicates.add(name);
    }
    transaction.adopt(entries);
    const { delta, conflicts } = transaction;
    transaction.changed();
    try {
      applyMutation(prepared, { view: transaction.writingView(), delta, conflicts }, (name) =>
        transaction.catalog.entry(name),
      );
    } catch (error) {
      // A part of the mutation may have been applied, so the transaction must not commit.
      this.oracle.abort(transaction.startTs);
      throw error;
    }
  }
}

function answerQuery(
  { query }: Upsert,
  view: StoreView,
  { queryMs, refuseLarge }: SizeLimits,
): QueryResult | undefined {
  if (!query) return undefined;
  const result = executeQuery(query, view, { deadline: Date.now() + queryMs });
  if (refuseLarge && [...result.uidVariables.values()].some((uids) => uids.length > LARGE)) throw new TooLargeError();
  return result;
}

function checkSize(prepared: PreparedMutation, view: StoreView, { refuseLarge }: SizeLimits): void {
  if (refuseLarge && sizeOf(prepared, view) > LARGE) throw new TooLargeError();
}

function answerOf(
  { newNodes, edges, predicates }: PreparedMutation,
  { queries, counts }: Pick<MutateAnswer, 'queries' | 'counts'>,
  transaction: Pick<MutateAnswer, 'startTs' | 'commitTs' | 'keys'>,
): Answer {
  return {
    ...(queries !== undefined && { queries }),
    newNodes,
    predicates,
    counts,
    cost: newNodes.size + edges.length,
    ...transaction,
  };
}
