/** Proxy before an engine that fails from a chosen request on, in one of the ways in which networks and processes fail. */
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * - `silent`: the request is read and goes nowhere
 * - `withheld`: the engine carries the request out, and its answer is not passed on
 * - `half a head`, `half a body`: a part of the answer is passed on, then nothing
 * - `drip`: the answer is passed on byte by byte
 * - `reset`: the connection is reset, and the engine never receives the request
 * - `reset in the answer`: half of the answer is passed on, then the connection is reset
 * - `garbage`: the answer is not HTTP
 */
export const FAULTS = [
  'silent',
  'withheld',
  'half a head',
  'half a body',
  'drip',
  'reset',
  'reset in the answer',
  'garbage',
] as const;
export type Fault = (typeof FAULTS)[number];

/** Reach of a fault: all requests from the chosen one on, questions for health too; or the chosen one alone. */
export type Reach = 'alpha' | 'request';

export interface FaultyProxy {
  readonly url: string;
  /** Requests since the last `arm` or `heal`. */
  count(): number;
  /** Fails at a request: the first one has number 0. */
  arm(at: number, fault: Fault, reach: Reach): void;
  /** True once the fault has met a request. */
  hasFailed(): boolean;
  /** Answers again. Requests that a fault met stay as they are. */
  heal(): void;
  close(): Promise<void>;
}

const DRIP_MS = 2;

export async function startFaultyProxy(engineUrl: string): Promise<FaultyProxy> {
  let armed: { readonly at: number; readonly fault: Fault; readonly reach: Reach } | undefined;
  let count = 0;
  let hasFailed = false;
  const sockets = new Set<Socket>();
  const { hostname, port } = new URL(engineUrl);

  const faultOf = (): Fault | undefined => {
    const number = count++;
    if (!armed || (armed.reach === 'alpha' ? number < armed.at : number !== armed.at)) return undefined;
    hasFailed = true;
    return armed.fault;
  };

  const serve = async (client: Socket): Promise<void> => {
    const request = await readRequest(client);
    if (!request) return void client.destroy();
    const fault = faultOf();
    if (fault === 'silent') return;
    if (fault === 'reset') return void client.resetAndDestroy();
    if (fault === 'garbage') return void client.end('no such protocol\r\n\r\n');
    const engine = connect(Number(port), hostname);
    track(engine);
    client.on('close', () => engine.destroy());
    engine.write(request);
    if (fault === undefined) {
      client.pipe(engine);
      engine.pipe(client);
      engine.on('close', () => client.end());
      return;
    }
    const answer = await readAnswer(engine);
    const body = answer.indexOf('\r\n\r\n') + 4;
    if (fault === 'half a head') client.write(answer.subarray(0, body >> 1));
    else if (fault === 'half a body') client.write(answer.subarray(0, (body + answer.length) >> 1));
    else if (fault === 'reset in the answer') {
      client.write(answer.subarray(0, answer.length >> 1), () => client.resetAndDestroy());
    } else if (fault === 'drip') {
      for (let i = 0; i < answer.length && !client.destroyed; i++) {
        client.write(answer.subarray(i, i + 1));
        await delay(DRIP_MS);
      }
      client.end();
    }
  };
  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  const server = createServer((socket) => {
    track(socket);
    void serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const set = (next: typeof armed): void => {
    armed = next;
    count = 0;
    hasFailed = false;
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    count: () => count,
    arm: (at, fault, reach) => set({ at, fault, reach }),
    hasFailed: () => hasFailed,
    heal: () => set(undefined),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Reads one request with its Content-Length, as the gateway sends them; undefined if the connection ends first. */
function readRequest(socket: Socket): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    let bytes = Buffer.alloc(0);
    const end = (): void => resolve(undefined);
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const head = bytes.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/^content-length: (\d+)/im.exec(bytes.toString('latin1', 0, head))?.[1] ?? 0);
      if (bytes.length < head + 4 + length) return;
      socket.off('data', onData).off('end', end).off('close', end);
      resolve(bytes);
    };
    socket.on('data', onData).once('end', end).once('close', end);
  });
}

/** Time without a byte after which an answer is complete: the engine keeps its connections. */
const QUIET_MS = 30;

/** Returns what the engine sends until it pauses. */
function readAnswer(engine: Socket): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const end = (): void => resolve(Buffer.concat(chunks));
    let timer: NodeJS.Timeout | undefined;
    engine.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      clearTimeout(timer);
      timer = setTimeout(end, QUIET_MS);
    });
    engine.once('close', end);
  });
}
