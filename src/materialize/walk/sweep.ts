/**
 * Retroactive materialization: infers what the ontology entails from existing facts, and retracts what only the former
 * ontology entailed. Walks over the facts concerned (see steps.ts) and writes each page in the transaction that read
 * it. Edges that lead to few nodes are visited by these (see object-pages.ts). Pages in flight at the same time are to
 * the engine what concurrent writes are (see guards.ts).
 *
 * An interrupted sweep can resume after the last page before which all are committed, at any later time. Writes through
 * a gateway meanwhile need no second visit: they were completed under the rules in force, on both sides of that page. A
 * fact supported by another one that is checked later needs no second check: if the other is retracted, the same
 * transaction retracts its consequences or derives them again. Writes that bypassed the gateway, to nodes already
 * passed or read ahead, are missed; they need another run.
 */
import type { Mutation } from '../../dql';
import type { Plan } from '../../reasoner';
import type { Logger } from '../../util/log';
import { retryAborted } from '../../dgraph';
import { takeFence } from '../write/fence';
import { composeMutation } from '../write/compose';
import { writeOntologyFacts } from '../load/ontology-facts';
import { guardsOf, LANES, laneGuards, nodeLocks, WHOLE_FENCE, withGuards } from '../write/guards';
import type { EngineSchema } from '../store/engine-schema';
import { storedIn } from '../store/settle';
import type { Settled } from '../store/settle';
import { WorkingSet } from '../store/working-set';
import { Relevance } from '../in-force/relevance';
import type { Fact } from '../store/terms';
import { compareUids } from '../../util/uids';
import { planSweep } from './checks';
import { countingAll, PagesInFlight } from './pages-in-flight';
import { needText } from './steps';
import type { Step } from './steps';
import { NOTHING, Tally } from './tally';
import type { Counts } from './tally';
import type { Head, ReadTransaction } from '../store/transaction';
import type { MaterializationReport } from './types';
import { openTypes } from './type-page';
import type { OpenTypePage, TypePage } from './type-page';
import type { TypeRules } from './type-rules';
import { BEGINNING, isAborted, Walk } from './walk';
import type { PageKind, Position, WalkOptions } from './walk';
import { send } from '../write/deliver';
import { makeDraftContext } from '../write/context';
import type { RuledContext, WriteContext } from '../write/context';

const PROGRESS_MS = 2000;
/** Maximum pages in flight, and of pages of types in front of a cluster: no more than lanes. */
const MAX_PAGES = 4;
const MAX_TYPE_PAGES = 2;
/** Maximum facts of a page of types, and its minimum nodes. The engine serves nobody else while it writes them. */
const MAX_TYPES = 10_000;
const SMALLEST_TYPE_PAGE = 250;
/** Maximum attempts per page of types. The third is smaller than the second, and so on. */
const TYPE_ATTEMPTS = 10;

/** Number of pages without a lane after a conflict: writes that take facts back would abort them again. */
const OUT_OF_LANE = 16;

type SweepWalkOptions = WalkOptions & {
  readonly head: Head;
  readonly types: TypeRules;
  readonly revisiting: RuledContext;
};

/** Progress of a sweep. */
export interface Progress {
  readonly position: Position;
  /** Digest of the steps that the position refers to. */
  readonly digest: string;
  readonly steps: number;
  /** Current step; absent when all are done. */
  readonly at?: Step | undefined;
  readonly counts: Counts;
  /** Number of facts that are inferred and not written yet. Changes during a step. */
  readonly pending: () => number;
}

/** Steps of a sweep, made before it begins. They hold for the rules and the schema that they were made for. */
interface SweepPlan {
  readonly before: Plan | undefined;
  readonly rules: Plan;
  readonly schema: EngineSchema;
  readonly planned: ReturnType<typeof planSweep>;
}

/** @param before former rules, as for a sweep */
export function planAhead({ reasoning, schema }: WriteContext, before: Plan | undefined): SweepPlan {
  const rules = reasoning!.plan;
  return { before, rules, schema, planned: planSweep(before, rules, schema) };
}

