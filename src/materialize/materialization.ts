/** Step 7 of a load, and what is left of one that was cut off. */
import { setTimeout as delay } from 'node:timers/promises';
import { OwlgateError } from '../errors';
import type { Plan } from '../reasoner';
import type { Logger } from '../util/log';
import type { Gate } from './gate';
import type { Authority } from './in-force';
import type { Registry } from './registry';
import { sweep } from './sweep';
import { VersionChanged } from './transaction';
import type { MaterializationReport } from './types';
import { takeFence } from './write';

/** How often a materialization that runs says so, to gateways that start meanwhile. */
const MARK_MS = 1000;
/** Without a new mark for as long, it is taken to be cut off. */
const SILENCE_MS = MARK_MS * 3;

export class Materialization {
  private readonly stopping = new AbortController();
  private resuming: Promise<void> | undefined;
  private isRunningAgain = false;

  constructor(
    private readonly authority: Authority,
    private readonly registry: Registry,
    private readonly gate: Gate,
    private readonly logger: Logger,
  ) {}

  /** Ends what runs. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.resuming;
  }

  /** Whether a materialization that was cut off runs again; not while another gateway is only watched at it. */
  get isResuming(): boolean {
    return this.isRunningAgain;
  }

  /**
   * Materializes the version in force.
   *
   * @param before what is materialized already; undefined where that is not known
   * @throws OwlgateError OntologySuperseded
   */
  async run(before: Plan | undefined): Promise<MaterializationReport> {
    const { version } = this.authority.force!.reasoning;
    const { signal } = this.stopping;
    let marking: Promise<unknown> = Promise.resolve();
    const mark = setInterval(() => {
      marking = this.registry.markMaterialized(version, false, String(Date.now())).catch(() => undefined);
    }, MARK_MS);
    try {
      await this.awaitOthers();
      const report = await sweep({ context: this.authority.context(), logger: this.logger, before, signal });
      clearInterval(mark);
      // A mark that is under way would come last otherwise, and say that it goes on.
      await marking;
      await this.registry.markMaterialized(version, true);
      return report;
    } catch (error) {
      throw error instanceof VersionChanged ? new OwlgateError('OntologySuperseded', { version }) : error;
    } finally {
      clearInterval(mark);
    }
  }

  /** Ends the materialization of a version, where no other gateway is at it. */
  resume(version: number): void {
    this.resuming ??= this.resumeNow(version)
      .catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error);
        if (!this.stopping.signal.aborted) this.logger.error('the materialization failed', { version, reason });
      })
      .finally(() => (this.resuming = undefined));
  }

  private async resumeNow(version: number): Promise<void> {
    const { signal } = this.stopping;
    const isInForce = () => this.authority.force?.reasoning.version === version;
    for (let mark: string | undefined | null = null; ;) {
      const entry = (await this.registry.history()).find((stored) => stored.version === version);
      if (!entry || entry.materialized || !isInForce()) return;
      if (entry.cursor === mark) break;
      mark = entry.cursor;
      await delay(SILENCE_MS, undefined, { signal });
    }
    if (!isInForce()) return;
    this.logger.info('a materialization was cut off; it is run again', { version });
    this.isRunningAgain = true;
    try {
      await this.run(undefined);
    } finally {
      this.isRunningAgain = false;
    }
  }

  /**
   * Ends what was begun under the version before, here and through other gateways: whatever commits after this was reasoned
   * under the version in force, and whatever committed before it is walked over.
   */
  private async awaitOthers(): Promise<void> {
    await this.authority.awaitNotice(this.stopping.signal);
    await this.gate.alone(() => takeFence(this.authority.context()));
  }
}
