import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { WholeFile } from '../../../src/util/wholeFile';

let directory: string;
let name: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'owlgate-'));
  name = path.join(directory, 'data.rdf');
});
afterEach(async () => {
  // Their file descriptors would stay open until garbage collection.
  for (const file of abandoned.splice(0)) await file.discard();
  rmSync(directory, { recursive: true });
});

const abandoned: WholeFile[] = [];
/** Opens a file as a writer does that is killed before it ends it. */
const abandon = async (): Promise<void> => void abandoned.push(await WholeFile.open(name));

const files = (): string[] => readdirSync(directory).sort();
const age = (file: string, hours: number): void => {
  const then = new Date(Date.now() - hours * 3600 * 1000);
  utimesSync(path.join(directory, file), then, then);
};

async function write(text: string, options?: Parameters<typeof WholeFile.open>[1]): Promise<void> {
  const file = await WholeFile.open(name, options);
  file.stream.end(text);
  await file.publish();
}

it('a file appears when it is published, whole and for its user only', async () => {
  const file = await WholeFile.open(name);
  file.stream.write('a');
  expect(files()).not.toContain('data.rdf');
  file.stream.end('b');
  await file.publish();
  expect(files()).toEqual(['data.rdf']);
  expect(readFileSync(name, 'utf8')).toBe('ab');
  expect(statSync(name).mode & 0o777).toBe(0o600);
});

it('a mode is given to the file whatever the umask', async () => {
  await write('a', { mode: 0o666 });
  expect(statSync(name).mode & 0o777).toBe(0o666);
});

it('a discarded file leaves the one of its name', async () => {
  await write('a');
  const file = await WholeFile.open(name);
  file.stream.write('b');
  await file.discard();
  expect(files()).toEqual(['data.rdf']);
  expect(readFileSync(name, 'utf8')).toBe('a');
});

it('two writers at once do not meet; the last to publish counts', async () => {
  const [first, second] = [await WholeFile.open(name), await WholeFile.open(name)];
  first.stream.end('first');
  second.stream.end('second');
  await second.publish();
  await first.publish();
  expect(readFileSync(name, 'utf8')).toBe('first');
  expect(files()).toEqual(['data.rdf']);
});

it('a killed writer, even of the same process id, keeps nobody from writing; its file goes after a day', async () => {
  await abandon();
  const [killed] = files();
  age(killed!, 23);
  await write('a');
  expect(files()).toEqual(['data.rdf', killed]);
  age(killed!, 25);
  await write('b');
  expect(files()).toEqual(['data.rdf']);
});

it('the owner of a file removes what earlier writers left at once, and nothing else', async () => {
  await abandon();
  await abandon();
  writeFileSync(path.join(directory, 'data.rdf.gz.partial-1'), '');
  await write('a', { isOwned: true });
  expect(files()).toEqual(['data.rdf', 'data.rdf.gz.partial-1']);
});

it('a directory that cannot be read does not keep a file from being written', async () => {
  chmodSync(directory, 0o300);
  await write('a').finally(() => chmodSync(directory, 0o700));
  expect(files()).toEqual(['data.rdf']);
});
