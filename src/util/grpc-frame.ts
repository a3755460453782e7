/** Frames of gRPC messages: one byte that says whether the message is compressed, and its length. */
import type { Http2Stream } from 'node:http2';

/** Bytes before a message. */
export const FRAME_HEAD = 5;
/** Bytes up to which a message is copied behind the head of its frame, to be written at once. */
const COPIED_BYTES = 64 * 1024;

/** Writes an uncompressed message, and ends the stream's writable side. */
export function endWithMessage(stream: Http2Stream, message: Uint8Array): void {
  if (message.length <= COPIED_BYTES) return void stream.end(frameOf(message));
  stream.write(headOf(message, FRAME_HEAD));
  stream.end(message);
}

/** Returns the frame of an uncompressed message. */
export function frameOf(message: Uint8Array): Buffer {
  const framed = headOf(message, FRAME_HEAD + message.length);
  framed.set(message, FRAME_HEAD);
  return framed;
}

function headOf(message: Uint8Array, bytes: number): Buffer {
  const head = Buffer.allocUnsafe(bytes);
  head[0] = 0;
  head.writeUInt32BE(message.length, 1);
  return head;
}