/** Position to resume at. */
export type ResumePosition = Pick<Progress, 'position' | 'digest' | 'counts'>;

interface SweepOptions {
  readonly context: WriteContext;
  readonly logger: Logger;
  /** Former rules, whose consequences are stored; absent if unknown. */
  readonly before?: Plan | undefined;
  readonly ahead?: SweepPlan | undefined;
  /** Facts that the former ontology document stated. */
  readonly stated?: readonly Fact[] | undefined;
  /** Checkpoint to resume at. Ignored if the steps have changed: the walk then covers all facts. */
  readonly from?: ResumePosition | undefined;
  readonly signal: AbortSignal;
  /** Maximum nodes of a page. Default: 1,000. */
  readonly pageSize?: number | undefined;
  /** Called at the beginning and after each page. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** @throws VersionChanged when another ontology comes into force meanwhile; the signal's reason */
export async function sweep(options: SweepOptions): Promise<MaterializationReport> {
  const { context, logger, before, ahead, stated = [], from, signal, pageSize, onProgress } = options;
  const rules = makeDraftContext(context);
  const { version } = context.reasoning!;
  const started = Date.now();
  const isAhead = ahead?.before === before && ahead?.rules === rules.plan && ahead?.schema === context.schema;
  const planned = isAhead ? ahead.planned : planSweep(before, rules.plan, context.schema);
  const isSame = !from || from.digest === planned.digest;
  const { list, digest, checked, types, revisited, former } = isSame
    ? planned
    : planSweep(undefined, rules.plan, context.schema);
  const position = (isSame && from?.position) || BEGINNING;
  const tally = new Tally((isSame && from?.counts) || NOTHING);
  const pending = () => tally.pending;
  const report = (at: Position) =>
    onProgress?.({ position: at, digest, steps: list.length, at: list[at.step], counts: tally.counts, pending });
  let loggedAt = Date.now();
  report(position);
  const walk = new Sweep({
    context,
    rules,
    head: { uid: context.headUid!, version },
    revisiting: { ...rules, plan: revisited, relevance: new Relevance(revisited) },
    steps: list,
    former,
    checked,
    types,
    from: position,
    tally,
    signal,
    pageSize,
    onPage: (at) => {
      report(at);
      const step = list[at.step];
      if (!step || Date.now() - loggedAt < PROGRESS_MS) return;
      loggedAt = Date.now();
      logger.info('materializing', { at: needText(step.need), step: at.step + 1, of: list.length, ...tally.counts });
    },
  });
  await walk.noteRevisits();
  // First, because the walk treats these facts as existing data. Idempotent.
  await writeOntologyFacts({ context, before: stated, tally, signal, onBatch: () => report(position) });
  await walk.run();
  const seconds = (Date.now() - started) / 1000;
  logger.info('materialization ended', { version, ...tally.counts, seconds });
  return tally.report;
}

class Sweep extends Walk {
  protected override readonly maxPages = MAX_PAGES;
  /** Number of written pages: pages in flight share nodes, but no locks. */
  private written = 0;
  /** Lanes without a page. */
  private readonly lanes = Array.from({ length: LANES }, (_, lane) => lane);
  /** Number of next pages without a lane, after a conflict. */
  private outOfLane = 0;
  /** True once all writes are excluded that do not know the types of all pages. */
  private isFenced = false;

  constructor(protected override readonly options: SweepWalkOptions) {
    super(options);
  }

  protected override async step(step: Step, number: number, from: string): Promise<void> {
    return step.kind === 'types' ? this.addTypes(step, number, from) : super.step(step, number, from);
  }

  protected override async begin(kind: Step['kind']): Promise<void> {
    if (this.isFenced || (kind !== 'constraints' && kind !== 'places')) return;
    // A write that began before the last type was added may contradict it.
    if (this.options.steps.some((step) => step.kind === 'types')) await takeFence(this.options.context);
    this.isFenced = true;
  }

