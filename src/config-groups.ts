/** Settings that belong together: complete or absent. */
import { ConfigError, type Config } from './config-types';
import type { TlsFiles } from './util/certificates';
import { splitList } from './util/text';

type Values = Readonly<Record<string, unknown>>;

export function readSlowRequests(values: Values): Config['slowRequests'] {
  const thresholdMs = values['OWLGATE_SLOW_MS'] as number;
  return thresholdMs === 0 ? undefined : { thresholdMs, withText: values['OWLGATE_SLOW_TEXT'] === 'on' };
}

const MIN_BODY_BUDGET = 512 * 2 ** 20;

/** @throws ConfigError for a budget below one body of the maximum size, raw and decompressed */
export function readBodyBudget(values: Values): number {
  const maxBody = values['OWLGATE_MAX_BODY'] as number;
  const budget = Number(values['OWLGATE_BODY_BUDGET']);
  // The default is a formula in words, not a number.
  if (Number.isNaN(budget)) return Math.max(2 * maxBody, MIN_BODY_BUDGET);
  if (budget < 2 * maxBody) {
    throw new ConfigError(
      `OWLGATE_BODY_BUDGET: ${budget} is less than twice OWLGATE_MAX_BODY (${maxBody}): a compressed body of that ` +
        `size would not fit`,
    );
  }
  return budget;
}

/** @throws ConfigError for an incomplete group of settings */
export function readModel(values: Values): Config['model'] {
  const url = values['OWLGATE_MODEL_URL'] as string;
  const key = values['OWLGATE_MODEL_KEY'] as string;
  const model = values['OWLGATE_MODEL'] as string;
  if (url === '' && model !== '') {
    throw new ConfigError('OWLGATE_MODEL needs OWLGATE_MODEL_URL');
  }
  if (url === '' && key !== '') throw new ConfigError('OWLGATE_MODEL_KEY needs OWLGATE_MODEL_URL');
  const isForEmbedding = values['OWLGATE_EMBEDDING_MODEL'] !== '' && values['OWLGATE_EMBEDDING_URL'] === '';
  if (url !== '' && model === '' && !isForEmbedding) {
    throw new ConfigError('OWLGATE_MODEL_URL needs OWLGATE_MODEL');
  }
  const [input, output] = splitList(values['OWLGATE_MODEL_PRICES'] as string).map(Number);
  const timeoutMs = values['OWLGATE_MODEL_TIMEOUT_MS'] as number;
  return model === '' ? undefined : { url, key, model, prices: { input: input!, output: output! }, timeoutMs };
}

/** @throws ConfigError for an incomplete group of settings */
export function readEmbedding(values: Values): Config['embedding'] {
  const model = values['OWLGATE_EMBEDDING_MODEL'] as string;
  const embeddingUrl = values['OWLGATE_EMBEDDING_URL'] as string;
  const url = embeddingUrl || (values['OWLGATE_MODEL_URL'] as string);
  if (model !== '' && values['OWLGATE_EMBEDDING_MODEL_PATH'] !== '') {
    throw new ConfigError('OWLGATE_EMBEDDING_MODEL and OWLGATE_EMBEDDING_MODEL_PATH exclude each other');
  }
  if (model === '' && embeddingUrl !== '') {
    throw new ConfigError('OWLGATE_EMBEDDING_URL needs OWLGATE_EMBEDDING_MODEL');
  }
  if (model !== '' && url === '') {
    throw new ConfigError('OWLGATE_EMBEDDING_MODEL needs OWLGATE_EMBEDDING_URL or OWLGATE_MODEL_URL');
  }
  // The key of one API is never sent to another.
  const key =
    (values['OWLGATE_EMBEDDING_KEY'] as string) || (embeddingUrl === '' ? (values['OWLGATE_MODEL_KEY'] as string) : '');
  return model === '' ? undefined : { url, key, model };
}

/** @throws ConfigError for an incomplete login, and for a login without a cluster */
export function readLogin(values: Values): Config['dgraphLogin'] {
  const userid = values['DGRAPH_USER'] as string;
  const password = values['DGRAPH_PASSWORD'] as string;
  if (userid === '' && password === '') return undefined;
  if (userid === '') throw new ConfigError('DGRAPH_PASSWORD needs DGRAPH_USER');
  if (password === '') throw new ConfigError('DGRAPH_USER needs DGRAPH_PASSWORD');
  if (values['DGRAPH_URL'] === '') {
    throw new ConfigError('DGRAPH_USER: the embedded engine has no users; set DGRAPH_URL to use a cluster');
  }
  return { userid, password, namespace: values['DGRAPH_NAMESPACE'] as number };
}

/** Returns the gRPC addresses of the alphas: as set, or beside their HTTP ports, as Dgraph opens them. */
export function readGrpcAddresses(values: Values): string[] {
  const setting = values['DGRAPH_GRPC'] as string;
  if (setting === 'off') return [];
  if (setting !== '') return splitList(setting);
  return splitList(values['DGRAPH_URL'] as string).flatMap((text) => {
    const { protocol, hostname, port } = new URL(text);
    // Behind HTTPS or a standard port there is a proxy.
    return protocol === 'https:' || port === '' ? [] : [`${hostname}:${Number(port) + HTTP_TO_GRPC}`];
  });
}

/** Difference of an alpha's ports for gRPC and HTTP. */
const HTTP_TO_GRPC = 1_000;

/** @throws ConfigError for several workers on the embedded engine, whose data have one owner */
export function readWorkers(values: Values): number {
  const workers = values['OWLGATE_WORKERS'] as number;
  if (workers === 1 || values['DGRAPH_URL'] !== '') return workers;
  throw new ConfigError(
    `OWLGATE_WORKERS: the embedded engine is served by one process, not ${workers}; set DGRAPH_URL to use a cluster`,
  );
}

/** @throws ConfigError for an incomplete group of settings */
export const readHttpTls = (values: Values): Config['httpTls'] => readTls(values, 'OWLGATE_TLS');

/** Returns the files of the gRPC port's own settings, or those of both ports. @throws ConfigError as readHttpTls */
export function readGrpcTls(values: Values): Config['grpcTls'] {
  if (values['OWLGATE_GRPC_CERT'] === 'off') return undefined;
  return readTls(values, 'OWLGATE_GRPC') ?? readHttpTls(values);
}

function readTls(values: Values, prefix: 'OWLGATE_TLS' | 'OWLGATE_GRPC'): TlsFiles | undefined {
  const [cert, keyName, authorities] = [`${prefix}_CERT`, `${prefix}_KEY`, `${prefix}_CLIENT_CA`];
  const certificate = values[cert] as string;
  const key = values[keyName] as string;
  const clientAuthorities = (values[authorities] as string) || undefined;
  if (certificate !== '' && key === '') throw new ConfigError(`${cert} needs ${keyName}`);
  if (certificate === '' && key !== '') throw new ConfigError(`${keyName} needs ${cert}`);
  if (certificate === '' && clientAuthorities !== undefined) {
    throw new ConfigError(`${authorities} needs ${cert} and ${keyName}`);
  }
  return certificate === '' ? undefined : { certificate, key, clientAuthorities };
}
