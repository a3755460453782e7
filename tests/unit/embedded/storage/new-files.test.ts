/** A disk without space: writes are refused by name and as a whole, and go on as soon as there is space. */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import * as lmdb from 'lmdb';
import { parseRdfMutation } from '../../../../src/dql';
import { Engine } from '../../../../src/embedded/engine';
import { DiskFullError, StoreError } from '../../../../src/embedded/storage';
import { diskProblem } from '../../../../src/util/disk';
import { describeIf } from '../../../support/conditional';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

const mount = (...args: readonly string[]): boolean => spawnSync('mount', args).status === 0;

const disk = temporaryDirectory();
const isMounted = process.getuid?.() === 0 && mount('-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk);
const filler = path.join(disk, 'filler');

/** Leaves no byte free. */
function fill(): void {
  const descriptor = fs.openSync(filler, 'a');
  try {
    for (;;) fs.writeSync(descriptor, Buffer.alloc(4_096));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    fs.closeSync(descriptor);
  }
}

// lmdb reports each failure on the console, too. It opens all files of a process by its first instance, which has the
// console of the first test file; without `open` the native part takes the instance of this file.
beforeAll(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  delete (lmdb as unknown as { nativeAddon: { open?: unknown } }).nativeAddon.open;
});
afterAll(() => {
  if (isMounted) spawnSync('umount', [disk]);
  removeTemporaryDirectories();
});

describeIf(isMounted, 'needs the right to mount a file system')('on a small disk', () => {
  afterEach(() => fs.rmSync(filler, { force: true }));

  const write = (engine: Engine, name: string): Promise<unknown> =>
    engine.mutate(
      parseRdfMutation(`{ set { _:a <name> "${name}" .\n_:a <text> "${'x'.repeat(50_000)}" . } }`),
      0,
      true,
    );
  const names = (engine: Engine): number => [...engine.view().subjects('name', false)].length;

  it('a write that the disk does not take is refused, and later writes go on', async () => {
    const directory = path.join(disk, 'data');
    const engine = await Engine.open(directory);
    await engine.alter('name: string @index(exact) .');
    await write(engine, 'before');
    fill();
    const count = names(engine);
    let refusals = 0;
    let written = 0;
    // Free pages of the file take some writes.
    while (refusals < 3) {
      await write(engine, 'meanwhile').then(
        () => written++,
        (error: unknown) => {
          expect(error).toBeInstanceOf(DiskFullError);
          expect((error as Error).message).toMatch(/the disk of the data directory is full: nothing was written/);
          refusals++;
        },
      );
    }
    expect(names(engine)).toBe(count + written);
    expect(await diskProblem(directory)).toMatch(/0 MiB are free/);
    fs.rmSync(filler);
    await write(engine, 'after');
    expect(names(engine)).toBe(count + written + 1);
    fill();
    await engine.close();
    fs.rmSync(filler);
    const again = await Engine.open(directory);
    expect(names(again)).toBe(count + written + 1);
    await again.close();
  });

  // LMDB would end the process with SIGBUS.
  it('a new directory is refused on a full disk, and used as soon as there is space', async () => {
    fill();
    const directory = path.join(disk, 'new');
    await expect(Engine.open(directory)).rejects.toThrow(StoreError);
    await expect(Engine.open(directory)).rejects.toThrow(/its disk is full; free some space/);
    fs.rmSync(filler);
    await (await Engine.open(directory)).close();
  });
});

it('a data file without a byte is used only if the process that made it was killed', async () => {
  const directory = temporaryDirectory();
  fs.writeFileSync(path.join(directory, 'data.mdb'), '', { mode: 0o600 });
  await expect(Engine.open(directory)).rejects.toThrow(/it is empty/);
  fs.writeFileSync(path.join(directory, '.creating'), '', { mode: 0o600 });
  await (await Engine.open(directory)).close();
  expect(fs.readdirSync(directory).sort()).toEqual(['data.mdb', 'lock.mdb']);
});
