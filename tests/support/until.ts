/** Waiting for a condition. */
import { machineTime } from './machine-time';

const PATIENCE_MS = 60_000;

/** Waits until a condition holds; fails after a minute of the machine's time. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = machineTime() + PATIENCE_MS;
  while (!(await holds())) {
    if (machineTime() > end) throw new Error(`what the test waits for did not happen: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
