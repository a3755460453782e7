/** Writes go through side by side; a load, or a write that never gets through, waits for those inside and goes alone. */
export class Gate {
  private inside = 0;
  private last: Promise<void> = Promise.resolve();
  private closed: Promise<void> | undefined;
  private emptied: (() => void) | undefined;

  /** Runs among others. Waits while the gate is closed. */
  async shared<T>(run: () => Promise<T>): Promise<T> {
    while (this.closed) await this.closed;
    this.inside++;
    try {
      return await run();
    } finally {
      this.inside--;
      if (this.inside === 0) this.emptied?.();
    }
  }

  /** Closes the gate, waits until nobody is inside, and runs alone. Those who want that take turns. */
  async alone<T>(run: () => Promise<T>): Promise<T> {
    const before = this.last;
    let open!: () => void;
    const turn = new Promise<void>((resolve) => (open = resolve));
    this.last = turn;
    await before;
    this.closed = turn;
    try {
      if (this.inside > 0) await new Promise<void>((resolve) => (this.emptied = resolve));
      return await run();
    } finally {
      this.closed = undefined;
      this.emptied = undefined;
      open();
    }
  }
}
