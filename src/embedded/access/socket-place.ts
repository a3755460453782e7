/** Place of the engine's Unix domain socket: the data directory, or a temporary directory if that does not work. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from './private-directory';
import { isOutOfReach, OTHERS, resolveTrusted, Untrusted, USER } from './trust';

/**
 * Maximum bytes of a socket's path: `sun_path` without its final zero byte (unix(7); 104 bytes on the BSDs and macOS).
 */
export const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

export const SOCKET_FILE = 'engine.sock';
/** File of the data directory that names the temporary directory of the socket. */
export const PLACE_FILE = 'engine.sock.place';
const SHORT_NAME = 's';
const PREFIX = 'owlgate-';
/** Names that `mkdtemp` makes of the prefix. */
const TEMPORARY_NAME = new RegExp(`^${PREFIX}\\w{6}$`);

export interface SocketPlace {
  readonly path: string;
  /** Directory made for the socket and removed with it. */
  readonly temporaryDirectory: string | undefined;
}

const fits = (file: string): boolean => Buffer.byteLength(file) <= MAX_PATH_BYTES;

/** Returns the place inside a private directory; undefined if its path is too long. */
export function placeWithin(directory: string): SocketPlace | undefined {
  const file = path.join(directory, SOCKET_FILE);
  return fits(file) ? { path: file, temporaryDirectory: undefined } : undefined;
}

/**
 * Makes a temporary directory for the socket, and notes it in the data directory.
 *
 * @param directory the data directory
 * @param parents parents of the temporary directory, by preference
 * @throws Untrusted if no parent is usable
 */
export function makePlace(directory: string, parents = [os.tmpdir(), '/tmp']): SocketPlace {
  for (const candidate of parents) {
    const parent = usable(candidate);
    if (parent === undefined) continue;
    // Random name, and mode 0700 from the first moment.
    const directoryMade = fs.mkdtempSync(path.join(parent, PREFIX));
    const place = { path: path.join(directoryMade, SHORT_NAME), temporaryDirectory: directoryMade };
    try {
      const { uid, mode } = fs.lstatSync(directoryMade);
      if (uid === USER && (mode & OTHERS) === 0) {
        fs.writeFileSync(path.join(directory, PLACE_FILE), directoryMade, { mode: PRIVATE_FILE });
        return place;
      }
    } catch (error) {
      removePlace(directory, place);
      throw error;
    }
    removePlace(directory, place);
  }
  throw new Untrusted(
    "the engine's socket has no private place, neither in it nor in the temporary directory (TMPDIR); " +
      'set TMPDIR to a directory with a short path that other users cannot rename',
  );
}

function usable(candidate: string): string | undefined {
  try {
    const parent = resolveTrusted(candidate);
    const example = path.join(parent, `${PREFIX}XXXXXX`);
    fs.accessSync(parent, fs.constants.W_OK | fs.constants.X_OK);
    return fits(path.join(example, SHORT_NAME)) && isOutOfReach(example) ? parent : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the place of an earlier process that did not remove its temporary directory; undefined if there is none. */
export function stalePlace(directory: string): SocketPlace | undefined {
  const noteStats = fs.lstatSync(path.join(directory, PLACE_FILE), { throwIfNoEntry: false });
  if (!noteStats?.isFile() || noteStats.uid !== USER) return undefined;
  const directoryMade = fs.readFileSync(path.join(directory, PLACE_FILE), 'utf8');
  if (!path.isAbsolute(directoryMade) || !TEMPORARY_NAME.test(path.basename(directoryMade))) return undefined;
  const stats = fs.lstatSync(directoryMade, { throwIfNoEntry: false });
  // The name may have been taken by another user since.
  const isOurs = stats?.isDirectory() === true && stats.uid === USER && (stats.mode & 0o777) === PRIVATE_DIRECTORY;
  return isOurs ? { path: path.join(directoryMade, SHORT_NAME), temporaryDirectory: directoryMade } : undefined;
}

/** Removes a socket and its temporary directory. */
export function removePlace(directory: string, { path: socket, temporaryDirectory }: SocketPlace): void {
  fs.rmSync(socket, { force: true });
  if (temporaryDirectory === undefined) return;
  fs.rmSync(path.join(directory, PLACE_FILE), { force: true });
  try {
    fs.rmdirSync(temporaryDirectory);
  } catch {
    // Removed already, or used by this user for something else.
  }
}
