/**
 * Walk over stored facts, step by step and page by page, each page in its own transaction while writes continue.
 * Evaluates the rules on each page. Subclasses decide about the result: a sweep writes it, a preview keeps it in
 * memory.
 */
import { EngineFailure, retryAborted } from '../../dgraph';
import { TYPE_PREDICATE } from '../../mutation';
import { ANY, NO_ROW, Stored, STORED_MASK } from '../../reasoner';
import type { Change, Pattern } from '../../reasoner';
import { printFinder } from '../store/dql-text';
import { FactQueryComposer } from '../store/fact-query-composer';
import type { Need } from '../store/need';
import { Collisions } from '../write/contradiction-messages';
import { needOf, readInto, settle, storedIn } from '../store/settle';
import type { Settled, SettleOptions } from '../store/settle';
import { ConstraintMatcher, isFirstOfItsPlace, matchError, pageRows } from './constraints';
import type { ConstraintMatch, ConstraintStep } from './constraints';
import type { Step } from './steps';
import { MAX_REMEMBERED } from './tally';
import type { Tally } from './tally';
import { ReadTransaction } from '../store/transaction';
import type { Head } from '../store/transaction';
import { WorkingSet } from '../store/working-set';
import type { RuledContext, WriteContext } from '../write/context';

const PAGE = 1000;
/** Minimum page size. A page that keeps conflicting with writes is retried with fewer nodes. */
const SMALLEST_PAGE = 10;
const PAGE_ATTEMPTS = 8;
/** Minimum and maximum steps that one query checks for facts. */
const MIN_WINDOW = 4;
const MAX_WINDOW = 256;

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
  /** Numbers of the rules that steps of the kinds `constraints` and `places` check. */
  readonly kept: ReadonlySet<number>;
  readonly from?: Position | undefined;
  readonly tally: Tally;
  readonly signal: AbortSignal;
  /** Called after each page. */
  readonly onPage?: (position: Position) => void;
}

/** Page of a step: the `first` nodes with uids after `after`. */
export type PageNeed = Step['need'] & { readonly page: { readonly first: number; readonly after: string } };

/** Nodes of a page, in order of uid. */
export interface PageNodes {
  readonly nodes: readonly string[];
  /** Last uid that the page covers. */
  readonly last: string;
  readonly isEnd: boolean;
}

type ChangeKind = Exclude<Step['kind'], ConstraintStep['kind']>;

const isCheck = (kind: Step['kind']): kind is ConstraintStep['kind'] => kind === 'constraints' || kind === 'places';

export abstract class Walk {
  constructor(protected readonly options: WalkOptions) {}

  /** @throws VersionChanged when another ontology comes into force meanwhile; the signal's reason */
  async run(): Promise<void> {
    const { steps, from = BEGINNING, onPage } = this.options;
    let { step, after } = from;
    // A database has facts of few predicates of a large ontology, and an empty one of none.
    let size = after === BEGINNING.after ? MAX_WINDOW : 0;
    while (step < steps.length) {
      const window = steps.slice(step, step + size);
      const empty = window.length < MIN_WINDOW ? 0 : await this.countEmpty(window);
      step += empty;
      if (empty > 0 && empty === window.length) size = Math.min(MAX_WINDOW, size * 4);
      else {
        const hasFacts = await this.step(steps[step]!, step, after);
        size = hasFacts ? 0 : MIN_WINDOW;
        step++;
      }
      ({ after } = BEGINNING);
      onPage?.({ step, after });
    }
  }

  /** Handles the result of a page. */
  protected abstract finish(settled: Settled, transaction: ReadTransaction): Promise<void> | void;

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

  /** Returns the number of steps before the first one that may have facts. */
  private async countEmpty(steps: readonly Step[]): Promise<number> {
    const { context, head, signal } = this.options;
    const isUnknown = ({ need: { p } }: Step) => this.isThere(p) && !this.isInEngine(p);
    const end = steps.findIndex(isUnknown);
    const leading = end < 0 ? steps : steps.slice(0, end);
    const blocks = leading.flatMap(({ need }, i) => {
      if (!this.isThere(need.p)) return [];
      const finder = printFinder({ ...need, page: { first: 1, after: BEGINNING.after } }, context.schema);
      return [`s${i}(func: ${finder}) { uid }`];
    });
    if (blocks.length === 0) return leading.length;
    const read = () => new ReadTransaction(context.engine, head).read(blocks.join('\n'));
    const data = await retryAborted(read, { attempts: PAGE_ATTEMPTS, signal });
    const first = leading.findIndex((_, i) => ((data[`s${i}`] ?? []) as readonly unknown[]).length > 0);
    return first < 0 ? leading.length : first;
  }

