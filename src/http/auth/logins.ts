/**
 * Failed logins to a cluster with access control, counted by address: Dgraph itself lets clients guess passwords as
 * fast as it can hash them.
 */
import { OwlgateError } from '../../errors';
import { clientNetwork } from '../../util/address';
import type { Limiter } from '../../util/limiter';
import { once } from '../../util/memo';
import type { Arrival } from './arrival';

/** Maximum failed logins per minute of one address. */
const MAX_FAILURES = 60;
const MINUTE_S = 60;

export class Logins {
  private readonly failures = once(
    async (): Promise<Limiter> =>
      new (await import('../../util/limiter.js')).Limiter('failed logins', MAX_FAILURES, MINUTE_S),
  );

  constructor(private readonly addressOf: (arrival: Arrival) => string) {}

  /**
   * Sends logins unless too many of the client's address have failed.
   *
   * @param send sends them
   * @param hasFailed true if the engine refused one
   * @param count number of logins in the request
   * @throws OwlgateError TooManyLogins; errors of `send`, which count as none
   */
  async attempt<T>(arrival: Arrival, send: () => Promise<T>, hasFailed: (answer: T) => boolean, count = 1): Promise<T> {
    const network = clientNetwork(this.addressOf(arrival));
    const failures = await this.failures();
    const counted = await failures.get(network);
    if (counted && counted.consumedPoints >= MAX_FAILURES) {
      const seconds = Math.max(1, Math.ceil(counted.msBeforeNext / 1000));
      throw new OwlgateError('TooManyLogins', { seconds }, { retryAfter: seconds });
    }
    const answer = await send();
    if (hasFailed(answer)) await failures.add(network, count);
    return answer;
  }
}
