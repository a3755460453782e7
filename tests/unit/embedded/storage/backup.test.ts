/** A backup is one committed state; a restored directory is complete or absent. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { parseRdfMutation } from '../../../../src/dql';
import { backUp, BackupError, restore, StoreError } from '../../../../src/embedded';
import { Engine } from '../../../../src/embedded/engine';
import { inconsistencies } from '../../../support/embedded/consistency';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const HEADER_BYTES = 12;
const SCHEMA = `
  name: string @index(term, exact) @lang .
  batch: int @index(int) .
  next: [uid] @reverse @count .
  all: [uid] @reverse .
  type Node {
    name
    batch
    next
  }`;
const EVERYTHING = `{
  q(func: has(name)) { uid name@* batch dgraph.type next @facets { uid } ~next { uid } count(next) all @facets { uid } ~all { uid } }
}`;

async function bytesOf(directory: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  await backUp(directory, new Writable({ write: (chunk: Buffer, _, callback) => (chunks.push(chunk), callback()) }));
  return Buffer.concat(chunks);
}

const restoreBytes = (bytes: Buffer, directory: string, options = {}) =>
  restore(Readable.from([bytes]), directory, options);

const set = (engine: Engine, nquads: string) => engine.mutate(parseRdfMutation(`{ set {\n${nquads}\n} }`), 0, true);

const ask = (engine: Engine, query = EVERYTHING): string =>
  engine.query({ query, startTs: 0, readOnly: true, debug: false, format: 'json', timeoutMs: 0 }).json;

/** Directory with data of every kind, including a list in parts. */
async function filled(nodes = 300): Promise<string> {
  const directory = temporaryDirectory();
  const engine = await Engine.open(directory);
  await engine.alter(SCHEMA);
  const lines = Array.from({ length: nodes }, (_, i) => [
    `_:n${i} <name> "Näme ${i}" .`,
    `_:n${i} <name> "nom ${i}"@fr .`,
    `_:n${i} <batch> "${i}" .`,
    `_:n${i} <dgraph.type> "Node" .`,
    `_:n${i} <next> _:n${(i * 7) % nodes} .`,
    `_:n0 <all> _:n${i} (since = 2020-01-01T00:00:00Z, weight = 0.5) .`,
  ]);
  await set(engine, lines.flat().join('\n'));
  await engine.close();
  return directory;
}

const fresh = (): string => path.join(temporaryDirectory(), 'a', 'b');

/** All files below a directory, with their content. */
const content = (directory: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(directory)
      .sort()
      .map((name) => [name, fs.readFileSync(path.join(directory, name), 'base64')]),
  );

it('a restore has the data, schema, indexes and counters of the backup', async () => {
  const directory = await filled(3000);
  const backup = await bytesOf(directory);
  const target = fresh();
  await restoreBytes(backup, target);
  expect(fs.readdirSync(target)).toEqual(['data.mdb']);
  // Record for record: a second backup equals the first.
  const inside = (bytes: Buffer): Buffer => gunzipSync(bytes.subarray(HEADER_BYTES));
  expect(inside(await bytesOf(target)).equals(inside(backup))).toBe(true);
  const [before, after] = [await Engine.open(directory), await Engine.open(target)];
  expect(JSON.parse(ask(after)).q).toHaveLength(3000);
  expect(ask(after)).toBe(ask(before));
  expect(ask(after, 'schema {}')).toBe(ask(before, 'schema {}'));
  expect(inconsistencies(after.view())).toEqual([]);
  const highest = Math.max(...after.view().subjects('name', false));
  const { newNodes } = await set(after, '_:new <name> "new" .');
  expect(newNodes!.get('new')).toBeGreaterThan(highest);
  await before.close();
  await after.close();
});

it('a backup is one committed state, also during writes', async () => {
  const directory = await filled(2000);
  const engine = await Engine.open(directory);
  let stop = false;
  let written = 0;
  // Each commit has two nodes far apart in the file; batches are in order.
  const writer = (async () => {
    for (let i = 0; !stop; i++) {
      await set(engine, `_:a <batch> "${100_000 + i}" .\n_:b <name> "commit ${i}" .`);
      written = i + 1;
    }
  })();
  try {
    for (let round = 0; round < 5; round++) {
      const writtenBefore = written;
      const target = fresh();
      await restoreBytes(await bytesOf(directory), target);
      const restored = await Engine.open(target);
      const restoredNodes = JSON.parse(
        ask(
          restored,
          '{ a(func: ge(batch, 100000), orderasc: batch) { batch } b(func: anyofterms(name, "commit")) { name } }',
        ),
      );
      const batches = restoredNodes.a.map(({ batch }: any) => batch - 100_000);
      expect(batches).toEqual(batches.map((_: unknown, i: number) => i));
      expect(batches.length).toBeGreaterThanOrEqual(writtenBefore);
      expect(
        restoredNodes.b.map(({ name }: any) => Number(name.slice(7))).sort((x: number, y: number) => x - y),
      ).toEqual(batches);
      expect(inconsistencies(restored.view())).toEqual([]);
      await restored.close();
    }
  } finally {
    stop = true;
    await writer;
    await engine.close();
  }
  expect(written).toBeGreaterThan(5);
});

