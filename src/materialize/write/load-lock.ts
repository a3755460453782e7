/** Lock with a shared and an exclusive mode, around the steps of a load. */
import { setTimeout as delay } from 'node:timers/promises';
import { OwlgateError } from '../../errors';

/**
 * Shared work runs side by side. Exclusive work waits for running shared work, and shared work that arrives meanwhile
 * waits for the exclusive work.
 */
export class LoadLock {
  private inside = 0;
  private last: Promise<void> = Promise.resolve();
  private closed: Promise<void> | undefined;
  private emptied: (() => void) | undefined;

  /**
   * Runs shared work. Waits for exclusive work.
   *
   * @param patienceMs maximum wait
   * @throws OwlgateError OntologyBusy after a longer wait
   */
  async shared<T>(run: () => Promise<T>, patienceMs?: number): Promise<T> {
    while (this.closed) await within(patienceMs, this.closed);
    this.inside++;
    try {
      return await run();
    } finally {
      this.inside--;
      if (this.inside === 0) this.emptied?.();
    }
  }

  /**
   * Runs exclusive work, after running shared work has ended. Calls take turns.
   *
   * @param patienceMs maximum wait for running shared work
   * @throws OwlgateError OntologyBusy after a longer wait
   */
  async alone<T>(run: () => Promise<T>, patienceMs?: number): Promise<T> {
    const before = this.last;
    let open!: () => void;
    const turn = new Promise<void>((resolve) => (open = resolve));
    this.last = turn;
    await before;
    this.closed = turn;
    try {
      if (this.inside > 0) await within(patienceMs, new Promise<void>((resolve) => (this.emptied = resolve)));
      return await run();
    } finally {
      this.closed = undefined;
      this.emptied = undefined;
      open();
    }
  }
}

async function within(patienceMs: number | undefined, wait: Promise<void>): Promise<void> {
  if (patienceMs === undefined) return wait;
  const stop = new AbortController();
  const late = delay(patienceMs, true, { signal: stop.signal, ref: false }).catch(() => false);
  const isLate = await Promise.race([wait.then(() => false), late]);
  stop.abort();
  if (isLate) throw new OwlgateError('OntologyBusy');
}
