/**
 * Pages of a step in flight. They are counted in the order in which they began: a position in the walk has no page
 * before it that is not committed.
 *
 * The number of pages in flight begins with one, grows with each page and is halved by a conflict: the first page adds
 * the facts at hubs that the next ones would add, too.
 */

/** Maximum and minimum nodes of a page. A page that keeps conflicting with writes is retried with fewer nodes. */
const LARGEST = 1000;
const SMALLEST = 10;

/** Returns a function that counts all parts of a page. */
export const countingAll =
  (counts: readonly (() => void)[]): (() => void) =>
  () => {
    for (const count of counts) count();
  };

export class PagesInFlight {
  /** Nodes of the next page. */
  size: number;
  private width = 1;
  private readonly pages: Promise<() => void>[] = [];

  /**
   * @param maxWidth maximum pages in flight
   * @param largest maximum nodes of a page
   */
  constructor(
    private readonly maxWidth: number,
    private readonly largest = LARGEST,
  ) {
    this.size = largest;
  }

  /** Waits until another page may begin. @throws the error of an earlier page */
  async room(): Promise<void> {
    while (this.pages.length >= this.width) await this.countFirst();
  }

  /** Begins a page. @param complete resolves after the commit, to a function that counts the page */
  add(complete: () => Promise<() => void>): void {
    const page = complete();
    // Errors surface where the page is counted.
    void page.catch(() => undefined);
    this.pages.push(page);
  }

  /** Counts all pages. @throws the error of the first page that failed */
  async drain(): Promise<void> {
    while (this.pages.length > 0) await this.countFirst();
  }

  /** Waits for the end of the pages in flight, whatever it is. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.pages);
  }

  /** Reduces the pages in flight, after a conflict. */
  slowDown(): void {
    this.width = Math.max(1, Math.floor(this.width / 2));
  }

  /** Reduces the size of pages, after repeated conflicts. @returns false if it is the smallest */
  shrink(): boolean {
    if (this.size <= SMALLEST) return false;
    this.size = Math.max(SMALLEST, Math.floor(this.size / 4));
    return true;
  }

  /** Increases the size of pages again. */
  enlarge(): void {
    this.size = Math.min(this.largest, this.size * 2);
  }

  private async countFirst(): Promise<void> {
    const count = await this.pages[0]!;
    void this.pages.shift();
    count();
    this.width = Math.min(this.maxWidth, this.width + 1);
    this.enlarge();
  }
}
