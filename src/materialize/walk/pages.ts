/** Pages of a step of a walk, in the order of their nodes. */
import { compareUids } from '../../util/uids';
import type { Page } from '../store/need';
import type { StepNeed } from './steps';

/** Page of the `first` nodes with uids after `after`. */
export type SubjectPage = StepNeed & { readonly page: Page };

/** Page of the edges to some nodes; of one node, perhaps a slice of its edges. */
export type ObjectPage = StepNeed & {
  readonly objects: readonly EdgeObject[];
  /** Subjects of the edges. */
  readonly slice?: Page;
};

/** Node that edges lead to, with their number. */
export interface EdgeObject {
  readonly uid: string;
  readonly edges: number;
}

/** Nodes of a page, in order of uid. */
export interface PageNodes {
  readonly nodes: readonly string[];
  /** Last uid that the page covers; for a slice, the last subject. */
  readonly last: string;
  readonly isEnd: boolean;
}

export interface Pages<P> {
  /** Uid up to which the pages that were passed cover the step. */
  readonly position: string;
  /**
   * Returns the page after those that were passed; undefined after the last one.
   *
   * @param size maximum nodes
   */
  next(size: number): Promise<P | undefined>;
  /** Passes a page that has been read. */
  pass(page: P, read: PageNodes): void;
  /** Returns pages that cover a page again, in parts. */
  within(page: P, read: PageNodes): Pages<P>;
}

/** Pages of the subjects of facts. */
export class SubjectPages implements Pages<SubjectPage> {
  private isEnd = false;

  /** @param last uid that ends the last page; by default, no node is left after it */
  constructor(
    private readonly need: StepNeed,
    private after: string,
    private readonly last?: string,
  ) {}

  get position(): string {
    return this.after;
  }

  next(size: number): Promise<SubjectPage | undefined> {
    const { need, after, isEnd } = this;
    return Promise.resolve(isEnd ? undefined : { ...need, page: { first: size, after } });
  }

  pass(_page: SubjectPage, { last, isEnd }: PageNodes): void {
    this.after = last;
    this.isEnd = isEnd || (this.last !== undefined && compareUids(last, this.last) >= 0);
  }

  within({ page }: SubjectPage, { last, isEnd }: PageNodes): SubjectPages {
    return new SubjectPages(this.need, page.after, isEnd ? undefined : last);
  }
}
