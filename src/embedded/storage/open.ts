/** Opening a data directory: access rights, file format, version, and use by other processes. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { ByteReader, ByteWriter, utf8Slice } from './bytes';
import { Catalog, decodePredicate, decodeType, type PredicateEntry } from './catalog';
import { Counters, type Leases } from './counters';
import { Environment, type ReadTransaction } from './environment';
import { StoreError } from './errors';
import { FacetKeys } from './facets';
import {
  ALL_EXPLICIT_UIDS,
  ALL_FACET_KEYS,
  ALL_PREDICATES,
  ALL_SWEEPS,
  ALL_TYPES,
  COUNTERS_KEY,
  FORMAT_KEY,
  FORMAT_VERSION,
  getOrdered,
} from './keys';
import { DATA_FILE, LOCK_FILE, markCreation } from './new-files';
import { PageFile } from './page-file';
import type { TypeDeclaration } from '../../dql';
import { silent, type Logger } from '../../util/log';
import { claimDirectory, PLACE_FILE, SOCKET_FILE, Untrusted, type StoreNames } from '../access';

/** Names of a store's files, and of files allowed beside them. */
const STORE_NAMES: StoreNames = {
  data: DATA_FILE,
  lock: LOCK_FILE,
  isOther: (name) => name.startsWith('.') || name === 'lost+found' || isOfSocket(name),
};

/** True for the engine's socket and the file that names its place. */
export const isOfSocket = (name: string): boolean => name === SOCKET_FILE || name === PLACE_FILE;

const IN_USE = 'another process has it open; stop that one, or choose another directory';

/** In-memory state of a store, loaded from its file. */
export interface OpenedStore {
  readonly env: Environment;
  readonly catalog: Catalog;
  readonly counters: Counters;
  readonly facetKeys: FacetKeys;
  readonly sweeps: Set<number>;
}

/**
 * Opens a directory for writing, closed to all other users.
 *
 * @throws StoreError
 */
export function openDirectory(directory: string, logger: Logger = silent): OpenedStore {
  const confirm = prepare(directory, logger);
  const env = openEnvironment(directory);
  const reading = env.snapshot();
  try {
    const options = { transaction: reading };
    if (env.readers() > 1) {
      throw new StoreError(directory, IN_USE);
    }
    checkFormat(directory, env, options);
    const opened = loadIntact(directory, env, options);
    reading.done();
    confirm();
    return opened;
  } catch (error) {
    reading.done();
    void env.close();
    throw error;
  }
}

/**
 * Opens a directory for reading, also while other processes have it open.
 *
 * @throws StoreError if the directory has no data, or data of another program
 */
export function openToRead(directory: string): Environment {
  const file = path.join(directory, DATA_FILE);
  if (!fs.existsSync(file)) throw new StoreError(directory, `there is no ${DATA_FILE} in it`);
  checkFile(directory, file);
  const env = openEnvironment(directory, true);
  const reading = env.snapshot();
  try {
    const options = { transaction: reading };
    if (env.get(FORMAT_KEY, options) === undefined) throw new StoreError(directory, 'there is no data in it');
    checkFormat(directory, env, options);
    return env;
  } catch (error) {
    void env.close();
    throw error;
  } finally {
    reading.done();
  }
}

/** Directory that no other process can open. */
interface DirectoryHold {
  readonly env: Environment;
  readonly reading: ReadTransaction;
  /** Allows other processes to open it again. */
  readonly free: () => Promise<void>;
}

/**
 * Keeps other processes from opening a directory whose data is about to be replaced.
 *
 * @returns undefined for damaged data, which no process can open
 * @throws StoreError if another process has it open
 */
export async function holdIfIdle(directory: string): Promise<DirectoryHold | undefined> {
  // Damaged data cannot be open elsewhere, and may be replaced by a backup.
  if (PageFile.damageOf(path.join(directory, DATA_FILE), 'opening') !== undefined) return undefined;
  const env = openEnvironment(directory, true);
  const reading = env.snapshot();
  const free = async (): Promise<void> => {
    reading.done();
    await env.close();
  };
  if (env.readers() <= 1) return { env, reading, free };
  await free();
  throw new StoreError(directory, IN_USE);
}

type Options = Parameters<Environment['get']>[1];

/**
 * Creates a data directory, or closes an existing one to all other users.
 *
 * @throws StoreError
 */
export function claim(directory: string, logger: Logger = silent): void {
  try {
    const { tightened } = claimDirectory(directory, STORE_NAMES);
    if (tightened.length > 0) {
      const message = 'the data directory was open to other users of this machine; now it is open to this user alone';
      logger.warn(message, { directory, changed: tightened.join(', ') });
    }
  } catch (error) {
    const reason = error instanceof Untrusted ? error.message : reasonOf(error);
    throw new StoreError(directory, reason, { cause: error, isSetting: true });
  }
}

