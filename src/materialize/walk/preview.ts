/**
 * Preview of a load: the walk of a sweep without writes. Pages stay in memory as an overlay over what later pages read.
 * The reported facts are those that the load writes, provided that no other write intervenes.
 *
 * The engine does not know the schema of the new ontology: facts of new predicates exist in memory only, and edges of a
 * predicate without a reverse index are read ahead where rules follow them backwards.
 */
import type { Engine } from '../../dgraph';
import { Stored } from '../../reasoner';
import type { Plan, Row } from '../../reasoner';
import type { SchemaAnswer, SchemaDiff, StoredPredicate } from '../../schema';
import { TYPE_PREDICATE } from '../../mutation';
import { compareUids } from '../../util/uids';
import { EngineSchema } from '../store/engine-schema';
import { edgesOf } from '../in-force/reasoning';
import { findIndividuals } from '../load/individuals';
import { writeOwnFacts } from '../load/own-facts';
import { OverlaidWorkingSet, Overlay } from './overlay';
import type { OverlaySubjects } from './overlay';
import { FactQueryComposer } from '../store/reads';
import type { Need } from '../store/reads';
import { placeIndividuals } from '../documents/compile';
import type { CompiledOntology, PlacedRules } from '../documents/compile';
import { factAt } from '../write/refuse';
import { readInto, storedIn } from '../store/settle';
import type { Fact, Settled, SettleOptions } from '../store/settle';
import { planSteps } from './steps';
import { Tally } from './tally';
import type { Head, ReadTransaction, TransactionEngine } from '../store/transaction';
import type { ListedFact, Preview } from '../types';
import { Walk } from './walk';
import type { PageNeed, PageNodes, WalkOptions } from './walk';
import { WorkingSet } from '../store/working-set';
import { makeDraftContext } from '../write/write';

/** Maximum facts in memory: inferred and read ahead. */
const MOST_KEPT = 1_000_000;
const MOST_EXAMPLES = 100;
const READ_AHEAD = 5000;

export interface PreviewOptions {
  readonly engine: TransactionEngine;
  /** Schema of the engine. */
  readonly schema: EngineSchema;
  readonly diff: SchemaDiff;
  /** Version number that the ontology would get. */
  readonly version: number;
  readonly ontology: CompiledOntology;
  /** Rules in force whose consequences are stored; undefined if unknown. */
  readonly before: Plan | undefined;
  /** Facts that the document of the ontology in force states. */
  readonly stated: readonly Fact[];
  /** Registry head of the ontology in force. */
  readonly head: Head | undefined;
  readonly timeoutMs: number;
  /** Overrides the maximum of facts in memory; for tests. */
  readonly mostKept?: number;
}

/** @throws VersionChanged, EngineFailure, OwlgateError EngineUnreachable */
export async function preview(options: PreviewOptions): Promise<Preview> {
  const { engine, diff, version, ontology, before, stated, head, timeoutMs } = options;
  const { rules: placed, unborn } = await rulesOf(options);
  const { loaded, relevance } = ontology;
  const reasoning = { version, loaded, relevance, edges: edgesOf(loaded), ...placed };
  const schema = schemaAfter(options.schema, diff);
  // A preview only reads: the reduced interface of the engine suffices.
  const context = { engine: engine as Engine, schema, reasoning };
  const rules = makeDraftContext(context);
  const timeout = AbortSignal.timeout(timeoutMs);
  const tally = new Tally();
  const walk = new PreviewWalk(
    {
      context,
      rules,
      head,
      steps: planSteps(before, rules.plan, schema).list,
      tally,
      signal: timeout,
    },
    options.schema,
    new Set(diff.conflicts.map(({ name }) => name)),
    options.mostKept ?? MOST_KEPT,
    (node) => unborn.get(node) ?? node,
  );
  let reason: string | undefined;
  try {
    await walk.ownFacts(stated);
    await walk.run();
  } catch (error) {
    if (!timeout.aborted && !(error instanceof TooMuch)) throw error;
    reason = error instanceof TooMuch ? error.message : `it was ended after ${timeoutMs / 1000} s`;
  }
  const { examples } = walk;
  return { ...tally.report, examples, exact: reason === undefined, ...(reason !== undefined && { reason }) };
}

