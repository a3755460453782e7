/**
 * Materializations: step 7 of a load, those on request, and the resumption of one that was cut off. One runs at a time.
 * Its progress is stored in the registry, where every gateway sees it and one resumes it if necessary.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { EngineFailure } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Plan } from '../../reasoner';
import type { Logger } from '../../util/log';
import type { LoadLock } from '../write/load-lock';
import type { Authority } from '../in-force/in-force';
import { carryOver } from './carry-over';
import { printCheckpoint, readCheckpoint, statusOf, summaryOf } from './checkpoint';
import type { Checkpoint } from './checkpoint';
import { checkpointOf, CheckpointWriter } from './checkpoint-writer';
import type { Run } from './checkpoint-writer';
import type { HistoryEntry, Registry } from '../in-force/registry';
import type { Conversion } from '../load/convert';
import { Owner } from './owner';
import type { Fact } from '../store/terms';
import { planAhead, sweep } from './sweep';
import type { ResumePosition } from './sweep';
import { VersionChanged } from '../store/transaction';
import { confirmation, TAKEOVER_MS, TakenOver, takeOver } from './take-over';
import type { MaterializationCause, MaterializationReport, MaterializationStatus } from './types';
import { whileReadable } from './unreadable';
import { NO_RULES } from '../write/context';
import { takeFence } from '../write/fence';

/** Missed checkpoints after which a materialization counts as cut off. A machine short of CPU time skips some. */
const MISSED_CHECKPOINTS = 10;
/** Pause before a materialization that failed is resumed; doubled with each failure. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Longest pause after a failure of the engine's connection. */
const UNREACHABLE_PAUSE_MS = 4_000;
/** Longest pause before one of several gateways resumes a materialization that nobody runs. */
const CONTEST_MS = 500;
/** Interval between events to watchers of a materialization in this process. */
const WATCH_MS = 250;

/** Ontology whose consequences are stored. */
interface PreviousOntology {
  /** 0 if there was no ontology. */
  readonly version: number;
  readonly plan: Plan;
  /** Facts that the ontology document stated. */
  readonly assertions: readonly Fact[];
}

export const NOTHING_BEFORE: PreviousOntology = { version: 0, plan: NO_RULES, assertions: [] };

export interface RunOptions {
  readonly cause: MaterializationCause;
  /** Undefined if unknown: the walk then covers all facts. */
  readonly before: PreviousOntology | undefined;
  /**
   * True if the walk covers all facts, since stored facts are not exactly those that followed before: a materialization
   * was cut off, or values that only the version before brought rule out the type of their predicate.
   */
  readonly isWhole?: boolean;
  /** Last checkpoint of a materialization that was cut off. */
  readonly from?: Checkpoint | undefined;
  /** True if the engine's schema does not fit the version yet. */
  readonly isSchemaDue?: boolean;
  /** Called after the first checkpoint, when every gateway can see the materialization. */
  readonly onBegun?: () => void;
}

/** Schema steps before the walk. */
interface SchemaSteps {
  /** Removes values that rule it out and applies the part of the schema that waited until the ontology was in force. */
  complete(hasOwnValues: boolean, conversion: Conversion): Promise<void>;
  /** Restores parts of the schema that another gateway may have changed under the previous version. */
  restore(): Promise<void>;
}

export class MaterializationRunner {
  private readonly owner = new Owner();
  private failures = 0;
  private resumeAt = 0;
  private readonly stopping = new AbortController();
  private resuming: Promise<void> | undefined;
  private isRunningAgain = false;
  private current: Run | undefined;
  /** Last checkpoint seen of another gateway, and the time since when it has not changed. */
  private seen: { readonly cursor: string | undefined; readonly since: number } | undefined;

  constructor(
    private readonly authority: Authority,
    private readonly registry: Registry,
    private readonly gate: LoadLock,
    private readonly schema: SchemaSteps,
    private readonly logger: Logger,
    /** Interval between checkpoints in milliseconds. */
    private readonly checkpointMs: number,
  ) {
    this.owner.begin();
  }

  /** Aborts the materialization and waits for its end. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.resuming;
    this.owner.end();
  }

  /** True while this process resumes a materialization; false while it only watches another gateway. */
  get isResuming(): boolean {
    return this.isRunningAgain;
  }

