/** Requests that are being answered, by the key that let each in: a key that is revoked ends them. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Caller } from './caller';
import type { ApiKey } from './keys';
import { allows } from './roles';
import { onceClosed } from '../closed';

interface LiveRequest {
  readonly caller: Caller;
  readonly connection: Duplex;
}

export class LiveRequests {
  private readonly byKey = new Map<string, Set<LiveRequest>>();

  /**
   * Watches over a request until it has been answered.
   *
   * @param response undefined for a connection that becomes a WebSocket, which is watched over until its end
   */
  watch({ digest }: ApiKey, caller: Caller, { socket }: IncomingMessage, response: ServerResponse | undefined): void {
    const id = digest.toString('latin1');
    const live: LiveRequest = { caller, connection: socket };
    const requests = this.byKey.get(id) ?? new Set();
    requests.add(live);
    this.byKey.set(id, requests);
    onceClosed(response ?? socket, () => {
      requests.delete(live);
      if (requests.size === 0 && this.byKey.get(id) === requests) this.byKey.delete(id);
    });
  }

  /**
   * Ends the requests whose key is gone, or no longer has the role that they have needed so far. Cutting the connection says
   * nothing of what a request in progress has done, which is the truth; no answer could be.
   *
   * @param find the key with a digest as it is now
   * @returns the number of requests that were ended
   */
  review(find: (digest: Buffer) => ApiKey | undefined): number {
    let ended = 0;
    for (const [id, requests] of this.byKey) {
      const key = find(Buffer.from(id, 'latin1'));
      for (const { caller, connection } of requests) {
        if (key && allows(key.role, caller.used ?? 'read')) {
          caller.role = key.role;
          continue;
        }
        connection.destroy();
        ended++;
      }
    }
    return ended;
  }
}
