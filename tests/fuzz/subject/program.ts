/** The program in a process of its own, over an engine: its address, log, heap, and what it says that it should not. */
import { spawn, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterMachineTime } from '../../support/machine-time';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';

export type EngineName = 'embedded' | 'dgraph';

/** A line of the program's output that is a fault of the program. */
export interface Grievance {
  readonly text: string;
  readonly requestId?: string;
}

export interface Heap {
  /** Bytes in use on the main thread and on the thread of the embedded engine, after a collection. */
  readonly bytes: number;
  /** Bytes by thread; compiled code apart, since V8 compiles as long as new paths become hot. */
  readonly threads: readonly { readonly role: string; readonly data: number; readonly code: number }[];
  readonly rss: number;
}

const root = path.join(__dirname, '../../..');
const START_MS = 60_000;
const HEAP_MS = 20_000;
const SNAPSHOT_MS = 120_000;
const END_MS = 10_000;
/** Threads that live as long as the program does, by engine; others come and go with the work. */
const LASTING: Readonly<Record<EngineName, readonly string[]>> = { embedded: ['main', 'worker.js'], dgraph: ['main'] };
/** Requests for a measurement: a busy thread misses one. */
const HEAP_ATTEMPTS = 10;

export class Subject {
  readonly grievances: Grievance[] = [];
  /** Messages of the level warn, and how often each was logged. */
  readonly warnings = new Map<string, number>();
  private exit: string | undefined;

  private constructor(
    private readonly child: ChildProcess,
    /** Ports of HTTP and gRPC. */
    readonly ports: { readonly port: number; readonly grpcPort: number },
    readonly engine: EngineName,
    private readonly clean: () => Promise<void>,
  ) {}

  /**
   * Starts the program, built before, on a free port and on empty data.
   *
   * @param environment further settings
   * @throws Error with the output of a program that does not serve
   */
  static async start(engine: EngineName, environment: Readonly<Record<string, string>> = {}): Promise<Subject> {
    const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-fuzz-'));
    const dgraph = engine === 'dgraph' ? await startCluster() : undefined;
    const clean = async (): Promise<void> => {
      await dgraph?.stop();
      fs.rmSync(directory, { recursive: true, force: true });
    };
    const arguments_ = ['--expose-gc', '--require', path.join(__dirname, 'hook.cjs'), path.join(root, 'dist/main.js')];
    const child = spawn(process.execPath, arguments_, {
      cwd: directory,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        GRPC_PORT: '0',
        OWLGATE_DATA: path.join(directory, 'data'),
        LOG_FORMAT: 'json',
        ...(dgraph && { DGRAPH_URL: dgraph.url }),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const early: string[] = [];
    try {
      const ports = await servingPorts(child, early);
      const subject = new Subject(child, ports, engine, clean);
      subject.watch();
      return subject;
    } catch (error) {
      child.kill('SIGKILL');
      await clean();
      throw error;
    }
  }

  get port(): number {
    return this.ports.port;
  }

  /** Reason of its end; undefined while it runs. */
  get ended(): string | undefined {
    return this.exit;
  }

  /** The heap after a collection. @throws Error where the program does not answer */
  async heap(): Promise<Heap> {
    const roles = LASTING[this.engine];
    for (let attempt = 1; attempt <= HEAP_ATTEMPTS; attempt++) {
      const { heap, rss } = (await this.ask({ ask: 'heap' }, HEAP_MS)) as { heap: Heap['threads']; rss: number };
      const lasting = heap.filter(({ role }) => roles.includes(role));
      if (lasting.length < roles.length) continue;
      return { bytes: lasting.reduce((sum, { data, code }) => sum + data + code, 0), threads: heap, rss };
    }
    throw new Error('a thread of the program did not answer the question for its heap');
  }

  /**
   * Writes a heap snapshot of every thread, as files whose names begin with a prefix.
   *
   * @throws Error where the program does not answer
   */
  async snapshot(prefix: string): Promise<void> {
    await this.ask({ ask: 'snapshot', prefix }, SNAPSHOT_MS);
  }

  /**
   * Returns the longest stretch of each lasting thread without a turn of its event loop, in milliseconds of processor
   * time, since the last call. The first call begins the watch.
   */
  async stretches(): Promise<readonly { readonly role: string; readonly ms: number }[]> {
    const { stretches } = (await this.ask({ ask: 'stretches' }, HEAP_MS)) as {
      stretches: readonly { readonly role: string; readonly ms: number }[];
    };
    return stretches.filter(({ role }) => LASTING[this.engine].includes(role));
  }

  /** Keeps the main thread busy. @param ms processor time */
  async occupy(ms: number): Promise<void> {
    await this.ask({ ask: 'occupy', ms }, HEAP_MS);
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exit = new Promise((resolve) => this.child.once('exit', resolve));
      this.exit ??= 'stopped';
      this.child.kill('SIGTERM');
      const stopTimer = afterMachineTime(END_MS, () => this.child.kill('SIGKILL'));
      await exit;
      stopTimer();
    }
    await this.clean();
  }

  private ask(
    message: { readonly ask: string; readonly prefix?: string; readonly ms?: number },
    withinMs: number,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const stopTimer = afterMachineTime(withinMs, () =>
        reject(new Error(`the program did not answer the question for its ${message.ask} within ${withinMs} ms`)),
      );
      this.child.once('message', (answer) => {
        stopTimer();
        resolve(answer);
      });
      this.child.send(message);
    });
  }

  private watch(): void {
    onLines(this.child.stdout!, (line) => this.hear(line));
    onLines(this.child.stderr!, (line) => this.grievances.push({ text: `stderr: ${line.slice(0, 2_000)}` }));
    this.child.once('exit', (code, signal) => (this.exit ??= `the program ended: ${signal ?? `status ${code}`}`));
  }

  private hear(line: string): void {
    const entry = parsed(line);
    if (!entry) return void this.grievances.push({ text: `stdout: ${line.slice(0, 2_000)}` });
    const { level, message, requestId } = entry;
    if (level === 'warn') this.warnings.set(message, (this.warnings.get(message) ?? 0) + 1);
    if (level !== 'error' || UNREADABLE.test(line)) return;
    this.grievances.push({ text: `log: ${line.slice(0, 4_000)}`, ...(requestId !== undefined && { requestId }) });
  }
}

