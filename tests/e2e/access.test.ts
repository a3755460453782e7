/** Access to the data of the embedded engine: by the gateway's own port, and by nothing else of the machine. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { describeIf, itIf } from '../support/conditional';
import { startOnPort } from '../support/embedded/on-port';
import { asOtherUser, isRoot, modeOf, NEEDS_ROOT, OTHER_USER } from '../support/embedded/users';
import { openSocket } from '../support/engines/subscriber';
import { ask } from '../support/http/client';
import { build, cleanUp, start, temporaryDirectory, type Program } from '../support/program/program';
import { listeningOf } from '../support/program/sockets';
import { hasAllCases } from '../support/runs';

beforeAll(build);
afterAll(cleanUp);

const main = path.join(__dirname, '../../dist/main.js');
const KILLS = hasAllCases ? 3 : 1;
const ZOO = fs.readFileSync(path.join(__dirname, 'zoo.ttl'), 'utf8');

const post = (url: string, target: string, type: string, body: string) =>
  ask(url, target, { method: 'POST', headers: { 'Content-Type': type }, body });

/** Everything that makes files or connections: an ontology, writes of all sizes, long queries, subscriptions. */
async function use(url: string): Promise<void> {
  expect((await post(url, '/ontology', 'text/turtle', ZOO)).status).toBe(200);
  const write = async (body: string): Promise<void> => {
    const { json } = await post(url, '/mutate?commitNow=true', 'application/rdf', `{ set {\n${body}\n} }`);
    expect(json.errors).toBeUndefined();
  };
  await write('_:d <dgraph.type> "Dog" .\n_:d <name> "Rex" .');
  await write(Array.from({ length: 7_000 }, (_, i) => `_:n${i} <note> "${i}" .`).join('\n'));
  // Text of this length is read by a thread of its own.
  const long = `{ q(func: has(note)) { count(uid) } } ${'#'.repeat(110_000)}`;
  expect((await post(url, '/query', 'application/dql', long)).json.data.q).toEqual([{ count: 7_000 }]);
  const { inbox, say, socket } = await openSocket(url, 'graphql-transport-ws');
  say({ type: 'connection_init' });
  expect(await inbox.next()).toEqual({ type: 'connection_ack' });
  say({ type: 'subscribe', id: '1', payload: { query: 'subscription { queryDog { name } }' } });
  expect(await inbox.next()).toMatchObject({ type: 'next' });
  socket.terminate();
}

/** Files and directories in a directory, itself included, with their modes. */
function modesIn(directory: string): [string, number][] {
  const names = fs.readdirSync(directory, { recursive: true }) as string[];
  return ['.', ...names].map((name) => [name, modeOf(path.join(directory, name))]);
}

function expectPrivate(directory: string): void {
  for (const [name, mode] of modesIn(directory)) {
    const isDirectory = fs.lstatSync(path.join(directory, name)).isDirectory();
    expect([name, mode]).toEqual([name, isDirectory ? 0o700 : 0o600]);
  }
}

const run = (argv: readonly string[]) => {
  const { status, stderr } = spawnSync('sh', ['-c', 'umask 0; exec "$@"', 'sh', process.execPath, main, ...argv], {
    encoding: 'utf8',
  });
  expect({ argv, status, stderr }).toMatchObject({ argv, status: 0 });
};

/** A directory, not there yet, for which the path of a socket would be too long. */
const longDirectory = (): string => path.join(temporaryDirectory(), 'd'.repeat(120), 'data');

/** Checks that a program listens on the port of its URL and on one private socket, and nowhere else. */
function expectListening({ child }: Program, url: string, socket: unknown): void {
  const { ports, paths } = listeningOf(child.pid!);
  expect(ports).toEqual([Number(new URL(url).port)]);
  expect(paths).toEqual([socket]);
  expect(modeOf(paths[0]!)).toBe(0o600);
  expect(modeOf(path.dirname(paths[0]!))).toBe(0o700);
}

