/** Running calls: those that would never end by themselves end when the server closes, the others after a while. */

import { Roster } from '../util/roster';

interface RunningCall {
  readonly end: () => void;
  /** True for a call that runs until the client ends it. */
  readonly isWatch: boolean;
}

export class RunningCalls {
  private readonly calls = new Roster<RunningCall>();

  /** @returns function that forgets the call */
  add(call: RunningCall): () => void {
    const number = this.calls.add(call);
    return () => void this.calls.delete(number);
  }

  endWatches(): void {
    for (const { end, isWatch } of this.calls) if (isWatch) end();
  }

  endAll(): void {
    for (const { end } of [...this.calls]) end();
  }
}
