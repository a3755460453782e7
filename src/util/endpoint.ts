/** Endpoint of the embedded engine: the one thing that its client has to know, and nobody else may. */

/**
 * - `socket`: a Unix domain socket
 * - `port`: a TCP port of loopback; with a `secret`, every request carries it in `SECRET_HEADER`
 */
export type Endpoint =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'port'; readonly url: string; readonly secret?: string };

/** Lower case, as Node gives the names of headers. */
export const SECRET_HEADER = 'x-owlgate-engine-secret';
