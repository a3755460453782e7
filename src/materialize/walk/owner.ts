/** Identity of a gateway that runs materializations, by which another one sees that it has ended. */
import { randomBytes } from 'node:crypto';
import * as os from 'node:os';

/** Instances of this process: several gateways may run in one. */
const living = new Set<string>();

export class Owner {
  /** Host, process and instance: `host/1234/k3b9`. */
  readonly name = `${os.hostname()}/${process.pid}/${randomBytes(6).toString('base64url')}`;

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
    const [host, pid, instance] = other.split('/');
    if (host !== os.hostname() || instance === undefined || !/^[1-9]\d{0,9}$/.test(pid ?? '')) return false;
    if (Number(pid) === process.pid) return !living.has(other);
    try {
      process.kill(Number(pid), 0);
      return false;
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'ESRCH';
    }
  }
}
