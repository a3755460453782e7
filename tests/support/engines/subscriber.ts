/** Clients of subscriptions: the package graphql-ws, and the older protocol as in Dgraph's documentation. */
import { once } from 'node:events';
import { createClient, type Client, type SubscribePayload } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { Answer } from './wire';

const PATIENCE_MS = 60_000;

/** Queue of received messages. */
export class Inbox {
  private readonly arrived: Answer[] = [];
  private wake: () => void = () => undefined;

  put(item: Answer): void {
    this.arrived.push(item);
    this.wake();
  }

  /** Returns the next message. @throws Error if none arrives in time */
  async next(withinMs = PATIENCE_MS): Promise<Answer> {
    const deadline = Date.now() + withinMs;
    while (this.arrived.length === 0) {
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`nothing has come within ${withinMs} ms`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.arrived.shift();
  }

  get isEmpty(): boolean {
    return this.arrived.length === 0;
  }
}

export const socketUrl = (url: string): string => `${url.replace(/^http/, 'ws')}/graphql`;

export function standardClient(url: string, more: Partial<Parameters<typeof createClient>[0]> = {}): Client {
  return createClient({ url: socketUrl(url), webSocketImpl: WebSocket, lazy: true, retryAttempts: 0, ...more });
}

/** Subscribes. The inbox receives `next` of each answer, `{ error }`, and `'complete'` at the end. */
export function subscribe(client: Client, payload: SubscribePayload): { inbox: Inbox; stop: () => void } {
  const inbox = new Inbox();
  const stop = client.subscribe(payload, {
    next: (value) => inbox.put(value),
    error: (error) => inbox.put({ error }),
    complete: () => inbox.put('complete'),
  });
  return { inbox, stop };
}

/** Opens a socket with a sub-protocol and parses its messages. */
export async function openSocket(
  url: string,
  protocol: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ inbox: Inbox; say: (message: unknown) => void; socket: WebSocket }> {
  const socket = new WebSocket(socketUrl(url), protocol, { headers });
  const inbox = new Inbox();
  socket.on('message', (data) => inbox.put(JSON.parse((data as Buffer).toString())));
  socket.on('close', (code, reason) => inbox.put({ closed: code, reason: reason.toString() }));
  await once(socket, 'open');
  return {
    inbox,
    socket,
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
  };
}
