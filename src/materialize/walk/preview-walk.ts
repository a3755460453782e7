/** Walk of a preview: keeps the results of pages in memory, as an overlay over the facts that later pages read. */
import { TYPE_PREDICATE } from '../../mutation';
import { Stored } from '../../reasoner';
import type { Row } from '../../reasoner';
import { compareUids } from '../../util/uids';
import { writeOntologyFacts } from '../load/ontology-facts';
import type { EngineSchema } from '../store/engine-schema';
import { FactQueryComposer } from '../store/fact-query-composer';
import type { Need } from '../store/need';
import { readInto, storedIn } from '../store/settle';
import type { Settled, SettleOptions } from '../store/settle';
import type { Fact } from '../store/terms';
import type { ReadTransaction } from '../store/transaction';
import { WorkingSet } from '../store/working-set';
import { factAt } from '../write/contradiction-messages';
import { OverlaidWorkingSet, Overlay } from './overlay';
import type { OverlaySubjects } from './overlay';
import type { PageNodes, SubjectPage } from './pages';
import type { ListedFact } from './types';
import { Walk } from './walk';
import type { WalkOptions } from './walk';

const MAX_EXAMPLES = 100;
/** Nodes per read ahead. */
const READ_AHEAD = 5000;

/** A preview needs more facts in memory than it may keep. */
export class OverlayTooLarge extends Error {
  override readonly name = 'OverlayTooLarge';

  constructor(most: number) {
    super(`the preview needs more than ${most} facts in memory`);
  }
}

export class PreviewWalk extends Walk {
  readonly examples = { inferred: [] as ListedFact[], retracted: [] as ListedFact[] };
  private readonly overlay: Overlay;
  /** Reads ahead, by predicate. */
  private readonly ahead = new Map<string, Promise<void>>();
  private subjects: { readonly key: string; readonly of: OverlaySubjects } | undefined;

  /**
   * @param engineSchema predicates that can be read
   * @param replaced predicates that the load would drop and recreate: their data does not count
   * @param declared declarations after the load
   */
  constructor(
    options: WalkOptions,
    private readonly engineSchema: EngineSchema,
    private readonly replaced: ReadonlySet<string>,
    private readonly declared: Pick<EngineSchema, 'get'>,
    private readonly maxFacts: number,
    private readonly name: (node: string) => string,
  ) {
    super(options);
    this.overlay = new Overlay(options.rules.plan);
  }

  protected override makeWorkingSet(facts: number): WorkingSet {
    const { context, rules } = this.options;
    const isReal = (predicate: string) => this.isReal(predicate);
    return new OverlaidWorkingSet(this.overlay, isReal, rules.plan, storedIn(context.schema), facts);
  }

  /**
   * Reads the nodes of a page in their state after the load. Includes nodes that gained a fact of the page, and omits
   * nodes that lost all of them.
   */
  protected override async readPage(
    workingSet: OverlaidWorkingSet,
    need: SubjectPage,
    transaction: ReadTransaction,
  ): Promise<PageNodes> {
    const { p, o } = need;
    const { first, after } = need.page;
    const read = this.isReal(p) ? await super.readPage(workingSet, need, transaction) : undefined;
    const isEnd = read?.isEnd ?? true;
    const stored = (read?.nodes ?? []).filter((node) => this.holds(workingSet, node, need));
    const added = this.subjectsOf(p, o).between(after, isEnd ? undefined : read?.last);
    const all = [...new Set([...stored, ...added])].sort(compareUids);
    const nodes = all.slice(0, first);
    for (const node of nodes) workingSet.lay(node, p, o);
    if (nodes.length < all.length) return { nodes, last: nodes.at(-1)!, isEnd: false };
    return { nodes, last: read?.last ?? after, isEnd };
  }

  protected override settleOptions(transaction: ReadTransaction): Pick<SettleOptions, 'answer'> {
    const answer: SettleOptions['answer'] = async (needs, workingSet) => {
      // makeWorkingSet returns no other kind.
      if (!(workingSet instanceof OverlaidWorkingSet)) throw new Error('a working set without an overlay');
      const left: Need[] = [];
      for (const need of needs) if (!(await this.answer(need, workingSet, transaction))) left.push(need);
      return left;
    };
    return { answer };
  }

