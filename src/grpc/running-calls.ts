/** Running calls: those that would never end by themselves end when the server closes, the others after a while. */

type End = () => void;

export class RunningCalls {
  private readonly ends = new Map<End, { readonly isWatch: boolean }>();

  /**
   * @param isWatch true for a call that runs until the client ends it
   * @returns function that forgets the call
   */
  add(end: End, isWatch: boolean): () => void {
    this.ends.set(end, { isWatch });
    return () => void this.ends.delete(end);
  }

  endWatches(): void {
    for (const [end, { isWatch }] of this.ends) if (isWatch) end();
  }

  endAll(): void {
    for (const end of [...this.ends.keys()]) end();
  }
}
