/** Service on loopback with scripted answers, which records its requests. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  /** Path and query string. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body; anything but a string is sent as JSON. */
  readonly body: unknown;
}

export interface Service {
  readonly url: string;
  /** Requests since the last `forget`, in the order of their arrival. */
  readonly received: readonly Received[];
  forget(): void;
  close(): Promise<void>;
}

/** @param answer returns the answer; undefined leaves the request unanswered */
export async function startService(answer: (request: Received) => Reply | undefined): Promise<Service> {
  let received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const receivedRequest = { method, target: url, headers, body };
      received.push(receivedRequest);
      const reply = answer(receivedRequest);
      if (!reply) return;
      const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
      response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get received() {
      return received;
    },
    forget: () => (received = []),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
