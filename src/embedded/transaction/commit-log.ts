/** Which keys recent commits wrote: what an open transaction is checked against. */

interface Commit {
  readonly commitTs: number;
  /** Sorted when first looked at: most commits are never. */
  readonly keys: Float64Array;
  sorted: boolean;
}

export class CommitLog {
  /** In order of commit. */
  private readonly commits: Commit[] = [];
  private total = 0;

  /** Number of keys held. */
  get size(): number {
    return this.total;
  }

  record(commitTs: number, keys: ReadonlySet<number>): void {
    if (keys.size === 0) return;
    this.commits.push({ commitTs, keys: Float64Array.from(keys), sorted: false });
    this.total += keys.size;
  }

  /** Whether a commit after `since` wrote one of the keys. */
  conflicts(keys: ReadonlySet<number>, since: number): boolean {
    for (let i = this.commits.length - 1; i >= 0 && this.commits[i]!.commitTs > since; i--) {
      if (shareKey(this.commits[i]!, keys)) return true;
    }
    return false;
  }

  /** Forgets commits that every transaction sees. */
  forgetUpTo(commitTs: number): void {
    let n = 0;
    while (n < this.commits.length && this.commits[n]!.commitTs <= commitTs)
      this.total -= this.commits[n++]!.keys.length;
    if (n > 0) this.commits.splice(0, n);
  }
}

function shareKey(commit: Commit, keys: ReadonlySet<number>): boolean {
  if (commit.keys.length <= keys.size) return commit.keys.some((key) => keys.has(key));
  if (!commit.sorted) {
    commit.keys.sort();
    commit.sorted = true;
  }
  for (const key of keys) if (contains(commit.keys, key)) return true;
  return false;
}

function contains(sorted: Float64Array, key: number): boolean {
  let low = 0;
  let high = sorted.length - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] === key) return true;
    if (sorted[middle]! < key) low = middle + 1;
    else high = middle - 1;
  }
  return false;
}
