/**
 * Writer of statements in large transactions. A refused batch is halved until the refused lines are found; all others
 * are written.
 */
import { EngineFailure, retryAborted, type Engine } from '../dgraph';
import type { Term } from './line';
import type { Nodes } from './nodes';
import { MAX_LISTED_REFUSALS, type RefusedLine } from './survey';

/** Statement to be written, with its position. */
export interface Entry {
  readonly file: string;
  readonly line: number;
  readonly subject: Term;
  /** ` <predicate> ` */
  readonly predicate: string;
  readonly object: Term | undefined;
  /** Value if there is no object, facets, final dot. */
  readonly suffix: string;
}

export class Batches {
  private readonly pending = new Set<Promise<void>>();
  private failure: unknown;
  readonly refused: RefusedLine[] = [];
  refusedCount = 0;
  written = 0;

  /** @param parallel maximum concurrent transactions */
  constructor(
    private readonly engine: Engine,
    private readonly nodes: Nodes,
    private readonly parallel: number,
    private readonly maxRefused: number,
  ) {}

  /** Sends statements; waits while the maximum of transactions is open. @throws the error of an earlier transaction */
  async send(entries: readonly Entry[]): Promise<void> {
    while (this.pending.size >= this.parallel) await Promise.race(this.pending);
    this.check();
    const writing: Promise<void> = this.write(entries)
      .catch((error: unknown) => void (this.failure ??= error))
      .finally(() => this.pending.delete(writing));
    this.pending.add(writing);
  }

  /** Waits for all transactions. @throws the error of a transaction, except refusals of statements */
  async finish(): Promise<void> {
    await Promise.all(this.pending);
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
      // Halving finds each refused line with a number of requests that is logarithmic in the batch size.
      const middle = entries.length >> 1;
      await this.write(entries.slice(0, middle));
      await this.write(entries.slice(middle));
    }
  }

  private attempt(entries: readonly Entry[]): ReturnType<Engine['mutate']> {
    const { nodes } = this;
    let body = '{ set {\n';
    for (const { subject, predicate, object, suffix } of entries) {
      body += nodes.text(subject) + predicate + (object ? nodes.text(object) : '') + suffix;
    }
    return this.engine.mutate(`${body}} }`, { contentType: 'application/rdf', commitNow: true });
  }

  private refuse({ file, line }: Entry, reason: string): void {
    this.refusedCount++;
    if (this.refused.length < MAX_LISTED_REFUSALS) this.refused.push({ file, line, reason });
    if (this.refusedCount >= this.maxRefused) throw new TooManyRefused();
  }
}

/** Thrown when more statements are refused than allowed; it ends the load early. */
export class TooManyRefused extends Error {}
