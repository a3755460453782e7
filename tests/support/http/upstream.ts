/** Engine that records its requests and gives scripted answers. */
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface UpstreamRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  /** Name, value, name, value … */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export type Responder = (request: UpstreamRequest, response: http.ServerResponse) => void;

export interface Upstream {
  readonly url: string;
  readonly server: http.Server;
  /** Oldest first. */
  readonly requests: UpstreamRequest[];
  /** Sets the responder for later requests. */
  answer(responder: Responder): void;
  close(): Promise<void>;
}

export const DGRAPH_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers': 'X-Dgraph-AccessToken',
  'Access-Control-Allow-Credentials': 'true',
  'Content-Type': 'application/json',
};

const success: Responder = (_heard, response) => {
  response.writeHead(200, DGRAPH_HEADERS).end('{"data":{"code":"Success","message":"Done"}}');
};

export async function startUpstream(port = 0): Promise<Upstream> {
  let responder = success;
  const requests: UpstreamRequest[] = [];
  const server = http.createServer({ maxHeaderSize: 1_000_000 }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers, rawHeaders } = request;
      const one = { method, url, headers, rawHeaders, body: Buffer.concat(chunks) };
      requests.push(one);
      responder(one, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    requests,
    answer: (next) => (responder = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
