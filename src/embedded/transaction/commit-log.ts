/** Keys of recent commits, against which open transactions are checked. */
import type { KeyList } from './key-list';

interface Commit {
  readonly commitTs: number;
  readonly keys: KeyList;
}

export class CommitLog {
  /** In order of commit. */
  private readonly commits: Commit[] = [];
  private total = 0;

  /** Number of keys held. */
  get size(): number {
    return this.total;
  }

  /** @param keys must not change afterwards */
  record(commitTs: number, keys: KeyList): void {
    if (keys.size === 0) return;
    this.commits.push({ commitTs, keys });
    this.total += keys.size;
  }

  /** True if a commit after `since` wrote one of the keys. */
  conflicts(keys: KeyList, since: number): boolean {
    for (let i = this.commits.length - 1; i >= 0 && this.commits[i]!.commitTs > since; i--) {
      if (this.commits[i]!.keys.meets(keys)) return true;
    }
    return false;
  }

  /** Drops commits that every transaction sees. */
  forgetUpTo(commitTs: number): void {
    let n = 0;
    while (n < this.commits.length && this.commits[n]!.commitTs <= commitTs) n++;
    if (n === 0) return;
    this.commits.splice(0, n);
    this.total = this.commits.reduce((sum, { keys }) => sum + keys.size, 0);
  }
}
