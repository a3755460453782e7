/**
 * Work on documents: parsing, compiling, checking, previewing. A few document processes do it, with limits of time and
 * memory that end them. Without a compiled program, as when the sources run directly, the gateway does it itself.
 */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { OwlgateError } from '../../errors';
import { encodeGraph, GraphDecoder, packPart } from '../../util/objectGraph';
import { silent } from '../../util/log';
import type { Logger } from '../../util/log';
import { NO_IMPORTS } from '../load/imports';
import type { ImportSource } from '../load/imports';
import { TRANSFERRED_CLASSES } from './transferred-classes';
import type { PartSink } from './compiled-store';
import { DocumentProcess, ProcessEnded } from './handle';
import type { TaskContext } from './handle';
import { Lanes } from './lanes';
import type { LaneName } from './lanes';
import type { AnyTask, SessionState, TaskInput, TaskName, TaskResult } from './tasks';

export type { CompiledOntology, PlacedRules } from './compile';
export { compiledPart, placeIndividuals } from './compile';
export { CompiledStore, programIdentity } from './compiled-store';
export type { PartSink } from './compiled-store';
export { validationOf } from './validation';

interface DocumentLimits {
  /** Maximum seconds of work on a document. */
  readonly seconds: number;
  /** Maximum MiB of memory for such work. */
  readonly memoryMb: number;
}

const DEFAULT_DOCUMENT_LIMITS: DocumentLimits = { seconds: 60, memoryMb: 1024 };

interface ProcessesOptions {
  readonly limits?: DocumentLimits;
  /** Source of imports. */
  readonly imports?: ImportSource;
  readonly logger?: Logger;
  /** Path of the compiled program of a document process; undefined for none. */
  readonly entry?: string | undefined;
}

interface SessionOptions extends TaskContext {
  readonly lane: LaneName;
  readonly signal?: AbortSignal | undefined;
}

interface TaskOptions {
  /** Maximum seconds of the task: those of the settings by default, or `unlimited`. */
  readonly seconds?: number | 'unlimited';
  /** Receives each part of the encoded result. */
  readonly onPart?: PartSink | undefined;
  /** True for the last task of the session; see DocumentProcess.run. */
  readonly isFinal?: boolean;
  /** True if the task goes on after the client has left. */
  readonly isDetached?: boolean;
}

/** Sequence of tasks in one process. Each task sees the results of the earlier ones. */
export interface Session {
  /** True if the process has adopted the ontology. */
  hasAdopted(key: string): boolean;
  /** @throws OwlgateError DocumentTooCostly; errors of the task; the signal's reason */
  run<Name extends TaskName>(name: Name, input: TaskInput<Name>, options?: TaskOptions): Promise<TaskResult<Name>>;
}

/** Maximum resident memory of an idle process that is kept for the next session. */
const MAX_IDLE_BYTES = 160 * 2 ** 20;
const IDLE_MS = 30_000;

export class DocumentProcesses {
  readonly limits: DocumentLimits;
  private readonly imports: ImportSource;
  private readonly logger: Logger;
  private readonly entry: string | undefined;
  private readonly lanes = new Lanes();
  private readonly processes = new Set<DocumentProcess>();
  private idle: { readonly process: DocumentProcess; readonly timer: NodeJS.Timeout } | undefined;
  private isClosed = false;

  constructor(options: ProcessesOptions = {}) {
    this.limits = options.limits ?? DEFAULT_DOCUMENT_LIMITS;
    this.imports = options.imports ?? NO_IMPORTS;
    this.logger = options.logger ?? silent;
    const { entry = path.join(__dirname, 'process.js') } = options;
    this.entry = existsSync(entry) && this.imports.settings ? entry : undefined;
  }

  /** Number of sessions that wait for a turn. */
  get waitingCount(): number {
    return this.lanes.waitingCount;
  }

  /** @throws OwlgateError DocumentTooCostly, DocumentsBusy; errors of the work */
  async session<T>(options: SessionOptions, work: (session: Session) => Promise<T>): Promise<T> {
    const leave = await this.lanes.enter(options.lane, options.signal);
    try {
      return await (this.entry === undefined ? work(this.direct(options)) : this.apart(this.entry, options, work));
    } finally {
      leave();
    }
  }

  /** Runs a session of one task. @throws as a session */
  run<Name extends TaskName>(
    name: Name,
    input: TaskInput<Name>,
    options: SessionOptions & TaskOptions,
  ): Promise<TaskResult<Name>> {
    return this.session(options, (session) => session.run(name, input, { ...options, isFinal: true }));
  }

