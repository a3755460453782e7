/** Proxy before an engine that holds one request back: the engine receives it when it is released, or never. */
import * as http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Request that is held back. */
export interface Held {
  readonly path: string;
  /** Resolves when the gateway ends the connection. */
  readonly left: Promise<void>;
  release(): void;
}

export interface HoldingProxy {
  readonly url: string;
  /** Paths of the requests since the last `hold`. */
  readonly paths: string[];
  /** Holds a request back: the one of that number, counted from 1 and from now on, or the first to that path. */
  hold(which: number | `/${string}` | undefined): Promise<Held>;
  close(): Promise<void>;
}

export async function startHoldingProxy(engineUrl: string): Promise<HoldingProxy> {
  let which: number | string | undefined;
  let onHeld: (held: Held) => void = () => undefined;
  const paths: string[] = [];
  const server = http.createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });

  async function serve(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await buffer(request);
    const { method, headers, url = '/' } = request;
    paths.push(url);
    const isHeld = typeof which === 'string' ? url.startsWith(which) : paths.length === which;
    if (isHeld) {
      which = undefined;
      const left = new Promise<void>((resolve) => response.once('close', resolve));
      const released = new Promise<void>((release) => onHeld({ path: url, left, release }));
      await Promise.race([left, released]);
      if (response.destroyed) return;
    }
    const sent = http.request(engineUrl + url, { method: method!, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy()).end(body);
    response.once('close', () => sent.destroy());
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    hold: (next) => {
      paths.length = 0;
      which = next;
      return new Promise((resolve) => (onHeld = resolve));
    },
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
