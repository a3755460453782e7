/** The engine behind the HTTP contract: queries, mutations, transactions and schema changes over one store. */
import { randomUUID } from 'node:crypto';
import type { MutationRequest } from '../dql/mutation/ast';
import { prepare } from '../dql';
import { silent, type Logger } from '../util/log';
import { alter, declareInitialSchema, readOperation } from './alter';
import { Aside, type MutationBody, type Patience } from './aside';
import { executeQuery, QueryTimeoutError } from './execute';
import { Gate } from './gate';
import { storedSdl, storingSdl } from './graphql/stored';
import type { SdlAnswer, SdlQuestion } from './graphql/work-out';
import { LargeMutations, type MutationTarget } from './large';
import { LongQueries } from './long-queries';
import { Mutations, TooLargeError, type Restraint } from './mutations';
import { Clock, RequestError, type MutateAnswer, type QueryAnswer, type QueryRequest } from './requests';
import { MAX_EXPLICIT_UID, Store, StoreView } from './storage';
import { DEFAULT_LIMITS, Oracle, type OracleLimits } from './transaction';
import { readUpsert, type Upsert } from './upsert';

/** A query may take so long, whether its client sets a limit or not. */
const LONGEST_QUERY_MS = 300_000;
/** Limit of the check of a GraphQL schema. */
const LONGEST_SDL_MS = 60_000;
/** Where there are no threads for what takes long, everybody else waits for it. */
const LONGEST_ALONE_MS = 10_000;
/** A query that is not answered after so long is answered aside. */
const FIRST_TRY_MS = 100;
/** Characters of a query that would take long to be read. */
const LONG_TEXT = 100_000;

/** How a mutation may be done later, should it turn out to be large. */
export interface LargeFallback {
  readonly body: MutationBody;
  readonly signal?: AbortSignal | undefined;
}

export class Engine {
  readonly startedAt = Date.now();
  private readonly oracle: Oracle;
  private readonly gate = new Gate();
  private readonly long = new LongQueries();
  private readonly mutations: Mutations;
  private readonly large: LargeMutations;

  private constructor(
    private readonly store: Store,
    limits: OracleLimits,
    private readonly aside: Aside,
  ) {
    this.oracle = new Oracle(store, limits);
    this.mutations = new Mutations(store, this.oracle);
    this.large = new LargeMutations(store, this.oracle, this.gate, aside);
  }

