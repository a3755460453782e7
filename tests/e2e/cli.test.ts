/** The command line as a program, against the program: the commands of docs/cli.md, pipes, Ctrl-C, and terminals. */
import { execFile, spawn, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { createServer } from 'node:http';
import * as https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { build, cleanUp, start } from '../support/program/program';
import { makeCertificate } from '../support/dgraph/certificate';

beforeAll(build);
afterEach(cleanUp);

const root = path.join(__dirname, '../..');
const main = path.join(root, 'dist/main.js');
const program = `'${process.execPath}' '${main}'`;

const sh = (script: string, env: Record<string, string> = {}) =>
  spawnSync('sh', ['-c', script.replace(/\bowlgate /g, `${program} `)], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  });

it('loads an ontology, writes, queries and serves GraphQL', async () => {
  const url = await start().url();
  const env = { SERVICE_PLATFORM_URL: url };
  const outputOf = (script: string): string => {
    const { status, stdout, stderr } = sh(script, env);
    expect({ script, status, stderr }).toEqual({ script, status: 0, stderr: '' });
    return stdout;
  };
  expect(outputOf('owlgate ontology load ontologies/animals.ttl')).toMatch(
    /^Ontology loaded and materializer activated \(version 1\)\n/,
  );
  outputOf(`owlgate mutate '{ "name": "Ada", "hasPet": { "graph.type": "Dog", "name": "Rex" } }'`);
  expect(outputOf(`owlgate query '{ q(func: eq(name, "Ada")) { name hasPet { name } } }'`)).toBe(
    'q  1 row\n└─ name: Ada\n   └─ hasPet\n      └─ name: Rex\n',
  );
  expect(
    outputOf(
      `echo 'query($n: String) { queryDog(filter: { name: { eq: $n } }) { name } }' | owlgate query ` +
        '--graphql --var n=Rex',
    ),
  ).toBe('queryDog  1 row\nname\nRex\n');
  expect(outputOf(`owlgate query -g 'mutation { addDog(input: [{ name: "Tom" }]) { numUids } }'`)).toBe(
    'addDog\nnumUids\n      1\n',
  );
  const wrong = sh(`owlgate query -g '{ queryNope { name } }'`, env);
  expect(wrong.status).toBe(1);
  expect(wrong.stderr).toMatch(
    /^owlgate query: Cannot query field "queryNope" on type "Query".*\n {2}line 1, column 3\n/,
  );

  const rows = sh(`owlgate query --tree '{ q(func: has(name)) { name } }' | head -n 1`, env);
  expect(rows).toMatchObject({ stdout: 'q  3 rows\n', stderr: '' });
});

it('accepts every command of the table', () => {
  const { stdout } = sh('owlgate help --json');
  for (const { name } of JSON.parse(stdout) as { name: string }[]) {
    const { status, stdout: help } = sh(`owlgate help ${name}`);
    expect({ name, status, help }).toEqual({ name, status: 0, help: expect.stringContaining(`owlgate ${name}`) });
  }
});

it('connects over https with given authorities', async () => {
  const { key, cert } = makeCertificate();
  const server = https.createServer({ key, cert }, (_, response) => response.end('{"data":{"q":[]}}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-https-'));
  fs.writeFileSync(path.join(folder, 'authority.pem'), cert);
  const args = [main, 'query', '{ q }', '--url', `https://localhost:${(server.address() as AddressInfo).port}`];
  const ended = (env: NodeJS.ProcessEnv): Promise<string> =>
    new Promise((resolve) => execFile(process.execPath, args, { env }, (_, out, error) => resolve(out + error)));
  const trusting = { NODE_EXTRA_CA_CERTS: path.join(folder, 'authority.pem') };
  const [refused, trusted] = await Promise.all([ended({}), ended(trusting)]);
  expect(refused).toMatch(/^owlgate query: no answer from https:.+ self-signed certificate; NODE_EXTRA_CA_CERTS names/);
  expect(trusted).toBe('q  no rows\n');
  server.close();
  fs.rmSync(folder, { recursive: true });
});

it('ends with 130 on Ctrl-C and cancels its request', async () => {
  let markClosed: () => void;
  const closed = new Promise<void>((resolve) => (markClosed = resolve));
  let markAsked: () => void;
  const isAsked = new Promise<void>((resolve) => (markAsked = resolve));
  const server = createServer((request) => {
    request.socket.once('close', () => markClosed());
    markAsked();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const child = spawn(process.execPath, [main, 'query', '{ q }', '--url', url], { stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  await isAsked;
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 130, signal: null });
  expect(output).toBe('');
  await closed;
  server.close();
});

it('ends with 130 on Ctrl-C at a prompt', async () => {
  const child = spawn(process.execPath, [main, 'query', '-'], { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  // More than a pipe holds: it is taken once somebody reads.
  await new Promise<void>((resolve) => child.stdin.write('#'.repeat(2 ** 20), () => resolve()));
  child.kill('SIGINT');
  expect(await ended).toEqual({ code: 130, signal: null });
});
