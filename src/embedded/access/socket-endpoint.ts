/** Endpoint on a Unix domain socket that only this user can open. */
import * as fs from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import * as path from 'node:path';
import type { Endpoint } from '../../util/endpoint';
import { listening } from './listening';
import { PRIVATE_FILE } from './private-directory';
import { stalePlace, makePlace, placeWithin, removePlace, type SocketPlace } from './socket-place';
import { isOutOfReach, OTHERS, resolveTrusted, Untrusted, USER } from './trust';

/**
 * Connections that may wait to be accepted; the system has a lower limit (net.core.somaxconn). A full queue refuses.
 */
const BACKLOG = 65_535;
const PROBE_MS = 2_000;

export class SocketEndpoint {
  private place: SocketPlace | undefined;

  /** @param directory a private directory */
  constructor(private directory: string) {}

  /** Always true: the file system is the guard. */
  admits(): boolean {
    return true;
  }

  async open(server: Server): Promise<Endpoint> {
    this.directory = resolveTrusted(this.directory);
    const preferred = placeWithin(this.directory);
    await this.removeStale(preferred);
    // The socket is elsewhere if its path is too long, if others can rename a parent directory, or if the file system
    // has no private sockets.
    const isPreferred =
      preferred !== undefined && isOutOfReach(this.directory) && (await this.listen(server, preferred));
    if (isPreferred) return { kind: 'socket', path: preferred.path };
    const place = makePlace(this.directory);
    if (await this.listen(server, place)) return { kind: 'socket', path: place.path };
    throw new Untrusted('no private socket can be made, neither in it nor in the temporary directory (TMPDIR)');
  }

  /** @returns false if the place is unusable */
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

  /** @throws Untrusted if a process still listens, or another file is in the place of the socket */
  private async removeStale(preferred: SocketPlace | undefined): Promise<void> {
    for (const place of [stalePlace(this.directory), preferred]) {
      if (!place) continue;
      const stats = fs.lstatSync(place.path, { throwIfNoEntry: false });
      if (stats) await refuseLive(place.path, stats);
      removePlace(this.directory, place);
    }
  }
}

/** @returns false if the file system keeps no modes */
function closeToOthers(file: string): boolean {
  try {
    fs.chmodSync(file, PRIVATE_FILE);
    const stats = fs.lstatSync(file);
    return stats.isSocket() && stats.uid === USER && (stats.mode & OTHERS) === 0;
  } catch {
    return false;
  }
}

async function refuseLive(file: string, stats: fs.Stats): Promise<void> {
  const name = path.basename(file);
  if (!stats.isSocket()) throw new Untrusted(`its ${name} is not a socket; remove it`);
  if (stats.uid !== USER) throw new Untrusted(`its ${name} belongs to another user (uid ${stats.uid}); remove it`);
  if (await isAnswered(file)) {
    throw new Untrusted(`another process listens on its ${name}; stop that one, or choose another directory`);
  }
}

/** Returns false only if nobody listens; a listener with a full queue counts as one. */
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
