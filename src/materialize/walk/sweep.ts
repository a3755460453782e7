/**
 * Retroactive materialization: what the ontology entails of facts that were there before it, and what only the ontology
 * before it entailed. A walk over the facts concerned (see steps.ts), each page written in the transaction it was read in.
 *
 * A sweep that was cut off may go on at the last page that was committed, however much later and whatever was written
 * through a gateway meanwhile: such writes complete themselves under the rules in force, before the page and after it. A
 * fact that was found supported by another whose own support was to be looked at later needs no second look either: when
 * that one goes, what followed from it is taken back, or derived again, in the same transaction. Not seen is what was
 * written behind the gateway to nodes that had been passed; that is what another run is for.
 */
import type { Plan } from '../../reasoner';
import type { Logger } from '../../util/log';
import { composeMutation } from '../write/compose';
import { writeOwnFacts } from '../load/own-facts';
import { nodeGuards, withGuards } from '../write/guards';
import type { Fact, Settled } from '../store/settle';
import { needText, planSteps } from './steps';
import type { Step } from './steps';
import { NOTHING, Tally } from './tally';
import type { Counts } from './tally';
import type { ReadTransaction } from '../store/transaction';
import type { MaterializationReport } from '../types';
import { BEGINNING, Walk } from './walk';
import type { Position } from './walk';
import { send } from '../write/deliver';
import { makeDraftContext } from '../write/write';
import type { WriteContext } from '../write/write';

const PROGRESS_MS = 2000;

/** How far a sweep has come. */
export interface Progress {
  readonly position: Position;
  /** Of the steps that the position counts. */
  readonly digest: string;
  readonly steps: number;
  /** The step that it is at; absent when all are done. */
  readonly at?: Step | undefined;
  readonly counts: Counts;
}

/** Where to go on. */
export type Checkpoint = Pick<Progress, 'position' | 'digest' | 'counts'>;

export interface SweepOptions {
  readonly context: WriteContext;
  readonly logger: Logger;
  /** What was in force and is swept already; absent where nothing is known of what has been inferred. */
  readonly before?: Plan | undefined;
  /** What the ontology before stated itself. */
  readonly stated?: readonly Fact[] | undefined;
  /** Left out of account where the steps are not the same any more: then everything is walked over. */
  readonly from?: Checkpoint | undefined;
  readonly signal: AbortSignal;
  /** At the beginning, and after each page. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/** @throws VersionChanged when another ontology comes into force meanwhile; the signal's reason */
export async function sweep(options: SweepOptions): Promise<MaterializationReport> {
  const { context, logger, before, stated = [], from, signal, onProgress } = options;
  const rules = makeDraftContext(context);
  const { version } = context.reasoning!;
  const started = Date.now();
  const planned = planSteps(before, rules.plan, context.schema);
  const isSame = !from || from.digest === planned.digest;
  const { list, digest } = isSame ? planned : planSteps(undefined, rules.plan, context.schema);
  const position = (isSame && from?.position) || BEGINNING;
  const tally = new Tally((isSame && from?.counts) || NOTHING);
  const tell = (at: Position) =>
    onProgress?.({ position: at, digest, steps: list.length, at: list[at.step], counts: tally.counts });
  let told = Date.now();
  tell(position);
  // Before all else, as data that is there; it does no harm when it is done again.
  await writeOwnFacts({ context, before: stated, tally, signal });
  const walk = new Sweep({
    context,
    rules,
    head: { uid: context.headUid!, version },
    steps: list,
    from: position,
    tally,
    signal,
    onPage: (at) => {
      tell(at);
      const step = list[at.step];
      if (!step || Date.now() - told < PROGRESS_MS) return;
      told = Date.now();
      logger.info('materializing', { at: needText(step.need), step: at.step + 1, of: list.length, ...tally.counts });
    },
  });
  await walk.run();
  const seconds = (Date.now() - started) / 1000;
  logger.info('materialization ended', { version, ...tally.counts, seconds });
  return tally.report;
}

class Sweep extends Walk {
  protected async finish(settled: Settled, { startTs, hash }: ReadTransaction): Promise<void> {
    const { context, rules } = this.options;
    const { window, inference } = settled;
    const mutation = composeMutation({ set: [], plainDeletes: [] }, settled, context.schema);
    if (mutation.set.length + mutation.delete.length === 0) return;
    const guards = nodeGuards(window, inference, rules.relevance);
    const mutations = withGuards([mutation], context, guards);
    await send({ mutations }, context, { commitNow: true, startTs, hash });
  }
}
