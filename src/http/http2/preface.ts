/**
 * HTTP/2 without TLS: nearly always a gRPC client with the wrong port. It is told in its own protocol, by a GOAWAY frame (RFC 9113, section 6.8), whose debug data such clients print.
 */
import type { Duplex } from 'node:stream';

/** Code of Node's parser for the connection preface of HTTP/2. */
const PREFACE = 'HPE_PAUSED_H2_UPGRADE';

const SETTINGS = 4;
const GOAWAY = 7;
const LAST_STREAM = 0x7fffffff;
const HTTP_1_1_REQUIRED = 0xd;

/** Advice to clients of gRPC. */
export const GRPC_ADVICE = 'this port serves HTTP; gRPC has a port of its own, 9080 or GRPC_PORT';

export const isHttp2Preface = ({ code }: NodeJS.ErrnoException): boolean => code === PREFACE;

/** Tells the client about the port, and ends the connection. */
export function answerHttp2Preface(socket: Duplex): void {
  const reason = Buffer.alloc(8);
  // Calls that count as received fail with the advice; others would be repeated until their deadline.
  reason.writeUInt32BE(LAST_STREAM);
  reason.writeUInt32BE(HTTP_1_1_REQUIRED, 4);
  socket.end(Buffer.concat([frame(SETTINGS), frame(GOAWAY, Buffer.concat([reason, Buffer.from(GRPC_ADVICE)]))]));
  socket.resume();
}

/** Returns a frame of the connection, without flags (RFC 9113, section 4.1). */
function frame(type: number, payload = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  return Buffer.concat([head, payload]);
}
