/**
 * Side pool: threads for long queries and large mutations, so that the engine's own thread stays free for the rest.
 * Queries have two pools, so that a query of seconds never waits for one of minutes; large mutations have one thread.
 */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import type { Logger } from '../../util/log';
import { QueryTimeoutError } from '../execute';
import type { SdlResult, SdlRequest } from '../graphql/compile-sdl';
import { LongQueries } from '../long-queries';
import { PoolThread, type LentState } from './handle';
import type { PoolAnswer, PoolQuery } from './messages';
import { ThreadPool, BusyError, type Cancellation } from './pool';

/** Memory of one thread: more than twice the need of the largest answer. */
const MEMORY_MB = 3072;
const LONGEST_MS = 300_000;
/** Time limit of the pool for short queries. */
const SHORT_MS = 3000;

export class SidePool {
  /** True if the compiled program of the threads exists. It does not when the engine runs from its sources. */
  readonly isPossible: boolean;
  private readonly short: ThreadPool;
  private readonly long: ThreadPool;
  /** Large mutations. */
  readonly mutations: ThreadPool;
  private readonly longQueries = new LongQueries();

  constructor(directory: string, logger: Logger, entry: string = path.join(__dirname, 'thread.js')) {
    this.isPossible = existsSync(entry);
    const start = (memoryMb: number): PoolThread => new PoolThread(entry, directory, memoryMb);
    const limits = { memoryMb: MEMORY_MB, runMs: LONGEST_MS, waitMs: 120_000, waiting: 100 };
    this.short = new ThreadPool('queries', start, { ...limits, threads: 1, runMs: SHORT_MS, waitMs: SHORT_MS }, logger);
    this.long = new ThreadPool('long queries', start, { ...limits, threads: 2 }, logger);
    this.mutations = new ThreadPool(
      'large mutations',
      start,
      { ...limits, threads: 1, waitMs: LONGEST_MS, waiting: 4 },
      logger,
    );
  }

  /**
   * Answers a query from a state, which the caller must hold until this settles.
   *
   * @throws QueryTimeoutError, RequestError
   */
  async query(request: PoolQuery, state: LentState, cancellation: Cancellation): Promise<PoolAnswer> {
    const { query, variables, debug, format } = request;
    const plain: PoolQuery = { query, debug, format, ...(variables && { variables }) };
    const work = async (thread: PoolThread, deadline: number): Promise<PoolAnswer> => {
      await thread.lend(state);
      return thread.request('answer', { kind: 'query', request: plain, deadline });
    };
    if (!this.longQueries.has(query)) {
      try {
        return await this.short.run(cancellation, work);
      } catch (error) {
        const isTimeout = error instanceof QueryTimeoutError;
        if (!(isTimeout || error instanceof BusyError) || Date.now() >= cancellation.deadline) throw error;
        if (isTimeout) this.longQueries.add(query);
      }
    }
    return this.long.run(cancellation, work);
  }

  /** Checks a GraphQL schema. @throws QueryTimeoutError, RequestError */
  async checkSdl(question: SdlRequest, cancellation: Cancellation): Promise<SdlResult> {
    const { answer } = await this.long.run(cancellation, (thread) => thread.request('sdl', { kind: 'sdl', question }));
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all([this.short, this.long, this.mutations].map((pool) => pool.close()));
  }
}
