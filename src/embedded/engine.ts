/** Embedded engine behind the HTTP contract: queries, mutations, transactions and schema changes over one store. */
import { randomUUID } from 'node:crypto';
import { prepare, type MutationRequest } from '../dql';
import type { SnapshotChannel } from '../util/endpoint';
import { silent, type Logger } from '../util/log';
import { alter, declareInitialSchema, readOperation } from './alter';
import { SidePool, type MutationBody, type Cancellation } from './side-pool';
import { executeQuery, QueryTimeoutError } from './execute';
import { SchemaLock } from './schema-lock';
import { storedSdl, storingSdl } from './graphql/stored';
import type { SdlResult, SdlRequest } from './graphql/compile-sdl';
import { LargeMutations, type MutationTarget } from './large';
import { Lender } from './lending/lender';
import { LongQueries } from './long-queries';
import { Mutations, TooLargeError, type SizeLimits } from './mutations';
import { Clock, RequestError, type MutateAnswer, type QueryAnswer, type QueryRequest } from './requests';
import { MAX_EXPLICIT_UID, Store, StoreView } from './storage';
import { DEFAULT_LIMITS, Oracle, type OracleLimits } from './transaction';
import { readUpsert, type Upsert } from './upsert';

/** Maximum time limit of a query; applies also if the client sets none. */
const MAX_QUERY_MS = 300_000;
/** Time limit of the check of a GraphQL schema. */
const MAX_SDL_MS = 60_000;
/** Maximum time limit of a query without side pool threads, where every other request waits for it. */
const MAX_UNTHREADED_MS = 10_000;
/** Time after which a query moves to the side pool. */
const FIRST_TRY_MS = 100;
/** Characters of a query that is too long to parse on this thread. */
const LONG_TEXT = 100_000;

/** Body of a mutation, for repeating it in the side pool if it turns out to be large. */
interface LargeFallback {
  readonly body: MutationBody;
  readonly signal?: AbortSignal | undefined;
}

export class Engine {
  readonly startedAt = Date.now();
  private readonly oracle: Oracle;
  private readonly schemaLock = new SchemaLock();
  private readonly longQueries = new LongQueries();
  private readonly mutations: Mutations;
  private readonly large: LargeMutations;
  private readonly lender: Lender;

  private constructor(
    private readonly store: Store,
    limits: OracleLimits,
    private readonly sidePool: SidePool,
  ) {
    this.oracle = new Oracle(store, limits);
    this.mutations = new Mutations(store, this.oracle);
    this.lender = new Lender(store, this.oracle);
    this.large = new LargeMutations(store, this.oracle, this.schemaLock, sidePool);
  }

  /**
   * Opens the engine on a directory.
   *
   * @param entry the program of the side pool threads; default: the compiled one, if it exists
   * @throws StoreError if the directory cannot be used
   */
  static async open(
    directory: string,
    logger: Logger = silent,
    limits = DEFAULT_LIMITS,
    entry?: string,
  ): Promise<Engine> {
    const store = Store.open(directory, logger);
    if (!store.current.catalog.entry('dgraph.type')) await store.write(declareInitialSchema);
    return new Engine(store, limits, new SidePool(directory, logger, entry));
  }

  /** For a thread that answers reads itself. It must end before the engine does. */
  get snapshots(): SnapshotChannel {
    return this.lender.channel;
  }

  /** Timestamp assigned last. */
  get maxAssigned(): number {
    return this.oracle.lastTimestamp();
  }

  /**
   * Leases consecutive uids that no node has. The lease needs no write: it is stored with the first of its uids.
   *
   * @returns the first
   */
  leaseUids(count: number): number {
    return this.store.counters.leaseUids(count);
  }

  /** Leases consecutive timestamps of the current state. @returns the first */
  leaseTimestamps(count: number): number {
    return this.oracle.take(count);
  }

  /** Version token; changes with every write. */
  get state(): object {
    return this.store.current;
  }

