/** The engine's socket: its place, its mode, what is in its place already, and its end. */
import { spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as http from 'node:http';
import * as net from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { makeEndpoint, PLACE_FILE, SOCKET_FILE } from '../../../src/embedded/access';
import { makePlace, MAX_PATH_BYTES, removePlace } from '../../../src/embedded/access/socket-place';
import { isOutOfReach } from '../../../src/embedded/access/trust';
import { describeIf } from '../../support/conditional';
import { asOtherUser, isRoot, modeOf, NEEDS_ROOT, OTHER_USER } from '../../support/embedded/users';
import { removeTemporaryDirectories, temporaryDirectory } from '../../support/embedded/store';

jest.mock('node:fs', () => {
  const actual = jest.requireActual<typeof fs>('node:fs');
  return { ...actual, chmodSync: jest.fn(actual.chmodSync) };
});
const chmod = jest.mocked(fs.chmodSync);

const ended: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ended.splice(0)) await end();
});
afterAll(removeTemporaryDirectories);

const temporary = fs.realpathSync(tmpdir());

/** Returns a directory whose socket has a path of the given number of bytes. */
function directoryFor(bytes: number, letter = 'd'): string {
  let directory = fs.realpathSync(temporaryDirectory());
  const missing = () => bytes - Buffer.byteLength(path.join(directory, SOCKET_FILE)) - 1;
  // Names have at most 255 bytes.
  while (missing() > 0) directory = path.join(directory, named(Math.min(missing(), 200), letter));
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  return directory;
}

/** Returns a name of the given number of bytes: the letter, padded with `d`. */
function named(bytes: number, letter: string): string {
  const size = Buffer.byteLength(letter);
  return letter.repeat(Math.floor(bytes / size)) + 'd'.repeat(bytes % size);
}

interface Opened {
  readonly path: string;
  readonly end: () => Promise<void>;
}

async function open(directory: string, server = http.createServer()): Promise<Opened> {
  const engineEndpoint = makeEndpoint('socket', directory);
  server.on('request', (_, response: http.ServerResponse) => response.end('here'));
  const endpoint = await engineEndpoint.open(server);
  if (endpoint.kind !== 'socket') throw new Error('a socket was asked for');
  const end = async (): Promise<void> => {
    await new Promise((resolve) => server.close(resolve));
    engineEndpoint.close();
  };
  ended.push(end);
  return { path: endpoint.path, end };
}

/** Server that fails its first listen as on a file system without sockets. */
class WithoutSockets extends http.Server {
  private refused = false;

  override listen(options?: unknown, then?: unknown): this {
    if (this.refused) return super.listen(options as net.ListenOptions, then as () => void);
    this.refused = true;
    process.nextTick(() => this.emit('error', Object.assign(new Error('listen ENOTSUP'), { code: 'ENOTSUP' })));
    return this;
  }
}

const refused = async (directory: string): Promise<string> =>
  open(directory).then(
    () => 'opened',
    (error: unknown) => (error as Error).message,
  );

function ask(socketPath: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get({ socketPath, path: '/', agent: false }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk))).on('end', () => resolve(text));
    });
    request.on('error', reject);
  });
}

/** Leaves a socket whose process was killed. */
function leaveStale(file: string): void {
  const script = `require('net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`;
  expect(spawnSync(process.execPath, ['-e', script]).signal).toBe('SIGKILL');
  expect(fs.lstatSync(file).isSocket()).toBe(true);
}

