/** Limits of a query: its deadline, and the number of edges and levels. */
import { QueryError, QueryTimeoutError } from '../plan';

export interface LimitOptions {
  /** Deadline in milliseconds since 1970; absent for none. */
  readonly deadline?: number | undefined;
  /** Shared memory: not 0 once the query is to end, as after the deadline. */
  readonly stop?: Int32Array | undefined;
  /** Maximum edges of @recurse and shortest paths; Dgraph's default is 1,000,000. */
  readonly maxEdges?: number | undefined;
  /** Maximum fields in the rows of @normalize; Dgraph's default is 10,000. */
  readonly maxNormalized?: number | undefined;
  /** Maximum levels of a recursion, and hops of a path. */
  readonly maxDepth?: number | undefined;
  /** Maximum work: pieces of about a third of a microsecond, those of the answer included. Default: none. */
  readonly maxWork?: number | undefined;
  /** Maximum characters of the answer. */
  readonly maxOutput?: number | undefined;
}

const WORK_OF_A_MS = 3_000;
const WORK_OF_A_CHARACTER = 1 / 64;
const STEPS_BETWEEN_CHECKS = 1024;
/** Each level takes stack space here, and JSON parsers have limits of depth too. */
const DEFAULT_MAX_DEPTH = 1000;
/** JavaScript strings end at about 512 million characters; building the answer takes several times its length. */
const DEFAULT_MAX_OUTPUT = 200_000_000;

/** Counts work and checks the deadline from time to time. */
export class Limits {
  readonly maxEdges: number;
  readonly maxNormalized: number;
  readonly maxDepth: number;
  readonly maxOutput: number;
  private readonly deadline: number;
  private readonly stop: Int32Array | undefined;
  private readonly maxWork: number;
  private work = 0;
  private steps = 0;
  private written = 0;

  constructor(options: LimitOptions) {
    this.deadline = options.deadline ?? Infinity;
    this.stop = options.stop;
    this.maxWork = options.maxWork ?? Infinity;
    this.maxEdges = options.maxEdges ?? 1_000_000;
    this.maxNormalized = options.maxNormalized ?? 10_000;
    this.maxDepth = options.maxDepth ?? DEFAULT_MAX_DEPTH;
    this.maxOutput = options.maxOutput ?? DEFAULT_MAX_OUTPUT;
  }

  /** Counts pieces of work. @throws QueryTimeoutError beyond the maximum, or once the deadline has passed */
  step(count = 1): void {
    this.count(count);
    this.steps += count;
    if (this.steps < STEPS_BETWEEN_CHECKS) return;
    this.steps = 0;
    if (Date.now() > this.deadline || (this.stop && Atomics.load(this.stop, 0) !== 0)) throw new QueryTimeoutError();
  }

  /** Counts work without a look at the clock. @throws QueryTimeoutError beyond the maximum */
  count(work: number): void {
    this.work += work;
    if (this.work > this.maxWork) throw new QueryTimeoutError();
  }

  /**
   * Call it before work that cannot check the deadline.
   *
   * @param ms estimate of the time that it takes
   * @throws QueryTimeoutError if the work would pass the deadline
   */
  reserve(ms: number): void {
    this.count(ms * WORK_OF_A_MS);
    if (Date.now() + ms > this.deadline) throw new QueryTimeoutError();
  }

  /** @throws QueryError for a level beyond the limit */
  level(depth: number): void {
    if (depth > this.maxDepth) {
      throw new QueryError(`the answer would be more than ${this.maxDepth} levels deep; ask for a smaller depth`);
    }
  }

  /** Adds to the size of the answer. @throws QueryError beyond the limit */
  write(characters: number): void {
    this.written += characters;
    this.count(characters * WORK_OF_A_CHARACTER);
    if (this.written > this.maxOutput) {
      throw new QueryError(`estimated response size: ${this.written} is bigger than threshold: ${this.maxOutput}`);
    }
  }
}
