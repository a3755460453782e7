/**
 * Walk over stored facts, step by step and page by page, each page in its own transaction while writes continue.
 * Evaluates the rules on each page, several pages at a time. Subclasses decide about the result: a sweep writes it, a
 * preview keeps it in memory.
 */
import { EngineFailure, retryAborted } from '../../dgraph';
import { compareUids } from '../../util/uids';
import { FactQueryComposer } from '../store/fact-query-composer';
import type { Need, Page } from '../store/need';
import { readInto, storedIn } from '../store/settle';
import type { Settled, SettleOptions } from '../store/settle';
import { ReadTransaction } from '../store/transaction';
import type { Head } from '../store/transaction';
import { WorkingSet } from '../store/working-set';
import type { RuledContext, WriteContext } from '../write/context';
import { AlsoRead } from './also-read';
import type { ConstraintStep } from './constraints';
import { checkPage, evaluatePage } from './page';
import { PagesInFlight } from './pages-in-flight';
import { nextProbed, probe } from './probe';
import type { FormerRules, Step } from './steps';
import type { Tally } from './tally';

const PAGE_ATTEMPTS = 8;

/** Position of a walk: earlier steps are done, and the current one up to the uid `after`. */
export interface Position {
  readonly step: number;
  readonly after: string;
}

export const BEGINNING: Position = { step: 0, after: '0x0' };

export interface WalkOptions {
  readonly context: WriteContext;
  readonly rules: RuledContext;
  /** Registry head, checked with each page, so that no page is evaluated under rules no longer in force. */
  readonly head: Head | undefined;
  readonly steps: readonly Step[];
  /** Rules that revisits evaluate. Default: `rules`. */
  readonly revisiting?: RuledContext;
  readonly former: FormerRules;
  /** Numbers of the rules that steps of the kinds `constraints` and `places` check. */
  readonly checked: ReadonlySet<number>;
  readonly from?: Position | undefined;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  /** Called after each page. */
  readonly onPage?: (position: Position) => void;
}

/** Page of a step: the `first` nodes with uids after `after`. */
export type PageNeed = Step['need'] & { readonly page: Page };

/** Nodes of a page, in order of uid. */
export interface PageNodes {
  readonly nodes: readonly string[];
  /** Last uid that the page covers. */
  readonly last: string;
  readonly isEnd: boolean;
}

/** Page that has been read. */
interface OpenPage {
  readonly need: PageNeed;
  readonly page: PageNodes;
  /** Evaluates the page and hands its result to `finish`. @returns function that adds it to the tally */
  complete(): Promise<() => void>;
}

export type PageKind = Exclude<Step['kind'], 'types'>;

const isCheck = (kind: PageKind): kind is ConstraintStep['kind'] => kind === 'constraints' || kind === 'places';

export abstract class Walk {
  /** Revisits of facts that were there before the walk; undefined until they are noted. */
  private revisits: ReadonlySet<Step> | undefined;

  constructor(protected readonly options: WalkOptions) {}

  /**
   * Maximum pages in flight, each in a transaction of its own, as writes of clients are. Default: one at a time.
   */
  protected readonly maxPages: number = 1;

  /**
   * Notes which revisits have facts. Called before facts are added that need none, because what they entail is added
   * with them.
   */
  async noteRevisits(): Promise<void> {
    const { steps, from = BEGINNING } = this.options;
    const revisits = new Set<Step>();
    for (let step = from.step; step < steps.length;) {
      const next = nextProbed(steps, step);
      const found = next[0]!.kind === 'revisit' ? await this.probe(next) : [];
      for (const [i, isFound] of found.entries()) if (isFound) revisits.add(next[i]!);
      step += next.length;
    }
    this.revisits = revisits;
  }

  /** @throws VersionChanged when another ontology comes into force meanwhile; the signal's reason */
  async run(): Promise<void> {
    const { steps, from = BEGINNING, onPage } = this.options;
    let { step, after } = from;
    // Steps from `firstProbed`: true if they may have facts. A step that was cut off has.
    let firstProbed = step;
    let probed: readonly boolean[] = after === BEGINNING.after ? [] : [true];
    for (; step < steps.length; after = BEGINNING.after) {
      if (step === firstProbed + probed.length) {
        firstProbed = step;
        await this.begin(steps[step]!.kind);
        const next = nextProbed(steps, step);
        const { revisits } = this;
        const isNoted = revisits !== undefined && next[0]!.kind === 'revisit';
        probed = isNoted ? next.map((revisit) => revisits.has(revisit)) : await this.probe(next);
      }
      if (probed[step - firstProbed]) await this.step(steps[step]!, step, after);
      step++;
      onPage?.({ step, after: BEGINNING.after });
    }
  }

  /** Called before the next steps of one kind. */
  protected begin(_kind: Step['kind']): Promise<void> | void {}

  /** Handles the result of a page. */
  protected abstract finish(settled: Settled, transaction: ReadTransaction, kind: PageKind): Promise<void> | void;