  /** Names of all predicates. */
  get predicates(): readonly string[] {
    return this.store.current.catalog.predicates().map(({ name }) => name);
  }

  /** Highest uid that a client may name. */
  readonly maxUid = MAX_EXPLICIT_UID;

  /** Id of this run of the engine. */
  readonly id = randomUUID();

  /** Returns the bytes of each predicate (storage/sizes.ts). @param waitMs maximum wait for a measurement */
  sizes(waitMs: number): Promise<ReadonlyMap<string, number>> {
    return this.store.sizes.byPredicate(waitMs);
  }

  /**
   * View of a transaction, or, without one, of the last committed state. Valid until control returns to the event loop.
   *
   * @throws AbortedError, UnknownTimestampError
   */
  view(startTs = 0): StoreView {
    if (startTs > 0) return this.oracle.view(startTs);
    const { catalog, reader } = this.store.current;
    return new StoreView(catalog, reader);
  }

  /** True if the side pool has a program to run. */
  get hasThreads(): boolean {
    return this.sidePool.isPossible;
  }

  /**
   * Answers a query: at once, or, if it takes long, in the side pool, so that other requests do not wait.
   *
   * @param signal aborts when the client no longer waits for the answer
   * @throws errors of parsing and execution; AbortedError for a transaction that is over
   */
  async answer(request: QueryRequest, signal?: AbortSignal): Promise<QueryAnswer> {
    const began = Date.now();
    if (this.oracle.isChanging(request.startTs)) await this.oracle.settled(request.startTs);
    if (!this.hasThreads) return this.query(request, MAX_UNTHREADED_MS);
    if (request.query.length < LONG_TEXT && !this.longQueries.has(request.query)) {
      try {
        return this.query(request, FIRST_TRY_MS);
      } catch (error) {
        const isOver = request.timeoutMs > 0 && Date.now() - began > request.timeoutMs;
        if (!(error instanceof QueryTimeoutError) || isOver) throw error;
        this.longQueries.add(request.query);
      }
    }
    const deadline = began + timeLimit(request, MAX_QUERY_MS);
    return this.oracle.exclusive(request.startTs, () => this.answerInSidePool(request, { deadline, signal }));
  }

  private async answerInSidePool(request: QueryRequest, cancellation: Cancellation): Promise<QueryAnswer> {
    const clock = new Clock();
    const state = this.oracle.stateAt(request.startTs);
    const startTs = this.timestampOf(request);
    state.snapshot.acquire();
    try {
      const { json, counts, parsing } = await this.sidePool.query(request, state, cancellation);
      const { total } = clock.stop();
      return { json, startTs, counts, latency: { parsing, processing: total - parsing, total } };
    } finally {
      state.snapshot.release();
    }
  }

  /** Checks a GraphQL schema in a thread of the side pool. @throws QueryTimeoutError, RequestError */
  checkSdlInSidePool(question: SdlRequest): Promise<SdlResult> {
    return this.sidePool.checkSdl(question, { deadline: Date.now() + MAX_SDL_MS });
  }

