/** A directory that this process has open, read by another of its threads. */
import { Environment } from './environment';
import { load, openToRead, type OpenedStore } from './open';
import { SpaceReader } from './reader';
import { Snapshot } from './snapshot';

/** Schema and keys of facets, as of a snapshot. */
export type StoredSchema = Pick<OpenedStore, 'catalog' | 'facetKeys'>;

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
    return this.borrowWith(this.schemaOf(handle), handle);
  }

  /** Same as `borrow`, with the schema of that snapshot. */
  borrowWith({ catalog, facetKeys }: StoredSchema, handle: number): Snapshot {
    const transaction = Environment.borrow(handle);
    return new Snapshot(catalog, new SpaceReader(this.env, facetKeys, transaction), 0, transaction);
  }

  /** Reads the schema of a snapshot that another thread holds. */
  schemaOf(handle: number): StoredSchema {
    return load(this.env, { transaction: Environment.borrow(handle) });
  }

  close(): Promise<void> {
    return this.env.close();
  }
}
