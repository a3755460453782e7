/** Sockets on which a process listens, from Linux's /proc (proc(5)). */
import * as fs from 'node:fs';

export interface Listening {
  /** Ports of TCP and UDP, over IPv4 and IPv6. */
  readonly ports: readonly number[];
  /** Paths of Unix domain sockets. */
  readonly paths: readonly string[];
}

const LISTENING_TCP = '0A';
const BOUND_UDP = '07';
/** `__SO_ACCEPTCON` of a Unix domain socket. */
const ACCEPTING = 0x10000;

export function listeningOf(pid: number): Listening {
  const inodes = new Set(
    fs.readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(fs.readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? [];
      } catch {
        // Closed meanwhile.
        return [];
      }
    }),
  );
  const rows = (table: string): string[][] => {
    const file = `/proc/${pid}/net/${table}`;
    if (!fs.existsSync(file)) return [];
    const lines = fs.readFileSync(file, 'utf8').trim().split('\n').slice(1);
    return lines.map((line) => line.trim().split(/\s+/));
  };
  const ports = [
    ['tcp', LISTENING_TCP],
    ['tcp6', LISTENING_TCP],
    ['udp', BOUND_UDP],
    ['udp6', BOUND_UDP],
  ].flatMap(([table, state]) =>
    rows(table!)
      .filter(({ 3: socketState, 9: inode }) => socketState === state && inodes.has(inode!))
      .map(({ 1: local }) => parseInt(local!.split(':')[1]!, 16)),
  );
  const paths = rows('unix')
    .filter(({ 3: flags, 6: inode }) => (parseInt(flags!, 16) & ACCEPTING) !== 0 && inodes.has(inode!))
    .map((columns) => columns.slice(7).join(' '));
  return { ports, paths };
}
