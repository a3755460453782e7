/** Ending an HTTP server: what runs is answered, and connections without a request are not waited for. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const CLOSE_IDLE_MS = 20;

/**
 * To be called before the server listens.
 *
 * @returns takes no more connections, and waits until the last request has been answered; may be called once
 */
export function drains(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeIdle = (): void => {
    server.closeIdleConnections();
    // Node does not count these as idle: it expects a request. Clients open them ahead of need.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // Connections that are answering now are idle in a moment, and clients would keep them.
    const idle = setInterval(closeIdle, CLOSE_IDLE_MS);
    await closed;
    clearInterval(idle);
  };
}