describeIf(process.platform === 'linux', 'needs /proc')('a program in use', () => {
  let above: string;
  let directory: string;
  let temporary: string;
  let program: Program;
  let url: string;
  beforeAll(async () => {
    [above, temporary] = [temporaryDirectory(), temporaryDirectory()];
    fs.chmodSync(above, 0o755);
    directory = path.join(above, 'data');
    program = start({ OWLGATE_DATA: directory, TMPDIR: temporary });
    url = await program.url();
    await use(url);
  });
  afterAll(cleanUp);

  it('listens on its own port and on a socket', () => {
    expectListening(program, url, path.join(directory, 'engine.sock'));
  });

  it('discloses its engine’s endpoint to no client', async () => {
    const address = '{ health { address } state { zeros { addr } groups { members { addr } } } }';
    const answers = await Promise.all([
      ...['/health', '/health?all', '/state', '/', '/nowhere'].map((target) => ask(url, target)),
      post(url, '/admin', 'application/json', JSON.stringify({ query: address })),
    ]);
    for (const { text, headers } of answers) {
      expect(text + JSON.stringify(headers)).not.toMatch(/engine\.sock|127\.0\.0\.1|localhost:|owlgate-e2e/);
    }
    expect((await ask(url, '/health')).json[0]).toMatchObject({ address: 'embedded', status: 'healthy' });
  });

  itIf(isRoot, NEEDS_ROOT)('gives another user no file, and nothing but its port', () => {
    run(['backup', path.join(above, 'beside.backup'), '--data', directory]);
    const files = [
      ...fs.readdirSync(directory).map((name) => path.join(directory, name)),
      path.join(above, 'beside.backup'),
    ];
    expect(files).toHaveLength(5);
    const tried = asOtherUser(`
      const fs = require('fs');
      const attempt = (what, run) => { try { run(); console.log(what, 'done'); } catch (error) { console.log(what, error.code); } };
      attempt('list', () => fs.readdirSync(${JSON.stringify(directory)}));
      for (const file of ${JSON.stringify(files)}) {
        attempt('read', () => fs.readFileSync(file));
        attempt('write', () => fs.appendFileSync(file, 'x'));
      }
      const socket = require('net').connect(${JSON.stringify(path.join(directory, 'engine.sock'))});
      socket.on('connect', () => console.log('connect done')).on('error', (error) => console.log('connect', error.code));
      fetch(${JSON.stringify(`${url}/health`)}).then((response) => console.log('health', response.status));`);
    const lines = tried.trim().split('\n').sort();
    const expected = [
      'list EACCES',
      'connect EACCES',
      'health 200',
      ...files.flatMap(() => ['read EACCES', 'write EACCES']),
    ];
    expect(lines).toEqual(expected.sort());
  });

  it('leaves its data alone in a directory that is private after all writes to it', async () => {
    expectPrivate(directory);
    run(['backup', path.join(directory, 'beside.backup'), '--data', directory]);
    run(['export', '--data', directory, path.join(directory, 'exported')]);
    expectPrivate(directory);
    expect((await program.end()).code).toBe(0);
    expect(fs.readdirSync(temporary).filter((name) => name.startsWith('owlgate-'))).toEqual([]);
    const names = ['beside.backup', 'data.mdb', 'exported', 'lock.mdb', 'ontology.compiled'];
    expect(fs.readdirSync(directory).sort()).toEqual(names);
    run(['compact', '--data', directory]);
    run(['restore', path.join(directory, 'beside.backup'), '--data', directory, '--replace']);
    expectPrivate(directory);
    const loaded = path.join(temporaryDirectory(), 'loaded');
    run(['load', '--data', loaded, path.join(directory, 'exported')]);
    const restored = path.join(temporaryDirectory(), 'not', 'yet');
    run(['restore', path.join(directory, 'beside.backup'), '--data', restored]);
    for (const each of [loaded, restored, path.dirname(restored)]) expectPrivate(each);
  });
});

