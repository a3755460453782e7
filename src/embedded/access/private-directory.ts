/** Private directories: owned by this user, mode 0700, so that no other user reaches their files. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { makeDirectory } from '../../util/directory';
import { OTHERS, resolveTrusted, Untrusted, USER } from './trust';

export const PRIVATE_DIRECTORY = 0o700;
export const PRIVATE_FILE = 0o600;
const STICKY = 0o1000;

interface Claim {
  /** Real path, without symbolic links. */
  readonly directory: string;
  /** Names of entries that were open to other users before; `.` for the directory itself. */
  readonly tightened: readonly string[];
}

/** Names of the files that make a directory a store, and a test for further files that a store may contain. */
export interface StoreNames {
  readonly data: string;
  readonly lock: string;
  readonly isOther: (name: string) => boolean;
}

/**
 * Creates a private directory, or closes an existing one, with its files, to all other users.
 *
 * An existing directory that others can enter is closed only if it is empty or a store: this program must not change
 * the mode of a directory that serves other purposes.
 *
 * @throws Untrusted if the directory cannot be private; errors of the file system
 */
export function claimDirectory(requested: string, names: StoreNames): Claim {
  const directory = resolveTrusted(requested);
  makeDirectory(directory, PRIVATE_DIRECTORY);
  if (USER === undefined) return { directory, tightened: [] };
  // A descriptor makes sure that the inspected directory is the one whose mode changes, even if its name moves
  // meanwhile.
  const descriptor = fs.openSync(directory, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY | fs.constants.O_NOFOLLOW);
  try {
    const stats = fs.fstatSync(descriptor);
    refuseOwner(stats);
    const isWide = (stats.mode & OTHERS) !== 0;
    if (isWide) close(descriptor, directory, stats, names);
    return { directory, tightened: [...(isWide ? ['.'] : []), ...closeFiles(directory, names)] };
  } finally {
    fs.closeSync(descriptor);
  }
}

function refuseOwner({ uid }: fs.Stats): void {
  if (uid === USER) return;
  throw new Untrusted(
    `it belongs to another user (uid ${uid}), and this process runs as uid ${USER}; ` +
      'run it as the owner, change the owner (chown -R), or choose a directory that does not exist yet',
  );
}

function close(descriptor: number, directory: string, { mode }: fs.Stats, names: StoreNames): void {
  const shown = `mode ${(mode & 0o7777).toString(8).padStart(4, '0')}`;
  if ((mode & STICKY) !== 0) {
    throw new Untrusted(`it is shared with other users (${shown}); choose a separate directory inside it`);
  }
  const entries = fs.readdirSync(directory);
  const foreign = entries.find((name) => !isOwnOrRoot(path.join(directory, name)));
  if (foreign !== undefined) {
    throw new Untrusted(
      `other users can enter it (${shown}) and have files in it (${foreign}); choose another directory`,
    );
  }
  const isStore = entries.includes(names.data);
  const other = entries.find((name) => name !== names.lock && !names.isOther(name));
  if (!isStore && other !== undefined) {
    throw new Untrusted(
      `other users can enter it (${shown}), and it holds other files (${other}); ` +
        'choose an empty directory, or close this one to others (chmod 700)',
    );
  }
  fs.fchmodSync(descriptor, PRIVATE_DIRECTORY);
  if ((fs.fstatSync(descriptor).mode & OTHERS) !== 0) {
    throw new Untrusted(`other users can enter it (${shown}), and its file system keeps no other mode`);
  }
}

function isOwnOrRoot(file: string): boolean {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  return stats === undefined || stats.uid === USER || stats.uid === 0;
}

/**
 * Removes the rights of others from the files of a directory that is closed already, so that no other user can exchange
 * them meanwhile. No file is opened: closing a descriptor of a lock file would release the locks of this process.
 */
function closeFiles(directory: string, { data, lock }: StoreNames): string[] {
  const tightened: string[] = [];
  for (const name of fs.readdirSync(directory)) {
    const file = path.join(directory, name);
    const stats = fs.lstatSync(file, { throwIfNoEntry: false });
    if (!stats) continue;
    if (name === data || name === lock) refuseFile(name, stats);
    if (!stats.isFile() || stats.uid !== USER || (stats.mode & OTHERS) === 0) continue;
    fs.chmodSync(file, stats.mode & ~OTHERS & 0o777);
    tightened.push(name);
  }
  return tightened;
}

function refuseFile(name: string, stats: fs.Stats): void {
  if (!stats.isFile()) throw new Untrusted(`its ${name} is not a regular file`);
  if (stats.uid !== USER) throw new Untrusted(`its ${name} belongs to another user (uid ${stats.uid})`);
}
