/**
 * `owlgate backup`, `restore`, `verify` and `compact` from the command line: files, streams, messages and exit statuses.
 */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { backup, compact, restore, verify } from '../../../src/cli/storage';
import { Engine } from '../../../src/embedded/engine';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-backup-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

class Collected extends Writable {
  bytes = Buffer.alloc(0);

  override _write(chunk: Buffer | string, _: BufferEncoding, done: () => void): void {
    this.bytes = Buffer.concat([this.bytes, Buffer.from(chunk)]);
    done();
  }
}

async function run(
  command: typeof backup,
  args: readonly string[],
  { input = Buffer.alloc(0), env = {} }: { input?: Buffer; env?: Record<string, string> } = {},
) {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const status = await command(args, { stdin: Readable.from([input]), stdout, stderr }, env);
  return { status, stdout: stdout.bytes, stderr: stderr.bytes.toString() };
}

const at = (name: string): string => path.join(folder, name);

async function data(name: string): Promise<string> {
  const engine = await Engine.open(at(name));
  await engine.alter('name: string .');
  await engine.close();
  return at(name);
}

async function predicates(directory: string): Promise<readonly string[]> {
  const engine = await Engine.open(directory);
  const { predicates: found } = engine;
  await engine.close();
  return found;
}

it('a backup to a file is restored, with a summary of one line', async () => {
  const from = await data('from');
  const outcome = await run(backup, ['--data', from, at('b')]);
  expect(outcome).toEqual({ status: 0, stdout: Buffer.alloc(0), stderr: expect.anything() });
  expect(outcome.stderr).toMatch(/^owlgate backup: \d+ records, [\d,]+ bytes of data of .*from in .*b\n$/);
  const restored = await run(restore, [at('b'), `--data=${at('to')}`]);
  expect(restored).toMatchObject({
    status: 0,
    stderr: expect.stringMatching(/^owlgate restore: \d+ records, .* in .*to\n$/),
  });
  expect(await predicates(at('to'))).toContain('name');
  expect(fs.readdirSync(folder).sort()).toEqual(['b', 'from', 'to']);
});

it('a backup to standard output is restored from standard input, with the directory from the environment', async () => {
  const env = { OWLGATE_DATA: await data('from') };
  const { status, stdout } = await run(backup, ['-'], { env });
  expect(status).toBe(0);
  const restored = await run(restore, ['-'], { input: stdout, env: { OWLGATE_DATA: at('to') } });
  expect(restored.status).toBe(0);
  expect(await predicates(at('to'))).toContain('name');
});

it('a file and data are overwritten only on request', async () => {
  const from = await data('from');
  fs.writeFileSync(at('b'), 'mine');
  const refused = await run(backup, ['--data', from, at('b')]);
  expect(refused).toMatchObject({
    status: 1,
    stderr: `owlgate backup: ${at('b')} already exists; --replace replaces it\n`,
  });
  expect(fs.readFileSync(at('b'), 'utf8')).toBe('mine');
  expect((await run(backup, ['--data', from, '--replace', at('b')])).status).toBe(0);
  const other = await data('other');
  expect(await run(restore, ['--data', other, at('b')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('it has data already; --replace replaces that'),
  });
  expect((await run(restore, ['--data', other, at('b'), '--replace'])).status).toBe(0);
});

it('a failure ends with 1 and a reason, and changes nothing', async () => {
  fs.writeFileSync(at('junk'), 'no backup at all');
  expect(await run(restore, ['--data', at('to'), at('junk')])).toEqual({
    status: 1,
    stdout: Buffer.alloc(0),
    stderr: `owlgate restore: ${at('junk')}: it is not a backup of owlgate; ${at('to')} is unchanged\n`,
  });
  expect(await run(restore, ['--data', at('to'), at('none')])).toMatchObject({
    status: 2,
    stderr: `owlgate restore: ${at('none')}: no such file or directory\n`,
  });
  expect((await run(restore, ['--data', at('to'), folder])).status).toBe(1);
  expect(await run(backup, ['--data', at('none'), at('b')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('there is no data.mdb in it'),
  });
  const from = await data('from');
  expect((await run(backup, ['--data', from, at('no/such/folder')])).status).toBe(1);
  expect(fs.readdirSync(folder).sort()).toEqual(['from', 'junk']);
});

it.each([
  [[], 'no file is named'],
  [['a', 'b'], 'one file is expected, and 2 are named'],
  [['--nonsense', 'a'], '--nonsense: unknown option'],
  [['--data', '', 'a'], '--data: the path of a directory is expected'],
])('backup and restore with the arguments %j end with status 2', async (args, message) => {
  for (const command of [backup, restore]) {
    expect(await run(command, args)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  }
});

it('each command prints its help', async () => {
  for (const [command, name] of [
    [backup, 'backup'],
    [restore, 'restore'],
  ] as const) {
    const { status, stdout } = await run(command, ['--help']);
    expect(status).toBe(0);
    expect(stdout.toString()).toContain(`Usage: owlgate ${name} [options] FILE`);
  }
});

describe('verify', () => {
  it('prints what it has read of intact data', async () => {
    const from = await data('from');
    expect(await run(verify, ['--data', from])).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^owlgate verify: \d+ records, [\d,]+ bytes of data in .*from, intact\n$/),
    });
    const { stdout } = await run(verify, ['--data', from, '--json']);
    expect(JSON.parse(stdout.toString())).toEqual({
      data: from,
      records: expect.any(Number),
      bytes: expect.any(Number),
    });
  });

  it('names damage and the ways out', async () => {
    const from = await data('from');
    const file = path.join(from, 'data.mdb');
    fs.truncateSync(file, fs.statSync(file).size - 8192);
    expect(await run(verify, ['--data', from])).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/data\.mdb is damaged \(.*is missing\); restore a backup with `owlgate restore/),
    });
  });

  it.each([
    [['file'], 2, /--data names the directory/],
    [['--data=nowhere'], 1, /there is no data\.mdb in it/],
  ])('with the arguments %j ends with status %i', async (args, status, message) => {
    expect(await run(verify, args)).toMatchObject({ status, stderr: expect.stringMatching(message) });
  });
});

describe('compact', () => {
  it('prints the size before and after', async () => {
    await data('from');
    const outcome = await run(compact, ['--data', at('from')]);
    expect(outcome).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/[\d,]+ bytes on the disk before, [\d,]+ now/),
    });
  });

  it.each([
    [['file'], 2, /--data names the directory/],
    [['--data='], 2, /the path of a directory/],
    [['--data=nowhere'], 1, /there is no data\.mdb in it/],
  ])('with the arguments %j ends with status %i', async (args, status, message) => {
    expect(await run(compact, args)).toMatchObject({ status, stderr: expect.stringMatching(message) });
  });

  it('has help', async () => {
    const { status, stdout } = await run(compact, ['--help']);
    expect({ status, text: stdout.toString() }).toEqual({
      status: 0,
      text: expect.stringContaining('owlgate compact'),
    });
  });
});