  /**
   * Answers a query on this thread.
   *
   * @param longestMs upper bound of its time limit
   * @throws errors of parsing and execution; AbortedError for a transaction that is over
   */
  query(request: QueryRequest, longestMs = MAX_QUERY_MS): QueryAnswer {
    const clock = new Clock();
    const deadline = Date.now() + timeLimit(request, longestMs);
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

  private timestampOf({ startTs, readOnly, once }: QueryRequest): number {
    if (startTs > 0) return startTs;
    if (once) return this.oracle.readingTs();
    return readOnly ? this.oracle.beginReading() : this.oracle.begin();
  }

  /**
   * Answers the query, if there is one, then applies the mutations. With `commitNow` it resolves once the commit is on
   * disk.
   *
   * @param startTs 0 for a new transaction
   * @param fallback if given, a mutation that turns out to be large runs as in `mutateInSidePool`
   * @throws MutationError, ValueError, AbortedError, errors of the query; nothing has been written then
   */
  async mutate(
    request: MutationRequest,
    startTs: number,
    commitNow: boolean,
    fallback?: LargeFallback,
  ): Promise<MutateAnswer> {
    const clock = new Clock();
    const read = readUpsert(request);
    clock.parsed();
    const canWait = fallback !== undefined && this.hasThreads;
    const restraint: SizeLimits = { queryMs: canWait ? FIRST_TRY_MS : MAX_UNTHREADED_MS, refuseLarge: canWait };
    if (this.oracle.isChanging(startTs)) await this.oracle.settled(startTs);
    try {
      if (read.mutations.length === 0) return { ...this.queryOnly(read, startTs, restraint), latency: clock.stop() };
      const answer = await this.schemaLock.shared(() =>
        commitNow && startTs === 0
          ? this.mutations.atOnce(read, restraint)
          : this.mutations.within(read, startTs, commitNow, restraint),
      );
      return { ...answer, latency: clock.stop() };
    } catch (error) {
      const isLarge = error instanceof TooLargeError || error instanceof QueryTimeoutError;
      if (!canWait || !isLarge) throw error;
      return this.mutateInSidePool(fallback.body, { startTs, commitNow, signal: fallback.signal });
    }
  }

  private queryOnly({ query }: Upsert, requestedTs: number, { queryMs }: SizeLimits): Omit<MutateAnswer, 'latency'> {
    if (!query) throw new RequestError('empty request');
    const startTs = requestedTs > 0 ? requestedTs : this.oracle.begin();
    const { json, counts } = executeQuery(query, this.view(startTs), { deadline: Date.now() + queryMs });
    return { queries: json, startTs, keys: [], predicates: [], counts, cost: 0 };
  }

  /**
   * Same as `mutate`, in a side pool thread, for a body that takes long to parse or to apply. Unlike a small mutation
   * that commits at once, it can conflict.
   *
   * @throws RequestError, AbortedError, QueryTimeoutError; nothing has been written then
   */
  mutateInSidePool(body: MutationBody, target: MutationTarget): Promise<MutateAnswer> {
    return this.large.run(body, target);
  }

  /**
   * Same as `mutate` with `commitNow`, for Dgraph's internal predicates, which clients cannot write.
   *
   * @throws MutationError, ValueError
   */
  async mutateOwn(request: MutationRequest): Promise<void> {
    const read = readUpsert(request, () => undefined);
    await this.schemaLock.shared(() => this.mutations.atOnce(read, { queryMs: MAX_UNTHREADED_MS, refuseLarge: false }));
  }

  /** @throws AbortedError */
  commit(startTs: number): Promise<number> {
    return this.schemaLock.shared(() => this.oracle.exclusive(startTs, () => this.oracle.commit(startTs)));
  }

  abort(startTs: number): void {
    this.oracle.abort(startTs);
  }

  /** @throws AlterError, DqlSyntaxError */
  async alter(body: string): Promise<void> {
    const operation = readOperation(body);
    // The GraphQL schema outlives the data, as in Dgraph.
    const storedSchema = operation.kind === 'dropData' ? storedSdl((request) => this.query(request)) : undefined;
    await this.schemaLock.alone(() => alter(this.store, this.oracle, operation));
    if (storedSchema) await this.mutateOwn(storingSdl(storedSchema.sdl));
  }

  /** Waits for writes in progress and closes the store. */
  async close(): Promise<void> {
    await this.schemaLock.alone(async () => {
      this.lender.close();
      this.oracle.close();
      await this.sidePool.close();
      await this.store.close();
    });
  }
}

/** Time limit of a query, in milliseconds. */
function timeLimit({ timeoutMs }: QueryRequest, longestMs: number): number {
  return timeoutMs > 0 ? Math.min(timeoutMs, longestMs) : longestMs;
}
