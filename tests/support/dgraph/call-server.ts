/** HTTP/2 server with scripted answers to gRPC calls. */
import { once } from 'node:events';
import { createServer, type Http2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';

interface Heard {
  readonly headers: Readonly<Record<string, unknown>>;
  /** Message, without the head of its frame. */
  readonly message: Buffer;
}
type Answer = (stream: ServerHttp2Stream, heard: Heard) => void;

export class CallServer {
  readonly heard: Heard[] = [];
  /** Sessions so far, the open ones among them. */
  readonly sessions: Http2Session[] = [];
  answer: Answer = (stream) => answerWith(stream, Buffer.from('answer'));
  private readonly server = createServer();

  private constructor() {
    this.server.on('session', (session) => this.sessions.push(session));
    this.server.on('sessionError', () => undefined);
    this.server.on('stream', (stream, headers) => {
      const chunks: Buffer[] = [];
      stream.on('error', () => undefined);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const heard = { headers, message: Buffer.concat(chunks).subarray(5) };
        this.heard.push(heard);
        this.answer(stream, heard);
      });
    });
  }

  static async start(): Promise<CallServer> {
    const server = new CallServer();
    server.server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return server;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const session of this.sessions) session.destroy();
    this.server.close();
  }
}

/** Frame of a message. */
export function framed(message: Buffer, flag = 0): Buffer {
  const head = Buffer.from([flag, 0, 0, 0, 0]);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

const HEAD = { ':status': 200, 'content-type': 'application/grpc' };

/** Answers with bytes, by default one message, and trailers. */
export function answerWith(
  stream: ServerHttp2Stream,
  message: Buffer,
  trailers: Readonly<Record<string, string>> = { 'grpc-status': '0' },
  bytes = framed(message),
): void {
  stream.respond(HEAD, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers(trailers));
  stream.end(bytes);
}

/** Answers with a status in the head, as servers do that have no message. */
export function refuseWith(stream: ServerHttp2Stream, trailers: Readonly<Record<string, string>>): void {
  stream.respond({ ...HEAD, ...trailers }, { endStream: true });
}
