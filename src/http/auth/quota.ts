/** Counters of requests: by key against its quota, and by address without a valid key. */
import { OwlgateError } from '../../errors';
import { clientNetwork } from '../../util/address';
import { Limiter } from '../../util/limiter';
import type { Departure } from './arrival';
import { printQuota, QUOTA_UNITS, type ApiKey } from './keys';

/** Maximum requests per minute of one address without a valid key. */
const MAX_ATTEMPTS = 60;
const MINUTE_S = 60;

export class Quotas {
  /** Limiters by quota; they count by name of key, so that counts survive a reload of the keys. */
  private readonly limiters = new Map<string, Limiter>();
  private readonly attempts = new Limiter('attempts', MAX_ATTEMPTS, MINUTE_S);

  /**
   * Counts a request of a key, and sets the headers `RateLimit` and `RateLimit-Policy` of the answer
   * (draft-ietf-httpapi-ratelimit-headers-07).
   *
   * @param response undefined for a WebSocket
   * @throws OwlgateError QuotaExhausted
   */
  async count({ name, quota }: ApiKey, response: Departure | undefined): Promise<void> {
    if (!quota) return;
    const text = printQuota(quota);
    const { count: limit, unit } = quota;
    const windowS = QUOTA_UNITS[unit];
    let limiter = this.limiters.get(text);
    if (!limiter) this.limiters.set(text, (limiter = new Limiter(`quota ${text}`, limit, windowS)));
    const { consumedPoints, remainingPoints, msBeforeNext } = await limiter.consume(name);
    const reset = Math.max(0, Math.ceil(msBeforeNext / 1000));
    response?.setHeader('RateLimit-Policy', `${limit};w=${windowS}`);
    response?.setHeader('RateLimit', `limit=${limit}, remaining=${remainingPoints}, reset=${reset}`);
    if (consumedPoints <= limit) return;
    const seconds = Math.max(1, reset);
    throw new OwlgateError('QuotaExhausted', { name, quota: text, seconds }, { retryAfter: seconds });
  }

  /**
   * Counts a request without a valid key.
   *
   * @param address canonical address of the client
   * @throws OwlgateError TooManyAttempts
   */
  async countAttempt(address: string): Promise<void> {
    const { consumedPoints, msBeforeNext } = await this.attempts.consume(clientNetwork(address));
    if (consumedPoints <= MAX_ATTEMPTS) return;
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    throw new OwlgateError('TooManyAttempts', { seconds }, { retryAfter: seconds });
  }
}
