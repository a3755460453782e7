/**
 * Lends the engine's snapshots to a thread that answers reads itself. The engine alone writes, assigns timestamps and
 * knows the transactions.
 *
 * The lender publishes the number of each new snapshot before the write is answered, and the reader compares it before
 * each read, so that it sees all answered commits. The snapshot itself is lent after the answer, which does not wait for
 * it: a read that comes before is left to the engine. A snapshot is released when no read of it can be in progress: the
 * reader sets its pin before it reads the number, and the lender publishes the number before it reads the pin.
 */
import type { MessagePort } from 'node:worker_threads';
import { MessageChannel } from 'node:worker_threads';
import type { SnapshotChannel } from '../../util/endpoint';
import type { Snapshot, Store } from '../storage';
import type { Oracle } from '../transaction';
import { SHARED_BYTES, WORDS, type LentSnapshot } from './messages';

/** Timestamps lent at a time: some tenths of a second of reads. */
const TIMESTAMPS = 4_096;
/** Interval of checks for the end of a read. */
const CHECK_MS = 10;

/** Replaced snapshot, which a read with this pin may still use. */
interface Held {
  readonly snapshot: Snapshot;
  readonly pin: number;
}

export class Lender {
  private readonly words = new Int32Array(new SharedArrayBuffer(SHARED_BYTES));
  private readonly port: MessagePort;
  /** For the reader. */
  readonly channel: SnapshotChannel;
  private version = 0;
  private schema = 0;
  private lastCatalog: object | undefined;
  private lastFacets = -1;
  /** Keys of facets in the current snapshot: the store may have more, of a write in progress. */
  private facets: number;
  private held: readonly Held[] = [];
  private timer: NodeJS.Timeout | undefined;
  private lending: NodeJS.Immediate | undefined;

  constructor(
    private readonly store: Store,
    private readonly oracle: Oracle,
  ) {
    this.facets = store.facetKeyCount;
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.channel = { port: port2, shared: this.words.buffer };
    port1.on('message', () => this.lend());
    port1.unref();
    store.onReplaced = (before) => this.publish(before);
  }

  private publish(before: Snapshot): void {
    this.version = (this.version + 1) | 0;
    this.facets = this.store.facetKeyCount;
    Atomics.store(this.words, WORDS.VERSION, this.version);
    const pin = Atomics.load(this.words, WORDS.PIN);
    if (isReading(pin)) this.hold({ snapshot: before.acquire(), pin });
    this.lending ??= setImmediate(() => {
      this.lending = undefined;
      if (Atomics.exchange(this.words, WORDS.WANTED, 0) === 1) this.lend();
      // Timestamps of a state that nobody reads would keep its pages.
      else this.oracle.endLending();
    });
  }

  private lend(): void {
    const { current } = this.store;
    const { facets } = this;
    if (current.catalog !== this.lastCatalog || facets !== this.lastFacets) this.schema++;
    this.lastCatalog = current.catalog;
    this.lastFacets = facets;
    const timestamps = this.oracle.lend(TIMESTAMPS);
    const { version, schema } = this;
    this.port.postMessage({ version, handle: current.handle, schema, timestamps } satisfies LentSnapshot);
  }

  private hold(held: Held): void {
    this.held = [...this.held, held];
    this.timer ??= setInterval(() => this.check(), CHECK_MS);
  }

  private check(): void {
    const pin = Atomics.load(this.words, WORDS.PIN);
    for (const each of this.held) if (each.pin !== pin) each.snapshot.release();
    this.held = this.held.filter((each) => each.pin === pin);
    if (this.held.length > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Ends lending. The reader must have ended before. */
  close(): void {
    clearImmediate(this.lending);
    this.port.close();
    clearInterval(this.timer);
    for (const { snapshot } of this.held) snapshot.release();
    this.held = [];
  }
}

const isReading = (pin: number): boolean => (pin & 1) === 1;
