/** Lock between writers, which run together, and schema changes, which run alone. */
export class SchemaLock {
  private writers = 0;
  private closed: Promise<void> | undefined;
  private drained: (() => void) | undefined;

  /** Runs `work` beside other writers, once no schema change is in progress. */
  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.closed) await this.closed;
    this.writers++;
    try {
      return await work();
    } finally {
      this.writers--;
      if (this.writers === 0) this.drained?.();
    }
  }

  /** Runs `work` once all earlier writers have finished; later writers wait for it. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.closed) await this.closed;
    let open!: () => void;
    this.closed = new Promise((resolve) => {
      open = resolve;
    });
    try {
      if (this.writers > 0) {
        await new Promise<void>((resolve) => {
          this.drained = resolve;
        });
        this.drained = undefined;
      }
      return await work();
    } finally {
      this.closed = undefined;
      open();
    }
  }
}
