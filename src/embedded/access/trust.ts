/** Trust in paths: a path is trusted where no other user can put another file in its place. */
import * as fs from 'node:fs';
import * as path from 'node:path';

/** Effective user of this process; undefined on systems without the users and modes of POSIX. */
export const USER = process.geteuid?.();

/** Mode bits of the group and of all others. */
export const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
/** Limit of Linux. */
const MAX_LINKS = 40;

/** Reason why a file or directory is not used; begins with "it" or with the name of the file. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted';
}

/** Owner of the root directory: an overflow uid inside some containers, where files of root have no other owner. */
const ROOT_OWNER = USER === undefined ? 0 : fs.lstatSync(path.parse(process.cwd()).root).uid;

/** True for this user and for root, who may do everything anyway. */
export const isTrusted = (uid: number): boolean => uid === USER || uid === 0 || uid === ROOT_OWNER;

/**
 * Resolves the symbolic links of a path, of which the last parts need not exist.
 *
 * @throws Untrusted for a link that belongs to another user: it could point anywhere, and elsewhere in a moment
 */
export function resolveTrusted(file: string): string {
  if (USER === undefined) return path.resolve(file);
  let { root: at, parts } = split(path.resolve(file));
  for (let links = 0; parts.length > 0;) {
    const [name, ...rest] = parts;
    const next = path.join(at, name!);
    const stats = fs.lstatSync(next, { throwIfNoEntry: false });
    if (!stats?.isSymbolicLink()) {
      at = next;
      parts = rest;
      continue;
    }
    if (!isTrusted(stats.uid)) throw new Untrusted(`${next} is a symbolic link of another user (uid ${stats.uid})`);
    if (++links > MAX_LINKS) throw new Untrusted(`${next} is one of too many symbolic links`);
    const target = split(path.resolve(at, fs.readlinkSync(next)));
    at = target.root;
    parts = [...target.parts, ...rest];
  }
  return at;
}

function split(absolute: string): { root: string; parts: readonly string[] } {
  const { root } = path.parse(absolute);
  return { root, parts: absolute.slice(root.length).split(path.sep).filter(Boolean) };
}

/** True where no other user can rename or replace the directory: each one above it is trusted, and closed or sticky. */
export function isOutOfReach(directory: string): boolean {
  if (USER === undefined) return true;
  for (let at = directory; at !== path.dirname(at);) {
    at = path.dirname(at);
    const { uid, mode } = fs.lstatSync(at);
    if (!isTrusted(uid) || ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0)) return false;
  }
  return true;
}
