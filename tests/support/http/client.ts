/** Plain HTTP client for tests: adds nothing and hides nothing. */
import * as http from 'node:http';
import * as http2 from 'node:http2';
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

/** Sends one request, over HTTP/2 to an address of `https`; the path is sent verbatim. */
export function ask(base: string, path: string, request: Ask = {}): Promise<Reply> {
  return base.startsWith('https:') ? askHttp2(base, path, request) : askHttp1(base, path, request);
}

function askHttp1(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body, localAddress }: Ask,
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

/** Fields that HTTP/2 does not have. */
const CONNECTION_FIELDS = new Set(['connection', 'transfer-encoding', 'keep-alive', 'upgrade']);

function askHttp2(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body, localAddress }: Ask,
): Promise<Reply> {
  const fields: http2.OutgoingHttpHeaders = { ':method': method, ':path': path };
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (!CONNECTION_FIELDS.has(lower)) fields[lower === 'host' ? ':authority' : lower] = value as string;
  }
  const session = http2.connect(base, { rejectUnauthorized: false, localAddress } as http2.SecureClientSessionOptions);
  return new Promise<Reply>((resolve, reject) => {
    session.on('error', reject);
    const stream = session.request(fields, { endStream: body === undefined });
    const chunks: Buffer[] = [];
    let got: http.IncomingHttpHeaders = {};
    stream.on('response', (answer) => (got = answer));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () => {
      const bytes = Buffer.concat(chunks);
      const text = bytes.toString('utf8');
      const { ':status': status, ...plain } = got as http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader;
      const rawHeaders = Object.entries(plain).flatMap(([name, value]) =>
        [value].flat().flatMap((each) => [name, each!]),
      );
      resolve({ status: status!, headers: plain, rawHeaders, bytes, text, json: parse(text) });
    });
    if (body !== undefined) stream.end(body);
  }).finally(() => session.close());
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
