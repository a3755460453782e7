/**
 * Long work, beside the engine's own thread, so that the others need not wait for it. Queries are of two levels, so that
 * none that takes some seconds waits for one that takes minutes; large mutations have a thread to themselves.
 */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import type { Logger } from '../../util/log';
import { QueryTimeoutError } from '../execute';
import type { SdlAnswer, SdlQuestion } from '../graphql/work-out';
import { LongQueries } from '../long-queries';
import { AsideThread, type LentState } from './handle';
import type { AsideAnswer, AsideQuery } from './messages';
import { AsidePool, BusyError, type Patience } from './pool';

/** Half of it is more than the largest answer takes. */
const MEMORY_MB = 3072;
const LONGEST_MS = 300_000;
/** A query that takes longer than this is long. */
const SHORT_MS = 3000;

export class Aside {
  /** Whether there is a program for the threads: there is none where the sources are run as they are. */
  readonly isPossible: boolean;
  private readonly short: AsidePool;
  private readonly long: AsidePool;
  /** Large mutations. */
  readonly mutations: AsidePool;
  private readonly known = new LongQueries();

  constructor(directory: string, logger: Logger, entry: string = path.join(__dirname, 'thread.js')) {
    this.isPossible = existsSync(entry);
    const start = (memoryMb: number): AsideThread => new AsideThread(entry, { directory }, memoryMb);
    const limits = { memoryMb: MEMORY_MB, runMs: LONGEST_MS, waitMs: 120_000, waiting: 100 };
    this.short = new AsidePool('queries', start, { ...limits, threads: 1, runMs: SHORT_MS, waitMs: SHORT_MS }, logger);
    this.long = new AsidePool('long queries', start, { ...limits, threads: 2 }, logger);
    this.mutations = new AsidePool(
      'large mutations',
      start,
      { ...limits, threads: 1, waitMs: LONGEST_MS, waiting: 4 },
      logger,
    );
  }

  /**
   * Answers a query from a state, which must be held until this settles.
   *
   * @throws QueryTimeoutError, RequestError
   */
  async query(request: AsideQuery, state: LentState, patience: Patience): Promise<AsideAnswer> {
    const { query, variables, debug, format } = request;
    const plain: AsideQuery = { query, debug, format, ...(variables && { variables }) };
    const work = async (thread: AsideThread, deadline: number): Promise<AsideAnswer> => {
      await thread.lend(state);
      return thread.ask('answer', { kind: 'query', request: plain, deadline });
    };
    if (!this.known.has(query)) {
      try {
        return await this.short.run(patience, work);
      } catch (error) {
        const isTimeout = error instanceof QueryTimeoutError;
        if (!(isTimeout || error instanceof BusyError) || Date.now() >= patience.deadline) throw error;
        if (isTimeout) this.known.add(query);
      }
    }
    return this.long.run(patience, work);
  }

  /** Checks a GraphQL schema. @throws QueryTimeoutError, RequestError */
  async workOut(question: SdlQuestion, patience: Patience): Promise<SdlAnswer> {
    const { answer } = await this.long.run(patience, (thread) => thread.ask('sdl', { kind: 'sdl', question }));
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all([this.short, this.long, this.mutations].map((pool) => pool.close()));
  }
}
