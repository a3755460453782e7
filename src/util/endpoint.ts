/** Endpoint of the embedded engine. Only the engine's client may know it: whoever has it needs no other credentials. */
import type { MessagePort } from 'node:worker_threads';

/**
 * - `socket`: Unix domain socket
 * - `port`: TCP port on loopback; if it has a `secret`, every request carries the secret in `SECRET_HEADER`
 */
export type Endpoint =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'port'; readonly url: string; readonly secret?: string };

/** Way to the snapshots that the embedded engine lends to the thread of the gateway. */
export interface SnapshotChannel {
  readonly port: MessagePort;
  readonly shared: SharedArrayBuffer;
}

/** Lower case, as in Node's `IncomingMessage.headers`. */
export const SECRET_HEADER = 'x-owlgate-engine-secret';