describeIf(process.platform === 'linux', 'needs /proc')('the program', () => {
  afterEach(cleanUp);

  it('listens on its own port and on a socket with its data at a long path', async () => {
    const directory = longDirectory();
    const temporary = temporaryDirectory();
    const program = start({ OWLGATE_DATA: directory, TMPDIR: temporary });
    const url = await program.url();
    await use(url);
    expectListening(program, url, expect.stringMatching(/\/owlgate-\w{6}\/s$/));
    expect((await program.end()).code).toBe(0);
    expect(fs.readdirSync(temporary).filter((name) => name.startsWith('owlgate-'))).toEqual([]);
    expect(fs.readdirSync(directory).sort()).toEqual(['data.mdb', 'lock.mdb', 'ontology.compiled']);
  });

  it('listens nowhere else in front of a cluster', async () => {
    const engine = await startOnPort({ directory: temporaryDirectory() });
    const program = start({ DGRAPH_URL: engine.url });
    const url = await program.url();
    expect(listeningOf(program.child.pid!)).toEqual({ ports: [Number(new URL(url).port)], paths: [] });
    await program.end();
    await engine.close();
  });

  it.each(['data', 'a long path'])('starts again after a kill, with its data in %s', async (kind) => {
    const directory = kind === 'data' ? path.join(temporaryDirectory(), 'data') : longDirectory();
    const temporary = temporaryDirectory();
    const env = { OWLGATE_DATA: directory, TMPDIR: temporary };
    for (let i = 0; i < KILLS; i++) {
      const program = start(env);
      const url = await program.url();
      expect((await post(url, '/mutate?commitNow=true', 'application/rdf', `{set{_:a <n> "${i}" .}}`)).status).toBe(
        200,
      );
      await program.end('SIGKILL');
    }
    const program = start(env);
    const { json } = await post(await program.url(), '/query', 'application/dql', '{ q(func: has(n)) { count(uid) } }');
    expect(json.data.q).toEqual([{ count: KILLS }]);
    await program.end();
    expect(fs.readdirSync(temporary).filter((name) => name.startsWith('owlgate-'))).toEqual([]);
  });

  it('holds a directory with a long path alone', async () => {
    const directory = longDirectory();
    const first = start({ OWLGATE_DATA: directory });
    await first.url();
    const { code, stderr } = await start({ OWLGATE_DATA: directory }).ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^owlgate: the data directory \S+ cannot be used: another process has it open; [^\n]+\n$/),
    ]);
    expect((await ask(await first.url(), '/health')).status).toBe(200);
  });
});

describe('the data directory', () => {
  afterEach(cleanUp);

  it('of an earlier version is closed at the start, with a log line', async () => {
    const directory = path.join(temporaryDirectory(), 'data');
    const first = start({ OWLGATE_DATA: directory });
    await first.url();
    await first.end();
    fs.chmodSync(directory, 0o755);
    for (const name of fs.readdirSync(directory)) fs.chmodSync(path.join(directory, name), 0o644);
    const second = start({ OWLGATE_DATA: directory });
    await second.url();
    expectPrivate(directory);
    const notice = /the data directory was open to other users of this machine; now it is open to this user alone/;
    expect(second.output()).toMatch(notice);
    await second.end();
    const third = start({ OWLGATE_DATA: directory });
    await third.url();
    expect(third.output()).not.toMatch(notice);
  });

  it('with permissions that cannot be changed is refused in one line', async () => {
    const directory = temporaryDirectory();
    fs.chmodSync(directory, 0o1777);
    const { code, stderr } = await start({ OWLGATE_DATA: directory }).ended;
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^owlgate: [^\n]+ shared with other users \(mode 1777\); [^\n]+\n$/),
    ]);
    expect([modeOf(directory), fs.readdirSync(directory)]).toEqual([0o1777, []]);
  });
});

describeIf(isRoot, NEEDS_ROOT)('another user of the machine', () => {
  afterEach(cleanUp);

  it('cannot prepare a directory in which the program would store its data', async () => {
    const directory = temporaryDirectory();
    fs.chownSync(directory, OTHER_USER, OTHER_USER);
    const { code, stderr } = await start({ OWLGATE_DATA: directory }).ended;
    expect([code, stderr]).toEqual([2, expect.stringContaining(`it belongs to another user (uid ${OTHER_USER})`)]);
    expect(fs.readdirSync(directory)).toEqual([]);
  });
});
