/** Frames of gRPC messages: one byte that says whether the message is compressed, and its length. */
import type { Http2Stream } from 'node:http2';

/** Bytes before a message. */
export const FRAME_HEAD = 5;
/** Bytes up to which a message is copied behind the head of its frame, to be written at once. */
const COPIED_BYTES = 64 * 1024;

/** Writes an uncompressed message, and ends the stream's writable side. */
export function endWithMessage(stream: Http2Stream, message: Uint8Array): void {
  const isCopied = message.length <= COPIED_BYTES;
  const framed = Buffer.allocUnsafe(isCopied ? FRAME_HEAD + message.length : FRAME_HEAD);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  if (isCopied) framed.set(message, FRAME_HEAD);
  else stream.write(framed);
  stream.end(isCopied ? framed : message);
}
