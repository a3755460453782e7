/** Queries over one snapshot of the store. */
import type { Engine } from '../../dgraph';

interface Answered {
  readonly extensions: { readonly txn?: { readonly start_ts?: number; readonly hash?: string } };
}

export class Snapshot {
  protected startTs: number | undefined;
  private hash: string | undefined;

  /** @param options false for the reads of a transaction that also writes */
  constructor(
    protected readonly engine: Engine,
    private readonly signal?: AbortSignal,
    private readonly readsOnly = true,
  ) {}

  /** @throws errors of Engine; the signal's reason */
  async query<Data>(text: string, variables?: Readonly<Record<string, string>>): Promise<Data> {
    this.signal?.throwIfAborted();
    const answer = await this.engine.query<Data>(text, {
      ...(this.readsOnly && { readOnly: true, repeatable: true }),
      ...(variables && { variables }),
      ...this.place,
    });
    this.note(answer);
    this.signal?.throwIfAborted();
    return answer.data;
  }

  /** The snapshot, for further requests to it. */
  protected get place(): { readonly startTs?: number; readonly hash?: string } {
    const { startTs, hash } = this;
    return { ...(startTs !== undefined && { startTs }), ...(hash !== undefined && { hash }) };
  }

  protected note({ extensions: { txn } }: Answered): void {
    this.startTs ??= txn?.start_ts;
    this.hash ??= txn?.hash;
  }
}
