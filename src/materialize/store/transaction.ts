/** Reads at one moment of the store's history: every query of a write sees the same. */
import type { Credentials, Engine, QueryAnswer } from '../../dgraph';
import { parseLossless } from '../../util/json';

export interface TransactionOptions {
  readonly credentials?: Credentials | undefined;
  /** Of a transaction that a client has open. */
  readonly startTs?: number | undefined;
  readonly hash?: string | undefined;
}

/** The part of an engine that reads need. */
export type TransactionEngine = Pick<Engine, 'query' | 'commit'>;

/** The head of the registry, as reads check it. */
export interface Head {
  readonly uid: string;
  readonly version: number;
}

/** Another ontology is in force than the one that a write was reasoned with. */
export class VersionChanged extends Error {
  override readonly name = 'VersionChanged';
}

export class ReadTransaction {
  /** How often the engine was asked. */
  reads = 0;
  private start: number | undefined;
  private proof: string | undefined;

  /** @param head read along and compared, so that no write is reasoned with an ontology that is not in force any more */
  constructor(
    private readonly engine: TransactionEngine,
    private readonly head: Head | undefined,
    private readonly options: TransactionOptions = {},
  ) {
    this.start = options.startTs;
    this.proof = options.hash;
  }

  /** When the transaction began; undefined before the first read of a new one. */
  get startTs(): number | undefined {
    return this.start;
  }

  /** What an engine with access control wants to see of whoever goes on with the transaction. */
  get hash(): string | undefined {
    return this.proof;
  }

  /**
   * Answers blocks.
   *
   * @param blocks without braces around them
   * @throws VersionChanged, EngineFailure, OwlgateError EngineUnreachable
   */
  async read(blocks: string): Promise<Record<string, unknown>> {
    return this.query(
      this.head ? `{ owlgate_head(func: uid(${this.head.uid})) { v: owlgate.version }\n${blocks} }` : `{ ${blocks} }`,
    );
  }

  /** As read, for a whole document, in the name of others too. The head is checked where the answer has it. */
  async query(text: string, credentials = this.options.credentials): Promise<Record<string, unknown>> {
    this.reads++;
    const { proof: hash } = this;
    const { body } = await this.engine.query(text, {
      ...(credentials && { credentials }),
      ...(this.start !== undefined && { startTs: this.start }),
      ...(hash !== undefined && { hash }),
    });
    const { data, extensions } = parseLossless(body.toString()) as QueryAnswer;
    this.start ??= extensions?.txn?.start_ts;
    this.proof ??= extensions?.txn?.hash;
    const { owlgate_head: seen, ...rest } = data as { owlgate_head?: readonly { readonly v?: number }[] };
    if (seen !== undefined && this.head && seen[0]?.v !== this.head.version) throw new VersionChanged();
    return rest;
  }

  /** Lets the engine forget a transaction of owlgate's own in which nothing was written. */
  async abandon(): Promise<void> {
    const { start, proof: hash, options } = this;
    if (start === undefined || options.startTs !== undefined) return;
    const { credentials } = options;
    // It would forget by itself, only later.
    await this.engine
      .commit({ startTs: start, abort: true, ...(hash !== undefined && { hash }), ...(credentials && { credentials }) })
      .catch(() => undefined);
  }
}
