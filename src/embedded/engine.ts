/** The engine behind the HTTP contract: queries, mutations, transactions and schema changes over one store. */
import { randomUUID } from 'node:crypto';
import type { MutationRequest } from '../dql/mutation/ast';
import { prepare } from '../dql';
import { silent, type Logger } from '../util/log';
import { alter, declareInitialSchema, layoutOf, readOperation } from './alter';
import { Aside } from './aside';
import { executeQuery, QueryTimeoutError, type QueryResult } from './execute';
import { Gate } from './gate';
import { applyMutation, prepareMutation, type PreparedMutation } from './mutate';
import { Clock, RequestError, type MutateAnswer, type QueryAnswer, type QueryRequest } from './requests';
import { Delta, MAX_EXPLICIT_UID, Store, StoreView, type WriteBatch } from './storage';
import {
  AbortedError,
  DEFAULT_LIMITS,
  formatKey,
  KeyList,
  Oracle,
  type OracleLimits,
  type Transaction,
} from './transaction';
import { decide, readUpsert, type Decision, type Upsert } from './upsert';

/** A query may take so long, whether its client sets a limit or not. */
const LONGEST_QUERY_MS = 300_000;
/** What keeps everybody else waiting may not: a query in an upsert, or in a transaction that has written. */
const LONGEST_ALONE_MS = 10_000;
/** A query that is not answered after so long is answered aside. */
const FIRST_TRY_MS = 100;
/** Characters of a query that would take long to be read. */
const LONG_TEXT = 100_000;
/** Texts of queries that were long are remembered. */
const REMEMBERED = 500;

const NO_COUNTS: ReadonlyMap<string, number> = new Map();

export class Engine {
  readonly startedAt = Date.now();
  private readonly oracle: Oracle;
  private readonly gate = new Gate();
  private readonly long = new Set<string>();

  private constructor(
    private readonly store: Store,
    limits: OracleLimits,
    private readonly aside: Aside,
  ) {
    this.oracle = new Oracle(store, limits);
  }

  /**
   * Opens the engine on a directory.
   *
   * @param entry the program of the threads that answer long queries; default: the compiled one, where there is one
   * @throws StoreError where the directory cannot be used
   */
  static async open(
    directory: string,
    logger: Logger = silent,
    limits = DEFAULT_LIMITS,
    entry?: string,
  ): Promise<Engine> {
    const store = Store.open(directory, logger);
    if (!store.current.catalog.entry('dgraph.type')) await store.write(declareInitialSchema);
    return new Engine(store, limits, new Aside(directory, logger, entry));
  }

  /** The timestamp given out last. */
  get maxAssigned(): number {
    return this.oracle.lastTimestamp();
  }

  /** Names of all predicates. */
  get predicates(): readonly string[] {
    return this.store.current.catalog.predicates().map(({ name }) => name);
  }

  /** The highest uid that a client may name. */
  readonly maxUid = MAX_EXPLICIT_UID;

  /** Names this run of the engine. */
  readonly id = randomUUID();

  /** Size of the data file in bytes. */
  get fileSize(): number {
    return this.store.fileSize();
  }

  /**
   * What a transaction sees, or, without one, the last committed state. Good until control returns to the event loop.
   *
   * @throws AbortedError, UnknownTimestampError
   */
  view(startTs = 0): StoreView {
    if (startTs > 0) return this.oracle.view(startTs);
    const { catalog, reader } = this.store.current;
    return new StoreView(catalog, reader);
  }

  /**
   * Answers a query: at once, or, where that takes long, in another thread, so that others are answered meanwhile.
   *
   * @throws what parsing and executing throw; AbortedError for a transaction that is over
   */
  async answer(request: QueryRequest): Promise<QueryAnswer> {
    const began = Date.now();
    if (!this.isSeenAside(request)) return this.query(request, LONGEST_ALONE_MS);
    if (request.query.length < LONG_TEXT && !this.long.has(request.query)) {
      try {
        return this.query(request, FIRST_TRY_MS);
      } catch (error) {
        const isOver = request.timeoutMs > 0 && Date.now() - began > request.timeoutMs;
        if (!(error instanceof QueryTimeoutError) || isOver) throw error;
        this.remember(request.query);
      }
    }
    return this.answerAside(request, began + within(request, LONGEST_QUERY_MS));
  }

  /** Whether what the query is to see is what is committed now: another thread knows nothing else. */
  private isSeenAside({ startTs }: QueryRequest): boolean {
    return this.aside.isPossible && (startTs === 0 || this.oracle.seesCurrent(startTs));
  }

