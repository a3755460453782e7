/** Read transaction: all queries of a write see one snapshot of the store. */
import { abandonTransaction, exactDataOf, type Credentials, type Engine } from '../../dgraph';
import { versionOfRecord } from '../in-force/registry-rows';
import type { FactQuery, Json } from './fact-query';

interface TransactionOptions {
  readonly credentials?: Credentials | undefined;
  /** Start timestamp of a client's open transaction. */
  readonly startTs?: number | undefined;
  readonly hash?: string | undefined;
  /** Ends the reads; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
}

/** Part of an engine that reads need. */
export type TransactionEngine = Pick<Engine, 'query' | 'commit'>;

/** Registry head that reads check. */
export interface Head {
  readonly uid: string;
  readonly version: number;
}

/** The ontology in force is not the one that a write was reasoned with. */
export class VersionChanged extends Error {
  override readonly name = 'VersionChanged';
}

export class ReadTransaction {
  /** Number of queries. */
  reads = 0;
  /** Prefix of the names of its blocks, which tells them from those of other writes in the same query. */
  readonly prefix: string = '';
  private start: number | undefined;
  private proof: string | undefined;

  /** @param head checked with each read, so that no write is reasoned with an ontology that is no longer in force */
  constructor(
    private readonly engine: TransactionEngine,
    private readonly head: Head | undefined,
    private readonly options: TransactionOptions = {},
  ) {
    this.start = options.startTs;
    this.proof = options.hash;
  }

  /** Start timestamp; undefined before the first read of a new transaction. */
  get startTs(): number | undefined {
    return this.start;
  }

  /** Hash by which an engine with access control lets a request continue the transaction. */
  get hash(): string | undefined {
    return this.proof;
  }

  /**
   * Runs query blocks.
   *
   * @param blocks without surrounding braces
   * @throws VersionChanged, EngineFailure, OwlgateError EngineUnreachable
   */
  async read(blocks: string): Promise<Record<string, unknown>> {
    return this.query(
      this.head
        ? `{ owlgate_head(func: uid(${this.head.uid})) { record: owlgate.record }\n${blocks} }`
        : `{ ${blocks} }`,
    );
  }

  /** Asks for facts. @returns the answer, which the query decodes @throws as `read` */
  async ask(query: FactQuery): Promise<Json> {
    return query.isEmpty ? {} : this.read(query.text);
  }

  /** Runs a whole document, optionally with other credentials. Checks the head if the answer contains it. */
  async query(text: string, credentials = this.options.credentials): Promise<Record<string, unknown>> {
    this.reads++;
    const { proof: hash } = this;
    const { signal } = this.options;
    const answer = await this.engine.query(text, {
      ...(credentials && { credentials }),
      ...(this.start !== undefined && { startTs: this.start }),
      ...(hash !== undefined && { hash }),
      ...(signal && { signal }),
    });
    const { txn } = answer.extensions;
    this.start ??= txn?.start_ts;
    this.proof ??= txn?.hash;
    const { owlgate_head: heads, ...rest } = exactDataOf(answer) as {
      owlgate_head?: readonly { readonly record?: unknown }[];
    };
    if (heads !== undefined && this.head && versionOfRecord(heads[0]?.record) !== this.head.version) {
      throw new VersionChanged();
    }
    return rest;
  }

  /** Aborts a transaction without writes that owlgate began. */
  async abandon(): Promise<void> {
    const { start: startTs, proof: hash, options } = this;
    if (startTs === undefined || options.startTs !== undefined) return;
    await abandonTransaction(this.engine, { startTs, hash, credentials: options.credentials });
  }
}
