/** `owlgate export` and `owlgate load` from the command line: files, summaries, messages and exit statuses. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { exportData } from '../../../src/cli/export';
import { load } from '../../../src/cli/load';
import { startOnPort } from '../../support/embedded/on-port';

let folder: string;
beforeEach(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-transfer-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

class Collected extends Writable {
  text = '';
  isTTY = false;

  override _write(chunk: Buffer | string, _: BufferEncoding, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}

async function run(command: typeof load, args: readonly string[], env: Record<string, string> = {}, isTTY = false) {
  const [stdout, stderr] = [new Collected(), new Collected()];
  stderr.isTTY = isTTY;
  const status = await command(args, { stdin: Readable.from([]), stdout, stderr }, env);
  return { status, stdout: stdout.text, stderr: stderr.text };
}

const at = (name: string): string => path.join(folder, name);
const write = (name: string, content: string | Buffer): string => {
  fs.writeFileSync(at(name), content);
  return at(name);
};

const SCHEMA =
  '[0x0] <name>:string @index(exact) @lang . \n[0x0] <knows>:[uid] @reverse . \n[0x0] type <P> {\n\tname\n}\n';
const STATEMENTS = [
  '<0x5> <dgraph.type> "P"^^<xs:string> <0x0> .',
  '<0x5> <knows> <0x6> <0x0> (w=1.5) .',
  '<0x5> <name> "Ann"^^<xs:string> <0x0> .',
  '<0x5> <name> "Anne"@fr <0x0> .',
];

/** A directory with data. */
async function data(): Promise<string> {
  const files = [write('in.rdf', STATEMENTS.join('\n')), write('in.schema', SCHEMA)];
  const { status, stderr } = await run(load, [...files, '--data', at('data')]);
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: expect.stringMatching(/^owlgate load: 4 of 4 statements written in [\d.]+ s; uids as they were\n$/),
  });
  return at('data');
}

const sorted = (text: string): string[] => text.trimEnd().split('\n').sort();

it('an export of a data directory as RDF is loaded into another one', async () => {
  const lines = ['<http://e/a> <http://e/knows> <http://e/b> .', '<http://e/b> <http://e/name> "B\\"ee" .'];
  await run(load, [write('in.nt', lines.join('\n')), '--data', at('one')]);
  const outcome = await run(exportData, ['--format', 'ntriples', '--data', at('one'), at('out.nt')]);
  expect(outcome).toEqual({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^owlgate export: 2 statements in .*out\.nt\n$/) as string,
  });
  expect(sorted(fs.readFileSync(at('out.nt'), 'utf8'))).toEqual(lines);
  await run(load, [at('out.nt'), '--data', at('two')]);
  const again = await run(exportData, ['--format', 'trig', '--data', at('two')]);
  expect(again.stdout).toContain('<http://e/b> <http://e/name> "B\\"ee" .');
});

it('an export to files is loaded unchanged', async () => {
  const from = await data();
  const outcome = await run(exportData, ['--data', from, at('out')]);
  expect(outcome).toEqual({
    status: 0,
    stdout: '',
    stderr: expect.stringMatching(/^owlgate export: 4 statements, 2 predicates and 1 type in .*g01\.rdf\.gz.*\n$/),
  });
  expect(fs.readdirSync(at('out')).sort()).toEqual(['g01.gql_schema.gz', 'g01.rdf.gz', 'g01.schema.gz']);
  const text = (name: string): string => gunzipSync(fs.readFileSync(path.join(at('out'), name))).toString();
  expect(sorted(text('g01.rdf.gz'))).toEqual([...STATEMENTS].sort());
  expect(text('g01.schema.gz')).toBe(
    '[0x0] <knows>:[uid] @reverse . \n[0x0] <name>:string @index(exact) @lang . \n[0x0] type <P> {\n\tname\n}\n',
  );
  expect(JSON.parse(text('g01.gql_schema.gz'))).toEqual([]);

  const loaded = await run(load, [at('out'), '--data', at('back'), '--json']);
  expect(loaded).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(loaded.stdout)).toMatchObject({
    statements: 4,
    written: 4,
    refusedCount: 0,
    uids: 'kept',
    predicates: 2,
  });
  const again = await run(exportData, ['--data', at('back'), '--rdf', at('again.rdf')]);
  expect(again.status).toBe(0);
  expect(sorted(fs.readFileSync(at('again.rdf'), 'utf8'))).toEqual([...STATEMENTS].sort());
});