  protected makeWorkingSet(facts: number): WorkingSet {
    return new WorkingSet(this.options.rules.plan, storedIn(this.options.context.schema), facts);
  }

  /** Reads a page into a working set. */
  protected async readPage(workingSet: WorkingSet, need: PageNeed, transaction: ReadTransaction): Promise<PageNodes> {
    const nodes = await readInto(workingSet, new FactQueryComposer(this.options.context.schema), transaction, [need]);
    return { nodes, last: nodes.at(-1) ?? need.page.after, isEnd: nodes.length < need.page.first };
  }

  /** Returns further options for settling a page. */
  protected settleOptions(_transaction: ReadTransaction): Pick<SettleOptions, 'answer'> {
    return {};
  }

  /** Returns true if a predicate can have facts. */
  protected isThere(predicate: string): boolean {
    return storedIn(this.options.context.schema)(predicate);
  }

  /** Returns true if a query to the engine finds all facts of a predicate. */
  protected isInEngine(predicate: string): boolean {
    return this.isThere(predicate);
  }

  private async probe(steps: readonly Step[]): Promise<readonly boolean[]> {
    const { context, head, signal } = this.options;
    return probe(steps, {
      schema: context.schema,
      isThere: (predicate) => this.isThere(predicate),
      isInEngine: (predicate) => this.isInEngine(predicate),
      read: (blocks) => {
        const read = () => new ReadTransaction(context.engine, head).read(blocks);
        return retryAborted(read, { attempts: PAGE_ATTEMPTS, signal });
      },
    });
  }

  protected async step({ kind, need }: Step, step: number, from: string): Promise<void> {
    const { signal, onPage } = this.options;
    if (kind === 'types') throw new Error('types are added by sweeps');
    // Pages that retract may support each other's facts.
    const pages = new PagesInFlight(kind === 'suspect' ? 1 : this.maxPages);
    const also = new AlsoRead();
    try {
      for (let after = from, isEnd = false; !isEnd;) {
        await pages.room();
        signal.throwIfAborted();
        const pageNeed = { ...need, page: { first: pages.size, after } };
        const opened = await retryAborted(() => this.open(pageNeed, kind, also), { attempts: PAGE_ATTEMPTS, signal });
        ({ last: after, isEnd } = opened.page);
        const position = { step, after };
        pages.add(async () => {
          const count = await this.complete(opened, kind, pages, also);
          return () => {
            count();
            onPage?.(position);
          };
        });
      }
      await pages.drain();
    } finally {
      await pages.settled();
    }
  }

  /**
   * Completes an open page. After a conflict, reads and completes its nodes again, in smaller pages if conflicts go on.
   *
   * @returns function that adds the page to the tally
   */
  private async complete(opened: OpenPage, kind: PageKind, pages: PagesInFlight, also: AlsoRead): Promise<() => void> {
    try {
      return await opened.complete();
    } catch (error) {
      if (!isAborted(error)) throw error;
    }
    pages.slowDown();
    const { signal } = this.options;
    const { need, page } = opened;
    const counts: (() => void)[] = [];
    for (let { after } = need.page; ;) {
      const { size: first } = pages;
      const attempt = async () => {
        const again = await this.open({ ...need, page: { first, after } }, kind, also);
        return { ...again.page, count: await again.complete() };
      };
      try {
        const { last, isEnd, count } = await retryAborted(attempt, { attempts: PAGE_ATTEMPTS, signal });
        counts.push(count);
        if (isEnd || (!page.isEnd && compareUids(last, page.last) >= 0)) break;
        after = last;
        pages.enlarge();
      } catch (error) {
        if (!isAborted(error) || !pages.shrink()) throw error;
      }
    }
    return () => {
      for (const count of counts) count();
    };
  }

  /** Begins a transaction and reads a page in it. */
  private async open(need: PageNeed, kind: PageKind, also: AlsoRead): Promise<OpenPage> {
    const { context, head, rules: all, revisiting = all, former, checked, tally } = this.options;
    const rules = kind === 'revisit' ? revisiting : all;
    const transaction = new ReadTransaction(context.engine, head);
    const workingSet = this.makeWorkingSet(need.page.first * 4);
    const read = { ...need, page: { ...need.page, also: also.predicates } };
    const page = await this.readPage(workingSet, read, transaction);
    const { answer } = this.settleOptions(transaction);
    const work = {
      ...{ need, nodes: page.nodes, workingSet, transaction, rules, former, schema: context.schema, checked, tally },
      answer: async (needs: readonly Need[], at: WorkingSet) => {
        const left = (await answer?.(needs, at)) ?? needs;
        also.learn(left, page.nodes, context.schema);
        return left;
      },
    };
    const finish = async (settled: Settled) => this.finish(settled, transaction, kind);
    return { need, page, complete: () => (isCheck(kind) ? checkPage(work, kind) : evaluatePage(work, kind, finish)) };
  }
}

const isAborted = (error: unknown): boolean => error instanceof EngineFailure && error.isAborted;