/** @returns a function to call when the data file has a state */
function prepare(directory: string, logger: Logger): () => void {
  claim(directory, logger);
  try {
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    const confirm = markCreation(directory);
    const file = path.join(directory, DATA_FILE);
    if (fs.existsSync(file)) checkFile(directory, file);
    return confirm;
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(directory, reasonOf(error), { cause: error, isSetting: true });
  }
}

function checkFile(directory: string, file: string): void {
  try {
    fs.accessSync(file, fs.constants.R_OK | fs.constants.W_OK);
    const damage = PageFile.damageOf(file, 'opening');
    if (damage !== undefined) throw damaged(directory, damage);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError(directory, reasonOf(error), { cause: error, isSetting: true });
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return 'it, or a part of its path, is not a directory';
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'this process may not write there';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'its disk is full; free some space';
    case 'ENOENT':
      return 'no directory can be made there';
    default:
      return message;
  }
}

function openEnvironment(directory: string, readOnly = false): Environment {
  try {
    return new Environment(directory, { readOnly });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall !== undefined) {
      throw new StoreError(directory, reasonOf(error), { cause: error });
    }
    throw damaged(directory, (error as Error).message, { cause: error });
  }
}

/** Error of a damaged file, with the ways out. */
export function damaged(directory: string, damage: string, options?: ErrorOptions): StoreError {
  const reason = `its ${DATA_FILE} is damaged (${damage}); restore a backup with \`owlgate restore FILE --data ${directory} --replace\``;
  return new StoreError(directory, `${reason}, or remove the file to begin without data`, options);
}

function checkFormat(directory: string, env: Environment, options: Options): void {
  const bytes = env.get(FORMAT_KEY, options);
  if (bytes === undefined) {
    const other = [...env.keys({ from: Buffer.of(0), to: Buffer.of(0xff), limit: 1 }, options)];
    if (other.length > 0) throw new StoreError(directory, 'its data.mdb was written by another program');
    return;
  }
  const version = new ByteReader(bytes).varint();
  if (version !== FORMAT_VERSION) {
    throw new StoreError(
      directory,
      `it has format version ${version}, and this program reads version ${FORMAT_VERSION}; ` +
        'export the data with the program that wrote it',
    );
  }
}

/**
 * Loads schema, counters, facet keys and spaces to sweep, as of a read transaction.
 *
 * @throws RangeError, SyntaxError or TypeError for damaged entries
 */
export function load(env: Environment, options: Options): OpenedStore {
  const predicates = new Map<string, PredicateEntry>();
  const types = new Map<string, TypeDeclaration>();
  const facetKeys = new FacetKeys();
  const explicit = new Set<number>();
  const sweeps = new Set<number>();
  const each = ([from, to]: readonly [Buffer, Buffer], visit: (key: Uint8Array, value: Uint8Array) => void): void => {
    for (const { key, value } of env.scan({ from, to }, options)) visit(key, value);
  };
  each(ALL_PREDICATES, (_key, value) => {
    const entry = decodePredicate(value);
    if (entry) predicates.set(entry.declaration.name, entry);
  });
  each(ALL_TYPES, (_key, value) => {
    const type = decodeType(value);
    types.set(type.name, type);
  });
  each(ALL_FACET_KEYS, (_key, value) => facetKeys.add(utf8Slice(value, 0, value.length)));
  each(ALL_EXPLICIT_UIDS, (key) => explicit.add(getOrdered(key, 1)));
  each(ALL_SWEEPS, (key) => sweeps.add(getOrdered(key, 1)));
  const leases = env.get(COUNTERS_KEY, options);
  const counters = leases ? decodeLeases(leases) : Counters.first;
  return {
    env,
    catalog: new Catalog(predicates, types),
    counters: new Counters(counters, explicit),
    facetKeys,
    sweeps,
  };
}

/** @throws StoreError for damaged entries */
export function loadIntact(directory: string, env: Environment, options: Options): OpenedStore {
  try {
    return load(env, options);
  } catch (error) {
    throw damaged(directory, `its schema cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

export function encodeLeases({ timestamps, uids, spaces, lists }: Leases): ByteWriter {
  return new ByteWriter(64).varint(timestamps).varint(uids).varint(spaces).varint(lists);
}

function decodeLeases(bytes: Uint8Array): Leases {
  const reader = new ByteReader(bytes);
  return { timestamps: reader.varint(), uids: reader.varint(), spaces: reader.varint(), lists: reader.varint() };
}
