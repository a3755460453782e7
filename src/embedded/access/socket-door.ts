/** Door of a Unix domain socket, which this user alone can open. */
import * as fs from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import * as path from 'node:path';
import type { Endpoint } from '../../util/endpoint';
import type { Door } from './doors';
import { listening } from './listening';
import { PRIVATE_FILE } from './private-directory';
import { leftPlace, makePlace, placeWithin, removePlace, type SocketPlace } from './socket-place';
import { isOutOfReach, OTHERS, resolveTrusted, Untrusted, USER } from './trust';

/** Connections that wait to be accepted; the system has a lower limit (net.core.somaxconn). A full queue refuses at once. */
const BACKLOG = 65_535;
const PROBE_MS = 2_000;

export class SocketDoor implements Door {
  private place: SocketPlace | undefined;

  /** @param directory a private directory */
  constructor(private directory: string) {}

  /** The file system is the guard. */
  admits(): boolean {
    return true;
  }

  async open(server: Server): Promise<Endpoint> {
    this.directory = resolveTrusted(this.directory);
    const within = placeWithin(this.directory);
    await this.removeStale(within);
    // Elsewhere where the path is too long, others can rename a directory above, or the file system has no private sockets.
    const isWithin = within !== undefined && isOutOfReach(this.directory) && (await this.listen(server, within));
    if (isWithin) return { kind: 'socket', path: within.path };
    const place = makePlace(this.directory);
    if (await this.listen(server, place)) return { kind: 'socket', path: place.path };
    throw new Untrusted('no private socket can be made, neither in it nor in the temporary directory (TMPDIR)');
  }

  /** @returns false where the place is of no use */
  private async listen(server: Server, place: SocketPlace): Promise<boolean> {
    this.place = place;
    // From the call of bind on, the mode of the directory keeps others out; that of the socket is the second lock.
    const error = await listening(server, { path: place.path, backlog: BACKLOG }).catch((reason: unknown) => reason);
    if (error === undefined) {
      if (closeToOthers(place.path)) return true;
      await new Promise((resolve) => server.close(resolve));
    }
    this.close();
    return false;
  }

  close(): void {
    if (this.place) removePlace(this.directory, this.place);
    this.place = undefined;
  }

  /** @throws Untrusted where a process listens still, or something else is in the socket's place */
  private async removeStale(within: SocketPlace | undefined): Promise<void> {
    for (const place of [leftPlace(this.directory), within]) {
      if (!place) continue;
      const stats = fs.lstatSync(place.path, { throwIfNoEntry: false });
      if (stats) await refuseLiving(place.path, stats);
      removePlace(this.directory, place);
    }
  }
}

/** @returns false where the file system keeps no modes */
function closeToOthers(file: string): boolean {
  try {
    fs.chmodSync(file, PRIVATE_FILE);
    const stats = fs.lstatSync(file);
    return stats.isSocket() && stats.uid === USER && (stats.mode & OTHERS) === 0;
  } catch {
    return false;
  }
}

async function refuseLiving(file: string, stats: fs.Stats): Promise<void> {
  const name = path.basename(file);
  if (!stats.isSocket()) throw new Untrusted(`its ${name} is not a socket; remove it`);
  if (stats.uid !== USER) throw new Untrusted(`its ${name} belongs to another user (uid ${stats.uid}); remove it`);
  if (await isAnswered(file)) {
    throw new Untrusted(`another process listens on its ${name}; stop that one, or choose another directory`);
  }
}

/** False only where nobody listens: a listener with a full queue is one, too. */
function isAnswered(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file);
    const settle = (answered: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answered);
    };
    const timer = setTimeout(() => settle(true), PROBE_MS);
    socket.once('connect', () => settle(true));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(code !== 'ECONNREFUSED' && code !== 'ENOENT'));
  });
}
