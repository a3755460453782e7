/**
 * Lists of edges with facets that have been decoded: a query reads the facets of a list edge by edge, and those of
 * reverse edges from many lists in turn.
 */
import type { FacetedUids } from './uid-record';
import type { Uid } from './view';

/** Maximum records in memory, of up to a few hundred edges each. */
const MAX_RECORDS = 2048;
/** Maximum records of one list. */
const MAX_PARTS = 16;

export class FacetedLists {
  /** Records by space and subject; the newest of a list comes last. */
  private readonly spaces = new Map<number, Map<Uid, FacetedUids[]>>();
  private count = 0;

  /** Returns the record that has, or could have, an edge. */
  find(space: number, uid: Uid, other: Uid): FacetedUids | undefined {
    const records = this.spaces.get(space)?.get(uid);
    if (!records) return undefined;
    for (let i = records.length - 1; i >= 0; i--) {
      const { uids } = records[i]!;
      if (uids[0]! <= other && other <= uids[uids.length - 1]!) return records[i];
    }
    return undefined;
  }

  add(space: number, uid: Uid, record: FacetedUids): void {
    if (this.count >= MAX_RECORDS) this.clear();
    let lists = this.spaces.get(space);
    if (!lists) this.spaces.set(space, (lists = new Map<Uid, FacetedUids[]>()));
    const records = lists.get(uid);
    if (!records) lists.set(uid, [record]);
    else if (records.push(record) > MAX_PARTS) {
      void records.shift();
      this.count--;
    }
    this.count++;
  }

  clear(): void {
    this.spaces.clear();
    this.count = 0;
  }
}
