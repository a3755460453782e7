/** Waiting for what something else brings about. */

const PATIENCE_MS = 60_000;

/** Ends as soon as it is so; fails after a minute, which is long for any machine. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > end) throw new Error(`what the test waits for did not happen: ${String(holds)}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
