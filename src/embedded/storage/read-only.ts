/** A directory that this process has open, read from another of its threads. */
import type { Environment } from './environment';
import { load, openToRead } from './open';
import { SpaceReader } from './reader';
import { Snapshot } from './snapshot';

export class ReadOnlyStore {
  private constructor(private readonly env: Environment) {}

  /** @throws StoreError */
  static open(directory: string): ReadOnlyStore {
    return new ReadOnlyStore(openToRead(directory));
  }

  /** What is committed now; to be released. Its commit timestamp is for the thread that writes to know. */
  snapshot(): Snapshot {
    const transaction = this.env.snapshot();
    const { catalog, facetKeys } = load(this.env, { transaction });
    return new Snapshot(catalog, new SpaceReader(this.env, facetKeys, transaction), 0, transaction);
  }

  close(): Promise<void> {
    return this.env.close();
  }
}
