/** Completion and help are of the table of commands: what bash, zsh and fish offer is what the commands accept. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { parseCommandLine } from '../../../src/cli/command';
import { COMMANDS } from '../../../src/cli/commands';
import { readWords } from '../../../src/cli/completion/words';
import { all } from '../../../src/cli/help';
import { run } from '../../support/cli/run';

let folder: string;
beforeAll(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-completion-'))));
afterAll(() => fs.rmSync(folder, { recursive: true }));

const has = (shell: string): boolean => spawnSync(shell, ['-c', 'true']).status === 0;

async function script(shell: string): Promise<string> {
  const { status, stdout } = await run(['completion', shell]);
  expect(status).toBe(0);
  const file = path.join(folder, shell);
  fs.writeFileSync(file, stdout);
  return file;
}

/** Returns the completions of the last word. */
interface Case {
  readonly words: readonly string[];
  readonly offered: readonly string[];
}

const commands = COMMANDS.map(({ name }) => name);
const CASES: readonly Case[] = [
  { words: [''], offered: commands },
  { words: ['on'], offered: ['ontology'] },
  {
    words: ['ontology', ''],
    offered: [
      'load',
      'validate',
      'diff',
      'show',
      'log',
      'blame',
      'rollback',
      'violations',
      'materialize',
      'graphql',
      'repair',
    ],
  },
  { words: ['ontology', 'load', '--l'], offered: ['--lenient'] },
  { words: ['keys', 'create', 'me', '--role', ''], offered: ['read', 'validate', 'write', 'admin'] },
  { words: ['retrieve', '--module', 'a'], offered: ['auto', 'arag', 'aragog'] },
  { words: ['retrieve', 'who?', '-m', 'n'], offered: ['naive'] },
  { words: ['--log-level', 'd'], offered: ['debug'] },
  { words: ['serve', '--log-l'], offered: ['--log-level'] },
  { words: ['keys', ''], offered: ['create', 'list', 'revoke'] },
  { words: ['help', 'qu'], offered: ['query'] },
  { words: ['completion', ''], offered: ['bash', 'zsh', 'fish'] },
  { words: ['query', '--url', ''], offered: [] },
  { words: ['query', '-f', 'tsconfig.b'], offered: ['tsconfig.build.json'] },
  { words: ['query', 'tsconfig.b'], offered: ['tsconfig.build.json'] },
];