  /** @returns false if the step has no facts */
  private async step({ kind, need }: Step, step: number, from: string): Promise<boolean> {
    if (!this.isThere(need.p)) return false;
    const { signal, onPage } = this.options;
    let after = from;
    for (let first = PAGE; ;) {
      signal.throwIfAborted();
      const page: PageNeed = { ...need, page: { first, after } };
      let pageNodes: PageNodes;
      try {
        const attempt = () => (isCheck(kind) ? this.check(page, kind) : this.page(page, kind));
        pageNodes = await retryAborted(attempt, { attempts: PAGE_ATTEMPTS, signal });
      } catch (error) {
        const isContended = error instanceof EngineFailure && error.isAborted && first > SMALLEST_PAGE;
        if (!isContended) throw error;
        first = Math.max(SMALLEST_PAGE, Math.floor(first / 4));
        continue;
      }
      if (pageNodes.isEnd) return after !== BEGINNING.after || pageNodes.nodes.length > 0;
      after = pageNodes.last;
      onPage?.({ step, after });
      first = Math.min(PAGE, first * 2);
    }
  }

  /** Finds the contradictions of a page under the rules that are kept. */
  private async check(need: PageNeed, kind: ConstraintStep['kind']): Promise<PageNodes> {
    const { context, rules, head, kept, tally } = this.options;
    const { plan } = rules;
    const transaction = new ReadTransaction(context.engine, head);
    const workingSet = this.makeWorkingSet(need.page.first * 4);
    const page = await this.readPage(workingSet, need, transaction);
    const rows = pageRows(workingSet, need);
    let matches: readonly ConstraintMatch[] = [];
    await settle({
      plan,
      schema: context.schema,
      transaction,
      workingSet,
      draft: () => {
        const matched = new ConstraintMatcher(plan, workingSet, MAX_REMEMBERED).run({ kind, need }, rows);
        ({ matches } = matched);
        return { change: {}, needs: matched.missing.map((pattern) => needOf(workingSet, pattern)) };
      },
      ...this.settleOptions(transaction),
    });
    const counted = matches.filter(({ number }) => kept.has(number)).filter(isFirstOfItsPlace());
    tally.addViolations(counted.map((match) => matchError(rules, workingSet, match)));
    return page;
  }

  /** Evaluates one page in one transaction. */
  private async page(need: PageNeed, kind: ChangeKind): Promise<PageNodes> {
    const { context, rules, head, tally } = this.options;
    const transaction = new ReadTransaction(context.engine, head);
    const workingSet = this.makeWorkingSet(need.page.first * 4);
    const page = await this.readPage(workingSet, need, transaction);
    const change = changeOf(workingSet, need, kind, page.nodes);
    // Values that conflict with another are reported, not written.
    const collisions = new Collisions(rules);
    const settled = await settle({
      plan: rules.plan,
      schema: context.schema,
      transaction,
      workingSet,
      maxContradictions: MAX_REMEMBERED,
      draft: () => ({ change, needs: [] }),
      review: (at, inference) => collisions.review(at, inference),
      ...this.settleOptions(transaction),
    });
    await this.finish(settled, transaction);
    // After the commit: a page that is repeated counts once.
    const nodes = page.nodes.filter((uid) => need.p !== TYPE_PREDICATE || hasOwnType(workingSet, uid));
    tally.add(settled, nodes, collisions.errors);
    return page;
  }
}

/** Returns true if a node has a type that is not Dgraph's own. */
function hasOwnType({ table, terms }: WorkingSet, node: string): boolean {
  const type = terms.id(TYPE_PREDICATE);
  for (let row = table.firstOfSubject(terms.id(node), type); row !== NO_ROW; row = table.nextOfSubject(row)) {
    const isStored = (table.flags[row]! & STORED_MASK) !== 0;
    if (isStored && !terms.text(table.object[row]!).startsWith('dgraph.')) return true;
  }
  return false;
}

/** Returns the facts of a page as a change. */
function changeOf(
  workingSet: WorkingSet,
  { p, o }: Pick<Need, 'p' | 'o'>,
  kind: ChangeKind,
  nodes: readonly string[],
): Change {
  const facts: Pattern[] = [];
  const { table, terms } = workingSet;
  const predicate = terms.id(p);
  const object = o === undefined ? ANY : terms.id(o);
  const subjects = new Set(nodes.map((node) => terms.id(node)));
  for (let row = 0; row < table.length; row++) {
    if (table.predicate[row] !== predicate || (object !== ANY && table.object[row] !== object)) continue;
    if (!subjects.has(table.subject[row]!)) continue;
    if (kind === 'suspect' && (table.flags[row]! & Stored.Inferred) === 0) continue;
    facts.push({ s: table.subject[row]!, p: predicate, o: table.object[row]! });
  }
  return { [kind]: facts };
}
