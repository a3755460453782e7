/** Mutations on the engine's own thread. What would keep others waiting is found out before anything is applied. */
import { declare, declareIn, noteNames } from './declare';
import { executeQuery, type QueryResult } from './execute';
import { applyMutation, prepareMutation, sizeOf, type PreparedMutation } from './mutate';
import type { MutateAnswer } from './requests';
import { Delta, StoreView, type PredicateEntry, type Store, type WriteBatch } from './storage';
import { formatKey, KeyList, type Oracle, type Transaction } from './transaction';
import { decide, queriesOf, type Decision, type Upsert } from './upsert';

/** More changes than this, or nodes in a variable, take long. */
const LARGE = 20_000;

/** A mutation that would take long, of which nothing has been done. */
export class TooLargeError extends Error {}

/** How long a mutation may keep others waiting. */
export interface Restraint {
  /** Of its query, in milliseconds. */
  readonly queryMs: number;
  /** Whether to refuse what is large. */
  readonly isSmall: boolean;
}

type Answer = Omit<MutateAnswer, 'latency'>;

export class Mutations {
  constructor(
    private readonly store: Store,
    private readonly oracle: Oracle,
  ) {}

  /**
   * A transaction by itself: it runs in the write queue, on the last state, and nothing can come between.
   *
   * @throws MutationError, ValueError, TooLargeError, what the query throws: then nothing has been written
   */
  async atOnce(request: Upsert, restraint: Restraint): Promise<Answer> {
    const outcome = await this.store.write((batch) => this.runAtOnce(request, restraint, batch));
    if ('error' in outcome) throw outcome.error;
    return outcome;
  }

  private runAtOnce(request: Upsert, restraint: Restraint, batch: WriteBatch): Answer | { readonly error: unknown } {
    const startTs = this.store.nextTimestamp();
    const delta = new Delta();
    const conflicts = this.oracle.tracksConflicts ? new KeyList() : undefined;
    let result: QueryResult | undefined;
    let decision: Decision;
    let prepared: PreparedMutation;
    try {
      const view = new StoreView(batch.catalog, batch.reader, delta);
      result = answerQuery(request, view, restraint);
      decision = decide(request, result, view);
      prepared = prepareMutation(decision.mutations, view, batch.catalog, this.store.counters, (predicates) =>
        batch.noteNames(predicates),
      );
      checkSize(prepared, view, restraint);
      declareIn(batch, prepared.undeclared);
      const { catalog, reader } = batch;
      applyMutation(prepared, { view: new StoreView(catalog, reader, delta), delta, conflicts }, (name) =>
        catalog.entry(name),
      );
    } catch (error) {
      // Predicates that were declared stay declared, as in Dgraph: the batch goes on.
      if (batch.touched) return { error };
      throw error;
    }
    const commitTs = this.oracle.applied(batch, conflicts);
    batch.apply(delta);
    return answerOf(prepared, queriesOf(result, decision), { startTs, commitTs, keys: [] });
  }

  /**
   * A mutation in a transaction that the client keeps open, or that it opens with this.
   *
   * @param given 0 for a new transaction
   * @throws as `atOnce`, and AbortedError
   */
  async within(request: Upsert, given: number, commitNow: boolean, restraint: Restraint): Promise<Answer> {
    const startTs = given > 0 ? given : this.oracle.begin();
    try {
      const transaction = this.oracle.transaction(startTs);
      return await transaction.exclusive(() => this.runIn(transaction, request, commitNow, restraint));
    } catch (error) {
      // Of a new one the client never hears.
      if (given === 0) this.oracle.abort(startTs);
      throw error;
    }
  }

  private async runIn(
    transaction: Transaction,
    request: Upsert,
    commitNow: boolean,
    restraint: Restraint,
  ): Promise<Answer> {
    const { startTs } = transaction;
    this.oracle.checkOpen(transaction);
    const view = transaction.view();
    const result = answerQuery(request, view, restraint);
    const decision = decide(request, result, view);
    const prepared = await this.prepare(decision, view);
    checkSize(prepared, view, restraint);
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
    let named: readonly string[] = [];
    try {
      return prepareMutation(mutations, view, catalog, this.store.counters, (predicates) => {
        named = predicates;
      });
    } finally {
      await noteNames(this.store, named);
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
    try {
      applyMutation(prepared, { view: transaction.writingView(), delta, conflicts }, (name) =>
        transaction.catalog.entry(name),
      );
    } catch (error) {
      // Some of it may have been applied: nobody may commit that.
      this.oracle.abort(transaction.startTs);
      throw error;
    }
  }
}

function answerQuery({ query }: Upsert, view: StoreView, { queryMs, isSmall }: Restraint): QueryResult | undefined {
  if (!query) return undefined;
  const result = executeQuery(query, view, { deadline: Date.now() + queryMs });
  if (isSmall && [...result.uidVariables.values()].some((uids) => uids.length > LARGE)) throw new TooLargeError();
  return result;
}

function checkSize(prepared: PreparedMutation, view: StoreView, { isSmall }: Restraint): void {
  if (isSmall && sizeOf(prepared, view) > LARGE) throw new TooLargeError();
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
