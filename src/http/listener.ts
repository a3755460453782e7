/** Port of HTTP: HTTP/1.1, and over TLS also HTTP/2, which is answered as HTTP/1.1 (http2/). */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Certificates } from '../util/certificates';
import { drains } from '../util/drain';
import { listenOptions } from '../util/listening';
import type { Logger } from '../util/log';
import type { UnreadAnswers } from '../util/unread';
import { logGrpcCall } from './http2/grpc-call';
import { answerHttp2Preface, isHttp2Preface } from './http2/preface';
import { Http2Sessions } from './http2/sessions';
import { MAX_PARSED_HEAD_BYTES, NO_FIELD_DROPPED } from './middleware/head';
import { answerMalformedRequest } from './middleware/malformed-requests';
import type { PendingAnswers } from './middleware/pending-answers';

interface ListenerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Undefined for plain connections. */
  readonly certificates: Certificates | undefined;
  /** Milliseconds after which a client that reads nothing of its answer is disconnected. */
  readonly unreadMs: number | undefined;
  readonly pendingAnswers: PendingAnswers;
  readonly unread: UnreadAnswers;
  readonly logger: Logger;
}

/** Time for the head of a request. */
const HEADERS_MS = 60_000;
const HANDSHAKE_MS = 20_000;
/** Default milliseconds within which a client must read some of its answer. */
export const UNREAD_MS = 120_000;
/**
 * Longer than clients with a pool keep idle connections (about a minute), so that none sends on a connection that ends.
 */
const KEEP_ALIVE_MS = 70_000;

type Receive = (request: IncomingMessage, response: ServerResponse) => void;
type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer) => void;

export class Listener {
  private readonly server: Server;
  private readonly sessions: Http2Sessions | undefined;
  private readonly drain: () => Promise<void>;
  private readonly unreadMs: number;
  /** Takes a connection, over TLS one that has been decrypted. */
  private readonly serveHttp1: (connection: Duplex) => void;

  constructor(
    private readonly options: ListenerOptions,
    receive: Receive,
    upgrade: Upgrade,
  ) {
    this.unreadMs = options.unreadMs ?? UNREAD_MS;
    const { certificates } = options;
    const server = certificates ? createTls(certificates) : createServer(LIMITS);
    this.server = server;
    server.on('request', receive).on('upgrade', upgrade);
    const [listener] = server.listeners(certificates ? 'secureConnection' : 'connection');
    this.serveHttp1 = (connection) => {
      options.unread.watch(connection);
      listener!.call(server, connection);
    };
    if (!certificates) options.unread.watchServer(server);
    if (certificates) this.sessions = this.chooseProtocol(certificates);
    this.limit();
    this.drain = drains(server);
  }

  /** @throws errors of `listen` if the port cannot be opened */
  async listen(): Promise<AddressInfo> {
    const options = await listenOptions(this.options);
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(options, () => {
        this.server.off('error', reject);
        resolve(this.server.address() as AddressInfo);
      });
    });
  }

  /** Takes a connection back whose upgrade was not carried out. */
  resume(connection: Duplex): void {
    this.serveHttp1(connection);
  }

  /** Refuses connections, and waits for the last answer. */
  async close(): Promise<void> {
    this.sessions?.close();
    await this.drain();
  }

  /** Ends all connections, and what runs on them. */
  destroy(): void {
    this.sessions?.destroy();
    this.server.closeAllConnections();
  }

  /** Hands connections to the protocol that their clients chose by ALPN. */
  private chooseProtocol(certificates: Certificates): Http2Sessions {
    const { unreadMs, serveHttp1: serve } = this;
    const { logger, unread } = this.options;
    const server = this.server as ReturnType<typeof createTls>;
    certificates.onChange(({ cert, key, ca }) => server.setSecureContext({ cert, key, ...(ca && { ca }) }));
    const sessions = new Http2Sessions({ idleMs: KEEP_ALIVE_MS, unreadMs, unread, logger, serve });
    server.removeAllListeners('secureConnection').on('secureConnection', (socket: TLSSocket) => {
      if (socket.alpnProtocol === 'h2') sessions.open(socket);
      else serve(socket);
    });
    server.on('tlsClientError', ({ message }: Error, { remoteAddress: address }: TLSSocket) => {
      logger.debug('a TLS handshake failed', { address, reason: message });
    });
    return sessions;
  }

  private limit(): void {
    const { server } = this;
    const { pendingAnswers, logger } = this.options;
    server.maxHeadersCount = NO_FIELD_DROPPED;
    // A client that does not read its answer would keep its places, and the engine's connection, forever.
    server.timeout = this.unreadMs;
    server.on('timeout', (socket: Socket) => {
      if (socket.writableLength > 0 || !pendingAnswers.has(socket)) socket.destroy();
    });
    server.on('clientError', (error, socket) => {
      if (!isHttp2Preface(error) || !socket.writable) return answerMalformedRequest(error, socket, pendingAnswers);
      // Clients of gRPC alone speak HTTP/2 without TLS.
      logGrpcCall(logger, (socket as Socket).remoteAddress);
      answerHttp2Preface(socket);
    });
  }
}

const LIMITS = {
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: MAX_PARSED_HEAD_BYTES,
  headersTimeout: HEADERS_MS,
  // An import may take hours; limits/body-pace.ts watches all other bodies.
  requestTimeout: 0,
};

function createTls({ current: { cert, key, ca }, checksClients }: Certificates): ReturnType<typeof createTlsServer> {
  return createTlsServer({
    ...LIMITS,
    cert,
    key,
    ...(ca && { ca }),
    requestCert: checksClients,
    rejectUnauthorized: checksClients,
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: HANDSHAKE_MS,
  });
}
