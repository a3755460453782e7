/** Identity of a gateway that runs materializations, by which another one sees that it has ended. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** Interval between looks at the process of another owner. */
const LOOK_MS = 100;

/** Instances of this process: several gateways may run in one. */
const living = new Set<string>();

export class Owner {
  /** Host, process, instance, and start of the process where the system tells it: `host/1234/k3b9/88231`. */
  readonly name = [os.hostname(), process.pid, randomBytes(6).toString('base64url'), statOf(process.pid)?.start]
    .filter((part) => part !== undefined)
    .join('/');

  begin(): void {
    living.add(this.name);
  }

  end(): void {
    living.delete(this.name);
  }

  /**
   * Returns true if another owner certainly no longer runs: its process on this machine has ended. Also true for this
   * owner itself, which knows its own runs. The process number alone does not identify an owner, because a new
   * container may reuse the number of the previous one.
   */
  outlives(other: string | undefined): boolean {
    if (other === undefined) return false;
    if (other === this.name) return true;
    const [host, pid, instance, start] = other.split('/');
    if (host !== os.hostname() || instance === undefined || !/^[1-9]\d{0,9}$/.test(pid ?? '')) return false;
    if (Number(pid) === process.pid) return !living.has(other);
    return hasEnded(Number(pid), start);
  }

  /** Waits for the end of another owner, if its process is on this machine. @returns false if it does not end in time */
  async awaitEnd(other: string | undefined, waitMs: number, signal: AbortSignal): Promise<boolean> {
    const until = performance.now() + waitMs;
    for (let rest = waitMs; rest > 0; rest = until - performance.now()) {
      await delay(Math.min(rest, LOOK_MS), undefined, { signal });
      if (this.outlives(other)) return true;
    }
    return false;
  }
}

/** @param start of the process, if it is known: a later one may have the same number */
function hasEnded(pid: number, start: string | undefined): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user exists, too.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const stat = statOf(pid);
  if (!stat) return false;
  // A process that has ended keeps its number until its parent asks for its status, which may be never.
  return stat.state === 'Z' || stat.state === 'X' || (start !== undefined && stat.start !== start);
}

interface ProcessStat {
  /** `R`, `S`, …; `Z` for one that has ended. */
  readonly state: string;
  /** In clock ticks since the start of the machine. */
  readonly start: string;
}

/** Position of the start in /proc/<pid>/stat, counted from the state. */
const START_FIELD = 19;

/** Returns undefined where the system has no /proc, or hides the process. */
function statOf(pid: number): ProcessStat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program before the state may contain spaces and parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, start] = [fields[0], fields[START_FIELD]];
    return state === undefined || start === undefined ? undefined : { state, start };
  } catch {
    return undefined;
  }
}
