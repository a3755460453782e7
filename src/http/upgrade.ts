/**
 * Upgrades of connections. A WebSocket at /graphql in a GraphQL sub-protocol serves subscriptions; other upgrade
 * requests (HTTP/2 over cleartext, as Java's client sends with every request) are answered without an upgrade. No
 * client's connection is joined to one of the engine's, since the gateway could not check its messages.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { OwlgateError } from '../errors';
import { SUB_PROTOCOLS } from '../graphql/request';
import type { Logger } from '../util/log';
import { isWebSocket } from '../util/webSockets';
import type { Admission } from './auth/admission';
import { challenge } from './auth/challenge';
import type { Hosts } from './auth/hosts';
import { requireSingleHeaders } from './headers';
import { answerAndClose } from './middleware/malformed-requests';
import { refusalOf } from './middleware/failures';
import { headProblem } from './middleware/head';
import type { PendingAnswers } from './middleware/pending-answers';
import type { Services } from './services';
import { handleSubscriptions } from './subscriptions';

/** Headers of an upgrade request, and their names in `Connection` (RFC 9110, section 7.8; RFC 7540, section 3.2). */
const UPGRADE_HEADERS = new Set(['upgrade', 'http2-settings']);

interface UpgradeParts {
  readonly admission: Admission;
  readonly hosts: Hosts;
  readonly logger: Logger;
  /** Undefined while the gateway starts. */
  readonly services: () => Services | undefined;
  readonly pendingAnswers: PendingAnswers;
  /** Returns a connection to the server. */
  readonly resume: (connection: Duplex) => void;
}

export class Upgrades {
  private readonly sockets = new Set<Duplex>();

  constructor(private readonly parts: UpgradeParts) {}

  /** Takes a connection whose client asks for an upgrade. */
  take(request: IncomingMessage, socket: Socket, head: Buffer): void {
    // Node hands a connection over at once: earlier requests on it may still be unanswered.
    const destroy = (): void => void socket.destroy();
    socket.on('error', destroy);
    this.parts.pendingAnswers.onceAnswered(socket, () => {
      socket.off('error', destroy);
      if (socket.destroyed) return;
      // Removes the timeout of idle connections.
      socket.setTimeout(0);
      if (isSubscription(request)) void this.subscribe(request, socket, head);
      else this.returnToServer(request, socket, head);
    });
  }

  /** Ends the connections: subscriptions do not end by themselves. */
  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  private async subscribe(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    try {
      const problem = headProblem(request);
      if (problem) throw problem;
      requireSingleHeaders(request);
      const { hosts, admission } = this.parts;
      hosts.require(request);
      await admission.admit({ request, response: undefined, needed: 'read', path: '/graphql' });
      const services = this.parts.services();
      if (!services) throw new OwlgateError('Starting');
      handleSubscriptions(request, socket, head, services);
    } catch (error) {
      refuse(socket, error, this.parts.logger);
    }
  }

  /** Returns the connection to the server, with the request as an ordinary one. */
  private returnToServer(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { method, url, httpVersion, rawHeaders } = request;
    let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
    for (let i = 0; i < rawHeaders.length; i += 2) {
      const name = rawHeaders[i]!.toLowerCase();
      const value = rawHeaders[i + 1]!;
      if (UPGRADE_HEADERS.has(name)) continue;
      text += `${rawHeaders[i]}: ${name === 'connection' ? withoutUpgradeTokens(value) : value}\r\n`;
    }
    socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]));
    this.parts.resume(socket);
  }
}

function withoutUpgradeTokens(connection: string): string {
  const tokens = connection.split(',').filter((token) => !UPGRADE_HEADERS.has(token.trim().toLowerCase()));
  return tokens.join(',').trim() || 'keep-alive';
}

/** As in Dgraph, a request without a supported sub-protocol is answered as if it had not asked for an upgrade. */
const isSubscription = (request: IncomingMessage): boolean =>
  /^\/graphql(\?|$)/.test(request.url ?? '') && isWebSocket(request, SUB_PROTOCOLS);

function refuse(socket: Duplex, error: unknown, logger: Logger): void {
  const refusal = refusalOf(error);
  if (!refusal) logger.error('a WebSocket could not be opened', { error });
  const answer = refusal ?? new OwlgateError('Internal', { reason: 'the log has the details' });
  answerAndClose(socket, answer, challenge(answer));
}