/**
 * First uid for individuals without a node: above all existing uids, as uids of new nodes are, and out of the range
 * that the engine assigns.
 */
const UNBORN = 0xffff_ffff_ff00_0000n;

async function rulesOf({ engine, schema, ontology }: PreviewOptions): Promise<{
  readonly rules: PlacedRules;
  readonly unborn: ReadonlyMap<string, string>;
}> {
  const unborn = new Map<string, string>();
  const nodes = new Map(await findIndividuals(engine, schema, ontology.individuals));
  for (const iri of ontology.individuals) {
    if (nodes.has(iri)) continue;
    const uid = `0x${(UNBORN + BigInt(unborn.size)).toString(16)}`;
    nodes.set(iri, uid);
    unborn.set(uid, iri);
  }
  return { rules: placeIndividuals(ontology, nodes), unborn };
}

class TooMuch extends Error {
  override readonly name = 'TooMuch';

  constructor(most: number) {
    super(`it would have had to keep more than ${most} facts in memory`);
  }
}

class PreviewWalk extends Walk {
  readonly examples = { inferred: [] as ListedFact[], retracted: [] as ListedFact[] };
  private readonly overlay: Overlay;
  /** Reads ahead, by predicate. */
  private readonly ahead = new Map<string, Promise<void>>();
  private subjects: { readonly key: string; readonly of: OverlaySubjects } | undefined;

  /**
   * @param engineSchema predicates that can be read
   * @param replaced predicates that the load would drop and recreate: their data does not count
   */
  constructor(
    options: WalkOptions,
    private readonly engineSchema: EngineSchema,
    private readonly replaced: ReadonlySet<string>,
    private readonly mostKept: number,
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
   * Reads the nodes of a page in their state after the load: includes nodes that gained such a fact, omits nodes that
   * lost all.
   */
  protected override async readPage(
    workingSet: OverlaidWorkingSet,
    need: PageNeed,
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

  protected override finish(settled: Settled): void {
    this.keep(settled, []);
  }

  /** Adds the facts that the ontology document states. */
  async ownFacts(before: readonly Fact[]): Promise<void> {
    const { context, head, tally, signal } = this.options;
    await writeOwnFacts({
      context,
      before,
      tally,
      signal,
      rehearsal: {
        head,
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
        if (list.length >= MOST_EXAMPLES) break;
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
        this.overlay.keep(s, p, o, (table.flags[row]! & Stored.Inferred) !== 0);
      }
      this.checkSize();
      if (nodes.length < READ_AHEAD) return;
      after = nodes.at(-1)!;
    }
  }

  /** Returns true if a node still has a fact of the page. */
  private holds(workingSet: OverlaidWorkingSet, node: string, { p, o }: PageNeed): boolean {
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
    if (this.overlay.size > this.mostKept) throw new TooMuch(this.mostKept);
  }
}

/**
 * Returns the schema after the load, as far as reads and rules need it: predicates are read as the engine declares them
 * and are single- or list-valued as the load would declare them.
 */
function schemaAfter({ answer }: EngineSchema, { merged }: SchemaDiff): EngineSchema {
  const after = new Map(merged.predicates.map((predicate) => [predicate.name, predicate]));
  const stored = (answer.schema ?? []).map((predicate): StoredPredicate => {
    const { list = predicate.list ?? false } = after.get(predicate.predicate) ?? {};
    return { ...predicate, list };
  });
  const known = new Set(stored.map(({ predicate }) => predicate));
  const added = merged.predicates
    .filter(({ name }) => !known.has(name))
    .map(({ name, type, list, lang }): StoredPredicate => ({ predicate: name, type, list, lang }));
  const schema: SchemaAnswer = { ...answer, schema: [...stored, ...added] };
  return new EngineSchema(schema);
}
