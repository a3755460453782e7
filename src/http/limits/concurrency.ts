/**
 * Limits of concurrency. Until it is answered, a request holds one place of its address, one of its role and, for
 * expensive work, one of that work. Without a free place it waits in a queue for a limited time. An event stream or a
 * WebSocket, which may stay open for hours, holds a place for streams of its address instead.
 */
import { OwlgateError } from '../../errors';
import { clientNetwork } from '../../util/address';
import type { ConcurrencyLimits } from '../../util/concurrencyLimits';
import type { Arrival, Departure } from '../auth/arrival';
import type { Role } from '../auth/roles';
import { onExchangeEnd, type Ending } from '../exchange-end';
import { Places } from '../../util/places';
import type { UnreadAnswers } from '../../util/unread';
import { WORKS, type Work } from './work';
import { Attachment } from '../../util/attachment';

/** Maximum requests that wait for places of one kind. */
const MAX_WAITING = 1_000;
/** Maximum requests that wait for expensive work, which takes long. */
const MAX_WAITING_FOR_WORK = 16;
/** Maximum wait for one place. */
const WAIT_MS = 5_000;
const RETRY_AFTER_S = 2;

const ROLE_NAMES: readonly Role[] = ['read', 'validate', 'write', 'admin'];

/** Places by address. */
class PlacesByAddress {
  private readonly places = new Map<string, Places>();

  constructor(private readonly limit: number) {}

  /** @param address from clientNetwork */
  placesOf(address: string): Places {
    let places = this.places.get(address);
    if (!places) this.places.set(address, (places = new Places(this.limit, MAX_WAITING)));
    return places;
  }

  get waitingCount(): number {
    let count = 0;
    for (const places of this.places.values()) count += places.waitingCount;
    return count;
  }

  /** Forgets an address without requests. */
  tidy(address: string): void {
    if (this.places.get(address)?.isIdle) this.places.delete(address);
  }
}

/** Places that one request holds. */
class PlaceHold {
  private readonly heldPlaces: Places[] = [];
  /** Aborts the latest wait; undefined for a request that has never waited. */
  private waitEnd: AbortController | undefined;
  private isOver = false;

  constructor(readonly address: string) {}

  /** @returns false if all places are taken */
  take(places: Places): boolean {
    if (this.isOver || !places.take()) return false;
    this.heldPlaces.push(places);
    return true;
  }

  /** @returns false without a place in time */
  async wait(places: Places, ms: number): Promise<boolean> {
    if (!(await this.waitFor(places, ms))) return false;
    if (!this.isOver) this.heldPlaces.push(places);
    else places.give();
    return true;
  }

  /** @returns false without what is waited for in time */
  async waitFor(place: Pick<Places, 'wait'>, ms: number): Promise<boolean> {
    if (this.isOver) return false;
    this.waitEnd = new AbortController();
    return place.wait(AbortSignal.any([this.waitEnd.signal, AbortSignal.timeout(ms)]));
  }

  give(): void {
    for (const places of this.heldPlaces.splice(0)) places.give();
  }

  /** Gives back all places but the first, which is that of the address. @returns those places */
  lend(): readonly Places[] {
    const lentPlaces = this.heldPlaces.splice(1);
    for (const places of lentPlaces) places.give();
    return lentPlaces;
  }

  end(): void {
    this.isOver = true;
    this.give();
    this.waitEnd?.abort();
  }
}

export class Concurrency {
  private readonly addresses: PlacesByAddress;
  private readonly streams: PlacesByAddress;
  private readonly roles: Readonly<Record<Role, Places>>;
  private readonly works: Readonly<Record<Work, Places>>;

  /**
   * @param unread answers that their clients have not read
   * @param waitMs maximum wait for one place
   */
  constructor(
    private readonly limits: ConcurrencyLimits,
    private readonly unread: UnreadAnswers,
    private readonly waitMs = WAIT_MS,
  ) {
    this.addresses = new PlacesByAddress(limits.address);
    this.streams = new PlacesByAddress(limits.streams);
    const placesOf = <Name extends Role | Work>(names: readonly Name[], maxWaiting: number) =>
      Object.fromEntries(names.map((name) => [name, new Places(limits[name], maxWaiting)])) as Record<Name, Places>;
    this.roles = placesOf(ROLE_NAMES, MAX_WAITING);
    this.works = placesOf(WORKS, MAX_WAITING_FOR_WORK);
  }

  /**
   * Takes the places of a request until its exchange ends.
   *
   * @param clientAddress canonical
   * @returns undefined if all places were free
   * @throws OwlgateError TooManyRequests, as a rejection
   */
  admit(
    request: Arrival,
    response: Departure,
    clientAddress: string,
    role: Role,
    work: Work | undefined,
  ): Promise<void> | undefined {
    const hold = this.open(request, response, clientAddress);
    const places = [this.addresses.placesOf(hold.address), this.roles[role]];
    const firstMissing = places.findIndex((each) => !hold.take(each));
    if (firstMissing < 0 && work === undefined && !this.unread.isFull) return undefined;
    return this.takeRemaining(hold, firstMissing < 0 ? [] : places.slice(firstMissing), role, work);
  }

