/** Calls of gRPC to the port of HTTP: their clients are told about the right port, in their own protocol. */
import { constants, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2';
import type { Logger } from '../../util/log';
import { GRPC_ADVICE } from './preface';

const UNIMPLEMENTED = 12;
/** Time for an answer to leave. */
const CLOSE_MS = 50;

export const isGrpcCall = (headers: IncomingHttpHeaders): boolean =>
  /^application\/grpc(?:[+;]|$)/i.test(headers['content-type'] ?? '');

/** Logs a call that reached the wrong port. */
export function logGrpcCall(logger: Logger, address: string | undefined): void {
  logger.warn('a client calls the port of HTTP over gRPC, which has a port of its own (GRPC_PORT)', { address });
}

/** Refuses a call with the advice. */
export function answerGrpcCall(stream: ServerHttp2Stream, logger: Logger): void {
  logGrpcCall(logger, stream.session?.socket.remoteAddress);
  stream.respond(
    {
      ':status': 200,
      'content-type': 'application/grpc',
      'grpc-status': String(UNIMPLEMENTED),
      'grpc-message': encodeURIComponent(GRPC_ADVICE).replaceAll('%20', ' '),
    },
    { endStream: true },
  );
  // A reset beside the answer may overtake it.
  stream.resume();
  setTimeout(() => stream.close(constants.NGHTTP2_NO_ERROR), CLOSE_MS).unref();
}
