/** Server side of WebSockets (RFC 6455): handshake with a sub-protocol, keep-alive, limits. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Logger } from './log';

/** Handler of one connection. */
export interface Conversation {
  receive(text: string): void | Promise<void>;
  /** Called once the connection is closed. */
  end(): void;
}

interface Acceptance<Protocol extends string> {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that the client sent after its request. */
  readonly head: Buffer;
  /** Sub-protocols by preference; the client must offer one of them. */
  readonly protocols: readonly Protocol[];
  readonly converse: (protocol: Protocol, socket: WebSocket) => Conversation;
  /** Logs an error in the handler, after which the connection is closed. */
  readonly logger: Pick<Logger, 'error'>;
}

const MAX_MESSAGE_BYTES = 2 ** 20;
/** Interval of pings. A client that has not answered one ping by the next is disconnected. */
const PING_MS = 30_000;
/** Maximum unread bytes of a client; beyond them it is disconnected. */
const MAX_UNREAD_BYTES = 16 * 2 ** 20;

/** Maximum bytes of the reason in a close frame (RFC 6455, section 5.5). */
const MAX_REASON_BYTES = 123;

/** Returns the start of a reason that fits into a close frame. */
export function closeReason(reason: string): string {
  const { read } = new TextEncoder().encodeInto(reason, new Uint8Array(MAX_REASON_BYTES));
  return reason.slice(0, read);
}

/** Sub-protocols that the client offers. */
const offeredProtocols = ({ headers }: IncomingMessage): readonly string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());

/** True if the request is for a WebSocket with one of the sub-protocols. */
export const isWebSocket = (request: IncomingMessage, protocols: readonly string[]): boolean =>
  request.method === 'GET' &&
  request.headers.upgrade?.toLowerCase() === 'websocket' &&
  offeredProtocols(request).some((each) => protocols.includes(each));

/** Accepts a connection. Answers a malformed request in the form of Dgraph's errors. */
export function acceptWebSocket<Protocol extends string>(acceptance: Acceptance<Protocol>): void {
  const { request, socket, head, protocols, converse, logger } = acceptance;
  const offered = offeredProtocols(request);
  const protocol = protocols.find((each) => offered.includes(each))!;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => protocol,
  });
  server.on('wsClientError', ({ message }, refused) => {
    const body = JSON.stringify({ errors: [{ message, extensions: { code: 'ErrorInvalidRequest' } }] });
    refused.end(
      'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: ' +
        'application/json\r\nSec-WebSocket-Version: 13\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  server.handleUpgrade(request, socket, head, (accepted) => {
    const conversation = converse(protocol, accepted);
    const receive = async (data: Buffer): Promise<void> => {
      try {
        await conversation.receive(data.toString('utf8'));
      } catch (error) {
        logger.error('internal error: a subscription failed', { error });
        accepted.close(1011, 'internal error');
      }
    };
    let isAlive = true;
    const pings = setInterval(() => {
      if (!isAlive || accepted.bufferedAmount > MAX_UNREAD_BYTES) return accepted.terminate();
      isAlive = false;
      accepted.ping();
    }, PING_MS);
    pings.unref();
    accepted.on('pong', () => (isAlive = true));
    accepted.on('error', () => accepted.terminate());
    accepted.on('close', () => {
      clearInterval(pings);
      conversation.end();
    });
    accepted.on('message', (data, isBinary) => {
      if (isBinary) accepted.close(1003, 'text is expected');
      else void receive(data as Buffer);
    });
  });
}
