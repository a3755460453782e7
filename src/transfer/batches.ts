/** Writing statements in transactions of many: what an engine refuses is found, line by line, and the rest is written. */
import { EngineFailure, retryAborted, type Engine } from '../dgraph';
import type { Term } from './line';
import type { Nodes } from './nodes';
import { MOST_TOLD, type Refusal } from './survey';

/** A statement on its way, with where it stands. */
export interface Entry {
  readonly file: string;
  readonly line: number;
  readonly subject: Term;
  /** ` <predicate> ` */
  readonly predicate: string;
  readonly object: Term | undefined;
  /** The value, where there is no object; the facets; the dot. */
  readonly rest: string;
}

export class Batches {
  private readonly underway = new Set<Promise<void>>();
  private failure: unknown;
  readonly refused: Refusal[] = [];
  refusedCount = 0;
  written = 0;

  /** @param parallel transactions at a time */
  constructor(
    private readonly engine: Engine,
    private readonly nodes: Nodes,
    private readonly parallel: number,
    private readonly mostRefused: number,
  ) {}

  /** Sends statements; waits while as many are under way as may be. @throws what an earlier one met */
  async send(entries: readonly Entry[]): Promise<void> {
    while (this.underway.size >= this.parallel) await Promise.race(this.underway);
    this.check();
    const sent: Promise<void> = this.write(entries)
      .catch((error: unknown) => void (this.failure ??= error))
      .finally(() => this.underway.delete(sent));
    this.underway.add(sent);
  }

  /** @throws what a transaction met that is no refusal of a statement */
  async finish(): Promise<void> {
    await Promise.all(this.underway);
    this.check();
  }

  private check(): void {
    if (this.failure !== undefined) throw this.failure as Error;
  }

  private async write(entries: readonly Entry[]): Promise<void> {
    try {
      const { uids } = await retryAborted(() => this.attempt(entries), { attempts: 30 });
      this.nodes.learn(uids);
      this.written += entries.length;
    } catch (error) {
      this.nodes.forget();
      if (!(error instanceof EngineFailure) || error.isUnauthenticated) throw error;
      if (entries.length === 1) return this.refuse(entries[0]!, error.message);
      // Halves, and halves of these: as many more requests as the logarithm of the batch for each line that is refused.
      const middle = entries.length >> 1;
      await this.write(entries.slice(0, middle));
      await this.write(entries.slice(middle));
    }
  }

  private attempt(entries: readonly Entry[]): ReturnType<Engine['mutate']> {
    const { nodes } = this;
    let body = '{ set {\n';
    for (const { subject, predicate, object, rest } of entries) {
      body += nodes.text(subject) + predicate + (object ? nodes.text(object) : '') + rest;
    }
    return this.engine.mutate(`${body}} }`, { contentType: 'application/rdf', commitNow: true });
  }

  private refuse({ file, line }: Entry, reason: string): void {
    this.refusedCount++;
    if (this.refused.length < MOST_TOLD) this.refused.push({ file, line, reason });
    if (this.refusedCount >= this.mostRefused) throw new TooManyRefused();
  }
}

/** More statements were refused than may be: the load has ended before its end. */
export class TooManyRefused extends Error {}
