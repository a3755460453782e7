/** Running requests with API keys: revocation of a key ends its requests. */
import type { Arrival, Departure, Peer } from './arrival';
import type { Caller } from './caller';
import type { ApiKey } from './keys';
import { allows } from './roles';
import { onExchangeEnd } from '../exchange-end';
import { Roster } from '../../util/roster';

interface LiveRequest {
  /** Of the key. */
  readonly digest: Buffer;
  readonly caller: Caller;
  readonly connection: Peer;
}

export class LiveRequests {
  private readonly requests = new Roster<LiveRequest>();

  /**
   * Tracks a request until its exchange ends.
   *
   * @param response undefined for a WebSocket, which is tracked until its connection ends
   */
  watch({ digest }: ApiKey, caller: Caller, { socket }: Arrival, response: Departure | undefined): void {
    const number = this.requests.add({ digest, caller, connection: socket });
    onExchangeEnd(response ?? socket, () => this.requests.delete(number));
  }

  /**
   * Ends the requests whose key is revoked or lacks the role that they have needed so far. Closes their connections
   * without an answer, because the effect of a request in progress is unknown.
   *
   * @param find returns the current key with a digest
   * @returns number of ended requests
   */
  review(find: (digest: Buffer) => ApiKey | undefined): number {
    let endedCount = 0;
    for (const { digest, caller, connection } of this.requests) {
      const key = find(digest);
      if (key && allows(key.role, caller.used ?? 'read')) {
        caller.role = key.role;
        continue;
      }
      connection.destroy();
      endedCount++;
    }
    return endedCount;
  }
}
