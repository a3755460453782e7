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

interface Rule {
  /** Room → rooms that it may not import. */
  readonly banned: Readonly<Record<string, string[]>>;
  readonly entries: Readonly<Record<string, string[]>>;
}

function readRule(names: readonly string[]): Rule {
  const script = `import { refusal } from './scripts/import-rule.mjs';
    import { entries } from './scripts/rooms.mjs';
    const names = ${JSON.stringify(names)};
    const bannedIn = (room) => names.filter((other) => refusal(room + '/any.ts', other));
    const banned = Object.fromEntries(names.map((room) => [room, bannedIn(room)]));
    process.stdout.write(JSON.stringify({ banned, entries }));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as Rule;
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

  const rule = readRule([...documented.keys()]);
  const inner = [...documented].filter(([room]) => !outermost.includes(room));
  it.each(inner)('%s may import what the rule lets it', (room, may) => {
    const others = [...documented.keys()].filter((other) => other !== room && other !== 'util' && !may.includes(other));
    expect(rule.banned[room]!.sort()).toEqual(others.sort());
  });

  it('is followed by the list of further entries', () => {
    const listed = [...readPage('docs/architecture.md').matchAll(/^- `(\w+)\/(\w+)`: /gm)].map(
      (m) => `${m[1]!}/${m[2]!}`,
    );
    const declared = Object.entries(rule.entries).flatMap(([room, folders]) =>
      folders.map((each) => `${room}/${each}`),
    );
    expect(listed.sort()).toEqual(declared.sort());
    for (const entry of declared) expect(existsSync(path.join(root, 'src', entry, 'index.ts'))).toBe(true);
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