it('an export reads a serving engine at its address or in its directory', async () => {
  const server = await startOnPort({ directory: await data() });
  try {
    for (const from of [
      ['--url', server.url],
      ['--data', at('data')],
    ]) {
      const { status, stdout } = await run(exportData, [...from, '--rdf', '-']);
      expect(status).toBe(0);
      expect(sorted(stdout)).toEqual([...STATEMENTS].sort());
    }
    const schema = await run(exportData, ['--schema', '-'], { PORT: new URL(server.url).port });
    expect(schema).toMatchObject({ status: 0, stdout: expect.stringContaining('<knows>:[uid] @reverse') });
  } finally {
    await server.close();
  }
});

it('an export overwrites no file, and leaves none after a failure', async () => {
  const from = await data();
  write('x.rdf', 'mine');
  const refused = await run(exportData, ['--data', from, '--rdf', at('x.rdf')]);
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('already exists; --replace') });
  expect(fs.readFileSync(at('x.rdf'), 'utf8')).toBe('mine');
  expect((await run(exportData, ['--data', from, '--replace', '--rdf', at('x.rdf')])).status).toBe(0);
  expect(fs.readFileSync(at('x.rdf'), 'utf8')).not.toBe('mine');
  const nowhere = await run(exportData, ['--data', from, '--rdf', at('none/x.rdf'), '--schema', at('x.schema')]);
  expect(nowhere.status).toBe(1);
  expect(fs.readdirSync(folder).filter((name) => /schema|partial/.test(name))).toEqual(['in.schema']);
  expect(await run(exportData, ['--data', at('nothing'), at('out')])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('there is no data.mdb'),
  });
});

it('a load reports every unreadable line and writes nothing', async () => {
  const file = write('bad.rdf', '<0x1> <name> "x" .\n<0x1> <name> x .\n\n<0x2> "y" .\n');
  const { status, stderr } = await run(load, [file, '--data', at('d')]);
  expect(status).toBe(1);
  const lines = stderr.trimEnd().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/bad\.rdf line 2: column 14: /),
    expect.stringMatching(/bad\.rdf line 4: column 7: /),
    expect.stringMatching(/2 lines cannot be read, and nothing was written; the first is line 2 of /),
  ]);
  const { stdout } = await run(exportData, ['--data', at('d'), '--rdf', '-']);
  expect(stdout).toBe('');
});

it('a load reports refused statements, writes the rest and ends with a status of its own', async () => {
  const schema = write('s.schema', 'age: int .\nname: string .\n');
  const file = write(
    'some.rdf.gz',
    gzipSync('<0x1> <age> "1" .\n<0x2> <age> "two" .\n<0x3> <name> "x"@en .\n<0x4> <age> "4" .\n'),
  );
  const { status, stdout, stderr } = await run(load, [file, '--schema', schema, '--data', at('d'), '--json']);
  expect(status).toBe(1);
  expect(stderr).toMatch(/some\.rdf\.gz line 2: .*two.*\n.*some\.rdf\.gz line 3: .*@lang/);
  expect(JSON.parse(stdout)).toMatchObject({ written: 2, refusedCount: 2, brokenOff: false });
});

