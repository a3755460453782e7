/** Sessions of HTTP/2 on connections of the HTTP port that chose it (ALPN). Their streams become exchanges. */
import {
  constants,
  createServer,
  type IncomingHttpHeaders,
  type Http2Server,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Duplex } from 'node:stream';
import type { Logger } from '../../util/log';
import { mendSessionEnds } from '../../util/http2-ends';
import type { UnreadAnswers } from '../../util/unread';
import { MAX_HEAD_BYTES } from '../middleware/head';
import { answerGrpcCall, isGrpcCall } from './grpc-call';
import { answerStream } from './stream-exchange';

interface SessionOptions {
  /** Milliseconds after which a session without a stream is closed. */
  readonly idleMs: number;
  /** Milliseconds after which a stream whose client reads nothing is reset. */
  readonly unreadMs: number;
  readonly unread: UnreadAnswers;
  readonly logger: Logger;
  /** Takes a connection of HTTP/1.1. */
  readonly serve: (connection: Duplex) => void;
}

const SETTINGS = {
  maxConcurrentStreams: 128,
  // The server of HTTP/1.1 refuses heads in words; HTTP/2 can only reset.
  maxHeaderListSize: 2 * MAX_HEAD_BYTES,
  initialWindowSize: 2 ** 18,
};
const SESSION_WINDOW = 2 ** 22;
/** Interval of pings; a client has as long to answer. */
const PING_MS = 30_000;
/** More than heads that are refused in words have. */
const MAX_FIELDS = 2_000;

export class Http2Sessions {
  private readonly server: Http2Server;
  private readonly sessions = new Set<ServerHttp2Session>();

  constructor(private readonly options: SessionOptions) {
    mendSessionEnds();
    this.server = createServer({ settings: SETTINGS, maxHeaderListPairs: MAX_FIELDS });
    this.server.on('session', (session: ServerHttp2Session) => this.watch(session));
    this.server.on('sessionError', (error: Error) => {
      options.logger.debug('a session of HTTP/2 broke off', { reason: error.message });
    });
    const answer = (
      stream: ServerHttp2Stream,
      headers: IncomingHttpHeaders,
      flags: number,
      rawHeaders: string[],
    ): void => {
      // A client may reset a stream at any time.
      stream.on('error', () => undefined);
      if (stream.closed || stream.destroyed) return;
      options.unread.watch(stream);
      // A client that does not read its answer would keep its places, and the engine's connection, forever.
      stream.setTimeout(options.unreadMs, () => {
        if (stream.writableLength > 0) stream.close(constants.NGHTTP2_CANCEL);
      });
      if (isGrpcCall(headers)) return answerGrpcCall(stream, options.logger);
      const hasBody = (flags & constants.NGHTTP2_FLAG_END_STREAM) === 0;
      answerStream(stream, rawHeaders, hasBody, options.serve);
    };
    // The types have no raw headers.
    this.server.on('stream', answer as () => void);
  }

  /** Takes a connection. */
  open(connection: Duplex): void {
    this.server.emit('connection', connection);
  }

  /** Refuses new streams; each session ends with its last stream. */
  close(): void {
    for (const session of this.sessions) session.close();
  }

  /** Ends all sessions, and what runs on them. */
  destroy(): void {
    for (const session of this.sessions) session.destroy();
  }

  private watch(session: ServerHttp2Session): void {
    const { idleMs } = this.options;
    this.sessions.add(session);
    session.setLocalWindowSize(SESSION_WINDOW);
    let streams = 0;
    const closeIdle = (): void => session.close();
    let timer = setTimeout(closeIdle, idleMs);
    session.on('stream', (stream) => {
      streams++;
      clearTimeout(timer);
      stream.once('close', () => {
        if (--streams === 0 && !session.closed) timer = setTimeout(closeIdle, idleMs);
      });
    });
    const pings = requirePongs(session);
    session.once('close', () => {
      clearTimeout(timer);
      clearInterval(pings);
      this.sessions.delete(session);
    });
  }
}

/** Ends a session whose client does not answer: Node does not always notice that it has left. */
function requirePongs(session: ServerHttp2Session): NodeJS.Timeout {
  let isAnswered = true;
  return setInterval(() => {
    if (session.destroyed) return;
    if (!isAnswered) return session.destroy();
    isAnswered = false;
    session.ping((error) => (isAnswered = error === null));
  }, PING_MS).unref();
}
