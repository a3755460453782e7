/**
 * Number of runs of properties: fixed, or for OWLGATE_MINUTES each, in rounds that are never cut off. OWLGATE_SEED
 * repeats a round.
 */
import * as fc from 'fast-check';

const MINUTES = Number(process.env['OWLGATE_MINUTES'] ?? 0);
const SEED = process.env['OWLGATE_SEED'];
/** Runs per round with a time limit: fast-check begins a round with small cases. */
const ROUND = 25;

/** Time limit of a test in ms: its usual one plus the requested time. */
export const patienceFor = (usually: number): number => usually + 1.5 * MINUTES * 60_000;

/** Checks a property as `fc.assert` does. */
export function assertRuns<T>(property: fc.IProperty<T>, usually: number): void {
  const clock = new Clock(usually);
  do clock.count(fc.check(property, { ...clock.round }));
  while (clock.goesOn);
}

/** Checks a slow property: failures are not shrunk. */
export async function assertAsyncRuns<T>(property: fc.IAsyncProperty<T>, usually: number): Promise<void> {
  const clock = new Clock(usually);
  do clock.count(await fc.check(property, { ...clock.round, endOnFailure: true }));
  while (clock.goesOn);
}

class Clock {
  readonly round: { readonly numRuns: number; readonly seed?: number };
  private readonly until = Date.now() + MINUTES * 60_000;
  private times = 0;

  constructor(usually: number) {
    this.round = {
      numRuns: MINUTES > 0 && SEED === undefined ? Math.min(ROUND, usually) : usually,
      ...(SEED !== undefined && { seed: Number(SEED) }),
    };
  }

  count<T>(details: fc.RunDetails<T>): void {
    this.times += details.numRuns;
    if (details.failed) throw new Error(fc.defaultReportMessage(details), { cause: details.errorInstance });
    if (MINUTES > 0 && !this.goesOn)
      process.stderr.write(`${this.times} times: ${expect.getState().currentTestName}\n`);
  }

  get goesOn(): boolean {
    return SEED === undefined && Date.now() < this.until;
  }
}