describe('the directory of the socket', () => {
  it.each([
    [MAX_PATH_BYTES, 'd'],
    [MAX_PATH_BYTES - 1, 'd'],
    [MAX_PATH_BYTES, 'é'],
    [MAX_PATH_BYTES, '人'],
  ])('is the data directory with %i bytes in its path (%s)', async (bytes, letter) => {
    const directory = directoryFor(bytes, letter);
    const socket = await open(directory);
    expect(socket.path).toBe(path.join(directory, SOCKET_FILE));
    expect(Buffer.byteLength(socket.path)).toBe(bytes);
    expect([modeOf(socket.path), await ask(socket.path)]).toEqual([0o600, 'here']);
    await socket.end();
    expect(fs.readdirSync(directory)).toEqual([]);
  });

  it.each([
    [MAX_PATH_BYTES + 1, 'd'],
    [MAX_PATH_BYTES + 1, 'é'],
    [MAX_PATH_BYTES + 1, '人'],
    [1_000, 'd'],
  ])('is a fresh directory with %i bytes in its path (%s)', async (bytes, letter) => {
    const directory = directoryFor(bytes, letter);
    const firstSocket = await open(directory);
    const socketDirectory = path.dirname(firstSocket.path);
    expect(firstSocket.path).toMatch(/\/owlgate-\w{6}\/s$/);
    expect(path.dirname(socketDirectory)).toBe(temporary);
    expect([socketDirectory, firstSocket.path].map(modeOf)).toEqual([0o700, 0o600]);
    expect(await ask(firstSocket.path)).toBe('here');
    expect(modeOf(path.join(directory, PLACE_FILE))).toBe(0o600);
    await firstSocket.end();
    expect([fs.existsSync(socketDirectory), fs.readdirSync(directory)]).toEqual([false, []]);
    const two = await open(directory);
    expect(two.path).not.toBe(firstSocket.path);
  });

  it('is a fresh directory if others can rename a parent directory', async () => {
    const above = fs.realpathSync(temporaryDirectory());
    const directory = path.join(above, 'data');
    fs.mkdirSync(directory, { mode: 0o700 });
    for (const [mode, isSafe] of [
      [0o755, true],
      [0o775, false],
      [0o757, false],
      [0o777, false],
      [0o1777, true],
    ] as const) {
      fs.chmodSync(above, mode);
      expect([mode, isOutOfReach(directory)]).toEqual([mode, isSafe]);
      const { path: file, end } = await open(directory);
      expect(file.startsWith(directory)).toBe(isSafe);
      await end();
    }
  });

  it('is a fresh directory if the file system has no sockets', async () => {
    const directory = temporaryDirectory();
    const { path: file } = await open(directory, new WithoutSockets());
    expect(path.dirname(path.dirname(file))).toBe(temporary);
    expect(await ask(file)).toBe('here');
  });

  it('is never reachable for other users', () => {
    const open = fs.realpathSync(temporaryDirectory());
    fs.chmodSync(open, 0o777);
    const directory = directoryFor(MAX_PATH_BYTES + 1);
    const missing = path.join(open, 'missing');
    expect(() => makePlace(directory, [open, missing, directory])).toThrow(/has no private place.*TMPDIR/);
    expect([open, directory].flatMap((each) => fs.readdirSync(each))).toEqual([]);
    const { path: file, temporaryDirectory: madeDirectory } = makePlace(directory, [open, missing, temporary]);
    expect(path.dirname(madeDirectory!)).toBe(temporary);
    removePlace(directory, { path: file, temporaryDirectory: madeDirectory });
  });
});

describe('an existing file at the path of the socket', () => {
  it.each([100, 500])('is replaced if its process is dead (%i bytes)', async (bytes) => {
    const directory = directoryFor(bytes);
    const script = `require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 'SIGKILL'))`;
    if (bytes === 100) leaveStale(path.join(directory, SOCKET_FILE));
    else {
      const socketDirectory = fs.mkdtempSync(path.join(temporary, 'owlgate-'));
      spawnSync(process.execPath, ['-e', script, path.join(socketDirectory, 's')]);
      fs.writeFileSync(path.join(directory, PLACE_FILE), socketDirectory);
      ended.push(() => Promise.resolve(expect(fs.existsSync(socketDirectory)).toBe(false)));
    }
    const { path: file } = await open(directory);
    expect([modeOf(file), await ask(file)]).toEqual([0o600, 'here']);
  });

  it.each([100, 500])('prevents the start if its process is alive (%i bytes)', async (bytes) => {
    const directory = directoryFor(bytes);
    const { path: file } = await open(directory);
    expect(await refused(directory)).toMatch(/^another process listens on its \S+; stop that one, or choose another/);
    expect(await ask(file)).toBe('here');
  });

  it('prevents the start if its process is alive and accepts no more connections', async () => {
    const directory = temporaryDirectory();
    const file = path.join(directory, SOCKET_FILE);
    const script = `require('net').createServer().listen({ path: ${JSON.stringify(file)}, backlog: 1 }, () => {
      console.log('listening'); for (;;); })`;
    const child = spawn(process.execPath, ['-e', script]);
    ended.push(async () => {
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
    });
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const waiting = Array.from({ length: 5 }, () => net.connect(file).on('error', () => undefined));
    expect(await refused(directory)).toMatch(/^another process listens/);
    for (const socket of waiting) socket.destroy();
  });

  it.each([
    ['a file', (file: string) => fs.writeFileSync(file, 'precious')],
    ['a directory', (file: string) => fs.mkdirSync(file)],
    ['a link', (file: string) => fs.symlinkSync('/nowhere', file)],
  ])('is left, and prevents the start, if it is %s', async (_, make) => {
    const directory = temporaryDirectory();
    const file = path.join(directory, SOCKET_FILE);
    make(file);
    expect(await refused(directory)).toBe('its engine.sock is not a socket; remove it');
    expect(fs.lstatSync(file, { throwIfNoEntry: false })).toBeDefined();
  });

  it('is left if the note of an earlier process names a file of others', async () => {
    const precious = temporaryDirectory();
    fs.writeFileSync(path.join(precious, 's'), 'precious');
    const open755 = fs.mkdtempSync(path.join(temporary, 'owlgate-'));
    ended.push(() => Promise.resolve(fs.rmSync(open755, { recursive: true })));
    fs.writeFileSync(path.join(open755, 's'), 'precious');
    fs.chmodSync(open755, 0o755);
    for (const noted of [precious, open755, 'owlgate-here', '', '/nowhere/owlgate-XXXXXX', '/etc']) {
      const directory = directoryFor(MAX_PATH_BYTES + 20);
      fs.writeFileSync(path.join(directory, PLACE_FILE), noted);
      expect(await refused(directory)).toBe('opened');
    }
    for (const directory of [precious, open755])
      expect(fs.readFileSync(path.join(directory, 's'), 'utf8')).toBe('precious');
  });
});

