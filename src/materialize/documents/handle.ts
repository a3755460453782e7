/**
 * Handle of a document process in the gateway. The process runs one task at a time. Limits of time and memory end it.
 *
 * Threads would not do, because of the memory limit: when one large table cannot grow, V8 aborts the whole process,
 * even for the heap of a thread.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { encodeGraph, GraphDecoder, unpackPart } from '../../util/objectGraph';
import type { PackedPart } from '../../util/objectGraph';
import type { Logger } from '../../util/log';
import { TRANSFERRED_CLASSES } from './transferred-classes';
import { packFailure, unpackFailure } from './failures';
import type { PartSink } from './compiled-store';
import type { Call, FromProcess, ToProcess } from './messages';
import type { ProcessSettings, TaskEnvelope } from './process';
import { WorkingTime } from './working-time';
import type { TaskEngine, TaskGateway } from './task';
import type { AdoptInput, TaskName } from './tasks';

/** Error for the end of a process, with its cause. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';

  constructor(readonly reason: 'time' | 'memory' | 'gone') {
    super(`a document process has ended: ${reason}`);
  }
}

interface ProcessOptions {
  /** Path of the compiled program. */
  readonly entry: string;
  readonly settings: ProcessSettings;
  /** Maximum heap of the process, in MiB. */
  readonly memoryMb: number;
  readonly logger: Logger;
  /** Receives the resident memory of the process after it has forgotten a session. */
  readonly onIdle: (residentBytes: number) => void;
}

/** The part of the gateway that a task uses. */
export interface TaskContext {
  readonly engine: TaskEngine;
  readonly gateway?: TaskGateway | undefined;
}

interface Running extends TaskContext {
  readonly parts: PackedPart[];
  readonly onPart: PartSink | undefined;
  readonly resolve: (parts: readonly PackedPart[]) => void;
  readonly reject: (error: Error) => void;
  readonly clock: WorkingTime;
}

/** Scheduling priority: lower than other processes of the machine. */
const NICE = 5;
/** Score by which Linux chooses the process to kill when memory is short: this one before the gateway. */
const KILL_SCORE = '800';
/** Maximum MiB of each half of the heap for new objects, a quarter of V8's: three of them are in memory. */
const NURSERY_MB = 4;
/** Maximum parts of a final result after which the process is kept: some megabytes of memory. */
const MAX_KEPT_PARTS = 8;
/** Interval of checks of the processor time, and of the memory outside the heap, which V8 does not limit. */
const LOOK_MS = 250;
/** Maximum MiB of a process beside its heap. */
const BESIDE_HEAP = 512;
const PAGE_BYTES = 4096;
/** Inherited environment variables: none is secret. */
const INHERITED = ['PATH', 'TZ', 'LANG', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'SystemRoot'];
/** Messages of V8 before it aborts for lack of memory. */
const OUT_OF_MEMORY = /heap out of memory|invalid size error|allocation failed/i;
const MAX_ERROR_OUTPUT = 4096;

export class DocumentProcess {
  private readonly child: ChildProcess;
  private readonly isReady: Promise<void>;
  private running: Running | undefined;
  private ended: Error | undefined;
  private errorOutput = '';
  private look: NodeJS.Timeout | undefined;
  /** Key of the ontology that the process has adopted. */
  adopted: string | undefined;
  readonly exited: Promise<void>;

