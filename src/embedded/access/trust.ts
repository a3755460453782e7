/** Trusted paths: no other user can put another file in their place. */
import * as fs from 'node:fs';
import * as path from 'node:path';

/** Effective user of this process; undefined on systems without the users and modes of POSIX. */
export const USER = process.geteuid?.();

/** Mode bits of the group and of all others. */
export const OTHERS = 0o077;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
/** Same limit as Linux. */
const MAX_LINKS = 40;

/** Refusal of a file or directory. The message begins with "it" or with the name of the file. */
export class Untrusted extends Error {
  override readonly name = 'Untrusted';
}

/** Owner of the root directory: in some containers an overflow uid, in place of root. */
const ROOT_OWNER = USER === undefined ? 0 : fs.lstatSync(path.parse(process.cwd()).root).uid;

/** True for this user and for root, who may do everything anyway. */
const isTrusted = (uid: number): boolean => uid === USER || uid === 0 || uid === ROOT_OWNER;

/**
 * Resolves the symbolic links of a path; its last parts need not exist.
 *
 * @throws Untrusted for a link of another user, who could change its target at any moment
 */
export function resolveTrusted(file: string): string {
  if (USER === undefined) return path.resolve(file);
  let { root: resolved, parts } = split(path.resolve(file));
  for (let links = 0; parts.length > 0;) {
    const [name, ...rest] = parts;
    const next = path.join(resolved, name!);
    const stats = fs.lstatSync(next, { throwIfNoEntry: false });
    if (!stats?.isSymbolicLink()) {
      resolved = next;
      parts = rest;
      continue;
    }
    if (!isTrusted(stats.uid)) throw new Untrusted(`${next} is a symbolic link of another user (uid ${stats.uid})`);
    if (++links > MAX_LINKS) throw new Untrusted(`${next} is one of too many symbolic links`);
    const target = split(path.resolve(resolved, fs.readlinkSync(next)));
    resolved = target.root;
    parts = [...target.parts, ...rest];
  }
  return resolved;
}

function split(absolute: string): { root: string; parts: readonly string[] } {
  const { root } = path.parse(absolute);
  return { root, parts: absolute.slice(root.length).split(path.sep).filter(Boolean) };
}

/** True if no other user can rename or replace the directory: each parent is trusted, and closed or sticky. */
export function isOutOfReach(directory: string): boolean {
  if (USER === undefined) return true;
  for (let at = directory; at !== path.dirname(at);) {
    at = path.dirname(at);
    const { uid, mode } = fs.lstatSync(at);
    if (!isTrusted(uid) || ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0)) return false;
  }
  return true;
}
