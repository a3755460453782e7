/** Work in progress, which a stop waits for. */
export class RunningWork {
  private count = 0;
  private onEnd: (() => void) | undefined;

  async track<T>(run: () => Promise<T>): Promise<T> {
    this.count++;
    try {
      return await run();
    } finally {
      this.count--;
      if (this.count === 0) this.onEnd?.();
    }
  }

  /** Resolves when no work is in progress. */
  async ended(): Promise<void> {
    if (this.count > 0) await new Promise<void>((resolve) => (this.onEnd = resolve));
  }
}
