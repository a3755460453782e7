/** The program of the threads for long work, from the sources as they are. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { temporaryDirectory } from '../storage/harness';

export function asideEntry(): string {
  const entry = path.join(temporaryDirectory(), 'thread.cjs');
  const source = ['../register.cjs', '../../../../src/embedded/aside/thread.ts'].map((file) =>
    path.join(__dirname, file),
  );
  fs.writeFileSync(entry, source.map((file) => `require(${JSON.stringify(file)});\n`).join(''));
  return entry;
}
