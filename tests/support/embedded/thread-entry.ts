/** Program of the side pool threads, run from the TypeScript sources. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { temporaryDirectory } from './store';

export function threadEntry(): string {
  const entry = path.join(temporaryDirectory(), 'thread.cjs');
  const source = ['register.cjs', '../../../src/embedded/side-pool/thread.ts'].map((file) =>
    path.join(__dirname, file),
  );
  fs.writeFileSync(entry, source.map((file) => `require(${JSON.stringify(file)});\n`).join(''));
  return entry;
}
