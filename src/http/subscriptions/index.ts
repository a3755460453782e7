/**
 * Subscriptions at /graphql: WebSockets end at the gateway, which sees every document before the engine does. What the
 * engine can answer it is asked for, over a socket of its own; what depends on classes is asked here.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { clientOf } from '../../dgraph';
import { headersOf, SUB_PROTOCOLS, type SubProtocol } from '../../graphql/subscription/messages';
import { SubscriptionSession, type SubscriptionHost } from '../../graphql/subscription/session';
import { acceptWebSocket, type Conversation } from '../../util/webSockets';
import { engineHeaders } from '../headers';
import type { Services } from '../services';
import { ENGINE_PROTOCOL, messageOf, Upstream } from './upstream';

/** Dgraph reads no message that is longer, and ends the connection. */
const MAX_MESSAGE_BYTES = 4_096;
/** Tells a client to come again (IANA's registry of close codes: service restart). */
const COME_AGAIN = 1012;

export function handleSubscriptions(request: IncomingMessage, socket: Duplex, head: Buffer, services: Services): void {
  const converse = (protocol: SubProtocol, client: WebSocket): Conversation => {
    const upstream = new Upstream(
      (handshake) => services.engine.openWebSocket('/graphql', ENGINE_PROTOCOL, handshake),
      () => client.close(COME_AGAIN, 'the engine has ended the connection'),
    );
    const session = new SubscriptionSession(protocol, hostOf(request, upstream, services), client);
    return {
      receive: (text) => session.receive(text),
      end: () => {
        session.end();
        upstream.close();
      },
    };
  };
  acceptWebSocket({ request, socket, head, protocols: SUB_PROTOCOLS, converse });
}

function hostOf(client: IncomingMessage, upstream: Upstream, { engine, graphql }: Services): SubscriptionHost {
  const requestId = randomUUID();
  return {
    subscribe: async (request, init, subscriber) => {
      // As Dgraph has it: the payload of the connection's first message counts more than its headers.
      const fromInit = headersOf(init);
      const headers = { ...client.headers, ...fromInit };
      const credentials = clientOf(headers, engine);
      const bytes = Buffer.byteLength(messageOf('0000', request));
      const isTooLong = engine.kind === 'cluster' && bytes > MAX_MESSAGE_BYTES;
      const named = await graphql.headerNames(credentials);
      const all = engineHeaders({ headers }, requestId, named);
      const own = await graphql.subscribe({ ...request, headers: all }, credentials, subscriber, isTooLong);
      if (own) return own;
      // Values of the payload may have characters that no header has: they go on in a payload.
      const handshake = engineHeaders(client, requestId, named);
      return upstream.start(request, { handshake, init: all }, subscriber);
    },
  };
}