  /** Waiting requests by the place that they wait for: of their address, of their role, or of expensive work. */
  get queues(): Readonly<Record<'address' | 'role' | 'work', number>> {
    const sum = (all: Readonly<Record<string, Places>>): number =>
      Object.values(all).reduce((count, { waitingCount }) => count + waitingCount, 0);
    return { address: this.addresses.waitingCount, role: sum(this.roles), work: sum(this.works) };
  }

  /** Takes a place for a WebSocket until its connection ends. @throws OwlgateError TooManyRequests */
  admitSocket(request: Arrival, socket: Ending, clientAddress: string): void {
    this.beginStream(this.open(request, socket, clientAddress));
  }

  /**
   * Takes a place for expensive work that only the handler detects.
   *
   * @throws OwlgateError TooManyRequests
   */
  async admitWork(request: Arrival, work: Work): Promise<void> {
    const hold = holds.get(request)?.hold;
    if (!hold || hold.take(this.works[work])) return;
    if (await hold.wait(this.works[work], this.waitMs)) return;
    throw refusal(`${this.limits[work]} ${work} are running`);
  }

  /** Exchanges the places of a request for a place of a stream. @throws OwlgateError TooManyRequests */
  beginStream(hold: PlaceHold): void {
    hold.give();
    if (hold.take(this.streams.placesOf(hold.address))) return;
    throw refusal(`${this.limits.streams} streams of this address are open`);
  }

  /** Takes places that were lent. @throws OwlgateError TooManyRequests, as a rejection */
  async takeBack(hold: PlaceHold, lentPlaces: readonly Places[]): Promise<void> {
    for (const places of lentPlaces) {
      if (hold.take(places) || (await hold.wait(places, this.waitMs))) continue;
      throw refusal('other requests took the place of this one while its body arrived slowly');
    }
  }

  private open(request: Arrival, stream: Ending, clientAddress: string): PlaceHold {
    const hold = new PlaceHold(clientNetwork(clientAddress));
    holds.set(request, { hold, concurrency: this });
    onExchangeEnd(stream, () => {
      hold.end();
      this.addresses.tidy(hold.address);
      this.streams.tidy(hold.address);
    });
    return hold;
  }

  private async takeRemaining(
    hold: PlaceHold,
    remaining: readonly Places[],
    role: Role,
    work: Work | undefined,
  ): Promise<void> {
    const { unread } = this;
    if (unread.isFull && !(await hold.waitFor(unread, this.waitMs))) throw noRoom(unread);
    for (const places of remaining) {
      if (await hold.wait(places, this.waitMs)) continue;
      const isRole = places === this.roles[role];
      throw refusal(
        isRole
          ? `${places.limit} requests with the role ${role} are running`
          : `${places.limit} requests of this address are running`,
      );
    }
    if (work === undefined || hold.take(this.works[work])) return;
    if (await hold.wait(this.works[work], this.waitMs)) return;
    throw refusal(`${this.limits[work]} ${work} are running`);
  }
}

const holds = new Attachment<Arrival, { readonly hold: PlaceHold; readonly concurrency: Concurrency }>('places');

/** Counts a request as an open event stream from now on. @throws OwlgateError TooManyRequests */
export function becomesStream(request: Arrival): void {
  const entry = holds.get(request);
  entry?.concurrency.beginStream(entry.hold);
}

/** Takes a place for expensive work that only the handler detects. @throws OwlgateError TooManyRequests */
export async function becomesWork(request: Arrival, work: Work): Promise<void> {
  await holds.get(request)?.concurrency.admitWork(request, work);
}

/**
 * Gives the places of a request, except that of its address, to others while its body arrives slowly.
 *
 * @returns function that takes the places back; it rejects with OwlgateError TooManyRequests
 */
export function lendPlaces(request: Arrival): () => Promise<void> {
  const entry = holds.get(request);
  const lentPlaces = entry?.hold.lend() ?? [];
  return async () => entry?.concurrency.takeBack(entry.hold, lentPlaces);
}

/**
 * Counts an answer that is about to be written.
 *
 * @throws OwlgateError TooManyRequests if the unread ones leave no room for it
 */
export function countAnswer(unread: UnreadAnswers, bytes: number): void {
  if (!unread.add(bytes)) throw noRoom(unread);
}

const noRoom = ({ bytes }: UnreadAnswers): OwlgateError =>
  refusal(`answers of ${bytes} bytes have not been read by their clients`);

function refusal(reason: string): OwlgateError {
  return new OwlgateError('TooManyRequests', { reason, seconds: RETRY_AFTER_S }, { retryAfter: RETRY_AFTER_S });
}
