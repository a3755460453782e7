/** The table of rooms in docs/architecture.md is the import rule, and both speak of the folders that there are. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import { PAGES, readPage, root } from '../../support/pages';

const rows = readPage('docs/architecture.md')
  .split('\n')
  .map((line) => /^\| `(\w+)` \| .+? \| ([^|]+) \|$/.exec(line))
  .filter((row) => row !== null);
const documented = new Map(rows.map(([, room, list]) => [room!, [...list!.matchAll(/`(\w+)`/g)].map((m) => m[1]!)]));
const outermost = rows.filter(([, , list]) => list === 'any').map(([, room]) => room!);

/** Room → what the lint configuration bans for its files, as eslint itself resolves it. */
function banned(rooms: readonly string[]): Map<string, string[]> {
  const script = `import('eslint').then(async ({ ESLint }) => {
    const eslint = new ESLint();
    const all = [];
    for (const room of ${JSON.stringify(rooms)}) all.push((await eslint.calculateConfigForFile('src/' + room + '/any.ts')).rules);
    process.stdout.write(JSON.stringify(all));
  })`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  const all = JSON.parse(stdout) as Record<string, [unknown, { patterns: { regex: string }[] }?]>[];
  return new Map(
    all.map((rules, i) => {
      const pattern = rules['no-restricted-imports']?.[1]?.patterns[0]?.regex ?? '()';
      return [rooms[i]!, /\(([\w|]*)\)\(\//.exec(pattern)?.[1]?.split('|') ?? []];
    }),
  );
}

describe('the table of rooms', () => {
  it('has every folder of src, and no other', () => {
    const folders = readdirSync(path.join(root, 'src'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && readdirSync(path.join(root, 'src', entry.name)).length > 0)
      .map(({ name }) => name);
    expect([...documented.keys()]).toEqual(expect.arrayContaining(folders));
    const absent = rows.filter(([line, room]) => !folders.includes(room!) && !line.includes('not there yet'));
    expect(absent.map(([, room]) => room)).toEqual([]);
  });

  const inner = [...documented].filter(([room]) => !outermost.includes(room));
  const bans = banned(inner.map(([room]) => room));
  it.each(inner)('%s may import what the rule lets it', (room, may) => {
    const others = [...documented.keys()].filter((other) => other !== room && other !== 'util' && !may.includes(other));
    expect(bans.get(room)!.sort()).toEqual(others.sort());
  });
});

describe('documents', () => {
  it.each(PAGES)('%s names source files that are there', (document) => {
    const named = [
      ...readPage(document).matchAll(/`((?:src|http|materialize|ontology|dgraph|embedded|mutation)\/[\w/-]+\.ts)`/g),
    ];
    const missing = named
      .map((match) => match[1]!.replace(/^src\//, ''))
      .filter((file) => !existsSync(path.join(root, 'src', file)));
    expect(missing).toEqual([]);
  });
});
