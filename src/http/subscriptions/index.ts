/**
 * Subscriptions at /graphql. WebSockets end at the gateway, which checks every document. The gateway evaluates
 * subscriptions that depend on classes itself, and opens a socket to the engine for the others.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { clientOf } from '../../dgraph';
import {
  headersOf,
  SUB_PROTOCOLS,
  SubscriptionSession,
  type SubProtocol,
  type SubscriptionHost,
} from '../../graphql/request';
import { acceptWebSocket, type Conversation } from '../../util/webSockets';
import { engineHeaders } from '../headers';
import type { Services } from '../services';
import { ENGINE_PROTOCOL, messageOf, Upstream } from './upstream';

/** Maximum bytes of a message. Dgraph ends the connection at a longer one. */
const MAX_MESSAGE_BYTES = 4_096;
/** Close code that asks a client to reconnect (IANA registry of close codes: service restart). */
const SERVICE_RESTART = 1012;

export function handleSubscriptions(request: IncomingMessage, socket: Duplex, head: Buffer, services: Services): void {
  const converse = (protocol: SubProtocol, client: WebSocket): Conversation => {
    const upstream = new Upstream(
      (handshake) => services.engine.openWebSocket('/graphql', ENGINE_PROTOCOL, handshake),
      () => client.close(SERVICE_RESTART, 'the engine closed the connection'),
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
  acceptWebSocket({ request, socket, head, protocols: SUB_PROTOCOLS, converse, logger: services.logger });
}

function hostOf(client: IncomingMessage, upstream: Upstream, { engine, graphql }: Services): SubscriptionHost {
  const requestId = randomUUID();
  return {
    subscribe: async (request, init, subscriber) => {
      // As in Dgraph, the payload of the first message takes precedence over the headers.
      const fromInit = headersOf(init);
      const headers = { ...client.headers, ...fromInit };
      const credentials = clientOf(headers, engine);
      const bytes = Buffer.byteLength(messageOf('0000', request));
      const isTooLong = engine.kind === 'cluster' && bytes > MAX_MESSAGE_BYTES;
      const headerNames = await graphql.headerNames(credentials);
      const subscriptionHeaders = engineHeaders({ headers }, requestId, headerNames);
      const evaluated = await graphql.subscribe(
        { ...request, headers: subscriptionHeaders },
        credentials,
        subscriber,
        isTooLong,
      );
      if (evaluated) return evaluated;
      // Values of the payload may have characters that headers cannot have, so they are sent in a payload.
      const handshake = engineHeaders(client, requestId, headerNames);
      return upstream.start(request, { handshake, init: subscriptionHeaders }, subscriber);
    },
  };
}
