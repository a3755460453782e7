/** Servers that misbehave, and a minimal gateway. */
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server as HttpServer,
} from 'node:http';
import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Engine, EngineRequest } from '../../../src/dgraph';
import { OwlgateError } from '../../../src/errors';

export interface TestServer {
  readonly url: string;
  readonly port: number;
  /** Open connections. */
  readonly open: ReadonlySet<Socket>;
  /** All connections so far. */
  accepted(): number;
  close(): Promise<void>;
}

/**
 * Starts a server whose bytes the test writes. `answer` is called once per connection, when a request's head has come.
 */
export function rawServer(answer: (socket: Socket, request: string) => void): Promise<TestServer> {
  const server = createServer((socket) => {
    let text = '';
    const onData = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      socket.off('data', onData);
      answer(socket, text);
    };
    socket.on('data', onData);
  });
  return listen(server);
}

export function httpServer(answer: RequestListener): Promise<TestServer> {
  return listen(createHttpServer(answer));
}

/** Starts a gateway that composes requests and answers failures as owlgate does. */
export function gateway(engine: Engine, changes: Partial<EngineRequest> = {}): Promise<TestServer> {
  const server = createHttpServer((request, response) => {
    void compose(request)
      .then((composed) => engine.forward({ ...composed, ...changes }, response))
      .catch((error: unknown) => {
        response.statusCode = error instanceof OwlgateError ? error.status : 500;
        response.end((error as Error).message);
      });
  });
  return listen(server);
}

/** Returns headers without those of the connection and framing; of repeated ones the last. */
async function compose(request: IncomingMessage): Promise<EngineRequest> {
  const { method, url, rawHeaders } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const headers: Record<string, string> = {};
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!/^(host|connection|content-length|transfer-encoding)$/.test(name)) headers[name] = rawHeaders[i + 1]!;
  }
  const body = Buffer.concat(chunks);
  return { method: method as EngineRequest['method'], path: url!, headers, ...(body.length > 0 && { body }) };
}

async function listen(server: Server | HttpServer): Promise<TestServer> {
  const open = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket: Socket) => {
    accepted++;
    open.add(socket);
    socket.on('error', () => {}).on('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}`, port, open, accepted: () => accepted, close };
}

/** Sends bytes to a server and collects the answer until the connection ends. */
export function exchangeBytes(port: number, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.on('data', (chunk) => chunks.push(chunk)).on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
}

/** Returns a port without a listener. */
export async function freePort(): Promise<number> {
  const server = await listen(createServer());
  await server.close();
  return server.port;
}
