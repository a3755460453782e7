/** Settings that cannot be used: a start ends with one line and status 2, whatever is wrong, and on SIGTERM. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { ConfigError, readConfig, SETTINGS } from '../../src/config';
import { build, cleanUp, start } from '../support/program/program';

const folder = mkdtempSync(path.join(tmpdir(), 'owlgate-settings-'));
beforeAll(build);
afterEach(cleanUp);
afterAll(() => rmSync(folder, { recursive: true }));

const NOWHERE = path.join(folder, 'nowhere');
const tls = (file: string) => ({ OWLGATE_TLS_CERT: file, OWLGATE_TLS_KEY: file });
const WRONG: readonly Readonly<Record<string, string>>[] = [
  // Where Node's own recursion never ends.
  ...(process.platform === 'linux' ? [{ OWLGATE_DATA: '/proc/x' }] : []),
  { OWLGATE_DATA: '/dev/null' },
  { OWLGATE_DATA: __filename },
  { OWLGATE_API_KEYS: NOWHERE },
  { OWLGATE_API_KEYS: folder },
  { OWLGATE_DATABASES: '{' },
  { OWLGATE_DATABASES: folder },
  { OWLGATE_IMPORTS: NOWHERE },
  { OWLGATE_EMBEDDING_MODEL_PATH: NOWHERE },
  { OWLGATE_RERANKING_MODEL_PATH: folder },
  tls(NOWHERE),
  tls(__filename),
  { HOST: '192.0.2.1' },
];

it('each ends with one line and status 2', async () => {
  for (let i = 0; i < WRONG.length; i += 3) {
    await Promise.all(
      WRONG.slice(i, i + 3).map(async (env) => {
        const { code, stderr } = await start(env).ended;
        expect({ env, code, stderr }).toEqual({ env, code: 2, stderr: expect.stringMatching(/^owlgate: [^\n]+\n$/) });
        expect(stderr).toMatch(/OWLGATE_|HOST/);
      }),
    );
  }
});

it.each(SETTINGS.filter(({ schema }) => 'enum' in schema || schema['type'] === 'integer' || 'format' in schema))(
  '$name refuses what it does not accept, and names itself',
  ({ name }) => {
    for (const value of ['-1', '1.5', 'Ж', 'http://', 'a b', '=']) {
      let message = '';
      try {
        readConfig([], { [name]: value });
      } catch (error) {
        expect(error).toBeInstanceOf(ConfigError);
        ({ message } = error as Error);
        expect(message).not.toContain('\n');
      }
      if (value === 'Ж') expect(message).toContain(name);
    }
  },
);
