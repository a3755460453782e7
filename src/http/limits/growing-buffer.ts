/**
 * Bytes that arrive in chunks, put together without ever being there twice at the end. Memory that is allocated and not yet
 * written to is not in use, so that what is allocated ahead costs nothing but the budget.
 */
import { OwlgateError } from '../../errors';
import type { BodyLease } from './body-budget';

const LEAST = 64 * 1024;
/** Part of the expected bytes that has to be there before memory for all of them is taken: saying is cheap. */
const SHOWN = 1 / 8;

export class GrowingBuffer {
  private bytes: Buffer = Buffer.alloc(0);
  private length = 0;

  /**
   * @param lease on which the bytes are taken
   * @param most bytes
   * @param expected bytes, as somebody says; undefined where nobody does
   */
  constructor(
    private readonly lease: BodyLease,
    private readonly most: number,
    private readonly expected?: number,
  ) {}

  /** @throws OwlgateError BodyTooLarge, Busy */
  append(chunk: Buffer): void {
    const length = this.length + chunk.length;
    if (length > this.most) throw new OwlgateError('BodyTooLarge', { limit: this.most });
    if (length > this.bytes.length) this.grow(length);
    chunk.copy(this.bytes, this.length);
    this.length = length;
  }

  /** The bytes; what was taken ahead is given back. */
  finish(): Buffer {
    this.lease.give(this.bytes.length - this.length);
    return this.bytes.subarray(0, this.length);
  }

  /** Gives everything back: nobody will ask for the bytes. */
  discard(): void {
    this.lease.give(this.bytes.length);
    this.bytes = Buffer.alloc(0);
  }

  private grow(length: number): void {
    const { bytes, expected = 0, most, lease } = this;
    const isShown = expected >= length && length >= expected * SHOWN;
    const capacity = isShown ? expected : Math.min(most, Math.max(LEAST, bytes.length * 2, length));
    lease.take(capacity);
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    bytes.copy(this.bytes, 0, 0, this.length);
    lease.give(bytes.length);
  }
}
