/** Waiting for a condition. */

const PATIENCE_MS = 60_000;

/** Waits until a condition holds; fails after a minute, which suffices on any machine. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`what the test waits for did not happen: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
