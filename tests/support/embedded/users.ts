/** Second user of the machine, for tests of access by others. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';

/** Uid of `nobody` on most systems. */
export const OTHER_USER = 65534;

/** True for root, which alone can act as another user. */
export const isRoot = process.getuid?.() === 0;
export const NEEDS_ROOT = 'needs root, to act as another user';

/** Returns the permission bits of a file, without following links. */
export const modeOf = (file: string): number => fs.lstatSync(file).mode & 0o7777;

/**
 * Runs a Node script as another user.
 *
 * @returns its output
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
