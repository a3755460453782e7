/** Data directories: closed to other users, or refused. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import fc from 'fast-check';
import { claimDirectory, Untrusted, type StoreNames } from '../../../../src/embedded/access';
import { describeIf } from '../../../support/conditional';
import { asOtherUser, isRoot, modeOf, NEEDS_ROOT, OTHER_USER } from '../../../support/embedded/users';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const NAMES: StoreNames = { data: 'data.mdb', lock: 'lock.mdb', isOther: (name) => name.startsWith('.') };
const claim = (directory: string) => claimDirectory(directory, NAMES);

/** Creates a directory with these files, each of mode 0644 unless the test says otherwise. */
function directoryWith(mode: number, files: readonly string[] = [], fileMode = 0o644): string {
  const directory = path.join(temporaryDirectory(), 'data');
  fs.mkdirSync(directory);
  for (const name of files) {
    fs.writeFileSync(path.join(directory, name), 'x');
    fs.chmodSync(path.join(directory, name), fileMode);
  }
  fs.chmodSync(directory, mode);
  return directory;
}

describe('a private directory', () => {
  it('is created with missing parents, under any umask', () => {
    const above = path.join(temporaryDirectory(), 'not');
    const directory = path.join(above, 'yet', 'there');
    const before = process.umask(0);
    try {
      expect(claim(directory)).toEqual({ directory, tightened: [] });
    } finally {
      process.umask(before);
    }
    expect([above, path.dirname(directory), directory].map(modeOf)).toEqual([0o700, 0o700, 0o700]);
  });

  it('is closed with its files if it is a store or empty, whatever its mode', () => {
    const modes = fc.integer({ min: 0, max: 0o777 });
    fc.assert(
      fc.property(modes, modes, fc.boolean(), (mode, fileMode, isEmpty) => {
        const files = isEmpty ? [] : ['data.mdb', 'lock.mdb', 'old.backup'];
        // Only root enters a directory whose owner may not.
        const directory = directoryWith(mode | 0o700, files, fileMode);
        const isOpen = (mode & 0o077) !== 0;
        const openFiles = (fileMode & 0o077) === 0 ? [] : files;
        expect(claim(directory).tightened).toEqual([...(isOpen ? ['.'] : []), ...openFiles]);
        expect(modeOf(directory) & 0o077).toBe(0);
        for (const name of files) expect(modeOf(path.join(directory, name))).toBe(fileMode & 0o700);
        expect(claim(directory).tightened).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['has a sticky bit', 0o1777, [], /shared with other users \(mode 1777\); choose a separate directory inside it/],
    ['has a sticky bit and a store', 0o1755, ['data.mdb'], /shared with other users/],
    [
      'serves other purposes',
      0o755,
      ['notes.txt'],
      /holds other files \(notes\.txt\); choose an empty directory, or close/,
    ],
    ['serves other purposes, with a lock file', 0o711, ['lock.mdb', 'notes.txt'], /holds other files/],
  ])('is refused and unchanged if others can enter it and it %s', (_, mode, files, reason) => {
    const directory = directoryWith(mode, files);
    expect(() => claim(directory)).toThrow(reason);
    expect(modeOf(directory)).toBe(mode);
    for (const name of files) expect(modeOf(path.join(directory, name))).toBe(0o644);
  });

  it('may hold other files if it was closed before', () => {
    const directory = directoryWith(0o700, ['notes.txt']);
    expect(claim(directory).tightened).toEqual(['notes.txt']);
    expect(claim(directoryWith(0o755, ['.gitignore'])).tightened).toContain('.');
  });

  it('is refused if a file or a link is in its place or in that of its data', () => {
    const directory = directoryWith(0o700);
    const target = path.join(temporaryDirectory(), 'precious');
    fs.writeFileSync(target, 'precious', { mode: 0o644 });
    for (const name of ['data.mdb', 'lock.mdb']) {
      const file = path.join(directory, name);
      for (const make of [() => fs.symlinkSync(target, file), () => fs.mkdirSync(file)]) {
        make();
        expect(() => claim(directory)).toThrow(`its ${name} is not a regular file`);
        fs.rmSync(file, { recursive: true });
      }
    }
    expect([fs.readFileSync(target, 'utf8'), modeOf(target)]).toEqual(['precious', 0o644]);
    expect(() => claim(target)).toThrow(/EEXIST|ENOTDIR/);
    expect(() => claim(path.join(target, 'below'))).toThrow(/EEXIST|ENOTDIR/);
  });

  it('leaves the targets of links unchanged', () => {
    const directory = directoryWith(0o755, ['data.mdb']);
    const target = path.join(temporaryDirectory(), 'elsewhere');
    fs.writeFileSync(target, '', { mode: 0o644 });
    fs.symlinkSync(target, path.join(directory, 'link'));
    expect(claim(directory).tightened).toEqual(['.', 'data.mdb']);
    expect(modeOf(target)).toBe(0o644);
  });

  it('is reached through links of this user', () => {
    const directory = directoryWith(0o755, ['data.mdb']);
    const link = path.join(temporaryDirectory(), 'link');
    fs.symlinkSync(directory, link);
    expect(claim(link)).toEqual({ directory: fs.realpathSync(directory), tightened: ['.', 'data.mdb'] });
    const loop = path.join(temporaryDirectory(), 'loop');
    fs.symlinkSync(loop, loop);
    expect(() => claim(loop)).toThrow('too many symbolic links');
  });
});

describeIf(isRoot, NEEDS_ROOT)('other users', () => {
  const give = (file: string): void => fs.lchownSync(file, OTHER_USER, OTHER_USER);

  it.each([0o700, 0o755, 0o777])('cannot provide a directory of mode %o', (mode) => {
    for (const files of [[], ['data.mdb']]) {
      const directory = directoryWith(mode, files);
      give(directory);
      expect(() => claim(directory)).toThrow(Untrusted);
      expect(() => claim(directory)).toThrow(`it belongs to another user (uid ${OTHER_USER})`);
      expect(modeOf(directory)).toBe(mode);
    }
  });

  it.each(['data.mdb', 'lock.mdb'])('cannot provide the %s of a directory that was open to them', (name) => {
    const directory = directoryWith(0o777, ['data.mdb', 'lock.mdb']);
    give(path.join(directory, name));
    expect(() => claim(directory)).toThrow(`have files in it (${name})`);
    fs.chmodSync(directory, 0o700);
    expect(() => claim(directory)).toThrow(`its ${name} belongs to another user`);
  });

  it('with files in a directory prevent its use', () => {
    const directory = directoryWith(0o755, ['data.mdb', 'theirs']);
    give(path.join(directory, 'theirs'));
    expect(() => claim(directory)).toThrow('have files in it (theirs)');
    expect(modeOf(directory)).toBe(0o755);
  });

  it('cannot redirect the path by links, at any level', () => {
    const directory = directoryWith(0o755);
    const link = path.join(temporaryDirectory(), 'link');
    fs.symlinkSync(directory, link);
    give(link);
    for (const target of [link, path.join(link, 'below'), path.join(link, '..', path.basename(link))]) {
      expect(() => claim(target)).toThrow('is a symbolic link of another user');
    }
    const linked = path.join(temporaryDirectory(), 'linked');
    fs.symlinkSync(link, linked);
    expect(() => claim(linked)).toThrow('is a symbolic link of another user');
    expect([modeOf(directory), fs.readdirSync(directory)]).toEqual([0o755, []]);
  });

  it('read nothing in a store that was open to them', () => {
    const above = temporaryDirectory();
    fs.chmodSync(above, 0o755);
    const directory = path.join(above, 'data');
    fs.mkdirSync(directory);
    fs.writeFileSync(path.join(directory, 'data.mdb'), 'data', { mode: 0o644 });
    const read = `try { console.log(require('fs').readFileSync(${JSON.stringify(path.join(directory, 'data.mdb'))}, 'utf8')) }
      catch (error) { console.log(error.code) }`;
    expect(asOtherUser(read)).toBe('data\n');
    claim(directory);
    expect(asOtherUser(read)).toBe('EACCES\n');
  });
});
