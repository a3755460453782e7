/** Lint rules of src in the project's configuration: imports between rooms, slow regular expressions, types. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { root } from '../../support/pages';

/** Files of src by path: lines of code. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  'http/handlers/any.ts': [
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
  ],
  'embedded/graphql/any.ts': [
    `import { api } from '../../graphql';`,
    `import { stored } from '../graphql/stored';`,
    `import { readRdf } from '../../rdf';`,
    `const { Engine } = await import('../../dgraph/index.js');`,
    `import { startGateway } from '../../app';`,
    `import { OwlgateError } from '../../errors';`,
  ],
  'dql/expressions.ts': [
    `export const linear = /^a+b/;`,
    `export const backtracking = /^(?:a+)+$/;`,
    `export const moving = /a+b/;`,
    `export const sticky = /a+b/y;`,
    `export const made = new RegExp('^(?:a+)+$');`,
  ],
  'dql/promises.ts': [
    `export const answer = async (): Promise<number> => Promise.resolve(1);`,
    `export const forget = (): void => {`,
    `  answer();`,
    `};`,
    `export const awaited = async (): Promise<number> => await 1;`,
  ],
};

let folder: string;
/** Refusals: rule (`rooms(imports)`), file and line number. */
let refusals: { readonly rule: string; readonly file: string; readonly line: number }[];

beforeAll(() => {
  folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'owlgate-lint-')));
  for (const name of ['.oxlintrc.json', 'tsconfig.json', 'scripts/import-rule.mjs', 'scripts/rooms.mjs']) {
    cpSync(path.join(root, name), path.join(folder, name));
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [file, lines] of Object.entries(FILES)) {
    mkdirSync(path.join(folder, 'src', path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, 'src', file), lines.join('\n'));
  }
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format=json'], { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
  };
  refusals = diagnostics.map(({ code, filename, labels }) => ({
    rule: code,
    file: path.posix.relative('src', filename),
    line: labels[0]!.span.line,
  }));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the line numbers that rules of a plugin (`rooms`) refuse in a file. */
function refusedLines(plugin: string, file: string): number[] {
  const refused = refusals.filter((each) => each.file === file && each.rule.startsWith(`${plugin}(`));
  return [...new Set(refused.map(({ line }) => line))].sort((a, b) => a - b);
}

test('a room is entered through its index.ts, or an entry that it declares', () => {
  expect(refusedLines('rooms', 'http/handlers/any.ts')).toEqual([2, 4, 5, 6, 8]);
});

test('a room imports only the rooms that it may, however it does so', () => {
  expect(refusedLines('rooms', 'embedded/graphql/any.ts')).toEqual([3, 4, 5]);
});

test('a regular expression takes no more than linear time', () => {
  expect(refusedLines('regexp', 'dql/expressions.ts')).toEqual([2, 3, 5]);
});

test('rules know the types: a promise is awaited, and nothing else is', () => {
  expect(refusedLines('typescript', 'dql/promises.ts')).toEqual([3, 5]);
});