/** After an /alter that gives stored values a type that they do not fit, the engine refuses to read them. */
const UNREADABLE = /"message":"the materialization failed".*cannot read stored values of/;

async function startCluster(): Promise<RunningDgraph> {
  const version = dgraphVersion();
  if (version === undefined) throw new Error('there is no dgraph program on the PATH');
  return startDgraph(version);
}

function servingPorts(child: ChildProcess, output: string[]): Promise<Subject['ports']> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => reject(new Error(`${reason}: ${output.join('').slice(-2_000)}`));
    const stopTimer = afterMachineTime(START_MS, () => fail('the program does not serve'));
    const keep = (chunk: Buffer): void => {
      output.push(chunk.toString());
      const [port, grpcPort] = [
        /owlgate serves on http:\/\/127\.0\.0\.1:(\d+)/,
        /gRPC for Dgraph clients on 127\.0\.0\.1:(\d+)/,
      ].map((line) => line.exec(output.join(''))?.[1]);
      if (port === undefined || grpcPort === undefined) return;
      stopTimer();
      child.stdout!.off('data', keep);
      child.stderr!.off('data', keep);
      resolve({ port: Number(port), grpcPort: Number(grpcPort) });
    };
    child.stdout!.on('data', keep);
    child.stderr!.on('data', keep);
    child.once('exit', (code) => fail(`the program ended with status ${code}`));
  });
}

function onLines(stream: NodeJS.ReadableStream, take: (line: string) => void): void {
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop()!;
    for (const line of lines) if (line.trim() !== '') take(line);
  });
}

function parsed(line: string): { level: string; message: string; requestId?: string } | undefined {
  try {
    return JSON.parse(line) as { level: string; message: string; requestId?: string };
  } catch {
    return undefined;
  }
}
