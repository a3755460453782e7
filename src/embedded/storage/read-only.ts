/** A directory that this process has open, read from another of its threads. */
import { Environment } from './environment';
import { load, openToRead } from './open';
import { SpaceReader } from './reader';
import { Snapshot } from './snapshot';

export class ReadOnlyStore {
  private constructor(private readonly env: Environment) {}

  /** @throws StoreError */
  static open(directory: string): ReadOnlyStore {
    return new ReadOnlyStore(openToRead(directory));
  }

  /**
   * A snapshot that another thread holds, and has to hold until nobody reads it here any more. Its commit timestamp is for
   * that thread to know.
   *
   * @param handle as `Snapshot.handle` gives it
   */
  borrow(handle: number): Snapshot {
    const transaction = Environment.borrow(handle);
    const { catalog, facetKeys } = load(this.env, { transaction });
    return new Snapshot(catalog, new SpaceReader(this.env, facetKeys, transaction), 0, transaction);
  }

  close(): Promise<void> {
    return this.env.close();
  }
}
