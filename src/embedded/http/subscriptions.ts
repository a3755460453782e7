/** Subscriptions over WebSockets at /graphql, in Dgraph's sub-protocol and in graphql-transport-ws. */
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { acceptWebSocket, isWebSocket, type Conversation } from '../../util/webSockets';
import {
  headersOf,
  SUB_PROTOCOLS,
  SubscriptionSession,
  type SubProtocol,
  type SubscriptionHost,
} from '../../graphql/request';
import type { EngineEndpoint } from '../access';
import type { Context } from './handler';

const FORBIDDEN = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
const BAD_REQUEST = 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

/** @returns a function that closes all connections */
export function serveSubscriptions(
  server: Server,
  { graphql, logger }: Context,
  engineEndpoint: EngineEndpoint,
): () => void {
  const open = new Set<Duplex>();
  const conversationOf =
    ({ headers }: IncomingMessage) =>
    (protocol: SubProtocol, socket: WebSocket): Conversation => {
      // As in Dgraph, headers in the connection's first message take precedence over those of the request.
      const subscribe: SubscriptionHost['subscribe'] = (subscription, init, subscriber) =>
        graphql.subscribe({ ...subscription, headers: { ...headers, ...headersOf(init) } }, subscriber);
      return new SubscriptionSession(protocol, { subscribe }, socket);
    };
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener, a connection reset by the client would end the thread.
    socket.on('error', () => socket.destroy());
    if (!engineEndpoint.admits(request)) return void socket.end(FORBIDDEN);
    const isGraphqlPath = /^\/graphql(\?|$)/.test(request.url ?? '');
    if (!isGraphqlPath || !isWebSocket(request, SUB_PROTOCOLS)) return void socket.end(BAD_REQUEST);
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const converse = conversationOf(request);
    acceptWebSocket({ request, socket, head, protocols: SUB_PROTOCOLS, converse, logger });
  });
  return () => {
    for (const socket of open) socket.destroy();
  };
}