  private remember(query: string): void {
    if (query.length > LONG_TEXT) return;
    const [oldest] = this.long;
    if (this.long.size >= REMEMBERED) this.long.delete(oldest!);
    this.long.add(query);
  }

  private answerAside(request: QueryRequest, deadline: number): Promise<QueryAnswer> {
    const clock = new Clock();
    return this.aside.with(deadline, async (thread) => {
      // The thread's state and that of the timestamp are the same: nothing is written in between.
      const startTs = await this.store.still(async () => {
        // What was committed while the query waited for its thread is not for this transaction.
        if (request.startTs > 0 && !this.oracle.seesCurrent(request.startTs)) return undefined;
        await thread.hold();
        return this.timestampOf(request);
      });
      if (startTs === undefined) return this.query(request, LONGEST_ALONE_MS);
      const { json, counts, parsing } = await thread.run(request, deadline);
      const { total } = clock.stop();
      return { json, startTs, counts, latency: { parsing, processing: total - parsing, total } };
    });
  }

  /**
   * Answers a query at once, on this thread.
   *
   * @param longestMs what it may take, whatever its own limit
   * @throws what parsing and executing throw; AbortedError for a transaction that is over
   */
  query(request: QueryRequest, longestMs = LONGEST_QUERY_MS): QueryAnswer {
    const clock = new Clock();
    const deadline = Date.now() + within(request, longestMs);
    if (request.query.trim() === '') throw new RequestError('empty request');
    const document = prepare(request.query, { ...(request.variables && { variables: request.variables }) });
    clock.parsed();
    const { debug, format } = request;
    const { view, startTs } = this.readable(request);
    const { json, counts } = executeQuery(document, view, { debug, format, deadline });
    return { json, startTs, counts, latency: clock.stop() };
  }

  private readable(request: QueryRequest): { view: StoreView; startTs: number } {
    return { view: this.view(request.startTs), startTs: this.timestampOf(request) };
  }

  private timestampOf({ startTs, readOnly }: QueryRequest): number {
    if (startTs > 0) return startTs;
    return readOnly ? this.oracle.lastTimestamp() : this.oracle.begin();
  }

  /**
   * Applies mutations, after their query where there is one. With `commitNow` the answer comes when the commit is on disk.
   *
   * @param startTs 0 for a new transaction
   * @throws MutationError, ValueError, AbortedError, and what the query throws: then nothing has been written
   */
  async mutate(request: MutationRequest, startTs: number, commitNow: boolean): Promise<MutateAnswer> {
    const clock = new Clock();
    const read = readUpsert(request);
    clock.parsed();
    if (read.mutations.length === 0) return this.queryOnly(read, startTs, clock);
    return this.gate.shared(() =>
      commitNow && startTs === 0 ? this.mutateAtOnce(read, clock) : this.mutateIn(read, startTs, commitNow, clock),
    );
  }

  private queryOnly({ query }: Upsert, given: number, clock: Clock): MutateAnswer {
    if (!query) throw new RequestError('empty request');
    const startTs = given > 0 ? given : this.oracle.begin();
    const { json, counts } = executeQuery(query, this.view(startTs), soon());
    return { queries: json, startTs, keys: [], predicates: [], counts, cost: 0, latency: clock.stop() };
  }

  /** A transaction by itself: it runs in the write queue, on the last state, and nothing can come between. */
  private async mutateAtOnce(request: Upsert, clock: Clock): Promise<MutateAnswer> {
    const outcome = await this.store.write((batch) => this.runAtOnce(request, batch));
    if ('error' in outcome) throw outcome.error;
    return { ...outcome, latency: clock.stop() };
  }