  /** Returns the first progress of a version whose materialization is going to run here. */
  firstCheckpoint(options: RunOptions): string {
    const version = (this.authority.active?.reasoning.version ?? 0) + 1;
    return printCheckpoint(checkpointOf(this.makeRun(options, version)));
  }

  private makeRun({ cause, before, from, isSchemaDue = false, isWhole = false }: RunOptions, version: number): Run {
    return {
      version,
      cause,
      before: before?.version ?? null,
      startedAt: from?.startedAt ?? new Date().toISOString(),
      began: Date.now(),
      secondsBefore: from?.seconds ?? 0,
      owner: this.owner.name,
      isSchemaDue,
      isWhole,
    };
  }

  /**
   * Materializes the version in force.
   *
   * @throws OwlgateError OntologySuperseded; OntologyReverted if the engine refuses the schema for good: the previous
   *   version is in force again
   */
  async run(options: RunOptions): Promise<MaterializationReport> {
    const { version } = this.authority.active!.reasoning;
    const { signal } = this.stopping;
    const { before, from, onBegun } = options;
    const run = this.makeRun(options, version);
    this.current = run;
    const checkpoints = new CheckpointWriter(this.registry, run, from, this.checkpointMs);
    try {
      await checkpoints.begin();
      onBegun?.();
      const isRestored = run.cause === 'load' && options.isSchemaDue !== true;
      const restore = async (): Promise<void> => (isRestored ? this.schema.restore() : undefined);
      const { authority, logger } = this;
      const formerRules = run.isWhole ? undefined : before?.plan;
      const ahead = planAhead(authority.context(), formerRules);
      await this.awaitOthers(restore);
      if (run.isSchemaDue) await this.completeSchema(run, checkpoints);
      let attempts = 0;
      const walk = async (): Promise<MaterializationReport> => {
        if (attempts++ > 0) await restore();
        await carryOver({ context: authority.context(), logger, signal });
        return sweep({
          context: authority.context(),
          logger,
          before: formerRules,
          ahead,
          stated: before?.assertions,
          from: run.progress ?? resumePositionOf(from),
          signal,
          onProgress: (progress) => (run.progress = progress),
        });
      };
      const report = await whileReadable(walk, authority.context().engine, authority, signal);
      await checkpoints.end();
      this.authority.noteProgress({ materialized: true });
      return report;
    } catch (error) {
      const isReverted = error instanceof OwlgateError && error.code === 'OntologyReverted';
      if (isReverted || error instanceof TakenOver) {
        await checkpoints.silence();
        throw error;
      }
      if (error instanceof VersionChanged) {
        await checkpoints.silence();
        throw new OwlgateError('OntologySuperseded', { version });
      }
      await checkpoints.stop(signal.aborted ? { isLeft: true } : { failure: reasonOf(error) });
      throw error;
    } finally {
      this.current = undefined;
    }
  }

  /**
   * Returns the status of the materialization of the version in force, whichever gateway runs it.
   *
   * @throws OwlgateError NoOntology
   */
  /** Status of the materialization that this gateway runs; undefined for none. */
  get running(): MaterializationStatus | undefined {
    const { current } = this;
    return current && statusOf(current.version, 'running', checkpointOf(current));
  }

  async status(): Promise<MaterializationStatus> {
    const { running } = this;
    if (running) return running;
    const { active } = this.authority;
    if (!active) throw new OwlgateError('NoOntology');
    const { version } = active.reasoning;
    const entry = await this.entry(version);
    const checkpoint = readCheckpoint(entry?.cursor);
    if (!entry || entry.materialized) {
      return { state: 'idle', version, ...(checkpoint && { last: summaryOf(checkpoint) }) };
    }
    if (checkpoint?.failure !== undefined) return statusOf(version, 'failed', checkpoint);
    const isInterrupted = this.isFree(checkpoint) || this.isSilent(entry);
    return statusOf(version, isInterrupted ? 'interrupted' : 'running', checkpoint);
  }

  /** Yields the status repeatedly until the materialization no longer runs. @throws the signal's reason */
  async *watch(signal: AbortSignal): AsyncGenerator<MaterializationStatus> {
    const both = AbortSignal.any([signal, this.stopping.signal]);
    for (;;) {
      const status = await this.status();
      yield status;
      if (status.state !== 'running') return;
      await delay(this.current ? WATCH_MS : this.checkpointMs, undefined, { signal: both });
    }
  }

