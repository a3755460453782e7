/** Frames of gRPC messages: one byte that says whether the message is compressed, and its length. */

/** Bytes before a message. */
export const FRAME_HEAD = 5;

/** Returns the frame of an uncompressed message. */
export function frameOf(message: Uint8Array): Buffer {
  const framed = Buffer.allocUnsafe(FRAME_HEAD + message.length);
  framed[0] = 0;
  framed.writeUInt32BE(message.length, 1);
  framed.set(message, FRAME_HEAD);
  return framed;
}
