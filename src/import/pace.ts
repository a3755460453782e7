/** Pace of an import: statements per second, and the time left of the source that is read. */

/** Place in a source. */
interface Place {
  /** Statements written or refused. */
  readonly statements: number;
  /** Bytes read. */
  readonly bytes: number;
}

export class Pace {
  private readonly startedAt: number;

  /**
   * @param from place at which this run begins to write the source
   * @param size bytes of the source, if known
   * @param now milliseconds
   */
  constructor(
    private readonly from: Place,
    private readonly size: number | undefined,
    private readonly now: () => number = Date.now,
  ) {
    this.startedAt = now();
  }

  /** @returns `secondsLeft` undefined if the size is not known, or nothing has been read yet */
  at({ statements, bytes }: Place): { readonly rate: number; readonly secondsLeft?: number } {
    const seconds = Math.max(0.001, (this.now() - this.startedAt) / 1000);
    const rate = Math.round((statements - this.from.statements) / seconds);
    const read = bytes - this.from.bytes;
    if (this.size === undefined || read <= 0) return { rate };
    return { rate, secondsLeft: Math.round((Math.max(0, this.size - bytes) / read) * seconds) };
  }
}
