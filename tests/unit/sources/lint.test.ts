/** Lint rule of the rooms: which imports of another room's files it refuses. */
import { spawnSync } from 'node:child_process';
import { root } from '../../support/pages';

/** Lints lines of code as a file of src, and returns the line numbers of the refused ones. */
function refusedLines(file: string, lines: readonly string[]): number[] {
  const script = `import { Linter } from 'eslint';
    import { importRule } from './scripts/import-rule.mjs';
    const config = { plugins: { rooms: { rules: { imports: importRule } } }, rules: { 'rooms/imports': 'error' } };
    const messages = new Linter().verify(${JSON.stringify(lines.join('\n'))}, config, { filename: 'src/${file}.js' });
    process.stdout.write(JSON.stringify(messages.map(({ line, message }) => [line, message])));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  return (JSON.parse(stdout) as [number, string][]).map(([line]) => line);
}

test('a room is entered through its index.ts, or an entry that it declares', () => {
  expect(
    refusedLines('http/handlers/any', [
      `import { parse } from '../../dql';`,
      `import { parse as other } from '../../dql/parser';`,
      `import { readSdl } from '../../graphql/sdl/index.js';`,
      `import { checked } from '../../graphql/sdl/check';`,
      `export { print } from '../../dql/printer';`,
      `export * from '../../dql/printer';`,
      `const mcp = await import('../../retrieval/mcp/index.js');`,
      `const tools = await import('../../retrieval/mcp/tools/index.js');`,
      `import { address } from '../../util/address';`,
      `import { send } from '../send';`,
    ]),
  ).toEqual([2, 4, 5, 6, 8]);
});

test('a room imports only the rooms that it may, however it does so', () => {
  expect(
    refusedLines('embedded/graphql/any', [
      `import { api } from '../../graphql';`,
      `import { stored } from '../graphql/stored';`,
      `import { readRdf } from '../../rdf';`,
      `const { Engine } = await import('../../dgraph/index.js');`,
      `import { startGateway } from '../../app';`,
      `import { OwlgateError } from '../../errors';`,
    ]),
  ).toEqual([3, 4, 5]);
});
