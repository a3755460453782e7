/** Dgraph of one node on this machine, from the `dgraph` program on the PATH: zero and alpha on free loopback ports. */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, closeSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';

export interface RunningDgraph {
  /** URL of alpha's HTTP API. */
  readonly url: string;
  /** URL of zero's HTTP API. */
  readonly zeroUrl: string;
  readonly version: string;
  /** Key that signs tokens, if access control is on. */
  readonly aclSecret?: string;
  /** Kills alpha, as the system does when memory runs out, and restarts it on its data. */
  killAlpha(): Promise<void>;
  /** Ends both and removes their files. */
  stop(): Promise<void>;
}

const READY_MS = 60_000;
/** Default ports; dgraph shifts all of them by one offset. They stay below the ephemeral ports of operating systems. */
export const PORTS = { zeroGrpc: 5080, zeroHttp: 6080, internal: 7080, http: 8080, grpc: 9080 } as const;
const OFFSETS = { from: 2_500, to: 20_000 } as const;

/** Each drop of all data clears the caches; with those of 4 GB, the default, it takes ten times the CPU time. */
export const ALPHA_SETTINGS = ['--cache', 'size-mb=64'];

/** Returns `v25.4.0`; undefined without the program. */
export function dgraphVersion(): string | undefined {
  const { status, stdout } = spawnSync('dgraph', ['version'], { encoding: 'utf8' });
  return status === 0 ? (/version\s*:\s*(v[\w.-]+)/.exec(stdout)?.[1] ?? 'unknown') : undefined;
}

/** Lifetimes of the tokens of a Dgraph with access control. */
export interface AccessControl {
  readonly accessSeconds: number;
  readonly refreshSeconds: number;
}

/** @throws Error with the end of the log if it does not become ready */
export async function startDgraph(version: string, accessControl?: AccessControl): Promise<RunningDgraph> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'owlgate-dgraph-'));
  const offset = await freeOffset();
  const port = (name: keyof typeof PORTS): number => PORTS[name] + offset;
  const common = ['-o', String(offset), '--bindall=false', '--telemetry', 'reports=false;'];
  const zeroUrl = `http://127.0.0.1:${port('zeroHttp')}`;
  const url = `http://127.0.0.1:${port('http')}`;

  const aclSecret = accessControl && randomBytes(16).toString('hex');

  const zero = runDgraph('zero', path.join(directory, 'zero'), [`--my=127.0.0.1:${port('zeroGrpc')}`, ...common]);
  const alphaArgs = [
    `--my=127.0.0.1:${port('internal')}`,
    `--zero=127.0.0.1:${port('zeroGrpc')}`,
    ...common,
    ...ALPHA_SETTINGS,
    ...(accessControl ? ['--acl', acl(directory, accessControl, aclSecret!)] : []),
  ];
  let alpha = runDgraph('alpha', path.join(directory, 'alpha'), alphaArgs);
  const stop = async (): Promise<void> => {
    await alpha.stop();
    await zero.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  const ready = async (): Promise<void> => {
    const deadline = Date.now() + READY_MS;
    while (!(await isHealthy(url))) {
      const ended = [zero, alpha].find((program) => program.hasEnded());
      if (ended || Date.now() > deadline) {
        const log = (ended ?? alpha).log();
        await stop();
        throw new Error(`dgraph did not get ready:\n${log}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  await ready();
  const killAlpha = async (): Promise<void> => {
    await alpha.kill();
    alpha = runDgraph('alpha', path.join(directory, 'alpha'), alphaArgs);
    await ready();
  };
  return { url, zeroUrl, version, killAlpha, stop, ...(aclSecret !== undefined && { aclSecret }) };
}

/** Returns the setting, with the secret in a file. */
function acl(directory: string, { accessSeconds, refreshSeconds }: AccessControl, key: string): string {
  const secret = path.join(directory, 'secret');
  writeFileSync(secret, key);
  return `secret-file=${secret}; access-ttl=${accessSeconds}s; refresh-ttl=${refreshSeconds}s`;
}

export interface DgraphProgram {
  hasEnded(): boolean;
  log(): string;
  stop(): Promise<void>;
  /** Kills the process at once. */
  kill(): Promise<void>;
  /** Lets the process hang, or go on. */
  hang(): void;
  goOn(): void;
}

/**
 * The shell ends its child when its standard input closes: on `stop`, and also if this process dies first. Alpha waits
 * at its end for zero, which may be gone: the wait is bounded.
 */
const WATCH = `
  "$@" </dev/null & child=$!
  while read -r how; do
    case "$how" in
      kill) kill -9 "$child"; wait "$child"; exit;;
      *) kill -"$how" "$child";;
    esac
  done
  kill -CONT "$child"
  kill "$child"
  for i in $(seq 100); do kill -0 "$child" 2>/dev/null || exit; sleep 0.1; done
  kill -9 "$child"
`;

/** @param directory of the program's data and log */
export function runDgraph(name: 'zero' | 'alpha', directory: string, args: readonly string[]): DgraphProgram {
  mkdirSync(directory, { recursive: true });
  const logFile = path.join(directory, 'log');
  const log = openSync(logFile, 'a');
  const shell = spawn('sh', ['-c', WATCH, 'sh', 'dgraph', name, ...args], {
    cwd: directory,
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => shell.once('close', () => resolve()));
  return {
    hasEnded: () => shell.exitCode !== null,
    log: () => readFileSync(logFile, 'utf8').slice(-2_000),
    stop: () => {
      shell.stdin!.end();
      return ended;
    },
    kill: () => {
      shell.stdin!.end('kill\n');
      return ended;
    },
    hang: () => void shell.stdin!.write('STOP\n'),
    goOn: () => void shell.stdin!.write('CONT\n'),
  };
}

export async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`);
    return response.ok && (await response.text()).includes('"healthy"');
  } catch {
    return false;
  }
}

/** @param programs number of programs that take consecutive offsets */
export async function freeOffset(programs = 1): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const offset = OFFSETS.from + Math.floor(Math.random() * (OFFSETS.to - OFFSETS.from));
    const ports = Object.values(PORTS).flatMap((port) => Array.from({ length: programs }, (_, i) => port + offset + i));
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return offset;
  }
  throw new Error('no free ports for dgraph');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
