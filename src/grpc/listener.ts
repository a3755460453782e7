/** Port of gRPC: accepts connections, with or without TLS, and keeps those in own frames. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls';
import type { SharedParts } from '../http/shared';
import type { Certificates } from '../util/certificates';
import { listenOptions } from '../util/listening';
import { ClientConnection, type ConnectionServer } from './client-connection';

export interface ListenerOptions {
  readonly host: string;
  readonly port: number;
  /** Undefined for plain connections. */
  readonly tls: Certificates | undefined;
}

const PROTOCOL = 'h2';
/** Interval of looks at silent connections: a client is asked for a sign after a minute. */
const LOOK_MS = 20_000;

export class GrpcListener {
  private readonly server: Server;
  private readonly connections = new Set<ClientConnection>();
  private looking: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: ListenerOptions,
    private readonly calls: ConnectionServer,
    private readonly parts: SharedParts,
  ) {
    const { tls } = options;
    this.server = tls ? this.secured(tls) : createServer({ noDelay: true }, (socket) => this.accept(socket));
  }

  /** @returns the port @throws Error if the port cannot be opened */
  async listen(): Promise<number> {
    this.server.listen(await listenOptions(this.options));
    await once(this.server, 'listening');
    this.looking = setInterval(() => {
      for (const connection of this.connections) connection.look();
    }, LOOK_MS).unref();
    return (this.server.address() as AddressInfo).port;
  }

  /** Stops accepting connections and calls, and waits for the running ones. */
  async close(): Promise<void> {
    clearInterval(this.looking);
    const closed = [...this.connections].map((connection) => once(connection, 'close'));
    this.server.close();
    for (const connection of this.connections) connection.close();
    await Promise.all(closed);
  }

  /** Ends the connections at once. */
  destroy(): void {
    for (const connection of this.connections) connection.destroy();
  }

  private secured(certificates: Certificates): TlsServer {
    const server = createTlsServer(
      {
        ...contextOf(certificates.current),
        requestCert: certificates.checksClients,
        rejectUnauthorized: certificates.checksClients,
        ALPNProtocols: [PROTOCOL],
        handshakeTimeout: LOOK_MS,
        noDelay: true,
      },
      (socket: TLSSocket) => {
        // A client that offers no protocol.
        if (socket.alpnProtocol === PROTOCOL) this.accept(socket);
        else socket.destroy();
      },
    );
    server.on('tlsClientError', () => undefined);
    certificates.onChange((contents) => server.setSecureContext(contextOf(contents)));
    return server;
  }

  private accept(socket: Socket): void {
    if (socket.destroyed) return;
    const connection = new ClientConnection(socket, this.calls, this.parts.unreadMs);
    this.connections.add(connection);
    connection.once('close', () => this.connections.delete(connection));
    this.parts.services.unread.watch(connection);
  }
}

const contextOf = ({ cert, key, ca }: Certificates['current']) => ({ cert, key, ...(ca && { ca }) });
