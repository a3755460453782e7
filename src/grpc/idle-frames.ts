/** Budget of a client for frames that only make work: resets, empty data, settings, refused calls. */
import { CODE, ProtocolError } from '../util/http2/frames';

/** Frames at once, and a second. */
const MAX_FRAMES = 1_000;
const FRAMES_PER_S = 33;

export class IdleFrames {
  private left = MAX_FRAMES;
  private since = performance.now();

  /** Counts a frame. @throws ProtocolError for too many */
  spend(): void {
    if (this.left < 1) {
      const now = performance.now();
      const earned = Math.floor(((now - this.since) * FRAMES_PER_S) / 1_000);
      if (earned < 1) throw new ProtocolError('it sends too many frames that do nothing', CODE.calm);
      this.left = Math.min(MAX_FRAMES, earned);
      this.since = now;
    }
    this.left--;
  }
}
