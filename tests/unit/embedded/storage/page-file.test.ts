/** Damage of LMDB's file is found before the file is mapped; what is found intact can be read. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { parseRdfMutation } from '../../../../src/dql';
import { Engine } from '../../../../src/embedded/engine';
import { StoreError, verify } from '../../../../src/embedded/storage';
import { PageFile } from '../../../../src/embedded/storage/page-file';
import { inTemporaryDirectory, removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';
import { runs } from '../../../support/runs';

const PAGE = 4096;
let intact: Buffer;

beforeAll(async () => {
  const directory = temporaryDirectory();
  const engine = await Engine.open(directory);
  await engine.alter('name: string @index(exact, term) .\nnear: [uid] @reverse .\nlong: string .');
  // Free pages, many leaves, and a value that takes several pages.
  for (let part = 0; part < 3; part++) {
    const lines = Array.from({ length: 400 }, (_, i) => `_:n${i} <name> "name ${part} ${i}" .\n_:n${i} <near> _:n0 .`);
    const text = `{ set {\n${lines.join('\n')}\n_:n0 <long> "${'x'.repeat(9_000)}" .\n} }`;
    await engine.mutate(parseRdfMutation(text), 0, true);
  }
  await engine.close();
  intact = fs.readFileSync(path.join(directory, 'data.mdb'));
});
afterAll(removeTemporaryDirectories);

/** Writes a data file, and runs with its directory. */
const withFile = <T>(bytes: Buffer, run: (directory: string, file: string) => Promise<T>): Promise<T> =>
  inTemporaryDirectory((directory) => {
    const file = path.join(directory, 'data.mdb');
    fs.writeFileSync(file, bytes, { mode: 0o600 });
    return run(directory, file);
  });

it('an intact file is found intact, and verified', async () => {
  await withFile(intact, async (directory, file) => {
    expect([PageFile.damageOf(file, 'opening'), PageFile.damageOf(file, 'all')]).toEqual([undefined, undefined]);
    const { records, bytes } = await verify(directory);
    expect(records).toBeGreaterThan(200);
    expect(bytes).toBeGreaterThan(27_000);
  });
});

it.each([
  ['empty', () => Buffer.alloc(0), /it is empty/],
  ['of another kind', () => Buffer.alloc(PAGE, 'x'), /not an LMDB file/],
  ['shorter than a page', () => intact.subarray(0, 100), /not an LMDB file/],
  ['half as long', () => intact.subarray(0, intact.length >> 1), /is missing/],
  ['without its first page', () => Buffer.concat([Buffer.alloc(PAGE), intact.subarray(PAGE)]), /not an LMDB file/],
  [
    'of zeros after its states',
    () => Buffer.concat([intact.subarray(0, 2 * PAGE), Buffer.alloc(intact.length)]),
    /page/,
  ],
])('a file %s is refused, with the ways out', async (_, bytes, damage) => {
  await withFile(bytes(), async (directory, file) => {
    expect(PageFile.damageOf(file, 'opening')).toMatch(damage);
    const opening = Engine.open(directory);
    await expect(opening).rejects.toThrow(StoreError);
    await expect(opening).rejects.toThrow(
      /restore a backup with `owlgate restore FILE --data .* --replace`, or remove/,
    );
    expect(fs.readFileSync(file).equals(bytes())).toBe(true);
  });
});

const change = fc.record({
  page: fc.nat(),
  // Headers and the entries' offsets lead to other pages.
  at: fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: PAGE - 8 })),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
});
const damaged = fc.oneof(
  fc.nat().map((length) => intact.subarray(0, length % intact.length)),
  fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    const bytes = Buffer.from(intact);
    for (const { page, at, bytes: other } of changes) bytes.set(other, (page % (intact.length / PAGE)) * PAGE + at);
    return bytes;
  }),
);

// A page that escapes would end the process with a signal.
it('any damaged file is refused or can be read to its end', async () => {
  await fc.assert(
    fc.asyncProperty(damaged, (bytes) =>
      withFile(bytes, async (directory) => {
        await verify(directory).catch((error: unknown) => expect(error).toBeInstanceOf(StoreError));
      }),
    ),
    { numRuns: runs(400) },
  );
});