const root = path.join(__dirname, '../../..');
const shell = (name: string, args: readonly string[]): string => {
  const { stdout, stderr, status } = spawnSync(name, args, { cwd: root, encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return stdout;
};
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const bash = has('bash') ? describe : describe.skip;
bash('completion in bash', () => {
  let offered: readonly string[][];
  beforeAll(async () => {
    const file = await script('bash');
    const tries = [
      ...CASES.map(({ words }) => words),
      ['retrieve', '--module', '=', 'n'],
      ['retrieve', '--module', '='],
    ];
    const lines = tries.map(
      (words) =>
        `COMP_WORDS=(owlgate ${words.map(quoted).join(' ')}); COMP_CWORD=${words.length}; _owlgate; printf ` +
        `'%s\\n' "\${COMPREPLY[*]}"`,
    );
    const text = shell('bash', ['--norc', '-c', `source ${quoted(file)}\n${lines.join('\n')}`]);
    offered = text
      .split('\n')
      .slice(0, -1)
      .map((line) => line.split(' ').filter((word) => word !== ''));
  });

  it.each(CASES.map(({ words, offered: expected }, i) => [words.join(' '), i, expected] as const))(
    'completes "%s"',
    (_, i, expected) => {
      expect([...offered[i]!].sort()).toEqual([...expected].sort());
    },
  );

  it('completes values behind an equals sign, which is a separate word', () => {
    expect(offered.slice(CASES.length)).toEqual([['naive'], ['auto', 'naive', 'owl', 'arag', 'aragog']]);
  });
});

const fish = has('fish') ? describe : describe.skip;
fish('completion in fish', () => {
  it('offers the same as bash', async () => {
    const file = await script('fish');
    const completed = CASES.filter(({ offered }) => offered.length > 0);
    const lines = completed.map(({ words }) => `complete -C ${quoted(`owlgate ${words.join(' ')}`)}; echo ---`);
    const text = shell('fish', ['--no-config', '-c', `source ${quoted(file)}\n${lines.join('\n')}`]);
    const offered = text.split('---\n').map((part) => part.split('\n').map((line) => line.split('\t')[0]!));
    completed.forEach(({ offered: expected }, i) => expect(offered[i]).toEqual(expect.arrayContaining([...expected])));
  });
});

const zsh = has('zsh') ? describe : describe.skip;
zsh('completion in zsh', () => {
  it('loads without errors', async () => {
    const file = await script('zsh');
    shell('zsh', [
      '-f',
      '-c',
      `autoload -Uz compinit && compinit -D -u && source ${quoted(file)} && whence _owlgate_query`,
    ]);
  });
});

describe('the table of commands', () => {
  it('contains existing commands with the options that they read', async () => {
    for (const { name, actions, command } of COMMANDS) {
      for (const each of actions ?? [{ name, command }]) {
        if (each.name !== 'serve') expect(typeof (await each.command!())).toBe('function');
      }
    }
    for (const { options } of await all()) {
      for (const [flag, { type, values }] of Object.entries(options)) {
        const value = values?.[0] ?? 'x';
        const { values: read } = parseCommandLine(type === 'string' ? [`--${flag}`, value] : [`--${flag}`], options);
        expect(read[flag]).toEqual(options[flag]!.multiple ? [value] : type === 'string' ? value : true);
      }
    }
  });

  it('has --json and --help for every command with output', async () => {
    const without = (await all()).filter(({ options }) => !('json' in options)).map(({ name }) => name);
    expect(without).toEqual(['serve', 'ontology', 'documents']);
    expect((await all()).every(({ options }) => 'help' in options)).toBe(true);
  });

  it('has commands that refuse an unknown option, as JSON with --json', async () => {
    for (const { name, options } of await all()) {
      if (!('json' in options)) continue;
      const { status, stdout, stderr } = await run([...name.split(' '), '--json', '--nonsense']);
      const message = expect.stringMatching(/^--nonsense: unknown option\..* --help lists all of them$/) as string;
      expect({ name, status, body: JSON.parse(stdout) as unknown }).toEqual({
        name,
        status: 2,
        body: { errors: [{ message }] },
      });
      expect(stderr).toMatch(new RegExp(`^owlgate ${name}: --nonsense: unknown option`));
    }
  });

  it('has unique short names in each command', async () => {
    for (const { options } of await all()) {
      const short = Object.values(options).flatMap((option) => option.short ?? []);
      expect(new Set(short).size).toBe(short.length);
    }
  });

  it('is given to the shells', async () => {
    const words = await readWords();
    const named = words.map(({ path: name }) => name).filter((name) => name !== '');
    expect(named).toEqual((await all()).map(({ name }) => name));
  });
});

describe('help', () => {
  const names = COMMANDS.flatMap(({ name, actions = [] }) => [
    name,
    ...actions.map((action) => `${name} ${action.name}`),
  ]);

  it.each(names)('of %s contains usage, every option, examples and statuses', async (name) => {
    const { status, stdout, stderr } = await run(['help', ...name.split(' ')]);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const { options, examples } = (await all()).find((each) => each.name === name)!;
    expect(stdout).toMatch(new RegExp(`^owlgate ${name}: .+\\.\n\nUsage: owlgate ${name}`));
    for (const flag of Object.keys(options)) expect(stdout).toMatch(new RegExp(`^  --${flag}\\b`, 'm'));
    expect(examples!.length).toBeGreaterThan(0);
    for (const [line] of examples!) expect(stdout).toContain(`\n  owlgate ${line}`);
    expect(stdout).toMatch(/\n\nExit status: 0/);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(124);
    if (name !== 'serve') expect((await run([...name.split(' '), '--help'])).stdout).toBe(stdout);
  });

  it('lists every command', async () => {
    const { stdout } = await run(['help']);
    const listed = [...stdout.matchAll(/^ {2}([a-z]+(?: [a-z]+)?) {2,}\S/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual(names.filter((name) => name !== 'ontology' && name !== 'documents').sort());
  });

  it('is available as JSON', async () => {
    const everything = JSON.parse((await run(['help', '--json'])).stdout) as { name: string }[];
    expect(everything.map(({ name }) => name)).toEqual(names);
    expect(JSON.parse((await run(['help', 'query', '--json'])).stdout)).toMatchObject({ name: 'query' });
  });

  it('without a command is that of serving', async () => {
    expect((await run(['--help'])).status).toBeUndefined();
    expect((await run([])).status).toBeUndefined();
    expect((await run(['serve', '--help'])).status).toBeUndefined();
  });
});
