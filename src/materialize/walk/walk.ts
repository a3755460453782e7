/**
 * Walk over stored facts, step by step and page by page, each page in its own transaction while writes continue.
 * Evaluates the rules on each page, several pages at a time. Subclasses decide about the result: a sweep writes it, a
 * preview keeps it in memory.
 */
import { EngineFailure, retryAborted } from '../../dgraph';
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
import { leadToFewer, ObjectPages, readObjects, readWindow } from './object-pages';
import { checkPage, evaluatePage } from './page';
import { SubjectPages } from './pages';
import type { ObjectPage, PageNodes, Pages, SubjectPage } from './pages';
import { countingAll, PagesInFlight } from './pages-in-flight';
import { nextProbed, probe } from './probe';
import { isOverObjects } from './steps';
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
  /** Maximum nodes of a page. */
  readonly pageSize?: number | undefined;
  /** Called after each page. */
  readonly onPage?: (position: Position) => void;
}

/** Page that has been read. */
interface OpenPage {
  readonly read: PageNodes;
  /** Evaluates the page and hands its result to `finish`. @returns function that adds it to the tally */
  complete(): Promise<() => void>;
}

type AnyPage = SubjectPage | ObjectPage;

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
    for (let next: number; step < steps.length; step = next, after = BEGINNING.after) {
      if (step >= firstProbed + probed.length) {
        firstProbed = step;
        await this.begin(steps[step]!.kind);
        const together = nextProbed(steps, step);
        const { revisits } = this;
        const isNoted = revisits !== undefined && together[0]!.kind === 'revisit';
        probed = isNoted ? together.map((revisit) => revisits.has(revisit)) : await this.probe(together);
      }
      next = step + 1;
      if (probed[step - firstProbed] && (await this.isDue(steps[step]!, after))) {
        await this.step(steps[step]!, step, after);
        // The step over the subjects of the same edges is left out.
        if (isOverObjects(steps[step]!)) next++;
      }
      onPage?.({ step: next, after: BEGINNING.after });
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
  protected async readPage(
    workingSet: WorkingSet,
    need: SubjectPage,
    transaction: ReadTransaction,
  ): Promise<PageNodes> {
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
    return probe(steps, {
      schema: this.options.context.schema,
      isThere: (predicate) => this.isThere(predicate),
      isInEngine: (predicate) => this.isInEngine(predicate),
      read: (blocks) => this.read(blocks),
    });
  }

  protected async step({ kind, need }: Step, step: number, from: string): Promise<void> {
    if (kind === 'types') throw new Error('types are added by sweeps');
    if (!need.isReverse) return this.visit(new SubjectPages(need, from), kind, step);
    const { schema } = this.options.context;
    const read = async (page: Page) => readWindow(need, page, schema, (blocks) => this.read(blocks));
    return this.visit(new ObjectPages(need, read, { position: from }), kind, step);
  }

  /** Returns false for a step over objects if its edges are visited by their subjects instead. */
  private async isDue(step: Step, after: string): Promise<boolean> {
    if (!isOverObjects(step) || after !== BEGINNING.after) return true;
    return leadToFewer(step.need, this.options.context.schema, (blocks) => this.read(blocks));
  }

  /** Reads blocks in a transaction of their own. */
  private async read(blocks: string): Promise<Record<string, unknown>> {
    const { context, head, signal } = this.options;
    const read = () => new ReadTransaction(context.engine, head).read(blocks);
    return retryAborted(read, { attempts: PAGE_ATTEMPTS, signal });
  }

  private async visit<P extends AnyPage>(pages: Pages<P>, kind: PageKind, step: number): Promise<void> {
    const { signal, onPage, pageSize } = this.options;
    // Pages that retract may support each other's facts.
    const inFlight = new PagesInFlight(kind === 'suspect' ? 1 : this.maxPages, pageSize);
    const also = new AlsoRead();
    try {
      for (;;) {
        await inFlight.room();
        signal.throwIfAborted();
        const page = await pages.next(inFlight.size);
        if (!page) break;
        // Pages in flight that write to the same list would conflict.
        if ('slice' in page) await inFlight.drain();
        const opened = await retryAborted(() => this.open(page, kind, also), { attempts: PAGE_ATTEMPTS, signal });
        const parts = pages.within(page, opened.read);
        pages.pass(page, opened.read);
        const position = { step, after: pages.position };
        inFlight.add(async () => {
          const count = await this.complete(opened, parts, kind, inFlight, also);
          return () => {
            count();
            onPage?.(position);
          };
        });
      }
      await inFlight.drain();
    } finally {
      await inFlight.settled();
    }
  }

  /**
   * Completes an open page. After a conflict, reads and completes its parts, in smaller pages if conflicts go on.
   *
   * @returns function that adds the page to the tally
   */
  private async complete<P extends AnyPage>(
    opened: OpenPage,
    parts: Pages<P>,
    kind: PageKind,
    inFlight: PagesInFlight,
    also: AlsoRead,
  ): Promise<() => void> {
    try {
      return await opened.complete();
    } catch (error) {
      if (!isAborted(error)) throw error;
    }
    inFlight.slowDown();
    const { signal } = this.options;
    const counts: (() => void)[] = [];
    for (;;) {
      const page = await parts.next(inFlight.size);
      if (!page) break;
      const attempt = async () => {
        const again = await this.open(page, kind, also);
        return { read: again.read, count: await again.complete() };
      };
      try {
        const { read, count } = await retryAborted(attempt, { attempts: PAGE_ATTEMPTS, signal });
        counts.push(count);
        parts.pass(page, read);
        inFlight.enlarge();
      } catch (error) {
        if (!isAborted(error) || !inFlight.shrink()) throw error;
      }
    }
    return countingAll(counts);
  }

  /** Begins a transaction and reads a page in it. */
  private async open(page: AnyPage, kind: PageKind, also: AlsoRead): Promise<OpenPage> {
    const { context, head, rules: all, revisiting = all, former, checked, tally } = this.options;
    const { schema } = context;
    const rules = kind === 'revisit' ? revisiting : all;
    const transaction = new ReadTransaction(context.engine, head);
    const workingSet = this.makeWorkingSet('page' in page ? page.page.first * 4 : page.objects.length * 8);
    const { predicates } = also;
    const read =
      'page' in page
        ? await this.readPage(workingSet, { ...page, page: { ...page.page, also: predicates } }, transaction)
        : await readObjects(workingSet, new FactQueryComposer(schema), transaction, page, predicates);
    const { answer } = this.settleOptions(transaction);
    const work = {
      ...{ need: page, nodes: read.nodes, workingSet, transaction, rules, former, schema, checked, tally },
      answer: async (needs: readonly Need[], at: WorkingSet) => {
        const left = (await answer?.(needs, at)) ?? needs;
        also.learn(left, read.nodes, schema);
        return left;
      },
    };
    const finish = async (settled: Settled) => this.finish(settled, transaction, kind);
    return { read, complete: () => (isCheck(kind) ? checkPage(work, kind) : evaluatePage(work, kind, finish)) };
  }
}

export const isAborted = (error: unknown): boolean => error instanceof EngineFailure && error.isAborted;
