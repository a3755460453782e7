/** Proxy before an engine that cuts exchanges off on request: before, during or after the engine's work. */
import * as http from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * - `before`: the connection ends, and the engine never receives the request
 * - `answer`: the engine has answered, and none of the answer is passed on
 * - `middle`: half of the answer is passed on
 * - `late`: the connection ends at once, and the engine receives the request `lateMs` later
 * - `gateway`: the answer is a load balancer's 502, 503 or 504, while the engine does the work
 */
export type Cut = 'before' | 'answer' | 'middle' | 'late' | 'gateway';

const BALANCER_STATUSES = ['502 Bad Gateway', '503 Service Unavailable', '504 Gateway Timeout'];

export const CUTS: readonly Cut[] = ['before', 'answer', 'middle', 'late', 'gateway'];

export interface CuttingProxy {
  readonly url: string;
  /** Sets the decision per request; undefined passes it on. */
  plan(decide: (path: string, body: string) => Cut | undefined): void;
  /** Requests that were cut. */
  readonly cut: { readonly path: string; readonly cut: Cut }[];
  /** Resolves when the engine has answered all requests sent to it. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export async function startCuttingProxy(engineUrl: string, lateMs = 300): Promise<CuttingProxy> {
  let decide: (path: string, body: string) => Cut | undefined = () => undefined;
  const cut: { path: string; cut: Cut }[] = [];
  const working = new Set<Promise<unknown>>();
  const sockets = new Set<Socket>();
  const ask = (request: Buffer): Promise<Buffer> => {
    const answer = exchange(engineUrl, request);
    working.add(answer);
    void answer.finally(() => working.delete(answer)).catch(() => undefined);
    return answer;
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    void serve(socket);
  });
  const serve = async (socket: Socket): Promise<void> => {
    const request = await readRequest(socket);
    if (!request) return void socket.destroy();
    const cutPoint = decide(request.path, request.body);
    if (cutPoint) cut.push({ path: request.path, cut: cutPoint });
    if (cutPoint === 'before') return void socket.resetAndDestroy();
    if (cutPoint === 'late') {
      socket.resetAndDestroy();
      const late = delay(lateMs).then(() => ask(request.bytes));
      working.add(late);
      void late.finally(() => working.delete(late)).catch(() => undefined);
      return;
    }
    const answer = await ask(request.bytes).catch(() => undefined);
    if (!answer || cutPoint === 'answer') return void socket.resetAndDestroy();
    if (cutPoint === 'gateway') {
      const status = BALANCER_STATUSES[cut.length % BALANCER_STATUSES.length]!;
      return void socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 3\r\n\r\nbad`);
    }
    if (cutPoint === 'middle') {
      socket.write(answer.subarray(0, answer.length >> 1), () => socket.destroy());
    } else socket.end(answer);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (next) => (decide = next),
    cut,
    settle: async () => {
      while (working.size > 0) await Promise.allSettled(working);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Request {
  readonly bytes: Buffer;
  readonly path: string;
  readonly body: string;
}

/** Reads one request with a Content-Length, as the gateway sends them; undefined if the connection ends first. */
function readRequest(socket: Socket): Promise<Request | undefined> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const end = (): void => resolve(undefined);
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const head = bytes.indexOf('\r\n\r\n');
      if (head < 0) return;
      const text = bytes.toString('latin1', 0, head);
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0);
      if (bytes.length < head + 4 + length) return;
      socket.removeAllListeners('data');
      resolve({ bytes, path: text.split(' ')[1] ?? '', body: bytes.toString('utf8', head + 4) });
    });
    socket.once('end', end).once('close', end);
  });
}

/** Returns the whole answer, as bytes of HTTP. */
function exchange(engineUrl: string, request: Buffer): Promise<Buffer> {
  const head = request.indexOf('\r\n\r\n');
  const [first = '', ...lines] = request.toString('latin1', 0, head).split('\r\n');
  const [method, path] = first.split(' ');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return new Promise((resolve, reject) => {
    const outgoing = http.request(
      engineUrl + path!,
      { method: method!, headers: { ...headers, connection: 'close' }, agent: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        answer.on('end', () => {
          const body = Buffer.concat(chunks);
          const encoding = answer.headers['content-encoding'];
          const type = `${answer.headers['content-type'] ?? 'application/json'}${encoding ? `\r\nContent-Encoding: ${encoding}` : ''}`;
          const status = `HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}`;
          const printed = `${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`;
          resolve(Buffer.concat([Buffer.from(printed), body]));
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(request.subarray(head + 4));
  });
}
