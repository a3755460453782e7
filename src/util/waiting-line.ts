/** Callers that wait for a turn, first in, first out. */

export class WaitingLine {
  /** Callbacks of waiting callers, oldest first. */
  private readonly callers = new Set<() => void>();

  get size(): number {
    return this.callers.size;
  }

  /**
   * Waits until the caller is called.
   *
   * @param signal ends the wait
   * @returns false after an abort
   */
  async wait(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return false;
    return new Promise((resolve) => {
      const finish = (isCalled: boolean): void => {
        this.callers.delete(go);
        signal.removeEventListener('abort', giveUp);
        resolve(isCalled);
      };
      const go = (): void => finish(true);
      const giveUp = (): void => finish(false);
      this.callers.add(go);
      signal.addEventListener('abort', giveUp);
    });
  }

  /** Calls the caller that has waited longest. @returns false if none waits */
  callNext(): boolean {
    const [next] = this.callers;
    next?.();
    return next !== undefined;
  }
}