  private runAtOnce(request: Upsert, batch: WriteBatch): Omit<MutateAnswer, 'latency'> | { readonly error: unknown } {
    const startTs = this.store.nextTimestamp();
    const delta = new Delta();
    const conflicts = this.oracle.tracksConflicts ? new KeyList() : undefined;
    let result: QueryResult | undefined;
    let decision: Decision;
    let prepared: PreparedMutation;
    try {
      const view = new StoreView(batch.catalog, batch.reader, delta);
      result = request.query && executeQuery(request.query, view, soon());
      decision = decide(request, result, view);
      prepared = prepareMutation(decision.mutations, view, batch.catalog, this.store.counters, (predicates) =>
        batch.noteNames(predicates),
      );
      for (const declaration of prepared.undeclared) {
        batch.putPredicate(layoutOf(undefined, declaration, () => batch.newSpace()).entry);
      }
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

  /** A mutation in a transaction that the client keeps open, or that it opens with this. */
  private async mutateIn(request: Upsert, given: number, commitNow: boolean, clock: Clock): Promise<MutateAnswer> {
    if (given > 0) return this.mutateAt(request, given, commitNow, clock);
    const startTs = this.oracle.begin();
    try {
      return await this.mutateAt(request, startTs, commitNow, clock);
    } catch (error) {
      // The client never hears of the transaction.
      this.oracle.abort(startTs);
      throw error;
    }
  }

  private async mutateAt(request: Upsert, startTs: number, commitNow: boolean, clock: Clock): Promise<MutateAnswer> {
    const transaction = this.oracle.transaction(startTs);
    const result = request.query && executeQuery(request.query, transaction.view(), soon());
    const view = transaction.view();
    const { catalog } = this.store.current;
    const decision = decide(request, result, view);
    let unknown: readonly string[] = [];
    let prepared: PreparedMutation;
    try {
      prepared = prepareMutation(decision.mutations, view, catalog, this.store.counters, (predicates) => {
        unknown = predicates.filter((name) => !catalog.isKnown(name));
      });
    } finally {
      if (unknown.length > 0) await this.store.write((batch) => batch.noteNames(unknown));
    }
    await this.declare(prepared);
    if (this.oracle.transaction(startTs) !== transaction) throw new AbortedError();
    this.applyIn(transaction, prepared);
    const keys = commitNow ? [] : Array.from(transaction.conflicts.sorted(), formatKey).sort();
    const predicates = [...transaction.predicates].sort();
    const answer = answerOf(prepared, queriesOf(result, decision), { startTs, keys });
    if (!commitNow) return { ...answer, predicates, latency: clock.stop() };
    const commitTs = await this.oracle.commit(startTs);
    return { ...answer, predicates, commitTs, latency: clock.stop() };
  }

  /** Declares what a mutation needs declared; the schema is not part of the transaction. */
  private async declare({ undeclared }: PreparedMutation): Promise<void> {
    if (undeclared.length === 0) return;
    await this.store.write((batch) => {
      for (const declaration of undeclared) {
        if (batch.catalog.entry(declaration.name)) continue;
        batch.putPredicate(layoutOf(undefined, declaration, () => batch.newSpace()).entry);
      }
    });
  }

  private applyIn(transaction: Transaction, prepared: PreparedMutation): void {
    const { catalog } = this.store.current;
    for (const name of prepared.predicates) {
      const entry = catalog.entry(name);
      if (entry) transaction.adopt(entry);
      transaction.predicates.add(name);
    }
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

  /** @throws AbortedError */
  commit(startTs: number): Promise<number> {
    return this.gate.shared(() => this.oracle.commit(startTs));
  }

  abort(startTs: number): void {
    this.oracle.abort(startTs);
  }

  /** @throws AlterError, DqlSyntaxError */
  async alter(body: string): Promise<void> {
    const operation = readOperation(body);
    await this.gate.alone(() => alter(this.store, this.oracle, operation));
  }

  /** Ends what is being written and closes the store. */
  async close(): Promise<void> {
    await this.gate.alone(async () => {
      this.oracle.close();
      await this.aside.close();
      await this.store.close();
    });
  }
}

function queriesOf(result: QueryResult | undefined, { checked }: Decision): Pick<MutateAnswer, 'queries' | 'counts'> {
  if (result) return { queries: result.json, counts: result.counts };
  return { ...(checked && { queries: '{}' }), counts: NO_COUNTS };
}

/** The limit of a query that others wait for. */
const soon = (): { readonly deadline: number } => ({ deadline: Date.now() + LONGEST_ALONE_MS });

/** What a query may take, in milliseconds. */
function within({ timeoutMs }: QueryRequest, longestMs: number): number {
  return timeoutMs > 0 ? Math.min(timeoutMs, longestMs) : longestMs;
}

function answerOf(
  { newNodes, edges, predicates }: PreparedMutation,
  { queries, counts }: Pick<MutateAnswer, 'queries' | 'counts'>,
  transaction: Pick<MutateAnswer, 'startTs' | 'commitTs' | 'keys'>,
): Omit<MutateAnswer, 'latency'> {
  return {
    ...(queries !== undefined && { queries }),
    newNodes,
    predicates,
    counts,
    cost: newNodes.size + edges.length,
    ...transaction,
  };
}
