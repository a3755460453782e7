/** Engine of a command: at an address, or started on a data directory. */
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import { ConfigError, readConfig } from '../config';
import { connectEngine, EngineFailure, type Engine } from '../dgraph';
import { compact, startEmbedded, StoreError } from '../embedded';
import { OwlgateError } from '../errors';
import { TransferError } from '../transfer';
import { startServerThread } from '../util/serverThread';
import { silent } from '../util/log';
import { isSystemError, UsageError, type Environment } from './command';
import { GatewayClient } from './gateway/client';
import { GatewayRefusal, Unreachable } from './gateway/failures';
import { readConnection } from './gateway/options';
import type { Address, Place } from './transfer-options';

interface OpenEngine {
  readonly engine: Engine;
  close(): Promise<void>;
}

const MAX_BODY_BYTES = 2 ** 30;
const WORKER = path.join(__dirname, '..', 'embedded', 'worker.js');

/**
 * @throws UsageError for invalid settings of a login; TransferError for an unusable directory
 */
export async function openEngine(place: Place, env: Environment): Promise<OpenEngine> {
  if ('url' in place) {
    const engine = withKey(
      connectEngine({ urls: place.url.split(','), kind: 'cluster', ...login(env), ...credentials(place) }),
      place,
    );
    return { engine, close: () => engine.close() };
  }
  const settings = { directory: path.resolve(place.data), maxBodyBytes: MAX_BODY_BYTES };
  // A separate thread writes while this one reads the next statements.
  const starting = existsSync(WORKER)
    ? startServerThread(WORKER, settings, silent)
    : startEmbedded({ ...settings, logger: silent });
  const server = await starting.catch((error: unknown) => {
    // A thread passes only the message of an error.
    throw new TransferError((error as Error).message, { cause: error });
  });
  const engine = connectEngine({ endpoint: server.endpoint, kind: 'embedded' });
  const close = async (): Promise<void> => {
    await engine.close();
    await server.close();
  };
  return { engine, close };
}

/** Returns a client of a gateway without a time limit. @param signal ends its requests @throws UsageError */
export const openGateway = ({ url, apiKey }: Address, env: Environment, signal: AbortSignal): GatewayClient =>
  new GatewayClient(readConnection({ url, 'api-key': apiKey }, env, Infinity), signal);

/** Minimum written statements for a compaction of the data file: at least half of its pages are free then. */
const COMPACT_THRESHOLD = 100_000;

/** Compacts a data directory if a load has left most pages of its file free. */
export async function compactAfterLoad(place: Place, written: number): Promise<void> {
  if ('data' in place && written >= COMPACT_THRESHOLD) await compact(place.data);
}

const EXPECTED = [TransferError, StoreError, EngineFailure, OwlgateError, GatewayRefusal, Unreachable];

/** True for errors of an engine or a gateway, of its data or of the system. */
export const isEngineError = (error: unknown): boolean =>
  EXPECTED.some((kind) => error instanceof kind) || isSystemError(error);

const bearer = (apiKey: string) => ({ Authorization: `Bearer ${apiKey}` });

/** Returns the credentials for a gateway; a login to a cluster takes precedence. */
const credentials = ({ apiKey }: Key): object => (apiKey === undefined ? {} : { credentials: bearer(apiKey) });

interface Key {
  readonly apiKey?: string;
}

/**
 * Adds the key to requests of `send`, which have no credentials: commands call the endpoints of a gateway by `send`.
 */
function withKey(engine: Engine, { apiKey }: Key): Engine {
  if (apiKey === undefined) return engine;
  const send = engine.send.bind(engine);
  engine.send = (request) => send({ ...request, headers: { ...bearer(apiKey), ...request.headers } });
  return engine;
}

function login(env: Environment): object {
  try {
    const { DGRAPH_USER, DGRAPH_PASSWORD, DGRAPH_NAMESPACE } = env;
    // The configuration requires an address with a login; its value does not matter here.
    const invocation = readConfig([], {
      DGRAPH_USER,
      DGRAPH_PASSWORD,
      DGRAPH_NAMESPACE,
      DGRAPH_URL: 'http://localhost',
    });
    const identity = invocation.kind === 'run' ? invocation.config.dgraphLogin : undefined;
    return identity ? { identity } : {};
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
}
