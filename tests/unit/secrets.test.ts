/** Secrets in files: a changed file takes effect, and an unusable one leaves the former secrets in use. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { readConfig } from '../../src/config';
import type { Config } from '../../src/config-types';
import { RELOADED_SECRETS, watchSecrets } from '../../src/secrets';
import { silent } from '../../src/util/log';

const SETTINGS = {
  DGRAPH_URL: 'http://alpha:8080',
  DGRAPH_USER: 'groot',
  OWLGATE_MODEL_URL: 'http://127.0.0.1:1/v1',
  OWLGATE_MODEL: 'm',
  OWLGATE_EMBEDDING_URL: 'http://127.0.0.1:1/v1',
  OWLGATE_EMBEDDING_MODEL: 'e',
};
const secretOf = (name: string, version: string): string => `${name}-${version}-${'x'.repeat(40)}`;
/** Reader of each secret in a configuration. */
const IN_USE: Readonly<Record<string, (config: Config) => string | undefined>> = {
  DGRAPH_PASSWORD: ({ dgraphLogin }) => dgraphLogin?.password,
  OWLGATE_MODEL_KEY: ({ model }) => model?.key,
  OWLGATE_EMBEDDING_KEY: ({ embedding }) => embedding?.key,
  OWLGATE_REGISTRY_KEY: ({ registryKeys }) => registryKeys[0],
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'owlgate-secrets-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const fileOf = (name: string): string => path.join(folder, name);
function read(): Config {
  const files = Object.fromEntries(RELOADED_SECRETS.map((name) => [`${name}_FILE`, fileOf(name)]));
  const outcome = readConfig([], { ...SETTINGS, ...files });
  if (outcome.kind !== 'run') throw new Error(outcome.kind);
  return outcome.config;
}
const inUse = (config: Config) => Object.fromEntries(RELOADED_SECRETS.map((name) => [name, IN_USE[name]!(config)]));
const all = (version: string) => Object.fromEntries(RELOADED_SECRETS.map((name) => [name, secretOf(name, version)]));
const write = (secrets: Readonly<Record<string, string>>): void => {
  for (const [name, secret] of Object.entries(secrets)) writeFileSync(fileOf(name), `${secret}\n`);
};

it.each(RELOADED_SECRETS)('takes a changed %s, and no other', async (name) => {
  write(all('first'));
  const config = read();
  expect(inUse(config)).toEqual(all('first'));
  const reloader = (await watchSecrets(config, read, silent))!;
  const parts = [config.dgraphLogin, config.model, config.embedding, config.registryKeys];
  write({ [name]: secretOf(name, 'second') });
  await reloader.reload();
  expect(inUse(config)).toEqual({ ...all('first'), [name]: secretOf(name, 'second') });
  // Clients of the cluster and of models hold these objects.
  expect([config.dgraphLogin, config.model, config.embedding, config.registryKeys]).toEqual(parts);
  expect(config.dgraphLogin).toBe(parts[0]);
  write({ [name]: '' });
  await reloader.reload();
  expect(inUse(config)).toEqual({ ...all('first'), [name]: secretOf(name, 'second') });
  rmSync(fileOf(name));
  await reloader.reload();
  expect(inUse(config)).toEqual({ ...all('first'), [name]: secretOf(name, 'second') });
  reloader.close();
});

it('watches nothing without files', async () => {
  const outcome = readConfig([], { OWLGATE_REGISTRY_KEY: secretOf('r', '1') });
  if (outcome.kind !== 'run') throw new Error(outcome.kind);
  expect(await watchSecrets(outcome.config, read, silent)).toBeUndefined();
});
