/** Parts of the documents that are made from the source. `npm run docs` writes them. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { openApiPage } from '../../support/documents/openapi';
import { openApiTypes } from '../../support/documents/openapi-types';
import { settingsPage } from '../../support/documents/settings';

const root = path.join(__dirname, '../../..');

/** Makes a file, or compares it with the one that is stored. */
function expectFile(file: string, make: (stored: string) => string): void {
  const target = path.join(root, file);
  const stored = readFileSync(target, { encoding: 'utf8', flag: 'a+' });
  const generated = make(stored);
  if (process.env['OWLGATE_WRITE_DOCS']) writeFileSync(target, generated);
  else expect(stored).toBe(generated);
}

it('docs/settings.md', () => {
  expectFile('docs/settings.md', settingsPage);
});

it('docs/openapi.md', () => {
  expectFile('docs/openapi.md', openApiPage);
});

it('ui/src/api/schema.ts', () => {
  expectFile('ui/src/api/schema.ts', openApiTypes);
});

it('the picture of the rooms in docs/architecture.md', () => {
  const script = "import('./scripts/rooms.mjs').then(({ diagram }) => process.stdout.write(diagram()))";
  const picture = execFileSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8' });
  expectFile('docs/architecture.md', (stored) => {
    const [before, , after] = stored.split(/(?<=<!-- rooms -->\n)([^]*)(?=<!-- \/rooms -->)/);
    return `${before!}\n${picture}\n\n${after!}`;
  });
});
