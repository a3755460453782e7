/** Sizes of predicates in the data file, measured in pieces beside other work, and kept for a while. */
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { spacesOf, type Catalog } from './catalog';
import type { Environment } from './environment';
import { spaceRange } from './keys';

/** Time after which sizes are measured again. Dgraph's are minutes old. */
const FRESH_MS = 30_000;
const PIECE_MS = 10;

export class Sizes {
  private measured: ReadonlyMap<string, number> = new Map();
  private measuredAt = -Infinity;
  private running: Promise<void> | undefined;
  private isStopped = false;

  constructor(
    private readonly env: Environment,
    private readonly catalog: () => Catalog,
  ) {}

  /**
   * Returns the bytes of the keys and values of each predicate, indexes included. Large ones may be those of an earlier
   * measurement, or absent before the first.
   *
   * @param waitMs maximum wait for a measurement
   */
  async byPredicate(waitMs: number): Promise<ReadonlyMap<string, number>> {
    if (performance.now() - this.measuredAt > FRESH_MS) {
      this.running ??= this.measure().finally(() => (this.running = undefined));
      await Promise.race([this.running, delay(waitMs, undefined, { ref: false })]);
    }
    return this.measured;
  }

  /** Ends a measurement: nothing may read a file that is closed. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.running;
  }

  private async measure(): Promise<void> {
    const sizes = new Map<string, number>();
    const catalog = this.catalog();
    for (const { name } of catalog.predicates()) {
      let bytes = 0;
      for (const space of spacesOf(catalog.entry(name)!.spaces)) bytes += await this.sizeOf(space);
      sizes.set(name, bytes);
    }
    if (this.isStopped) return;
    this.measured = sizes;
    this.measuredAt = performance.now();
  }

  private async sizeOf(space: number): Promise<number> {
    const [first, to] = spaceRange(space);
    let from: Uint8Array | undefined = first;
    let bytes = 0;
    while (from && !this.isStopped) {
      const end = performance.now() + PIECE_MS;
      let last: Uint8Array | undefined;
      for (const { key, value } of this.env.scan({ from, to }, {})) {
        bytes += key.length + value.length;
        if (performance.now() < end) continue;
        last = key;
        break;
      }
      // The smallest key above the last one.
      from = last && Buffer.concat([last, Buffer.of(0)]);
      await nextTurn();
    }
    return bytes;
  }
}