describe('a damaged backup', () => {
  let backup: Buffer;
  beforeAll(async () => (backup = await bytesOf(await filled())));

  const refused = async (bytes: Buffer): Promise<string> => {
    const parent = temporaryDirectory();
    const error: unknown = await restoreBytes(bytes, path.join(parent, 'data')).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(BackupError);
    // No file is left, not even an empty directory.
    expect(fs.readdirSync(parent)).toEqual([]);
    return (error as Error).message;
  };

  it('is refused at any length that is too short', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: backup.length - 1 }), async (length) => {
        expect(await refused(backup.subarray(0, length))).toMatch(/cut short/);
      }),
      { numRuns: 15, examples: [[0], [5], [HEADER_BYTES], [backup.length - 1]] },
    );
  });

  it('is refused after a change of any byte', async () => {
    const inside = gunzipSync(backup.subarray(HEADER_BYTES));
    await fc.assert(
      fc.asyncProperty(fc.nat(inside.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const changed = Buffer.from(inside);
        changed[at]! ^= change;
        // Compressed anew, so that gzip's checksum is not the one that fails.
        await refused(Buffer.concat([backup.subarray(0, HEADER_BYTES), gzipSync(changed)]));
      }),
      { numRuns: 15 },
    );
  });

  it('is refused if it is another file, or of an unknown version', async () => {
    expect(await refused(Buffer.from('PK\x03\x04 and so on, for a while'))).toBe('it is not a backup of owlgate');
    const newer = Buffer.from(backup);
    newer.writeUInt32BE(2, 8);
    expect(await refused(newer)).toMatch(/a backup of version 2, and this program reads version 1/);
    const inside = gunzipSync(backup.subarray(HEADER_BYTES));
    inside[0] = 99;
    const layout = Buffer.concat([backup.subarray(0, HEADER_BYTES), gzipSync(inside)]);
    expect(await refused(layout)).toMatch(/its data has format version 99, and this program reads version/);
    const longer = Buffer.concat([gunzipSync(backup.subarray(HEADER_BYTES)), Buffer.of(0)]);
    expect(await refused(Buffer.concat([backup.subarray(0, HEADER_BYTES), gzipSync(longer)]))).toMatch(/after its end/);
  });

  it('is read in chunks of any size', async () => {
    const target = fresh();
    const pieces = Array.from(backup, (byte) => Buffer.of(byte));
    await restore(Readable.from(pieces), target);
    expect((await bytesOf(target)).length).toBeGreaterThan(HEADER_BYTES);
  });
});

describe('a directory with content', () => {
  it('is refused and unchanged, unless its data may be replaced', async () => {
    const [one, other] = [await filled(20), await filled(40)];
    const backup = await bytesOf(one);
    const before = content(other);
    await expect(restoreBytes(backup, other)).rejects.toThrow(/it has data already; --replace replaces that/);
    await expect(restoreBytes(backup.subarray(0, 500), other, { replace: true })).rejects.toThrow(BackupError);
    expect(content(other)['data.mdb']).toBe(before['data.mdb']);
    expect(Object.keys(content(other)).filter((name) => !name.endsWith('.mdb'))).toEqual([]);
    await restoreBytes(backup, other, { replace: true });
    const engine = await Engine.open(other);
    expect(JSON.parse(ask(engine)).q).toHaveLength(20);
    await engine.close();
  });

  it('is refused while another process has it open', async () => {
    const directory = await filled(20);
    const backup = await bytesOf(directory);
    const engine = await Engine.open(directory);
    await expect(restoreBytes(backup, directory, { replace: true })).rejects.toThrow(/another process has it open/);
    await set(engine, '_:x <name> "still here" .');
    expect(ask(engine)).toContain('still here');
    await engine.close();
  });

  it('is refused if its content is not data, or if it is not a directory', async () => {
    const directory = temporaryDirectory();
    const file = path.join(directory, 'letters.txt');
    fs.writeFileSync(file, 'dear');
    const backup = await bytesOf(await filled(3));
    await expect(restoreBytes(backup, directory)).rejects.toThrow(/it is not empty; choose another directory/);
    await expect(restoreBytes(backup, directory, { replace: true })).rejects.toThrow(/no data to replace/);
    await expect(restoreBytes(backup, file)).rejects.toThrow(StoreError);
    expect(fs.readFileSync(file, 'utf8')).toBe('dear');
  });

  it('may be replaced if its data is damaged', async () => {
    const directory = await filled(30);
    const backup = await bytesOf(directory);
    fs.writeFileSync(path.join(directory, 'data.mdb'), 'not a database');
    await restoreBytes(backup, directory, { replace: true });
    const engine = await Engine.open(directory);
    expect(JSON.parse(ask(engine)).q).toHaveLength(30);
    await engine.close();
  });

  it('is cleared of the files of a killed restore', async () => {
    const directory = temporaryDirectory();
    fs.mkdirSync(path.join(directory, '.restoring-x'));
    fs.writeFileSync(path.join(directory, '.restoring-x', 'data.mdb'), 'half');
    await restoreBytes(await bytesOf(await filled(3)), directory);
    expect(fs.readdirSync(directory)).toEqual(['data.mdb']);
  });
});

describe('backing up', () => {
  it('refuses a directory without data, and one with data of another program', async () => {
    await expect(bytesOf(temporaryDirectory())).rejects.toThrow(/there is no data.mdb in it/);
    const directory = temporaryDirectory();
    fs.writeFileSync(path.join(directory, 'data.mdb'), 'x'.repeat(1000));
    await expect(bytesOf(directory)).rejects.toThrow(/it is not an LMDB file/);
  });

  it('fails with the error of the target', async () => {
    const directory = await filled(3000);
    const target = new PassThrough();
    target.destroy(new Error('no space left'));
    await expect(backUp(directory, target)).rejects.toThrow();
    const full = new Writable({ write: (_chunk, _, callback) => callback(new Error('no space left')) });
    await expect(backUp(directory, full)).rejects.toThrow('no space left');
    // It also releases the directory.
    await (await Engine.open(directory)).close();
  });
});