  /** @throws OwlgateError OntologyBusy if another gateway runs the materialization */
  async refuseOthers(): Promise<void> {
    const { version } = this.authority.active!.reasoning;
    const entry = await this.entry(version);
    if (!entry || entry.materialized) return;
    if (this.isFree(readCheckpoint(entry.cursor))) return;
    const later = await this.changed(entry);
    if (later !== entry && !this.isFree(readCheckpoint(later?.cursor))) throw new OwlgateError('OntologyBusy');
  }

  /** Resumes the materialization of a version unless another gateway runs it. */
  resume(version: number): void {
    if (this.current || Date.now() < this.resumeAt || this.stopping.signal.aborted) return;
    this.resuming ??= this.resumeNow(version)
      .then(() => void (this.failures = 0))
      .catch((error: unknown) => {
        const reason = reasonOf(error);
        if (this.stopping.signal.aborted) return;
        // The version that is in force now has its own materialization.
        const isSuperseded = error instanceof OwlgateError && error.code === 'OntologySuperseded';
        if (isSuperseded || error instanceof TakenOver) {
          return this.logger.info('a materialization ended', { version, reason });
        }
        const longest = isUnreachable(error) ? UNREACHABLE_PAUSE_MS : LONGEST_PAUSE_MS;
        this.resumeAt = Date.now() + Math.min(longest, FIRST_PAUSE_MS * 2 ** this.failures++);
        this.logger.error('the materialization failed', { version, reason });
      })
      .finally(() => (this.resuming = undefined));
  }

  private async resumeNow(version: number): Promise<void> {
    const isInForce = () => this.authority.active?.reasoning.version === version;
    let checkpoint: Checkpoint | undefined;
    let entry = await this.entry(version);
    let last: HistoryEntry | undefined;
    for (;;) {
      if (!entry || entry.materialized || !isInForce()) return;
      checkpoint = readCheckpoint(entry.cursor);
      if (entry === last) break;
      last = entry;
      entry = this.isFree(checkpoint) ? await this.afterPause(entry) : await this.changed(entry);
    }
    this.isRunningAgain = true;
    try {
      if (checkpoint) await takeOver(this.registry, version, checkpoint, this.owner.name);
      const taken = performance.now();
      const before = await this.previousOntology(checkpoint?.before ?? null);
      const rest = taken + TAKEOVER_MS - performance.now();
      if (checkpoint?.isSchemaDue && rest > 0) await delay(rest, undefined, { signal: this.stopping.signal });
      // Without the former rules, the plan is not the one that the position belongs to.
      const from = before || checkpoint?.before == null || checkpoint.isWhole ? checkpoint : undefined;
      const at = { step: from?.position?.step, of: from?.steps };
      this.logger.info('resuming an interrupted materialization', { version, ...at });
      await this.run({
        cause: checkpoint?.cause ?? 'load',
        before,
        from,
        isSchemaDue: checkpoint?.isSchemaDue === true,
        isWhole: checkpoint?.isWhole === true,
      });
    } finally {
      this.isRunningAgain = false;
    }
  }

  /**
   * Applies the rest of the schema; no write of the predicates that it converts begins before. If the engine refuses
   * the schema for good, puts the previous version in force again.
   *
   * @throws OwlgateError OntologyReverted; EngineFailure, OwlgateError EngineUnreachable
   */
  private async completeSchema(run: Run, checkpoints: CheckpointWriter): Promise<void> {
    try {
      const onProgress = (unconverted: number): void => {
        run.unconverted = unconverted;
        this.authority.noteProgress({ unconverted });
      };
      const confirm = confirmation(this.registry, run);
      await this.schema.complete(run.isWhole, { onProgress, confirm });
      await confirm();
    } catch (error) {
      if (!isFinal(error)) throw error;
      await checkpoints.silence();
      await this.authority.revert(run.version, run.isWhole);
      throw new OwlgateError('OntologyReverted', { reason: error.message }, {}, { cause: error });
    }
    run.isSchemaDue = false;
    await checkpoints.note();
    this.authority.noteProgress({ isSchemaDue: false });
  }

