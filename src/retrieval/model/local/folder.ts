/**
 * Folder of a model as Hugging Face's exports have it: `model.onnx` (or `onnx/model.onnx`), `tokenizer.json`,
 * `config.json`, and what sentence-transformers adds: `modules.json`, `1_Pooling/config.json`.
 */
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import * as path from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface ModelFolder {
  /** Name of the folder, with a digest of what determines its results. */
  readonly name: string;
  readonly modelFile: string;
  /** Content of `tokenizer.json`. */
  readonly tokenizer: object;
  /** Content of `tokenizer_config.json`, or `{}`. */
  readonly tokenizerConfig: object;
  readonly pooling: 'mean' | 'cls';
  readonly normalizes: boolean;
  /** Maximum tokens of a text, with those that the model adds. */
  readonly maxTokens: number;
}

/** Folder that is not usable. `message` is one line for the operator. */
export class ModelFolderError extends Error {
  override readonly name = 'ModelFolderError';
}

const MODEL_FILES = ['model.onnx', path.join('onnx', 'model.onnx')];
/** Maximum size of a JSON file: a vocabulary of a million tokens has some 30 MB. */
const MAX_JSON_BYTES = 128 * 2 ** 20;
const DEFAULT_MAX_TOKENS = 512;
/** Longer texts would take memory by the square of their length. */
const MOST_TOKENS = 2_048;
const MIN_TOKENS = 8;

type Json = Readonly<Record<string, unknown>>;

/** @throws ModelFolderError */
export async function readModelFolder(directory: string): Promise<ModelFolder> {
  const isDirectory = await stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isDirectory) throw new ModelFolderError(`${directory} is not a folder`);
  const modelFile = MODEL_FILES.map((name) => path.join(directory, name)).find((file) => existsSync(file));
  if (modelFile === undefined) throw new ModelFolderError(`${directory} has no model.onnx`);
  const required = async (name: string): Promise<Json> => {
    const content = await readJson(directory, name);
    if (content === undefined) throw new ModelFolderError(`${directory} has no ${name}`);
    return content;
  };
  const [tokenizer, config] = [await required('tokenizer.json'), await required('config.json')];
  const tokenizerConfig = (await readJson(directory, 'tokenizer_config.json')) ?? {};
  const { pooling, normalizes } = await readModules(directory);
  const maxTokens = await readMaxTokens(directory, config, tokenizerConfig);
  const digest = createHash('sha256').update(JSON.stringify([tokenizer, pooling, maxTokens]));
  try {
    // Weights of large models are in a file of their own.
    for (const file of [modelFile, `${modelFile}_data`].filter((each) => existsSync(each))) {
      await pipeline(createReadStream(file), digest, { end: false });
    }
  } catch (error) {
    throw new ModelFolderError(`${modelFile} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const name = `${path.basename(path.resolve(directory))}-${digest.digest('hex').slice(0, 12)}`;
  return { name, modelFile, tokenizer, tokenizerConfig, pooling, normalizes, maxTokens };
}

/** Returns the object in a JSON file; undefined if there is no file. @throws ModelFolderError */
async function readJson(directory: string, name: string): Promise<Json | undefined> {
  const file = path.join(directory, name);
  if (!existsSync(file)) return undefined;
  let value: unknown;
  try {
    if ((await stat(file)).size > MAX_JSON_BYTES) throw new Error(`it is larger than ${MAX_JSON_BYTES} bytes`);
    value = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new ModelFolderError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
  if (typeof value !== 'object' || value === null) throw new ModelFolderError(`${file} is not a JSON object`);
  return value as Json;
}

/** Reads what follows the transformer. Without `modules.json` it is the mean, normalized. */
async function readModules(directory: string): Promise<Pick<ModelFolder, 'pooling' | 'normalizes'>> {
  const modules = await readJson(directory, 'modules.json');
  const parts = Object.values(modules ?? {}) as { readonly type?: unknown; readonly path?: unknown }[];
  const types = parts.map(({ type }) => String(type).replace(/^.*\./, ''));
  const unknown = types.find((type) => !['Transformer', 'Pooling', 'Normalize'].includes(type));
  if (unknown !== undefined) {
    throw new ModelFolderError(
      `${path.join(directory, 'modules.json')} has the module ${unknown}, which is not computed here`,
    );
  }
  const { path: poolingPath } = parts[types.indexOf('Pooling')] ?? {};
  const name = path.join(typeof poolingPath === 'string' ? poolingPath : '1_Pooling', 'config.json');
  const settings = (await readJson(directory, name)) ?? { pooling_mode_mean_tokens: true };
  const modes = Object.keys(settings).filter((key) => key.startsWith('pooling_mode_') && settings[key] === true);
  const [mode] = modes;
  if (modes.length !== 1 || (mode !== 'pooling_mode_mean_tokens' && mode !== 'pooling_mode_cls_token')) {
    const given = modes.length === 0 ? 'no pooling mode' : modes.join(' and ');
    throw new ModelFolderError(`${path.join(directory, name)} has ${given}; one of the mean and CLS is computed here`);
  }
  return {
    pooling: mode === 'pooling_mode_cls_token' ? 'cls' : 'mean',
    normalizes: modules === undefined || types.includes('Normalize'),
  };
}

async function readMaxTokens(directory: string, config: Json, tokenizerConfig: Json): Promise<number> {
  const sentences = await readJson(directory, 'sentence_bert_config.json');
  const limits = [
    sentences?.['max_seq_length'],
    tokenizerConfig['model_max_length'],
    config['max_position_embeddings'],
  ];
  const known = limits.filter((limit): limit is number => typeof limit === 'number' && limit >= MIN_TOKENS);
  return Math.min(MOST_TOKENS, ...(known.length > 0 ? known : [DEFAULT_MAX_TOKENS]));
}
