/** Imports between source files form no circle. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { circlesOf, importsOf } from '../../support/imports';
import { root } from '../../support/pages';

test('no source file imports itself through others', () => {
  expect(circlesOf(importsOf(path.join(root, 'src'))).map((circle) => circle.join(' → '))).toEqual([]);
});

describe('circles', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'owlgate-imports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are found through folders, re-exports and types', () => {
    mkdirSync(path.join(folder, 'room'));
    const files = {
      'a.ts': `import {\n  b,\n  type B,\n} from './room';\n`,
      'room/index.ts': `export { b, type B } from './b';\n`,
      'room/b.ts': `import '../a.js';\nimport { c } from '../c';\n`,
      'c.ts': `import type { D } from './d';\nconst later = import('./a');\n`,
      'd.ts': `import { type c } from './c';\n`,
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
    expect(circlesOf(importsOf(folder))).toEqual([
      ['a.ts', 'room/index.ts', 'room/b.ts', 'a.ts'],
      ['c.ts', 'd.ts', 'c.ts'],
    ]);
  });
});
