/**
 * Buffer for bytes that arrive in chunks; avoids a full copy at the end. The operating system provides memory on the
 * first write, so memory allocated ahead costs only budget.
 */
import { OwlgateError } from '../../errors';
import type { BodyLease } from './body-budget';

/** Minimum capacity in bytes. */
const MIN_CAPACITY = 64 * 1024;
/** Part of the announced bytes that must arrive before all of them are allocated: a client may announce any length. */
const REQUIRED_PART = 1 / 8;

export class GrowingBuffer {
  private bytes: Buffer = Buffer.alloc(0);
  private length = 0;

  /**
   * @param lease that the bytes are charged to
   * @param maxBytes limit of the body
   * @param expected announced length in bytes; undefined if unknown
   */
  constructor(
    private readonly lease: BodyLease,
    private readonly maxBytes: number,
    private readonly expected?: number,
  ) {}

  /** @throws OwlgateError BodyTooLarge, Busy */
  append(chunk: Buffer): void {
    const length = this.length + chunk.length;
    if (length > this.maxBytes) throw new OwlgateError('BodyTooLarge', { limit: this.maxBytes });
    if (length > this.bytes.length) this.grow(length);
    chunk.copy(this.bytes, this.length);
    this.length = length;
  }

  /** Returns the bytes, and returns unused capacity to the lease. */
  finish(): Buffer {
    this.lease.give(this.bytes.length - this.length);
    return this.bytes.subarray(0, this.length);
  }

  /** Drops the bytes and returns them to the lease. */
  discard(): void {
    this.lease.give(this.bytes.length);
    this.bytes = Buffer.alloc(0);
  }

  private grow(length: number): void {
    const { bytes, expected = 0, maxBytes, lease } = this;
    const isPlausible = expected >= length && length >= expected * REQUIRED_PART;
    const capacity = isPlausible ? expected : Math.min(maxBytes, Math.max(MIN_CAPACITY, bytes.length * 2, length));
    lease.take(capacity);
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    bytes.copy(this.bytes, 0, 0, this.length);
    lease.give(bytes.length);
  }
}
