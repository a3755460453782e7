/** Directories. */
import { existsSync, mkdirSync, opendirSync } from 'node:fs';
import * as path from 'node:path';

/**
 * Creates a directory with the missing ones above it. Node's own recursion never ends under /proc, where a directory
 * exists and takes no entries.
 *
 * @returns the topmost directory that was created; undefined if all exist
 * @throws errors of the file system; ENOTDIR for a file at this place
 */
export function makeDirectory(directory: string, mode: number): string | undefined {
  const missing: string[] = [];
  for (let each = path.resolve(directory); !existsSync(each); each = path.dirname(each)) missing.unshift(each);
  for (const each of missing) mkdirSync(each, { mode });
  // Fails for a file at this place.
  if (missing.length === 0) opendirSync(directory).closeSync();
  return missing[0];
}
