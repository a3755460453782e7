/** Request targets: one path for all readers, or none. */
import * as fc from 'fast-check';
import { printPath, readTarget } from '../../../src/http/target';
import { runs } from '../../support/runs';

it.each([
  ['/', '/', ''],
  ['/query?a=b?c', '/query', 'a=b?c'],
  ['*', '/', ''],
  ['http://host', '/', ''],
  ['http://host?a=b', '/', 'a=b'],
  ['https://user:pw@[::1]:80/a/b?c', '/a/b', 'c'],
  ['//host/a', '/host/a', ''],
  ['/a//b/./c/../d/', '/a/b/d/', ''],
  ['/..', '/', ''],
  ['/a/.', '/a', ''],
  ['/a/..', '/', ''],
  ['/%61%20b%3Fc', '/a b?c', ''],
  ['/caf%C3%A9', '/caf\u00c3\u00a9', ''],
  ['/caf\u00c3\u00a9', '/caf\u00c3\u00a9', ''],
  ['/a;b=c', '/a;b=c', ''],
  ['/...', '/...', ''],
])('the target %s has the path %s', (target, path, search) => {
  expect(readTarget(target)).toEqual({ path, search });
});

it.each([
  '/a%2Fb',
  '/a%2fb',
  '/a%5Cb',
  '/a\\b',
  '/%2e%2e/a',
  '/.%2E/a',
  '/%2e',
  '/a%00',
  '/a%0D%0Ab',
  '/a%7f',
  '/a%',
  '/a%4',
  '/a%zz',
  'a',
  '',
  'ftp://host/a',
  'host:80',
  'http:/a',
])('the target %j is refused', (target) => {
  expect(() => readTarget(target)).toThrow(expect.objectContaining({ code: 'InvalidPath' }) as Error);
});

it('a printed path is read as the same path, and no other target is read so', () => {
  const part = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2F',
    '%61',
    'a',
    'alter',
    '\\',
    '%5c',
    ';',
    '%25',
    '//',
    '?',
    '#',
    '\u00e9',
    '%',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      let path: string;
      try {
        ({ path } = readTarget(`/${parts.join('')}`));
      } catch (error) {
        expect(error).toMatchObject({ code: 'InvalidPath' });
        return;
      }
      const segments = path.split('/').slice(1, path.endsWith('/') ? -1 : undefined);
      expect(path.startsWith('/')).toBe(true);
      if (path !== '/') for (const segment of segments) expect(['', '.', '..']).not.toContain(segment);
      const printed = printPath(path);
      expect(printed).toMatch(/^[\x21-\x7e]+$/);
      expect(printed).not.toMatch(/\\|%2f|%5c|#|\?/i);
      expect(readTarget(printed)).toEqual({ path, search: '' });
    }),
    { numRuns: runs(2_000) },
  );
});