it('a load reports and leaves out other namespaces and Dgraph’s own predicates', async () => {
  const file = write(
    'n.rdf',
    '<0x1> <name> "here" <0x0> .\n<0x1> <name> "there" <0x2> .\n<0x2> <dgraph.xid> "groot" <0x0> .\n<0x2> ' +
      '<dgraph.type> "dgraph.type.User" <0x0> .\n',
  );
  const schema = write('n.schema', '[0x0] <name>:string . \n[0x2] <name>:int . \n[0x2] type <T> {\n\tname\n}\n');
  const { status, stderr } = await run(load, [file, schema, '--data', at('d')]);
  expect(status).toBe(0);
  expect(stderr).toMatch(/Dgraph's own data is left out.*dgraph\.xid \(1\)/);
  expect(stderr).toMatch(/1 of 1 statements written.*; 1 of other namespaces left out/);
  expect((await run(exportData, ['--data', at('d'), '--rdf', '-'])).stdout).toContain('"here"');
  expect((await run(exportData, ['--data', at('d'), '--schema', '-'])).stdout).toBe('[0x0] <name>:string . \n');
});

it('a load shows its progress on a terminal', async () => {
  const file = write(
    'many.rdf',
    Array.from({ length: 30_000 }, (_, i) => `<0x${(i + 1).toString(16)}> <name> "${i}" .`).join('\n'),
  );
  const { status, stderr } = await run(load, [file, '--data', at('d'), '--batch', '2000'], {}, true);
  expect(status).toBe(0);
  expect(stderr).toMatch(/\rreading: statements [\d,]+ \([\d,]+\/s\)/);
  expect(stderr).toMatch(/writing: statements [\d,]+ of 30,000 \[#*-*\] \d+ % \([\d,]+\/s, \d+ s left\)/);
  expect(stderr).toMatch(/\rowlgate load: 30,000 of 30,000/);
});

it.each<[string, typeof load, string[], RegExp]>([
  ['no directory', exportData, [], /no directory is named/],
  ['two directories', exportData, ['a', 'b'], /2 are named/],
  ['a directory and a file', exportData, ['a', '--rdf', 'b'], /not both/],
  ['two on standard output', exportData, ['--rdf', '-', '--schema', '-'], /one of the two/],
  ['a summary among data', exportData, ['--rdf', '-', '--json'], /summary/],
  ['two sources', exportData, ['a', '--data', 'b', '--url', 'http://c'], /not both/],
  ['an unknown option', exportData, ['--all', 'a'], /--all/],
  ['no address', load, ['a', '--url', 'alpha:8080'], /http:\/\//],
  ['no file', load, [], /no file is named/],
  ['standard input twice', load, ['-', '-'], /read once/],
  ['no such uids', load, ['a', '--uids', 'some'], /auto, keep, new or \+N/],
  ['no such number', load, ['a', '--batch', '0'], /whole number from 1/],
])('a command line with %s is refused', async (_, command, args, reason) => {
  const stdout = args.includes('--json') ? expect.stringMatching(reason) : '';
  expect(await run(command, args)).toEqual({ status: 2, stdout, stderr: expect.stringMatching(reason) });
});

it.each<[string, () => string[], RegExp]>([
  ['an export in JSON', () => [write('g01.json', '[]')], /format: "rdf"/],
  ['a directory without an export', () => [folder], /no export files/],
  ['a schema that is none', () => [write('x.schema', 'name string')], /x\.schema: line 1 column/],
])('a load refuses %s', async (_, args, reason) => {
  const { status, stderr } = await run(load, [...args(), '--data', at('d')]);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(reason) });
});

it('an unreachable engine is reported', async () => {
  const file = write('a.rdf', '');
  expect(await run(load, [file, '--url', 'http://127.0.0.1:1'])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('http://127.0.0.1:1'),
  });
  expect((await run(exportData, ['--url', 'http://127.0.0.1:1', at('out')])).status).toBe(1);
  expect(fs.existsSync(at('out'))).toBe(false);
});

it('the help of export and load has examples', async () => {
  for (const command of [load, exportData]) {
    expect(await run(command, ['--help'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/Examples:\n {2}owlgate/),
    });
  }
});
