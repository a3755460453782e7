/** Header block of HTTP/2, joined from its frames. */
import { CODE, FLAG, FRAME, ProtocolError, unpadded, type Frame } from './frames';

interface WholeBlock {
  readonly stream: number;
  readonly bytes: Buffer;
  /** True if the sender's part of the stream ends with it. */
  readonly isLast: boolean;
}

const CUT_OFF = 'its header fields are cut off';

export class JoinedBlock {
  private open:
    { readonly stream: number; readonly isLast: boolean; readonly parts: Buffer[]; bytes: number } | undefined;

  constructor(
    private readonly maxBytes: number,
    private readonly maxFrames = Infinity,
  ) {}

  /** @throws ProtocolError for a frame between those of a block */
  check({ type, stream }: Frame): void {
    if (this.open && (type !== FRAME.continuation || stream !== this.open.stream)) throw new ProtocolError(CUT_OFF);
  }

  /**
   * Takes a frame of header fields or of their continuation. Its bytes are copied unless they are the whole block.
   *
   * @returns the block; undefined until its last frame
   * @throws ProtocolError
   */
  take(frame: Frame): WholeBlock | undefined {
    const { type, flags, stream, payload } = frame;
    const isFirst = type === FRAME.headers;
    const isWhole = (flags & FLAG.endHeaders) !== 0;
    const bytes = isFirst ? unpadded(frame) : payload;
    const isLast = (flags & FLAG.endStream) !== 0;
    if (isFirst && isWhole && bytes.length <= this.maxBytes) return { stream, bytes, isLast };
    if (isFirst) this.open = { stream, isLast, parts: [], bytes: 0 };
    const { open } = this;
    if (!open) throw new ProtocolError(CUT_OFF);
    open.bytes += bytes.length;
    if (open.bytes > this.maxBytes || open.parts.length >= this.maxFrames)
      throw new ProtocolError('its header fields are too long', CODE.calm);
    open.parts.push(isWhole ? bytes : Buffer.from(bytes));
    if (!isWhole) return undefined;
    this.open = undefined;
    return { stream: open.stream, bytes: Buffer.concat(open.parts), isLast: open.isLast };
  }
}
