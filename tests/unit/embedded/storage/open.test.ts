import { spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { open } from 'lmdb';
import { StoreError } from '../../../../src/embedded/storage';
import { openStore, removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const reason = (directory: string): string => {
  try {
    openStore(directory);
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    expect((error as Error).message).toContain(directory);
    return (error as Error).message;
  }
  throw new Error('it opened');
};

/** Process that holds a read transaction on the file. */
async function otherProcess(directory: string): Promise<{ end: () => Promise<void> }> {
  const script = `
    const { open } = require('lmdb');
    const db = open({ path: process.argv[1], keyEncoding: 'binary', encoding: 'binary' });
    db.useReadTransaction();
    console.log('open');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['-e', script, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return {
    end: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGKILL');
      }),
  };
}

describe('opening a data directory', () => {
  it('refuses a path that is a file', () => {
    const file = path.join(temporaryDirectory(), 'file');
    fs.writeFileSync(file, '');
    expect(reason(file)).toContain('not a directory');
    expect(reason(path.join(file, 'below'))).toContain('not a directory');
  });

  it('refuses a foreign and a truncated data.mdb', async () => {
    const directory = temporaryDirectory();
    const file = path.join(directory, 'data.mdb');
    for (const bytes of [Buffer.alloc(100_000, 'x'), Buffer.alloc(100_000), Buffer.from('short')]) {
      fs.writeFileSync(file, bytes);
      expect(reason(directory)).toContain('data.mdb is damaged (it is not an LMDB file)');
    }
    const intactDirectory = temporaryDirectory();
    const store = openStore(intactDirectory);
    await store.write((batch) => {
      for (let i = 0; i < 10_000; i++) batch.retire([i]);
    });
    await store.close();
    const content = fs.readFileSync(path.join(intactDirectory, 'data.mdb'));
    fs.writeFileSync(file, content.subarray(0, 12_288));
    expect(reason(directory)).toMatch(/it has 12288 bytes, and page \d+ is missing/);
  });

  it('refuses the file of another program, and an unknown version', async () => {
    const foreign = temporaryDirectory();
    const db = open({ path: foreign, noSubdir: false });
    await db.put('key', 'value');
    await db.close();
    expect(reason(foreign)).toContain('another program');

    const future = temporaryDirectory();
    const newer = open({ path: future, noSubdir: false, keyEncoding: 'binary', encoding: 'binary' });
    await newer.put(Buffer.from('\0format'), Buffer.of(99));
    await newer.close();
    expect(reason(future)).toContain('format version 99');
  });

  it('refuses a directory that is open, until it is closed', async () => {
    const directory = temporaryDirectory();
    const store = openStore(directory);
    expect(reason(directory)).toContain('another process has it open');
    // The refused attempt did not disturb the first.
    await store.write((batch) => batch.newSpace());
    await store.close();
    await openStore(directory).close();
  });

  it('refuses a directory that another process has open, but not that of a killed process', async () => {
    const directory = temporaryDirectory();
    await openStore(directory).close();
    const other = await otherProcess(directory);
    try {
      expect(reason(directory)).toContain('another process has it open');
    } finally {
      await other.end();
    }
    await openStore(directory).close();
  });
});
