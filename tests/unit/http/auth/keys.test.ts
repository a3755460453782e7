/** The lines of API keys, and the ring of those that are valid. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { digestOf, isInline, makeKey, parseKeys, printLine, QUOTA_UNITS } from '../../../../src/http/auth/keys';
import { Keyring } from '../../../../src/http/auth/keyring';
import { ROLES } from '../../../../src/http/auth/roles';
import { silent } from '../../../../src/util/log';

const HASH = 'ab'.repeat(32);

describe('lines of keys', () => {
  const entries = fc.record(
    {
      name: fc.stringMatching(/^[\w.@-]{1,64}$/),
      role: fc.constantFrom(...ROLES),
      digest: fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes)),
      quota: fc.record({
        count: fc.integer({ min: 1, max: 999_999_999 }),
        unit: fc.constantFrom(...(Object.keys(QUOTA_UNITS) as (keyof typeof QUOTA_UNITS)[])),
      }),
    },
    { requiredKeys: ['name', 'role', 'digest'] },
  );

  it.each(['\n', ',', ' , ', '\r\n\n'])('are read as they are printed, between %j', (between) => {
    const lists = fc.uniqueArray(entries, { selector: ({ name }) => name, minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(lists, (list) => {
        expect(parseKeys(list.map(printLine).join(between))).toEqual(list);
      }),
      { numRuns: 50 },
    );
  });

  it('may have comments and empty lines', () => {
    expect(parseKeys(`# who\n\n a:read:${HASH} # since May\n`).map(({ name }) => name)).toEqual(['a']);
    expect(parseKeys('# nobody')).toEqual([]);
  });

  it.each([
    ['a', 'line 1: a has no role; one of read, validate, write, admin comes after the name'],
    [`a:root:${HASH}`, 'line 1: a has no role; one of read, validate, write, admin comes after the name'],
    [`x y:read:${HASH}`, 'line 1: it does not begin with a name (letters, digits and _.@-): name:role:hash'],
    ['\na:read:12', 'line 2: a has no hash: 64 hexadecimal digits, as owlgate keys prints them'],
    [
      `a:read:${HASH}:0/hour`,
      'line 1: a has a quota that cannot be read; 1000/hour is one (second, minute, hour or day)',
    ],
    [
      `a:read:${HASH}:5/hour:x`,
      'line 1: a has a quota that cannot be read; 1000/hour is one (second, minute, hour or day)',
    ],
    [`a:read:${HASH}\na:admin:${'cd'.repeat(32)}`, 'line 2: the name a is taken already, in line 1'],
    [`a:read:${HASH}\nb:admin:${HASH}`, 'line 2: b has the same key as a'],
  ])('with errors are reported: %j', (text, message) => {
    expect(() => parseKeys(text)).toThrow(message);
  });

  it('with a key in place of a hash are reported without the key', () => {
    const key = makeKey();
    for (const text of [key, `a:read:${key}`, `a:${key}`]) {
      try {
        parseKeys(text);
        throw new Error('accepted');
      } catch (error) {
        expect((error as Error).message).toMatch(/^line 1: /);
        expect((error as Error).message).not.toContain(key.slice(4));
      }
    }
  });

  it('are distinguished from the path of a file', () => {
    expect([`a:read:${HASH}`, ` a:admin:x`, `a:reed:${HASH}`].map(isInline)).toEqual([true, true, true]);
    expect(['/etc/keys', 'C:\\keys:read:x', './a:b', 'keys.txt'].map(isInline)).toEqual([false, false, false, false]);
  });
});

describe('a keyring', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'owlgate-keys-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('finds keys by their hashes only', async () => {
    const [one, other] = [makeKey(), makeKey()];
    const ring = await Keyring.open(`a:read:${digestOf(one).toString('hex')}`, silent);
    expect(ring.find(one)?.name).toBe('a');
    for (const wrong of [other, '', one.slice(0, -1), `${one} `, digestOf(one).toString('hex')]) {
      expect(ring.find(wrong)).toBeUndefined();
    }
  });

  it('rereads its file after changes, and keeps its keys if that fails', async () => {
    const file = join(folder, 'keys');
    const [one, other] = [makeKey(), makeKey()];
    const line = (name: string, key: string) => `${name}:read:${digestOf(key).toString('hex')}\n`;
    writeFileSync(file, line('a', one));
    const ring = await Keyring.open(file, silent);
    try {
      writeFileSync(file, 'nonsense');
      await ring.reloadIfChanged();
      expect(ring.find(one)?.name).toBe('a');
      writeFileSync(file, line('bb', other));
      await ring.reloadIfChanged();
      expect([ring.find(one), ring.find(other)?.name]).toEqual([undefined, 'bb']);
      rmSync(file);
      await ring.reloadIfChanged();
      expect(ring.find(other)?.name).toBe('bb');
      writeFileSync(file, '');
      await ring.reloadIfChanged();
      expect([ring.size, ring.find(other)]).toEqual([0, undefined]);
    } finally {
      ring.close();
    }
  });

  it('refuses a missing or unreadable file', async () => {
    await expect(Keyring.open(join(folder, 'none'), silent)).rejects.toThrow('ENOENT');
    writeFileSync(join(folder, 'bad'), 'a:b:c');
    await expect(Keyring.open(join(folder, 'bad'), silent)).rejects.toThrow('line 1: a has no role');
  });
});
