/** A directory that this process has open, read by another of its threads. */
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
   * Returns a snapshot that another thread holds; that thread must hold it until this one has finished. Its commit
   * timestamp is unknown here.
   *
   * @param handle value of `Snapshot.handle`
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
