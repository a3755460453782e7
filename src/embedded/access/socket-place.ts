/** Place of the engine's Unix domain socket: the data directory, or a fresh directory where that does not do. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from './private-directory';
import { isOutOfReach, OTHERS, resolveTrusted, Untrusted, USER } from './trust';

/** Most bytes of a socket's path: `sun_path` less the zero byte at its end (unix(7); 104 bytes on the BSDs and macOS). */
export const MAX_PATH_BYTES = process.platform === 'linux' ? 107 : 103;

export const SOCKET_FILE = 'engine.sock';
/** File of the data directory that names the directory of the socket where that lies elsewhere. */
export const PLACE_FILE = 'engine.sock.place';
const SHORT_NAME = 's';
const PREFIX = 'owlgate-';
/** As `mkdtemp` completes the prefix. */
const MADE = new RegExp(`^${PREFIX}\\w{6}$`);

export interface SocketPlace {
  readonly path: string;
  /** Made for the socket, and to be removed with it. */
  readonly made: string | undefined;
}

const fits = (file: string): boolean => Buffer.byteLength(file) <= MAX_PATH_BYTES;

/** Place inside a private directory; undefined where its path is too long. */
export function placeWithin(directory: string): SocketPlace | undefined {
  const file = path.join(directory, SOCKET_FILE);
  return fits(file) ? { path: file, made: undefined } : undefined;
}

/**
 * Makes a directory for the socket, and notes it in the data directory.
 *
 * @param directory the data directory
 * @param parents directories to make one in, by preference
 * @throws Untrusted where there is no place
 */
export function makePlace(directory: string, parents = [os.tmpdir(), '/tmp']): SocketPlace {
  for (const given of parents) {
    const parent = usable(given);
    if (parent === undefined) continue;
    // Random, and of mode 0700 from its first moment.
    const made = fs.mkdtempSync(path.join(parent, PREFIX));
    const place = { path: path.join(made, SHORT_NAME), made };
    try {
      const { uid, mode } = fs.lstatSync(made);
      if (uid === USER && (mode & OTHERS) === 0) {
        fs.writeFileSync(path.join(directory, PLACE_FILE), made, { mode: PRIVATE_FILE });
        return place;
      }
    } catch (error) {
      removePlace(directory, place);
      throw error;
    }
    removePlace(directory, place);
  }
  throw new Untrusted(
    "there is no private place for the engine's socket: neither in it nor in the temporary directory (TMPDIR); " +
      'set TMPDIR to a directory with a short path that other users cannot rename',
  );
}

function usable(given: string): string | undefined {
  try {
    const parent = resolveTrusted(given);
    const example = path.join(parent, `${PREFIX}XXXXXX`);
    fs.accessSync(parent, fs.constants.W_OK | fs.constants.X_OK);
    return fits(path.join(example, SHORT_NAME)) && isOutOfReach(example) ? parent : undefined;
  } catch {
    return undefined;
  }
}

/** Directory that an earlier process made for its socket and did not remove; undefined where there is none. */
export function leftPlace(directory: string): SocketPlace | undefined {
  const noted = fs.lstatSync(path.join(directory, PLACE_FILE), { throwIfNoEntry: false });
  if (!noted?.isFile() || noted.uid !== USER) return undefined;
  const made = fs.readFileSync(path.join(directory, PLACE_FILE), 'utf8');
  if (!path.isAbsolute(made) || !MADE.test(path.basename(made))) return undefined;
  const stats = fs.lstatSync(made, { throwIfNoEntry: false });
  // The name may be somebody else's by now.
  const isOurs = stats?.isDirectory() === true && stats.uid === USER && (stats.mode & 0o777) === PRIVATE_DIRECTORY;
  return isOurs ? { path: path.join(made, SHORT_NAME), made } : undefined;
}

/** Removes a socket, and the directory that was made for it. */
export function removePlace(directory: string, { path: socket, made }: SocketPlace): void {
  fs.rmSync(socket, { force: true });
  if (made === undefined) return;
  fs.rmSync(path.join(directory, PLACE_FILE), { force: true });
  try {
    fs.rmdirSync(made);
  } catch {
    // Gone already, or used for something else by this user.
  }
}
