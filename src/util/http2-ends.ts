/**
 * Ends of HTTP/2 streams and sessions, on the server's side.
 *
 * Node goes on reading a session that has ended until its last bytes are written. It announces no request of such a
 * session to the program, and the body of one then meets a stream without a reader: Node 22 aborts the process
 * (`onread->IsFunction()`). A client can bring that about with a GOAWAY frame and a request in the same bytes. So a
 * session ends in the next turn of the event loop, after the bytes that are being read, and reads no more.
 */
import * as http2 from 'node:http2';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

type Session = Pick<http2.ServerHttp2Session, 'destroy' | 'destroyed'>;

/** Connection with its handle, which Node does not document. */
type Connection = Socket & { readonly _handle?: { readStop?(): void } | null };

/** Time for the last bytes of an ended session. */
const LAST_BYTES_MS = 2_000;

/** False for a Node whose HTTP/2 library some sequences of frames end (docs/security.md). */
export const hasSoundHttp2 = Number(process.versions.node.split('.')[0]) >= 22;

let isMended = false;

/** Makes all server sessions of this process end so. */
export function mendSessionEnds(): void {
  if (isMended) return;
  isMended = true;
  const prototype = sessionPrototype();
  const { destroy } = prototype;
  const ending = new WeakSet<Session>();
  prototype.destroy = function (this: Session, ...reason): void {
    if (this.destroyed || ending.has(this)) return;
    ending.add(this);
    const connection = connectionOf(this);
    setImmediate(() => {
      connection?._handle?.readStop?.();
      destroy.apply(this, reason);
      setTimeout(() => connection?.destroy(), LAST_BYTES_MS).unref();
    });
  };
}

/** Returns the connection itself: `session.socket` is a proxy that refuses to end it. */
function connectionOf(session: Session): Connection | undefined {
  const key = Object.getOwnPropertySymbols(session).find(({ description }) => description === 'socket');
  return key && (session as unknown as Record<symbol, Connection | undefined>)[key];
}

/** Returns the prototype of server sessions, which Node does not export. */
function sessionPrototype(): Session {
  const nowhere = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const session = http2.performServerHandshake(nowhere);
  session.on('error', () => undefined).destroy();
  return Object.getPrototypeOf(session) as Session;
}

/** Time for an answer to leave. */
const CLOSE_MS = 50;

/** Closes a stream when its answer is sent: its client could keep it open, with what has arrived of a message. */
export function closeAfterAnswer(stream: http2.ServerHttp2Stream): void {
  // A reset at once may overtake the answer.
  const close = (): void => void setTimeout(() => stream.close(http2.constants.NGHTTP2_NO_ERROR), CLOSE_MS).unref();
  if (stream.writableFinished) close();
  else stream.once('finish', close);
}