  /**
   * Opens the engine on a directory.
   *
   * @param entry the program of the threads for long work; default: the compiled one, where there is one
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

  /** Another one after every write. */
  get state(): object {
    return this.store.current;
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

  /** Whether there are threads for what takes long. */
  get hasThreads(): boolean {
    return this.aside.isPossible;
  }

  /**
   * Answers a query: at once, or, where that takes long, in another thread, so that others are answered meanwhile.
   *
   * @param signal aborts when nobody waits for the answer any more
   * @throws what parsing and executing throw; AbortedError for a transaction that is over
   */
  async answer(request: QueryRequest, signal?: AbortSignal): Promise<QueryAnswer> {
    const began = Date.now();
    if (!this.hasThreads) return this.query(request, LONGEST_ALONE_MS);
    if (request.query.length < LONG_TEXT && !this.long.has(request.query)) {
      try {
        return this.query(request, FIRST_TRY_MS);
      } catch (error) {
        const isOver = request.timeoutMs > 0 && Date.now() - began > request.timeoutMs;
        if (!(error instanceof QueryTimeoutError) || isOver) throw error;
        this.long.add(request.query);
      }
    }
    const deadline = began + within(request, LONGEST_QUERY_MS);
    return this.oracle.exclusive(request.startTs, () => this.answerAside(request, { deadline, signal }));
  }

  private async answerAside(request: QueryRequest, patience: Patience): Promise<QueryAnswer> {
    const clock = new Clock();
    const state = this.oracle.stateAt(request.startTs);
    const startTs = this.timestampOf(request);
    state.snapshot.acquire();
    try {
      const { json, counts, parsing } = await this.aside.query(request, state, patience);
      const { total } = clock.stop();
      return { json, startTs, counts, latency: { parsing, processing: total - parsing, total } };
    } finally {
      state.snapshot.release();
    }
  }

  /** Checks a GraphQL schema in another thread. @throws QueryTimeoutError, RequestError */
  workOutAside(question: SdlQuestion): Promise<SdlAnswer> {
    return this.aside.workOut(question, { deadline: Date.now() + LONGEST_SDL_MS });
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
    return readOnly ? this.oracle.beginReading() : this.oracle.begin();
  }

  /**
   * Applies mutations, after their query where there is one. With `commitNow` the answer comes when the commit is on disk.
   *
   * @param startTs 0 for a new transaction
   * @param fallback where it is given, what turns out to be large is done as by `mutateAside`
   * @throws MutationError, ValueError, AbortedError, and what the query throws: then nothing has been written
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
    const restraint: Restraint = { queryMs: canWait ? FIRST_TRY_MS : LONGEST_ALONE_MS, isSmall: canWait };
    try {
      if (read.mutations.length === 0) return { ...this.queryOnly(read, startTs, restraint), latency: clock.stop() };
      const answer = await this.gate.shared(() =>
        commitNow && startTs === 0
          ? this.mutations.atOnce(read, restraint)
          : this.mutations.within(read, startTs, commitNow, restraint),
      );
      return { ...answer, latency: clock.stop() };
    } catch (error) {
      const isLarge = error instanceof TooLargeError || error instanceof QueryTimeoutError;
      if (!canWait || !isLarge) throw error;
      return this.mutateAside(fallback.body, { startTs, commitNow, signal: fallback.signal });
    }
  }

  private queryOnly({ query }: Upsert, given: number, { queryMs }: Restraint): Omit<MutateAnswer, 'latency'> {
    if (!query) throw new RequestError('empty request');
    const startTs = given > 0 ? given : this.oracle.begin();
    const { json, counts } = executeQuery(query, this.view(startTs), { deadline: Date.now() + queryMs });
    return { queries: json, startTs, keys: [], predicates: [], counts, cost: 0 };
  }

  /**
   * As `mutate`, for a body that takes long to be read or to be applied: in a thread of its own, while others are served.
   * Unlike a small one that commits at once, it can conflict.
   *
   * @throws RequestError, AbortedError, QueryTimeoutError: then nothing has been written
   */
  mutateAside(body: MutationBody, target: MutationTarget): Promise<MutateAnswer> {
    return this.large.run(body, target);
  }

  /**
   * As `mutate` with `commitNow`, of the engine's own predicates, which clients cannot write.
   *
   * @throws MutationError, ValueError
   */
  async mutateOwn(request: MutationRequest): Promise<void> {
    const read = readUpsert(request, () => undefined);
    await this.gate.shared(() => this.mutations.atOnce(read, { queryMs: LONGEST_ALONE_MS, isSmall: false }));
  }

  /** @throws AbortedError */
  commit(startTs: number): Promise<number> {
    return this.gate.shared(() => this.oracle.exclusive(startTs, () => this.oracle.commit(startTs)));
  }

  abort(startTs: number): void {
    this.oracle.abort(startTs);
  }

  /** @throws AlterError, DqlSyntaxError */
  async alter(body: string): Promise<void> {
    const operation = readOperation(body);
    // The GraphQL schema outlives the data, as in Dgraph.
    const kept = operation.kind === 'dropData' ? storedSdl((request) => this.query(request)) : undefined;
    await this.gate.alone(() => alter(this.store, this.oracle, operation));
    if (kept) await this.mutateOwn(storingSdl(kept.sdl));
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

/** What a query may take, in milliseconds. */
function within({ timeoutMs }: QueryRequest, longestMs: number): number {
  return timeoutMs > 0 ? Math.min(timeoutMs, longestMs) : longestMs;
}
