/** Read-only queries over one snapshot of the store. */
import type { Engine } from '../../dgraph';

export class Snapshot {
  private startTs: number | undefined;
  private hash: string | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly signal?: AbortSignal,
  ) {}

  /** @throws errors of Engine; the signal's reason */
  async query<Data>(text: string, variables?: Readonly<Record<string, string>>): Promise<Data> {
    this.signal?.throwIfAborted();
    const { startTs, hash } = this;
    const { data, extensions } = await this.engine.query<Data>(text, {
      readOnly: true,
      repeatable: true,
      ...(variables && { variables }),
      ...(startTs !== undefined && { startTs }),
      ...(hash !== undefined && { hash }),
    });
    this.startTs ??= extensions.txn?.start_ts;
    this.hash ??= extensions.txn?.hash;
    this.signal?.throwIfAborted();
    return data;
  }
}
