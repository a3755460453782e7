/** Running requests by API key: revocation of a key ends its requests. */
import type { Arrival, Departure, Peer } from './arrival';
import type { Caller } from './caller';
import type { ApiKey } from './keys';
import { allows } from './roles';
import { onExchangeEnd } from '../exchange-end';

interface LiveRequest {
  readonly caller: Caller;
  readonly connection: Peer;
}

export class LiveRequests {
  private readonly byKey = new Map<string, Set<LiveRequest>>();

  /**
   * Tracks a request until its exchange ends.
   *
   * @param response undefined for a WebSocket, which is tracked until its connection ends
   */
  watch({ digest }: ApiKey, caller: Caller, { socket }: Arrival, response: Departure | undefined): void {
    const id = digest.toString('latin1');
    const live: LiveRequest = { caller, connection: socket };
    const requests = this.byKey.get(id) ?? new Set();
    requests.add(live);
    this.byKey.set(id, requests);
    onExchangeEnd(response ?? socket, () => {
      requests.delete(live);
      if (requests.size === 0 && this.byKey.get(id) === requests) this.byKey.delete(id);
    });
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
    for (const [id, requests] of this.byKey) {
      const key = find(Buffer.from(id, 'latin1'));
      for (const { caller, connection } of requests) {
        if (key && allows(key.role, caller.used ?? 'read')) {
          caller.role = key.role;
          continue;
        }
        connection.destroy();
        endedCount++;
      }
    }
    return endedCount;
  }
}