  constructor(private readonly options: ProcessOptions) {
    const { entry, settings, memoryMb } = options;
    const env = Object.fromEntries(INHERITED.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
    this.child = fork(entry, [JSON.stringify(settings)], {
      serialization: 'advanced',
      execArgv: [
        `--max-old-space-size=${memoryMb}`,
        `--max-semi-space-size=${NURSERY_MB}`,
        '--expose-gc',
        '--single-threaded-gc',
      ],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env,
    });
    this.child.stderr!.on(
      'data',
      (data: Buffer) => (this.errorOutput = (this.errorOutput + data.toString()).slice(-MAX_ERROR_OUTPUT)),
    );
    this.exited = new Promise((resolve) => this.child.once('exit', () => resolve()));
    this.isReady = new Promise((resolve, reject) => {
      this.child.on('message', (message: FromProcess) => {
        if (message.kind === 'ready') resolve();
        else this.take(message);
      });
      this.child.once('error', (error) => this.fail(error));
      this.child.once('exit', (_code, signal) => {
        // The system kills a process when its own memory, or that of the container, runs out.
        const isMemory = signal === 'SIGKILL' || OUT_OF_MEMORY.test(this.errorOutput);
        this.fail(new ProcessEnded(isMemory ? 'memory' : 'gone'));
        reject(this.ended!);
      });
    });
    this.isReady.catch(() => undefined);
    void lowerPriority(this.child.pid);
    this.look = setInterval(() => void this.lookAtCosts(), LOOK_MS).unref();
  }

  get hasEnded(): boolean {
    return this.ended !== undefined;
  }

  /**
   * Carries out a task.
   *
   * @param seconds working time (see working-time.ts) without time spent waiting; undefined for no limit
   * @param onPart receives each part of the encoded result
   * @param isFinal true for the last task of a session. With a large result, the process ends before the result is
   *   decoded: both together would need more memory than either
   * @throws ProcessEnded; errors of the task; the signal's reason
   */
  async run(
    name: TaskName,
    input: unknown,
    {
      seconds,
      signal,
      onPart,
      isFinal = false,
      ...context
    }: TaskContext & {
      readonly seconds: number | undefined;
      readonly signal?: AbortSignal | undefined;
      readonly onPart?: PartSink | undefined;
      readonly isFinal?: boolean;
    },
  ): Promise<unknown> {
    signal?.throwIfAborted();
    await this.isReady;
    // The client may have left during the wait.
    signal?.throwIfAborted();
    const leave = (): void => this.end(signal!.reason as Error);
    signal?.addEventListener('abort', leave);
    const clock = new WorkingTime(this.child.pid, seconds, () => this.end(new ProcessEnded('time')));
    await clock.look();
    try {
      const { kind, url, identity } = context.engine;
      const envelope: TaskEnvelope = { engine: { kind, url, identity }, input };
      for (const part of encodeGraph(envelope, TRANSFERRED_CLASSES)) {
        await this.post({ kind: 'input', part });
        await nextTurn();
      }
      // The end of the process rejects what runs: a promise made later would have nobody who handles it.
      if (this.ended) throw this.ended;
      const ended = new Promise<readonly PackedPart[]>((resolve, reject) => {
        this.running = { ...context, parts: [], onPart, resolve, reject, clock };
      });
      clock.start();
      void this.post({ kind: 'task', name });
      const parts = await ended;
      if (name === 'adopt') this.adopted = (input as AdoptInput).key;
      if (isFinal && parts.length > MAX_KEPT_PARTS) {
        this.end();
        await this.exited;
      }
      return await decoded(parts);
    } finally {
      clock.stop();
      signal?.removeEventListener('abort', leave);
    }
  }

  /** Makes the process forget the results of a session. */
  reset(): void {
    void this.post({ kind: 'reset' });
  }

  /** Ends the process at once. */
  end(reason: Error = new ProcessEnded('gone')): void {
    this.fail(reason);
    this.child.kill('SIGKILL');
  }

  private post(message: ToProcess): Promise<void> {
    return new Promise((resolve) => {
      if (this.ended) return resolve();
      // The process may end at any moment; its exit reports that.
      this.child.send(message, () => resolve());
    });
  }

  private take(message: Exclude<FromProcess, { kind: 'ready' }>): void {
    const { running } = this;
    if (message.kind === 'log') {
      this.options.logger[message.level](message.message, message.fields);
      return;
    }
    if (message.kind === 'idle') {
      this.options.onIdle(message.residentBytes);
      return;
    }
    if (!running) return;
    switch (message.kind) {
      case 'result':
        running.clock.stop();
        running.onPart?.(message.part);
        running.parts.push(message.part);
        void this.post({ kind: 'more' });
        if (!message.isLast) running.clock.start();
        else {
          this.running = undefined;
          running.resolve(running.parts);
        }
        break;
      case 'failure':
        this.running = undefined;
        running.reject(unpackFailure(message.failure));
        break;
      case 'waiting':
        if (message.isWaiting) running.clock.stop();
        else running.clock.start();
        break;
      case 'call':
        void this.answer(running, message);
    }
  }

  private async answer(running: Running, { id, call, parameters }: FromProcess & { kind: 'call' }): Promise<void> {
    running.clock.stop();
    let answer: ToProcess;
    try {
      answer = { kind: 'answer', id, value: await carryOut(running, call, parameters) };
    } catch (error) {
      answer = { kind: 'refusal', id, failure: packFailure(error) };
    }
    running.clock.start();
    await this.post(answer);
  }

  private async lookAtCosts(): Promise<void> {
    const { pid } = this.child;
    await this.running?.clock.look();
    const most = this.options.memoryMb + BESIDE_HEAP;
    // Only Linux has this file. Elsewhere, only the heap is limited.
    const pages = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '');
    const resident = (Number(pages.split(' ')[1] ?? 0) * PAGE_BYTES) / 2 ** 20;
    if (resident > most) this.end(new ProcessEnded('memory'));
  }

  private fail(reason: Error): void {
    clearInterval(this.look);
    this.ended ??= reason;
    this.running?.reject(this.ended);
  }
}

/** Decodes a result part by part, between other work. */
async function decoded(parts: readonly PackedPart[]): Promise<unknown> {
  const decoder = new GraphDecoder(TRANSFERRED_CLASSES);
  for (const part of parts) {
    decoder.add(unpackPart(part));
    await nextTurn();
  }
  return decoder.root;
}

type Delivery = Parameters<TaskGateway['deliver']>;

/** Carries out a call of a task. Answers to queries and mutations are sent as bytes, which the process parses. */
async function carryOut(
  { engine, gateway }: TaskContext,
  call: Call,
  parameters: readonly unknown[],
): Promise<unknown> {
  if (call === 'confirm' || call === 'refreshSchema') return gateway?.[call]();
  if (call === 'deliver') return (await gateway!.deliver(...(parameters as Delivery))).body;
  const value = await (engine[call] as (...args: readonly unknown[]) => Promise<unknown>)(...parameters);
  return call === 'query' || call === 'mutate' ? (value as { readonly body: Buffer }).body : value;
}

async function lowerPriority(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  try {
    setPriority(pid, NICE);
    await writeFile(`/proc/${pid}/oom_score_adj`, KILL_SCORE);
  } catch {
    // Some systems do not allow it.
  }
}
