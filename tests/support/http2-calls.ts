/** Calls over gRPC by frames of HTTP/2, for clients that break the protocol or keep it to the letter alone. */
import * as http2 from 'node:http2';

/** Answer to a call: status of gRPC, its message, and how the stream ended. */
export interface CallResult {
  readonly status: number | undefined;
  readonly message: string;
  readonly headers: http2.IncomingHttpHeaders;
  readonly data: Buffer;
}

export interface OpenedCall {
  readonly stream: http2.ClientHttp2Stream;
  readonly result: Promise<CallResult>;
}

export const frame = (message: Buffer, isCompressed = false): Buffer => {
  const head = Buffer.alloc(5);
  head[0] = isCompressed ? 1 : 0;
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

export class Http2Client {
  readonly session: http2.ClientHttp2Session;

  constructor(address: string, options: http2.ClientSessionOptions = {}) {
    this.session = http2.connect(`http://${address}`, options).on('error', () => undefined);
  }

  /** Opens a call; its result is there when the stream has ended. */
  open(path: string, headers: http2.OutgoingHttpHeaders = {}): OpenedCall {
    const stream = this.session.request({
      ':method': 'POST',
      ':path': path.startsWith('/') ? path : `/api.Dgraph/${path}`,
      'content-type': 'application/grpc',
      te: 'trailers',
      ...headers,
    });
    const result = new Promise<CallResult>((resolve) => {
      let all: http2.IncomingHttpHeaders = {};
      const chunks: Buffer[] = [];
      const note = (more: http2.IncomingHttpHeaders): void => void (all = { ...all, ...more });
      stream.on('response', note).on('trailers', note);
      stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined);
      stream.once('close', () => {
        const status = all['grpc-status'];
        const message = decodeURI(String(all['grpc-message'] ?? ''));
        const given = status === undefined ? undefined : Number(status);
        resolve({ status: given, message, headers: all, data: Buffer.concat(chunks) });
      });
    });
    return { stream, result };
  }

  /** Makes a whole call. */
  call(path: string, message: Buffer, headers: http2.OutgoingHttpHeaders = {}): Promise<CallResult> {
    const { stream, result } = this.open(path, headers);
    stream.end(frame(message));
    return result;
  }

  close(): void {
    this.session.destroy();
  }
}
