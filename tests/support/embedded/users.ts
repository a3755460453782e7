/** A second user of the machine, for tests of what is closed to others. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';

/** `nobody`, on most systems. */
export const OTHER_USER = 65534;

/** Only root can act as another user. */
export const isRoot = process.getuid?.() === 0;
export const NEEDS_ROOT = 'needs root, to act as another user';

/** Permission bits of a file, without following a link. */
export const modeOf = (file: string): number => fs.lstatSync(file).mode & 0o7777;

/**
 * Runs a script of Node as another user.
 *
 * @returns what it prints
 */
export function asOtherUser(script: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', script], {
    cwd: '/',
    env: {},
    uid: OTHER_USER,
    gid: OTHER_USER,
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`it ended with ${status}: ${stderr}`);
  return stdout;
}
