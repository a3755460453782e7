/** Frames of a connection of which nobody knows yet who serves it, for a server that reads it from its beginning. */
import { CODE, FLAG, FRAME, FrameReader, PREFACE, printFrame, ProtocolError, type Frame } from '../util/http2/frames';

const MAX_BYTES = 128 * 1024;
/** Memory of a frame besides its payload. */
const FRAME_BYTES = 32;

export class HeldFrames {
  /** True once the client has confirmed the settings that it got. */
  isConfirmed = false;
  private frames: Buffer[] = [];
  private bytes = 0;

  /** @throws ProtocolError for more than is held */
  hold({ type, flags, stream, payload }: Frame): void {
    if (type === FRAME.settings && (flags & FLAG.ack) !== 0) {
      this.isConfirmed = true;
      return;
    }
    this.frames.push(printFrame(type, flags, stream, payload));
    this.bytes += payload.length + FRAME_BYTES;
    if (this.bytes > MAX_BYTES) throw new ProtocolError('it does not confirm the settings', CODE.calm);
  }

  /** Visits the settings, and forgets all frames. */
  takeSettings(take: (frame: Frame) => void): void {
    const reader = new FrameReader((frame) => frame.type === FRAME.settings && take(frame));
    for (const frame of this.frames) reader.read(frame);
    this.frames = [];
  }

  /** Returns the bytes of the connection so far. @param unread beginning of the next frame */
  replay(unread: Buffer): Buffer {
    return Buffer.concat([PREFACE, ...this.frames, unread]);
  }
}
