/** Runs the program as a user does: `node dist/main.js` in a process of its own. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

const root = path.join(__dirname, '../../..');
const main = path.join(root, 'dist/main.js');
/** Cache of compiled modules (Node 22): each of some hundred starts finds them compiled. */
const COMPILED = path.join(root, 'node_modules/.cache/owlgate-tests');

/** Builds outdated files. For beforeAll. */
export function build(): void {
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/bootstrap.mjs')], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Output so far, of both streams. */
  output(): string;
  /** Waits until the output matches. Fails if the program ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
  /** Waits until the program serves and returns its address. */
  url(): Promise<string>;
  /** Sends a signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<Ended>;
}

const running = new Set<ChildProcess>();
const directories: string[] = [];

export function temporaryDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-e2e-'));
  directories.push(directory);
  return directory;
}

/** Ends all started programs. For afterEach. */
export async function cleanUp(): Promise<void> {
  for (const child of running) {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    process.kill(-child.pid!, 'SIGKILL');
    await ended;
    // The streams may close after the exit.
    running.delete(child);
  }
  for (const directory of directories.splice(0)) fs.rmSync(directory, { recursive: true, force: true });
}

/** Starts the program on a free port, in an empty directory, with the given settings only. */
export function start(env: Record<string, string> = {}, argv: readonly string[] = []): Program {
  return run(process.execPath, [main, ...argv], temporaryDirectory(), env);
}

/** Runs `npm start -- …` in the project's folder. */
export function npmStart(env: Record<string, string>, argv: readonly string[] = []): Program {
  return run('npm', ['start', '--', ...argv], root, { HOME: os.homedir(), OWLGATE_DATA: temporaryDirectory(), ...env });
}

function run(command: string, argv: readonly string[], cwd: string, env: Record<string, string>): Program {
  const child = spawn(command, argv, {
    cwd,
    env: { PATH: process.env['PATH'], PORT: '0', GRPC_PORT: 'off', NODE_COMPILE_CACHE: COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group, so that cleanUp reaches the children of npm.
    detached: true,
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, stdout, stderr });
    });
  });
  const listeners = new Set<() => void>();
  const notify = (): void => listeners.forEach((listener) => listener());
  child.stdout.on('data', (chunk: Buffer) => ((stdout += chunk.toString()), notify()));
  child.stderr.on('data', (chunk: Buffer) => ((stderr += chunk.toString()), notify()));
  const output = (): string => stdout + stderr;
  const printed = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(output());
        if (!match) return;
        listeners.delete(look);
        resolve(match);
      };
      listeners.add(look);
      void ended.then(() => reject(new Error(`it ended without printing ${pattern}: ${output()}`)));
      look();
    });
  return {
    child,
    ended,
    output,
    printed,
    url: async () => (await printed(/owlgate serves on (http:\/\/[^\s:]+:\d+)/))[1]!,
    end: (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}