  protected override isThere(predicate: string): boolean {
    return super.isThere(predicate) && (this.isReal(predicate) || this.overlay.has(undefined, predicate, undefined));
  }

  protected override isInEngine(predicate: string): boolean {
    return this.isReal(predicate) && !this.overlay.has(undefined, predicate, undefined);
  }

  protected override finish(settled: Settled): void {
    this.keep(settled, []);
  }

  /** Adds the facts that the ontology document states. */
  async ontologyFacts(before: readonly Fact[]): Promise<void> {
    const { context, head, tally, signal } = this.options;
    await writeOntologyFacts({
      context,
      before,
      tally,
      signal,
      rehearsal: {
        head,
        declared: this.declared,
        makeWorkingSet: (facts) => this.makeWorkingSet(facts),
        settleOptions: (transaction) => this.settleOptions(transaction),
        finish: (settled, asserted) => this.keep(settled, asserted),
      },
    });
  }

  private keep({ workingSet, inference }: Settled, asserted: readonly Fact[]): void {
    const { inferred, retracted } = this.examples;
    const add = (list: ListedFact[], rows: readonly Row[]) => {
      for (const row of rows) {
        if (list.length >= MAX_EXAMPLES) break;
        const { s, p, o } = factAt(workingSet, row);
        list.push({ subject: this.name(s), predicate: p === TYPE_PREDICATE ? 'graph.type' : p, object: this.name(o) });
      }
    };
    add(inferred, inference.inferred);
    add(retracted, inference.retracted);
    this.overlay.apply(workingSet, inference, asserted);
    this.checkSize();
  }

  /** Returns true if the overlay answers a need completely, without the engine. */
  private async answer(need: Need, workingSet: OverlaidWorkingSet, transaction: ReadTransaction): Promise<boolean> {
    const { s, p, o } = need;
    workingSet.lay(s, p, o);
    if (!this.isReal(p)) return true;
    const isBackward = s === undefined && o !== undefined && p !== TYPE_PREDICATE && !o.startsWith('"');
    if (!isBackward || this.engineSchema.get(p)?.reverse) return false;
    if (!this.ahead.has(p)) this.ahead.set(p, this.readAhead(p, transaction));
    await this.ahead.get(p);
    workingSet.cover(undefined, p, o);
    return true;
  }

  /** Reads all edges of a predicate into the overlay. */
  private async readAhead(p: string, transaction: ReadTransaction): Promise<void> {
    const { context, rules } = this.options;
    for (let after = '0x0'; ;) {
      const workingSet = new WorkingSet(rules.plan, storedIn(context.schema), READ_AHEAD * 2);
      const reader = new FactQueryComposer(context.schema);
      const nodes = await readInto(workingSet, reader, transaction, [{ p, page: { first: READ_AHEAD, after } }]);
      const { table } = workingSet;
      for (let row = 0; row < table.length; row++) {
        const { s, o } = factAt(workingSet, row);
        this.overlay.addStored(s, p, o, (table.flags[row]! & Stored.Inferred) !== 0);
      }
      this.checkSize();
      if (nodes.length < READ_AHEAD) return;
      after = nodes.at(-1)!;
    }
  }

  /** Returns true if a node still has a fact of the page. */
  private holds(workingSet: OverlaidWorkingSet, node: string, { p, o }: SubjectPage): boolean {
    const { table, terms } = workingSet;
    const [s, predicate] = [terms.id(node), terms.id(p)];
    if (o !== undefined) return table.find(s, predicate, terms.id(o)) >= 0;
    return table.firstOfSubject(s, predicate) >= 0;
  }

  private subjectsOf(p: string, o: string | undefined): OverlaySubjects {
    const key = `${p} ${o ?? ''}`;
    if (this.subjects?.key !== key) this.subjects = { key, of: this.overlay.subjectsOf(p, o) };
    return this.subjects.of;
  }

  private isReal(predicate: string): boolean {
    return storedIn(this.engineSchema)(predicate) && !this.replaced.has(predicate);
  }

  private checkSize(): void {
    if (this.overlay.size > this.maxFacts) throw new OverlayTooLarge(this.maxFacts);
  }
}
