/**
 * Completion of interrupted deletes in parts, left by a gateway that ended or an engine that did not answer. Each
 * gateway reads the journal every few seconds and finishes deletes without recent progress. Two gateways may take up
 * the same delete: its parts name their edges, and a part that both write is committed once.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../../util/log';
import type { HubDeletes } from '.';
import type { Entry } from './journal';

/** Reads of the journal in one patience period. */
const LOOKS = 3;
/** Maximum attempts of one gateway at one delete. */
const MAX_ATTEMPTS = 5;

export class Leftovers {
  private readonly stopping = new AbortController();
  private following: Promise<void> | undefined;
  private wake = (): void => undefined;
  private readonly sightings = new Map<string, { readonly done: number; readonly since: number }>();
  private readonly failures = new Map<string, number>();

  /**
   * @param patienceMs time without progress after which a delete counts as interrupted
   * @param isAlone true if the engine has no other gateway: a delete that does not run here is interrupted
   */
  constructor(
    private readonly hubs: Pick<HubDeletes, 'entries' | 'end' | 'running' | 'onLeft'>,
    private readonly logger: Logger,
    private readonly patienceMs: number,
    private readonly isAlone: boolean,
  ) {}

  start(): void {
    this.hubs.onLeft = () => this.wake();
    this.following = this.follow();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.wake();
    await this.following;
  }

  private async follow(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        const woken = new Promise<void>((resolve) => (this.wake = resolve));
        const left = await this.look();
        if (this.isAlone && left === 0) await woken;
        else await delay(this.patienceMs / LOOKS, undefined, { signal, ref: false });
      } catch (error) {
        if (signal.aborted) return;
        // An unreachable engine is queried again later.
        this.logger.debug('the journal of deletes cannot be read', { reason: reasonOf(error) });
        await delay(this.patienceMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** @returns number of unfinished deletes */
  private async look(): Promise<number> {
    const entries = await this.hubs.entries();
    const now = Date.now();
    const keys = new Set(entries.map(({ key }) => key));
    for (const map of [this.sightings, this.failures])
      for (const key of map.keys()) if (!keys.has(key)) map.delete(key);
    for (const entry of entries) {
      const { key, done } = entry;
      const before = this.sightings.get(key);
      const isRunning = this.hubs.running.has(key);
      const isStill = before?.done === done && now - before.since >= this.patienceMs;
      if (!isRunning && (isStill || this.isAlone)) await this.end(entry);
      else if (isRunning || before?.done !== done) this.sightings.set(key, { done, since: now });
    }
    return entries.length;
  }

  private async end(entry: Entry): Promise<void> {
    const { signal } = this.stopping;
    const { key, done } = entry;
    const failures = this.failures.get(key) ?? 0;
    if (failures >= MAX_ATTEMPTS) return;
    this.logger.info('resuming an interrupted delete', { done });
    try {
      await this.hubs.end(entry, signal);
      this.logger.info('the interrupted delete was completed');
    } catch (error) {
      if (signal.aborted) return;
      this.failures.set(key, failures + 1);
      this.sightings.delete(key);
      this.logger.error('an interrupted delete cannot be completed', { reason: reasonOf(error) });
    }
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
