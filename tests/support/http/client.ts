/** Plain HTTP client for tests: adds nothing and hides nothing. */
import * as http from 'node:http';
import * as net from 'node:net';

export interface Reply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** Name, value, name, value … */
  readonly rawHeaders: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
  /** Undefined if the text is not JSON. */
  readonly json: any;
}

export interface Ask {
  readonly method?: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: string | Buffer;
  /** Local address that the connection is made from. */
  readonly localAddress?: string;
}

/** Sends one request; the path is sent verbatim. */
export function ask(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body, localAddress }: Ask = {},
): Promise<Reply> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, method, headers, agent: false, localAddress }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const text = bytes.toString('utf8');
        const { statusCode = 0, headers: got, rawHeaders } = response;
        resolve({ status: statusCode, headers: got, rawHeaders, bytes, text, json: parse(text) });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Writes bytes to a server and returns its output until it closes the connection, or until `enough` matches. */
export function exchangeBytes(base: string, bytes: string | Buffer, enough?: RegExp): Promise<string> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (enough?.test(text)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}
