/** Counters with a limit in a window of time, one for all workers of a program: the primary counts for them. */
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { workerGroup } from './workers/group';

export class Limiter {
  private readonly limiter: RateLimiterAbstract;

  /**
   * @param name unique in the program
   * @param limit maximum points within the window
   */
  constructor(
    name: string,
    readonly limit: number,
    windowSeconds: number,
  ) {
    const options = { keyPrefix: name, points: limit, duration: windowSeconds };
    const isShared = workerGroup.number !== undefined;
    this.limiter = isShared ? new RateLimiterCluster(options) : new RateLimiterMemory(options);
  }

  /** Counts one point of a key. @returns the counts, also above the limit */
  async consume(key: string): Promise<RateLimiterRes> {
    try {
      return await this.limiter.consume(key);
    } catch (exceeded) {
      // Above its limit the limiter rejects with the counts.
      if (exceeded instanceof RateLimiterRes) return exceeded;
      throw exceeded;
    }
  }

  /** Counts points of a key, without a refusal. */
  async add(key: string, points: number): Promise<void> {
    await this.limiter.penalty(key, points);
  }

  /** Returns the counts of a key; null for none. */
  get(key: string): Promise<RateLimiterRes | null> {
    return this.limiter.get(key);
  }
}