describeIf(isRoot, NEEDS_ROOT)('other users', () => {
  const reach = (file: string): string =>
    asOtherUser(`const socket = require('net').connect(${JSON.stringify(file)});
      socket.on('connect', () => { console.log('connected'); process.exit(); });
      socket.on('error', (error) => console.log(error.code));`);

  it.each([90, 500])('cannot connect (%i bytes)', async (bytes) => {
    const { path: file } = await open(directoryFor(bytes));
    expect(reach(file)).toBe('EACCES\n');
  });

  it('cannot connect even if the directory is open by mistake', async () => {
    const above = temporaryDirectory();
    fs.chmodSync(above, 0o755);
    const directory = path.join(above, 'data');
    fs.mkdirSync(directory, { mode: 0o700 });
    const { path: file } = await open(directory);
    fs.chmodSync(directory, 0o755);
    expect(reach(file)).toBe('EACCES\n');
    // Proof that the test can fail.
    fs.chmodSync(file, 0o666);
    expect(reach(file)).toBe('connected\n');
  });

  it('cannot connect at any moment of the start, under any umask', async () => {
    const above = temporaryDirectory();
    fs.chmodSync(above, 0o755);
    const directory = path.join(above, 'data');
    fs.mkdirSync(directory, { mode: 0o700 });
    const before = process.umask(0);
    const attempts: unknown[] = [];
    chmod.mockImplementationOnce((file, mode) => {
      attempts.push([modeOf(String(file)), reach(String(file))]);
      jest.requireActual<typeof fs>('node:fs').chmodSync(file, mode);
    });
    try {
      const { path: file } = await open(directory);
      expect(attempts).toEqual([[0o777, 'EACCES\n']]);
      expect([modeOf(file), reach(file)]).toEqual([0o600, 'EACCES\n']);
    } finally {
      process.umask(before);
    }
  });

  it('find no socket if the file system keeps no modes', async () => {
    const directory = temporaryDirectory();
    chmod.mockReturnValueOnce(undefined).mockReturnValueOnce(undefined);
    expect(await refused(directory)).toContain('no private socket can be made');
    chmod.mockReturnValueOnce(undefined);
    const { path: file } = await open(directory);
    expect(path.dirname(path.dirname(file))).toBe(temporary);
  });

  it('keep their sockets, dead or alive', async () => {
    const directory = temporaryDirectory();
    const file = path.join(directory, SOCKET_FILE);
    leaveStale(file);
    fs.chownSync(file, OTHER_USER, OTHER_USER);
    expect(await refused(directory)).toBe(`its engine.sock belongs to another user (uid ${OTHER_USER}); remove it`);
    expect(fs.existsSync(file)).toBe(true);
  });
});