  /** Returns the rules of a stored version; undefined if they cannot be read. */
  private async previousOntology(version: number | null): Promise<PreviousOntology | undefined> {
    if (version === null) return undefined;
    if (version === 0) return NOTHING_BEFORE;
    try {
      const { authority } = this;
      const rules = await authority.place(await authority.compileStored(await this.registry.read(version)));
      return await this.withEarlier({ version, ...rules });
    } catch (error) {
      if (!(error instanceof OwlgateError) || error.code === 'EngineUnreachable') throw error;
      this.logger.warn('the previous ontology cannot be read; the materialization covers all facts', {
        reason: error.message,
      });
      return undefined;
    }
  }

  /**
   * Adds the assertions of the versions before whose removal was cut off with the materialization of this one.
   *
   * @throws OwlgateError
   */
  async withEarlier(ontology: PreviousOntology): Promise<PreviousOntology> {
    const entry = await this.entry(ontology.version);
    if (!entry || entry.materialized) return ontology;
    const earlier = await this.previousOntology(readCheckpoint(entry.cursor)?.before ?? null);
    return earlier ? { ...ontology, assertions: [...earlier.assertions, ...ontology.assertions] } : ontology;
  }

  private async entry(version: number): Promise<HistoryEntry | undefined> {
    return (await this.registry.history()).find((stored) => stored.version === version);
  }

  /**
   * Waits for a new checkpoint of a version, or for the end of its owner's process, and returns its entry. Returns the
   * given entry if the checkpoint does not change in time.
   */
  private async changed(entry: HistoryEntry): Promise<HistoryEntry | undefined> {
    const owner = readCheckpoint(entry.cursor)?.owner;
    for (let missed = 0; missed < MISSED_CHECKPOINTS; missed++) {
      if (await this.owner.awaitEnd(owner, this.checkpointMs, this.stopping.signal)) return this.entry(entry.version);
      const later = await this.entry(entry.version);
      if (!later || later.materialized || later.cursor !== entry.cursor) return later;
    }
    return entry;
  }

  /** Returns true if no gateway runs a materialization with this checkpoint. */
  private isFree(checkpoint: Checkpoint | undefined): boolean {
    if (!checkpoint) return false;
    const { isLeft, failure, owner } = checkpoint;
    return isLeft === true || failure !== undefined || this.owner.outlives(owner);
  }

  /**
   * Waits for a random time. Of several gateways that could resume a materialization, the first one writes a
   * checkpoint, which the others notice after their wait.
   */
  private async afterPause(entry: HistoryEntry): Promise<HistoryEntry | undefined> {
    const longest = Math.min(CONTEST_MS, this.checkpointMs);
    await delay(Math.random() * longest, undefined, { signal: this.stopping.signal });
    const later = await this.entry(entry.version);
    return later?.cursor === entry.cursor ? entry : later;
  }

  /** Returns true if a checkpoint has not changed for so long that no gateway can be running the materialization. */
  private isSilent({ cursor }: HistoryEntry): boolean {
    if (!this.seen || this.seen.cursor !== cursor) this.seen = { cursor, since: Date.now() };
    return Date.now() - this.seen.since > this.checkpointMs * MISSED_CHECKPOINTS;
  }

  /**
   * Waits for the writes that began under the former version, here and through other gateways. A later commit was
   * reasoned under the version in force; an earlier one is part of the walk.
   *
   * @param restore carried out as soon as no gateway lets changes of the schema pass under the former version
   */
  private async awaitOthers(restore: () => Promise<void>): Promise<void> {
    await this.authority.awaitNotice(this.stopping.signal);
    const fence = this.gate.alone(() => takeFence(this.authority.context()));
    await Promise.all([fence, restore()]);
  }
}

function resumePositionOf(checkpoint: Checkpoint | undefined): ResumePosition | undefined {
  if (!checkpoint?.position || checkpoint.digest === undefined) return undefined;
  return { position: checkpoint.position, digest: checkpoint.digest, counts: checkpoint.counts };
}

/** Returns true for a refusal of a schema that an engine would repeat. */
const isFinal = (error: unknown): error is Error =>
  error instanceof EngineFailure
    ? error.isFinal
    : error instanceof OwlgateError && error.code === 'OntologySchemaConflict';

/** True for a request to the engine without an answer. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof OwlgateError && (error.code === 'EngineUnreachable' || error.code === 'OutcomeUnknown');

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
