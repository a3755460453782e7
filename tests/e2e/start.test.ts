/** Starting and ending, as a user and as a supervisor of processes see it. */
import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as net from 'node:net';
import * as path from 'node:path';
import { startOnPort } from '../support/embedded/on-port';
import { ask } from '../support/http/client';
import { startUpstream } from '../support/http/upstream';
import { build, cleanUp, npmStart, start, temporaryDirectory, type Ended } from '../support/program/program';

beforeAll(build);
afterEach(cleanUp);

/** One line for people, and nothing of our insides. */
function expectOneLine({ stderr, stdout }: Ended, pattern: RegExp): void {
  expect(stderr).toMatch(/^owlgate: [^\n]+\n$/);
  expect(stderr).toMatch(pattern);
  expect(stdout + stderr).not.toMatch(/\n\s+at |node:internal/);
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('a start', () => {
  it('prints in one line the engine, the data directory and the way to use a cluster', async () => {
    const directory = path.join(temporaryDirectory(), 'not/yet/there');
    const program = start({ OWLGATE_DATA: directory });
    const url = await program.url();
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(
      program
        .output()
        .split('\n')
        .filter((line) => line !== ''),
    ).toEqual([
      expect.stringMatching(
        /owlgate serves on http:\S+: embedded engine \(one node\), data in (\S+); set DGRAPH_URL=http:\/\/<alpha>:8080 to use a Dgraph cluster instead; workbench at http:\S+\/ui\/$/,
      ),
    ]);
    expect(program.output()).toContain(`data in ${directory};`);
    expect((await ask(url, '/health')).json[0].status).toBe('healthy');
    expect((await program.end()).code).toBe(0);
  });

  it('stores its data in ./data by default, and warns of variables that are no settings', async () => {
    const program = start({ OWLGATE_DATE: '/x' });
    await program.printed(/OWLGATE_DATE in the environment is not a setting/);
    expect(await program.printed(/data in (\S+);/)).toEqual(expect.arrayContaining([expect.stringMatching(/data$/)]));
    await program.end();
  });

  it('logs JSON in production', async () => {
    const program = start({ NODE_ENV: 'production' });
    const url = await program.url();
    await ask(url, '/health', { headers: { 'X-Request-Id': 'seen' } });
    await program.printed(/"requestId":"seen"/);
    const { stdout } = await program.end();
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.map(({ message }) => message)).toContain('request');
    expect(lines.every(({ time, level }) => time && level)).toBe(true);
  });

  const replaces = process.platform === 'linux' && 'execve' in process && /^v22/.test(process.version);
  (replaces ? it : it.skip)('keeps the process, its arguments and its streams, with an option of Node 22', async () => {
    const program = start({}, ['serve', '--log-level', 'info']);
    await program.url();
    const words = readFileSync(`/proc/${program.child.pid}/cmdline`, 'utf8').split('\0');
    expect(words.slice(1)).toEqual([
      '--experimental-async-context-frame',
      expect.stringMatching(/dist.main\.js$/),
      ...['serve', '--log-level', 'info', ''],
    ]);
    expect((await program.end()).code).toBe(0);
  });

  it('prints help and version', async () => {
    const help = await start({}, ['--help']).ended;
    expect([help.code, help.stderr]).toEqual([0, '']);
    expect(help.stdout).toContain('OWLGATE_WHITELIST');
    expect((await start({ PORT: 'x' }, ['--version']).ended).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('a failed start', () => {
  it('reports a port, or a data directory, that another gateway uses', async () => {
    const directory = temporaryDirectory();
    const port = new URL(await start({ OWLGATE_DATA: directory }).url()).port;
    const others = [start({ PORT: port }), start({ OWLGATE_DATA: directory })];
    const [ofPort, ofDirectory] = await Promise.all(others.map(({ ended }) => ended));
    expect([ofPort!.code, ofDirectory!.code]).toEqual([1, 1]);
    expectOneLine(ofPort!, new RegExp(`port ${port} is taken.*set PORT to another port`));
    expectOneLine(ofDirectory!, /another process has it open/);
  });

  it('reports an unusable data directory', async () => {
    const ended = await start({ OWLGATE_DATA: '/dev/null/data' }).ended;
    expect(ended.code).toBe(2);
    expectOneLine(ended, /the data directory \/dev\/null\/data cannot be used/);
  });

  it('reports an address of another machine', async () => {
    const ended = await start({ HOST: '192.0.2.1' }).ended;
    expect(ended.code).toBe(2);
    expectOneLine(ended, /192\.0\.2\.1 is not an address of this machine; set HOST/);
  });

  it.each([
    [{ PORT: 'eighty' }, [], /PORT: "eighty" is not accepted/],
    [{ LOG_LEVEL: 'loud' }, [], /LOG_LEVEL/],
    [{ DGRAPH_URL: 'http://user:secret@' }, [], /^owlgate: DGRAPH_URL: the value is not accepted/],
    [{}, ['--prot=1'], /unknown argument "--prot=1"/],
  ])('reports a bad setting: %j %j', async (env, argv, pattern) => {
    const ended = await start(env, argv).ended;
    expect(ended.code).toBe(2);
    expectOneLine(ended, pattern);
  });

  it('reports a cluster that does not answer in time', async () => {
    const port = await freePort();
    const started = Date.now();
    const ended = await start({ DGRAPH_URL: `http://user:secret@127.0.0.1:${port}`, OWLGATE_WAIT: '2' }).ended;
    expect(ended.code).toBe(1);
    expectOneLine(ended, new RegExp(`the engine at http://127.0.0.1:${port} does not answer: connection refused`));
    expect(ended.stdout + ended.stderr).not.toContain('secret');
    expect(Date.now() - started).toBeGreaterThan(1_500);
  });

  it('reports at once a server that is no Dgraph', async () => {
    const upstream = await startUpstream();
    upstream.answer((_heard, response) => response.writeHead(404).end('nothing here'));
    const ended = await start({ DGRAPH_URL: upstream.url, OWLGATE_WAIT: '60' }).ended;
    expect(ended.code).toBe(1);
    expectOneLine(ended, /Dgraph/);
    await upstream.close();
  });
});

describe('a cluster that is still starting', () => {
  it('is awaited while requests are held back', async () => {
    const port = await freePort();
    const gatewayPort = await freePort();
    const program = start({ PORT: String(gatewayPort), DGRAPH_URL: `http://127.0.0.1:${port}`, OWLGATE_WAIT: '60' });
    await program.printed(/connecting to the Dgraph cluster/);
    const held = ask(`http://127.0.0.1:${gatewayPort}`, '/health');
    await new Promise((resolve) => setTimeout(resolve, 700));
    const engine = await startOnPort({ directory: temporaryDirectory() }, port);
    await program.url();
    expect(program.output()).toContain(`Dgraph cluster at http://127.0.0.1:${port}`);
    expect((await held).json[0].status).toBe('healthy');
    expect((await program.end()).code).toBe(0);
    await engine.close();
  });
});

describe('npm start', () => {
  it('serves, passes its arguments on and forwards signals to the program', async () => {
    const program = npmStart({}, ['--log-format', 'json']);
    await program.printed(/"message":"owlgate serves on/);
    const { code, stdout } = await program.end();
    expect(code).toBe(0);
    expect(stdout).toContain('"message":"stopped"');
  });
});

describe('shutdown', () => {
  /** A request whose body has not ended yet. */
  async function halfRequest(url: string): Promise<{ readonly finish: () => void; readonly answer: Promise<string> }> {
    let answered: (text: string) => void;
    let failed: (error: Error) => void;
    const answer = new Promise<string>((resolve, reject) => ((answered = resolve), (failed = reject)));
    answer.catch(() => {});
    const { hostname, port } = new URL(url);
    const request = http.request(
      { hostname, port, path: '/query', method: 'POST', headers: { 'Content-Type': 'application/dql' } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => answered(text));
      },
    );
    request.on('error', (error) => failed(error));
    await new Promise<void>((resolve) => {
      request.write('{ q(func: uid(1)) ', () => resolve());
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { finish: () => request.end('{ uid } }'), answer };
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('by %s answers running requests and leaves clean data', async (signal) => {
    const program = start();
    const url = await program.url();
    const { finish, answer } = await halfRequest(url);
    program.child.kill(signal);
    // npm and the terminal both pass on the same signal.
    program.child.kill(signal);
    await program.printed(/stopping: finishing running requests/);
    await expect(ask(url, '/health')).rejects.toThrow(/ECONNREFUSED|ECONNRESET|hang up/);
    finish();
    expect(JSON.parse(await answer).data.q).toEqual([{ uid: '0x1' }]);
    const { code, stderr } = await program.ended;
    expect([code, stderr]).toEqual([0, '']);
  });

  it('is immediate after a second signal', async () => {
    const program = start();
    const { answer } = await halfRequest(await program.url());
    program.child.kill('SIGTERM');
    await program.printed(/stopping/);
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const started = Date.now();
    expect((await program.end('SIGTERM')).code).toBe(1);
    expect(Date.now() - started).toBeLessThan(10_000);
    await expect(answer).rejects.toThrow();
  });

  it('is not delayed by an idle connection', async () => {
    const program = start();
    const url = new URL(await program.url());
    const agent = new http.Agent({ keepAlive: true });
    await new Promise<void>((resolve) => {
      http.get({ host: url.hostname, port: url.port, path: '/health', agent }, (response) => {
        response.resume().on('end', () => resolve());
      });
    });
    const started = Date.now();
    expect((await program.end()).code).toBe(0);
    expect(Date.now() - started).toBeLessThan(20_000);
    agent.destroy();
  });

  it('before the program serves is clean', async () => {
    const program = start({ DGRAPH_URL: `http://127.0.0.1:${await freePort()}` });
    await program.printed(/connecting/);
    expect((await program.end()).code).toBe(0);
  });
});
