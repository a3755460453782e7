/** `owlgate keys`: what it makes is what the gateway takes. */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { keys } from '../../../src/cli/keys';
import { Keyring } from '../../../src/http/auth/keyring';
import { silent } from '../../../src/util/log';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'owlgate-keys-'));
  file = join(folder, 'keys.txt');
});
afterEach(() => rmSync(folder, { recursive: true }));

class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const status = await keys(args, { stdin: Readable.from([]), stdout, stderr }, env);
  return { status, stdout: stdout.text, stderr: stderr.text };
}

async function finds(key: string, setting = file): Promise<string | undefined> {
  const ring = await Keyring.open(setting, silent);
  ring.close();
  const entry = ring.find(key);
  return entry && `${entry.name} ${entry.role} ${entry.quota ? `${entry.quota.count}/${entry.quota.unit}` : '-'}`;
}

it('makes a key that its printed line validates, and shows it nowhere else', async () => {
  const { status, stdout } = await run(['create', 'a', '--role', 'write', '--quota', '5/minute']);
  const [, key, line] = /^key {3}(owk_[\w-]{43})\nline {2}(\S+)\n$/.exec(stdout)!;
  expect(status).toBe(0);
  expect(await finds(key!, line)).toBe('a write 5/minute');
  expect(line).not.toContain(key!.slice(4));
});

it('edits a file: adds, lists, revokes and keeps other lines', async () => {
  writeFileSync(file, '# ours\n', { mode: 0o640 });
  const [one, other] = [
    JSON.parse((await run(['create', 'one', '--file', file, '--json'])).stdout),
    JSON.parse((await run(['create', 'other', '--role', 'admin', '--json'], { OWLGATE_API_KEYS: file })).stdout),
  ];
  expect([await finds(one.key), await finds(other.key)]).toEqual(['one read -', 'other admin -']);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readFileSync(file, 'utf8')).not.toMatch(/owk_/);

  const listed = await run(['list', '--file', file]);
  expect(listed.stdout.split('\n').map((row) => row.split(/\s+/).slice(0, 3).join(' '))).toEqual([
    'NAME ROLE QUOTA',
    'one read -',
    'other admin -',
    '',
  ]);
  expect((await run(['revoke', 'one', '--file', file])).status).toBe(0);
  expect([await finds(one.key), await finds(other.key)]).toEqual([undefined, 'other admin -']);
  expect(readFileSync(file, 'utf8')).toMatch(/^# ours\nother:admin:[0-9a-f]{64}\n$/);
  expect(JSON.parse((await run(['list', '--json', '--file', file])).stdout)).toEqual([
    { name: 'other', role: 'admin', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
});

it('makes a file that only its owner reads', async () => {
  await run(['create', 'a', '--file', file]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it.each([
  [[], 'no action: create, list or revoke is expected'],
  [['make'], 'make: create, list or revoke is expected'],
  [['create'], 'create needs the name of a key'],
  [['create', 'a b'], 'a b: a name has up to 64 letters, digits and _.@-'],
  [['create', 'a', '--role', 'root'], '--role root: one of read, validate, write, admin is expected'],
  [['create', 'a', '--quota', '5'], '--quota 5: a number per second, minute, hour or day is expected'],
  [['create', 'a', 'b'], 'b: nothing more is expected'],
  [['list'], 'list needs --file FILE, or OWLGATE_API_KEYS with its path'],
  [['list', '--role', 'read', '--file', 'x'], '--role and --quota go with create'],
  [['revoke', 'a', '--file', '/nowhere/x'], '/nowhere/x: no such file or directory\n'],
])('refuses %j', async (args, message) => {
  const { status, stderr, stdout } = await run(args);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toContain(`owlgate keys: ${message}`);
});

it('refuses a taken name and an unreadable file, and changes neither', async () => {
  await run(['create', 'a', '--file', file]);
  const before = readFileSync(file, 'utf8');
  expect((await run(['create', 'a', '--file', file])).stderr).toContain(
    `${file} has a key a already: choose another name, or revoke that one first`,
  );
  expect((await run(['revoke', 'b', '--file', file])).stderr).toContain('has no key b');
  expect(readFileSync(file, 'utf8')).toBe(before);
  writeFileSync(file, 'what is this');
  expect((await run(['create', 'a', '--file', file])).status).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe('what is this');
});