  /** Starts a process for a session that is likely to come soon. It takes half a second until it can work. */
  startAhead(): void {
    if (this.entry === undefined || this.idle || this.isClosed) return;
    this.keep(this.start(this.entry));
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.dismiss();
    const processes = [...this.processes];
    for (const each of processes) each.end();
    await Promise.all(processes.map(({ exited }) => exited));
  }

  private async apart<T>(
    entry: string,
    { signal, engine, gateway }: SessionOptions,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    const documentProcess = this.take(entry);
    let isOver = false;
    let running = 0;
    const run = async (
      name: TaskName,
      input: unknown,
      { seconds = this.limits.seconds, onPart, isFinal, isDetached }: TaskOptions = {},
    ) => {
      // The next session may have the process by now.
      if (isOver) throw new OwlgateError('DocumentProcessEnded');
      const limit = seconds === 'unlimited' ? undefined : seconds;
      running++;
      try {
        const leaving = isDetached === true ? undefined : signal;
        const options = { engine, gateway, seconds: limit, signal: leaving, onPart, ...(isFinal && { isFinal }) };
        return await documentProcess.run(name, input, options);
      } catch (error) {
        throw error instanceof ProcessEnded ? this.refusal(error, limit) : error;
      } finally {
        running--;
      }
    };
    try {
      return await work({ run: run as Session['run'], hasAdopted: (key) => documentProcess.adopted === key });
    } finally {
      isOver = true;
      // A task that the work has abandoned would go on in the next session.
      if (running > 0) documentProcess.end();
      else this.giveBack(documentProcess);
    }
  }

  /**
   * Session in the gateway's own process. Inputs and results are encoded and decoded as for a document process, so that
   * both give the same results.
   */
  private direct({ engine, gateway, signal }: SessionOptions): Session {
    const state: SessionState = {};
    const run = async (name: TaskName, input: unknown, { onPart, isDetached }: TaskOptions = {}): Promise<unknown> => {
      if (isDetached !== true) signal?.throwIfAborted();
      const { TASKS } = await import('./tasks.js');
      const { imports, logger } = this;
      const host = { engine, gateway, imports, logger };
      return transferred(await (TASKS[name] as AnyTask)(transferred(input), host, state), onPart);
    };
    return { run: run as Session['run'], hasAdopted: () => false };
  }

  private take(entry: string): DocumentProcess {
    if (this.isClosed) throw new OwlgateError('DocumentsBusy', { reason: 'the gateway is ending' });
    const { idle } = this;
    if (idle) {
      clearTimeout(idle.timer);
      this.idle = undefined;
      if (!idle.process.hasEnded) return idle.process;
    }
    return this.start(entry);
  }

  private start(entry: string): DocumentProcess {
    const { limits, logger } = this;
    const settings = { imports: this.imports.settings! };
    const onIdle = (residentBytes: number): void => {
      if (residentBytes > MAX_IDLE_BYTES && this.idle?.process === started) this.dismiss();
    };
    const started = new DocumentProcess({ entry, settings, memoryMb: limits.memoryMb, logger, onIdle });
    this.processes.add(started);
    void started.exited.then(() => this.processes.delete(started));
    return started;
  }

  private giveBack(used: DocumentProcess): void {
    if (used.hasEnded) return;
    if (this.isClosed || this.idle) return used.end();
    used.reset();
    this.keep(used);
  }

  private keep(idle: DocumentProcess): void {
    this.idle = { process: idle, timer: setTimeout(() => this.dismiss(), IDLE_MS).unref() };
  }

  private dismiss(): void {
    const { idle } = this;
    this.idle = undefined;
    if (!idle) return;
    clearTimeout(idle.timer);
    idle.process.end();
  }

  private refusal({ reason }: ProcessEnded, seconds: number | undefined): Error {
    const { memoryMb } = this.limits;
    switch (reason) {
      case 'time':
        return new OwlgateError(
          'DocumentTooCostly',
          { limit: `${seconds} s of work`, setting: 'OWLGATE_DOCUMENT_SECONDS' },
          { limit: 'time', seconds, setting: 'OWLGATE_DOCUMENT_SECONDS' },
        );
      case 'memory':
        return new OwlgateError(
          'DocumentTooCostly',
          { limit: `${memoryMb} MiB of memory`, setting: 'OWLGATE_DOCUMENT_MEMORY' },
          { limit: 'memory', memoryMb, setting: 'OWLGATE_DOCUMENT_MEMORY' },
        );
      case 'gone':
        return new OwlgateError('DocumentProcessEnded');
    }
  }
}

function transferred<T>(value: T, onPart?: PartSink): T {
  const decoder = new GraphDecoder(TRANSFERRED_CLASSES);
  for (const part of encodeGraph(value, TRANSFERRED_CLASSES)) {
    onPart?.(packPart(part));
    decoder.add(part);
  }
  return decoder.root as T;
}
