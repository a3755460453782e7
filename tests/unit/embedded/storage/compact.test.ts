/** A compacted directory has the same records in a smaller file, or is unchanged. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { parseRdfMutation } from '../../../../src/dql';
import { backUp, compact, StoreError } from '../../../../src/embedded';
import { Engine } from '../../../../src/embedded/engine';
import { inconsistencies } from '../../../support/embedded/consistency';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const HEADER_BYTES = 12;

async function recordsOf(directory: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await backUp(directory, new Writable({ write: (chunk: Buffer, _, callback) => (chunks.push(chunk), callback()) }));
  return gunzipSync(Buffer.concat(chunks).subarray(HEADER_BYTES));
}

/** Writes much data in many transactions, and deletes most of it. */
async function worn(): Promise<string> {
  const directory = temporaryDirectory();
  const engine = await Engine.open(directory);
  await engine.alter('name: string @index(term, exact) .\nnext: [uid] @reverse @count .');
  const write = (text: string) => engine.mutate(parseRdfMutation(text), 0, true);
  for (let round = 0; round < 20; round++) {
    const lines = Array.from({ length: 200 }, (_, i) => {
      const uid = `<0x${(1 + i * 31 + round * 7).toString(16)}>`;
      return `${uid} <name> "name ${i} of ${round}" .\n${uid} <next> <0x${(1 + i).toString(16)}> .`;
    });
    await write(`{ set {\n${lines.join('\n')}\n} }`);
  }
  const deletes = Array.from({ length: 5000 }, (_, i) => `<0x${(1 + i).toString(16)}> <name> * .`);
  await write(`{ delete {\n${deletes.join('\n')}\n} }`);
  await engine.close();
  return directory;
}

it('a compacted file has the same records, is smaller and stays usable', async () => {
  const directory = await worn();
  const records = await recordsOf(directory);
  const { before, after } = await compact(directory);
  expect(after).toBeLessThan(before / 2);
  expect(fs.statSync(path.join(directory, 'data.mdb')).size).toBe(after);
  expect(fs.readdirSync(directory).filter((name) => name.startsWith('.'))).toEqual([]);
  expect((await recordsOf(directory)).equals(records)).toBe(true);
  const engine = await Engine.open(directory);
  await engine.mutate(parseRdfMutation('{ set { _:new <name> "after it" . } }'), 0, true);
  const query = '{ q(func: eq(name, "after it")) { name } }';
  const answer = engine.query({ query, startTs: 0, readOnly: true, debug: false, format: 'json', timeoutMs: 0 });
  expect(answer.json).toContain('after it');
  expect(inconsistencies(engine.view())).toEqual([]);
  await engine.close();
});

it('an open directory is refused', async () => {
  const directory = await worn();
  const engine = await Engine.open(directory);
  await expect(compact(directory)).rejects.toThrow(/another process has it open/);
  await engine.close();
  await expect(compact(directory)).resolves.toBeDefined();
});

it.each([
  ['without data', () => temporaryDirectory()],
  [
    'whose data is damaged',
    () => {
      const directory = temporaryDirectory();
      fs.writeFileSync(path.join(directory, 'data.mdb'), 'no data');
      return directory;
    },
  ],
])('a directory %s is refused and unchanged', async (_, make) => {
  const directory = make();
  const before = fs.readdirSync(directory);
  await expect(compact(directory)).rejects.toThrow(StoreError);
  expect(fs.readdirSync(directory)).toEqual(before);
});
