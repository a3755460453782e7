/** The server's side of WebSockets (RFC 6455): accepted with a sub-protocol, watched over, and bounded. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';

/** What one connection is used for. */
export interface Conversation {
  receive(text: string): void;
  /** The connection is gone. */
  end(): void;
}

export interface Acceptance<Protocol extends string> {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What the client has sent already after its request. */
  readonly head: Buffer;
  /** By preference; the client asks for one of them. */
  readonly protocols: readonly Protocol[];
  readonly converse: (protocol: Protocol, socket: WebSocket) => Conversation;
}

const MAX_MESSAGE_BYTES = 2 ** 20;
/** Who does not answer a ping until the next one is gone. */
const PING_MS = 30_000;
/** A client that does not read is cut off when so much waits for it. */
const MAX_WAITING_BYTES = 16 * 2 ** 20;

/** The sub-protocols that a client asks for. */
export const askedProtocols = ({ headers }: IncomingMessage): readonly string[] =>
  (headers['sec-websocket-protocol'] ?? '').split(',').map((each) => each.trim());

/** Whether a client asks for a WebSocket in one of the sub-protocols. */
export const isWebSocket = (request: IncomingMessage, protocols: readonly string[]): boolean =>
  request.method === 'GET' &&
  request.headers.upgrade?.toLowerCase() === 'websocket' &&
  askedProtocols(request).some((each) => protocols.includes(each));

/** Accepts a connection. A request that is wrong in itself has an answer in the form of Dgraph's errors. */
export function acceptWebSocket<Protocol extends string>(acceptance: Acceptance<Protocol>): void {
  const { request, socket, head, protocols, converse } = acceptance;
  const asked = askedProtocols(request);
  const protocol = protocols.find((each) => asked.includes(each))!;
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_MESSAGE_BYTES,
    handleProtocols: () => protocol,
  });
  server.on('wsClientError', ({ message }, refused) => {
    const body = JSON.stringify({ errors: [{ message, extensions: { code: 'ErrorInvalidRequest' } }] });
    refused.end(
      'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json\r\nSec-WebSocket-Version: 13\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  server.handleUpgrade(request, socket, head, (accepted) => {
    const conversation = converse(protocol, accepted);
    let isAlive = true;
    const pings = setInterval(() => {
      if (!isAlive || accepted.bufferedAmount > MAX_WAITING_BYTES) return accepted.terminate();
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
      else conversation.receive((data as Buffer).toString('utf8'));
    });
  });
}
