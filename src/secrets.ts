/** Secrets that may change while the gateway runs: those whose settings name files. */
import type { Config } from './config-types';
import { FileReloader } from './util/file-reloader';
import type { Logger } from './util/log';

/** Settings whose files are read again. */
export const RELOADED_SECRETS: readonly string[] = [
  'DGRAPH_PASSWORD',
  'OWLGATE_MODEL_KEY',
  'OWLGATE_EMBEDDING_KEY',
  'OWLGATE_REGISTRY_KEY',
];

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/**
 * Watches the files of secrets. Changed ones take effect in `config`, whose parts the clients of cluster and models read
 * with each use. A file that is empty or invalid leaves the former secrets in use.
 *
 * @param readAgain reads the settings; throws ConfigError
 * @returns undefined without such files
 */
export async function watchSecrets(
  config: Config,
  readAgain: () => Config,
  logger: Logger,
): Promise<FileReloader | undefined> {
  const { secretFiles: files } = config;
  if (files.length === 0) return undefined;
  const use = (): Readonly<Record<string, unknown>> => {
    adopt(config, readAgain());
    return { files };
  };
  return FileReloader.open({ subject: 'secrets', files, logger, use });
}

function adopt(config: Config, { dgraphLogin, model, embedding, registryKeys }: Config): void {
  if (config.dgraphLogin && dgraphLogin)
    (config.dgraphLogin as Mutable<typeof dgraphLogin>).password = dgraphLogin.password;
  if (config.model && model) (config.model as Mutable<typeof model>).key = model.key;
  if (config.embedding && embedding) (config.embedding as Mutable<typeof embedding>).key = embedding.key;
  (config.registryKeys as string[]).splice(0, config.registryKeys.length, ...registryKeys);
}
