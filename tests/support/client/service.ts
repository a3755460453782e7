/** Scripted service in this process. */
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

export const RESULT = {
  answer: 'Rotterdam',
  passages: [{ source: 'ports.md', text: 'Rotterdam is a port.', chunk_index: 0, score: 2 }],
  trajectory: [{ tool: 'search', arguments: { text: 'port' }, result_summary: '1 passage' }],
  cost_usd: 0.25,
  loops: 2,
  module_used: 'owl',
  metadata: { model: null },
};

export interface RecordedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

export interface Service {
  readonly url: string;
  readonly requests: RecordedRequest[];
  readonly connections: () => number;
  /** Number of requests whose client disconnected before the answer. */
  readonly abandoned: () => number;
  readonly stop: () => Promise<void>;
}

export type Respond = (response: http.ServerResponse, request: RecordedRequest) => void;

/** Responds with a status, a body (text as is, other values as JSON) and headers. */
export function answering(body: unknown = RESULT, status = 200, headers: http.OutgoingHttpHeaders = {}): Respond {
  return (response) => {
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

export async function startService(respond: Respond): Promise<Service> {
  const requests: RecordedRequest[] = [];
  let connections = 0;
  let abandoned = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on('close', () => {
      if (!response.writableFinished) abandoned++;
    });
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const recorded = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(recorded);
      respond(response, recorded);
    });
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => connections,
    abandoned: () => abandoned,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
