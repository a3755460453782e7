/** The example of docs/embedded/storage.md, record for record: what is documented is what is in the file. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { parseRdfMutation } from '../../../src/dql';
import { backUp } from '../../../src/embedded';
import { Engine } from '../../../src/embedded/engine';
import {
  BACKUP_VERSION,
  BodyReader,
  HEADER_BYTES,
  type BackupRecord,
} from '../../../src/embedded/storage/backup-format';
import { decodePredicate } from '../../../src/embedded/storage/catalog';
import { FORMAT_VERSION, getOrdered } from '../../../src/embedded/storage/keys';
import { removeTemporaryDirectories, temporaryDirectory } from '../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const text = readFileSync(path.join(__dirname, '../../../docs/embedded/storage.md'), 'utf8');
const section = text.split('\n## The file\n')[1]?.split('\n## ')[0] ?? '';
const fenced = [...section.matchAll(/```(\w*)\n([^]*?)```/g)].map(([, kind, body]) => ({ kind, body: body! }));

const SPACES = 0x10;
const PREDICATES = 0x01;

/** The records of a directory, but those of the predicates that the engine has for itself. */
async function records(directory: string): Promise<readonly BackupRecord[]> {
  const chunks: Buffer[] = [];
  await backUp(directory, new Writable({ write: (chunk: Buffer, _, callback) => (chunks.push(chunk), callback()) }));
  const all = new BodyReader().take(gunzipSync(Buffer.concat(chunks).subarray(HEADER_BYTES)));
  const ownedSpaces = new Set<number>();
  const isOwn = ({ key, value }: BackupRecord): boolean => {
    if (key[0] === SPACES) return ownedSpaces.has(getOrdered(key, 1));
    if (key[0] !== PREDICATES) return key[0] === 0x02 && value.includes('dgraph.');
    const predicate = decodePredicate(value);
    if (!predicate) return false;
    const { declaration, spaces } = predicate;
    if (!declaration.name.startsWith('dgraph.')) return false;
    const { index, ...others } = spaces;
    for (const space of [...Object.values(others), ...Object.values(index)]) ownedSpaces.add(space);
    return true;
  };
  return all.filter((record) => !isOwn(record));
}

const hex = (bytes: Buffer): string => bytes.toString('hex').replace(/(..)(?=.)/g, '$1 ');
const isText = (value: Buffer): boolean => value[0] === 0x7b;

it('has the records of the example, byte by byte', async () => {
  const [schema, nquads, shown] = fenced.filter(({ kind }) => kind === '').map(({ body }) => body);
  const directory = temporaryDirectory();
  const engine = await Engine.open(directory);
  await engine.alter(schema!);
  await engine.mutate(parseRdfMutation(`{ set {\n${nquads}} }`), 0, true);
  await engine.close();
  const expected = (await records(directory)).map(
    ({ key, value }) => `${hex(key)}\n    ${isText(value) ? value.toString() : hex(value)}`,
  );
  // A record longer than a line continues on lines that are indented further.
  const documented = shown!
    .replace(/\n {8}/g, '')
    .split('\n')
    .map((line) => line.replace(/\s+;.*$/, ''));
  expect(documented.join('\n').trim()).toBe(expected.join('\n'));
});

it('names the versions that are written', () => {
  const prose = section.replace(/\s+/g, ' ');
  expect(prose).toContain(`format version is ${FORMAT_VERSION}`);
  expect(prose).toContain(`backups have version ${BACKUP_VERSION}`);
});
