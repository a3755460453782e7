/**
 * Budget for the bytes of all request bodies in flight, compressed and decompressed. A body is charged as its bytes
 * arrive, and released when its exchange ends, because handlers keep the body until then.
 */
import { OwlgateError } from '../../errors';
import type { Arrival } from '../auth/arrival';
import { onExchangeEnd, type Ending } from '../exchange-end';
import { PACE, type Pace } from './body-pace';
import { Attachment } from '../../util/attachment';

export class BodyBudget {
  private usedBytes = 0;

  /**
   * @param limit bytes
   * @param pace of each body
   */
  constructor(
    readonly limit: number,
    readonly pace: Pace = PACE,
  ) {}

  get used(): number {
    return this.usedBytes;
  }

  /** Charges the body of a request to this budget. */
  watch(request: Arrival, response: Ending): void {
    watched.set(request, { budget: this, response });
  }

  /** @throws OwlgateError Busy */
  take(bytes: number): void {
    this.require(bytes);
    this.usedBytes += bytes;
  }

  give(bytes: number): void {
    this.usedBytes -= bytes;
  }

  /** @throws OwlgateError Busy if the bytes do not fit now */
  require(bytes: number): void {
    if (this.usedBytes + bytes > this.limit)
      throw new OwlgateError('Busy', { used: this.usedBytes, limit: this.limit });
  }
}

/** Bytes of the budget that one request has taken. */
export class BodyLease {
  private takenBytes = 0;
  private isOver = false;

  /** @param budget undefined for a request outside the HTTP server */
  constructor(private readonly budget?: BodyBudget) {}

  /**
   * Checks that the bytes fit now, without taking them: another request may take them first.
   *
   * @throws OwlgateError Busy; BodyTooLarge if they exceed the whole budget
   */
  require(bytes: number): void {
    if (!this.budget) return;
    const { limit } = this.budget;
    if (this.takenBytes + bytes > limit) throw new OwlgateError('BodyTooLarge', { limit });
    this.budget.require(bytes);
  }

  /** @throws OwlgateError Busy, BodyTooLarge; InvalidRequest if the connection has ended */
  take(bytes: number): void {
    if (this.isOver) throw new OwlgateError('InvalidRequest', { reason: 'the body ended too early' });
    this.require(bytes);
    this.budget?.take(bytes);
    this.takenBytes += bytes;
  }

  give(bytes: number): void {
    if (this.isOver) return;
    this.takenBytes -= bytes;
    this.budget?.give(bytes);
  }

  end(): void {
    if (this.isOver) return;
    this.give(this.takenBytes);
    this.isOver = true;
  }
}

interface Watched {
  readonly budget: BodyBudget;
  readonly response: Ending;
  lease?: BodyLease;
}

const watched = new Attachment<Arrival, Watched>('body');

/** Pace that the body of a request has to keep. */
export const paceOf = (request: Arrival): Pace => watched.get(request)?.budget.pace ?? PACE;

/** Returns the lease of a request, and creates it on first use. */
export function leaseOf(request: Arrival): BodyLease {
  const entry = watched.get(request);
  if (!entry) return new BodyLease();
  if (!entry.lease) {
    const lease = new BodyLease(entry.budget);
    entry.lease = lease;
    onExchangeEnd(entry.response, () => lease.end());
  }
  return entry.lease;
}
