/** Every exported name of src is imported somewhere. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { unusedExports } from '../../support/exports';
import { root } from '../../support/pages';

/** Entries of the package, whose exports are for its users; and generated code. */
const PUBLIC = ['src/index.ts', 'src/client/index.ts'];
const isGenerated = (file: string): boolean => file.startsWith('src/grpc/protocol/');

test('no name is exported that nothing imports', () => {
  const users = { tests: ['tests'], programs: ['bench', 'scripts'] };
  expect(unusedExports(root, 'src', users, (file) => PUBLIC.includes(file) || isGenerated(file))).toEqual([]);
});

describe('unused exports', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'owlgate-exports-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are found through re-exports, namespaces and dynamic imports', () => {
    const files = {
      'src/index.ts': `export { fromPublic } from './room/values';\nexport const open = 1;\n`,
      'src/main.ts': [
        `import {\n  inRoom,\n  type Shape as Renamed,\n} from './room';`,
        `import * as all from './room/values';`,
        `const { late: later } = await import('./room/late.js');`,
        `all.byNamespace(inRoom, later, (await import('./room/late.js')).member);`,
      ].join('\n'),
      'src/room/index.ts': [
        `export { inRoom, type Shape, onlyTest, nowhere } from './values';`,
        `export * from './stars';`,
        `export { build } from './late';`,
      ].join('\n'),
      'src/room/values.ts': [
        `export const inRoom = 1;\nexport interface Shape {}\nexport function onlyTest() {}\nexport class nowhere {}`,
        `export const byNamespace = 1;\nexport const notByNamespace = 1;\nexport const fromPublic = 1;`,
      ].join('\n'),
      'src/room/stars.ts': `export type Star = 1;\nexport type Dark = 1;\n`,
      'src/room/late.ts': `export const late = 1;\nexport const member = 2;\nexport const build = 3;\nexport enum Gone {}\n`,
      'tests/room.test.ts': `import { onlyTest, type Star } from '../src/room';\n`,
      'bench/run.mjs': `const { build } = require('../dist/room');\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      writeFileSync(path.join(folder, name), text);
    }
    const users = { tests: ['tests'], programs: ['bench'] };
    expect(unusedExports(folder, 'src', users, (file) => file === 'src/index.ts').sort()).toEqual([
      'src/room/index.ts: nowhere',
      'src/room/index.ts: onlyTest',
      'src/room/late.ts: Gone',
      'src/room/stars.ts: Dark',
      'src/room/values.ts: notByNamespace',
      'src/room/values.ts: nowhere',
    ]);
  });
});