  /** Adds the types of a step. */
  private async addTypes({ need }: Step, step: number, from: string): Promise<void> {
    const { context, head, types, signal, onPage } = this.options;
    const classes = types.classesOf(need);
    const largest = Math.max(SMALLEST_TYPE_PAGE, Math.floor(MAX_TYPES / classes.length));
    const inFlight = new PagesInFlight(context.engine.kind === 'cluster' ? MAX_TYPE_PAGES : 1, largest);
    try {
      for (let after = from, isEnd = false; !isEnd;) {
        await inFlight.room();
        signal.throwIfAborted();
        const page = { need, classes, after, first: largest };
        const opened = await retryAborted(() => openTypes(page, context, head), { attempts: TYPE_ATTEMPTS, signal });
        ({ last: after, isEnd } = opened);
        inFlight.add(async () => {
          const count = await this.completeTypes(page, opened, inFlight);
          return () => {
            count();
            onPage?.({ step, after: opened.last });
          };
        });
      }
      await inFlight.drain();
    } finally {
      await inFlight.settled();
    }
  }

  /**
   * Completes an open page of types. After a conflict, reads and completes it again in parts, which lock their nodes.
   *
   * @returns function that adds the page to the tally
   */
  private async completeTypes(page: TypePage, opened: OpenTypePage, inFlight: PagesInFlight): Promise<() => void> {
    const { context, head, tally, signal } = this.options;
    const lane = this.lanes.pop();
    try {
      await opened.complete(lane);
      return () => tally.addTypes(opened.nodes, opened.inferred);
    } catch (error) {
      if (!isAborted(error)) throw error;
    } finally {
      if (lane !== undefined) this.lanes.push(lane);
    }
    inFlight.slowDown();
    const counts: (() => void)[] = [];
    for (let { after } = page, isEnd = false; !isEnd && compareUids(after, opened.last) < 0;) {
      let attempts = 0;
      const attempt = async () => {
        const first = Math.ceil(page.first / 2 ** Math.max(0, attempts++ - 1));
        const part = await openTypes({ ...page, after, first }, context, head);
        await part.complete(undefined);
        return part;
      };
      const part = await retryAborted(attempt, { attempts: TYPE_ATTEMPTS, signal });
      counts.push(() => tally.addTypes(part.nodes, part.inferred));
      ({ last: after, isEnd } = part);
    }
    return countingAll(counts);
  }

  protected override makeWorkingSet(facts: number): WorkingSet {
    const { context, rules, revisiting } = this.options;
    const joins: Relevance['joinsSome'] = (end, p) => revisiting.relevance.joinsSome(end, p);
    return new WorkingSet(rules.plan, storedIn(context.schema), facts, joins);
  }

  protected async finish(settled: Settled, transaction: ReadTransaction, kind: PageKind): Promise<void> {
    const { context } = this.options;
    const mutation = composeMutation({ set: [] }, settled, context.schema);
    if (mutation.set.length + mutation.delete.length === 0) return;
    const isInLane = kind === 'revisit' && mutation.delete.length === 0 && --this.outOfLane < 0;
    const lane = isInLane ? this.lanes.pop() : undefined;
    try {
      await this.send(mutation, settled, transaction, lane);
    } catch (error) {
      if (lane !== undefined) this.outOfLane = OUT_OF_LANE;
      throw error;
    } finally {
      if (lane !== undefined) this.lanes.push(lane);
    }
  }

  private async send(
    mutation: Mutation,
    { workingSet, inference }: Settled,
    { startTs, hash }: ReadTransaction,
    lane: number | undefined,
  ): Promise<void> {
    const { context, rules, revisiting } = this.options;
    const isInLane = lane !== undefined;
    const { relevance } = isInLane ? revisiting : rules;
    const guards = guardsOf(nodeLocks(workingSet, inference, relevance, isInLane), this.written++);
    const all = isInLane && guards !== WHOLE_FENCE ? [...laneGuards(lane), ...guards] : guards;
    const mutations = withGuards([mutation], context, all, { isAdditive: isInLane });
    await send({ mutations }, context, { commitNow: true, startTs, hash });
  }
}
