/** Graceful shutdown of an HTTP server: answers running requests, closes idle connections. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const CLOSE_IDLE_MS = 20;

/**
 * Prepares a server for graceful shutdown; call it before the server listens.
 *
 * @returns function that refuses new connections and waits for the last answer; callable once
 */
export function drains(server: Server): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const closeIdle = (): void => {
    server.closeIdleConnections();
    // Clients open connections in advance. Node does not count them as idle before their first request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  };
  return async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    // Connections that are busy now become idle later, and keep-alive would hold them open.
    const idle = setInterval(closeIdle, CLOSE_IDLE_MS);
    await closed;
    clearInterval(idle);
  };
}
