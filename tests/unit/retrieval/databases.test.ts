/** OWLGATE_DATABASES: accepted values, and messages for others. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { readDatabases } from '../../../src/retrieval';

describe('readDatabases', () => {
  const defaultDatabase = { id: 'default', urls: undefined, login: undefined, module: 'auto', language: 'en' };

  it('always contains the gateway’s own engine', async () => {
    expect(await readDatabases(undefined)).toEqual([defaultDatabase]);
    expect(await readDatabases('{}')).toEqual([defaultDatabase]);
    expect(await readDatabases('{"default":{"module":"arag","language":"de"}}')).toEqual([
      { ...defaultDatabase, module: 'arag', language: 'de' },
    ]);
  });

  it('reads addresses, logins, modules and languages, inline and from a file', async () => {
    const setting = JSON.stringify({
      a: { url: 'http://one:8080, https://two:8443', module: 'arag' },
      b: { url: 'http://three:8080', user: 'groot', password: 'secret', namespace: 3, language: 'fr' },
    });
    const expected = [
      defaultDatabase,
      { id: 'a', urls: ['http://one:8080', 'https://two:8443'], login: undefined, module: 'arag', language: 'en' },
      {
        id: 'b',
        urls: ['http://three:8080'],
        login: { userid: 'groot', password: 'secret', namespace: 3 },
        module: 'auto',
        language: 'fr',
      },
    ];
    expect(await readDatabases(setting)).toEqual(expected);
    const folder = mkdtempSync(path.join(tmpdir(), 'databases-'));
    try {
      writeFileSync(path.join(folder, 'databases.json'), setting);
      expect(await readDatabases(path.join(folder, 'databases.json'))).toEqual(expected);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each([
    ['{"a":', /^it is not JSON; expected \{"<id>"/],
    ['{"a":{"url":"http://x:1","adress":"y"}}', /^a has an unknown field "adress"/],
    ['{"a":{"module":"naive"}}', /^a has no url/],
    ['{"default":{"url":"http://x:1"}}', /^default is the gateway's own engine/],
    ['{"a":{"url":"ftp://x"}}', /^a: url must be an address/],
    ['{"a":{"url":"http://x:1","module":"best"}}', /a\.module/],
    ['{"a b":{"url":"http://x:1"}}', /a b/],
    ['{"a":{"url":"http://x:1","user":"u"}}', /password/],
    ['{"a":{"url":"http://x:1","namespace":1}}', /user/],
    ['/nowhere/databases.json', /ENOENT/],
  ])('refuses %s', async (setting, message) => {
    await expect(readDatabases(setting)).rejects.toThrow(message);
  });

  it('reports no password', async () => {
    const settings = [
      '{"a":{"url":"http://x:1","user":"u","password":"s3cret","more":1}}',
      '{"a":{"password":"s3cret"',
    ];
    for (const setting of settings) {
      const error = (await readDatabases(setting).catch((thrown: unknown) => thrown)) as Error;
      expect(error.message).not.toContain('s3cret');
    }
  });
});
