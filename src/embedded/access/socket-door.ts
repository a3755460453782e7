/** Door of a Unix domain socket, which this user alone can open. */
import * as fs from 'node:fs';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import * as path from 'node:path';
import type { Endpoint } from '../../util/endpoint';
import type { Door } from './doors';
import { listening } from './listening';
import { PRIVATE_FILE } from './private-directory';
import { choosePlace, leftPlace, placeWithin, removePlace, type SocketPlace } from './socket-place';
import { OTHERS, resolveTrusted, Untrusted, USER } from './trust';

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
    await this.removeStale();
    const place = (this.place = choosePlace(this.directory));
    // From the call of bind on, the mode of the directory keeps others out; that of the socket is the second lock.
    await listening(server, { path: place.path, backlog: BACKLOG });
    fs.chmodSync(place.path, PRIVATE_FILE);
    const stats = fs.lstatSync(place.path);
    if (!stats.isSocket() || stats.uid !== USER || (stats.mode & OTHERS) !== 0) {
      server.close();
      throw new Untrusted(`other users could open its ${path.basename(place.path)}: the file system keeps no modes`);
    }
    return { kind: 'socket', path: place.path };
  }

  close(): void {
    if (this.place) removePlace(this.directory, this.place);
    this.place = undefined;
  }

  /** @throws Untrusted where a process listens still, or something else is in the socket's place */
  private async removeStale(): Promise<void> {
    const within = placeWithin(this.directory);
    const places = [leftPlace(this.directory), within === undefined ? undefined : { path: within, made: undefined }];
    for (const place of places) {
      if (!place) continue;
      const stats = fs.lstatSync(place.path, { throwIfNoEntry: false });
      if (stats) await refuseLiving(place.path, stats);
      removePlace(this.directory, place);
    }
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
