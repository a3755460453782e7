/** Lets writers through together, or one schema change alone. */
export class Gate {
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

  /** Runs `work` when every writer before it is through, and keeps later ones waiting. */
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
