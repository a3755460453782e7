/** Form of Dgraph's answers over HTTP, for answers that this program computes or composes. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

/** Headers of every answer. */
export const CORS_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'POST, OPTIONS',
  'Access-Control-Allow-Headers':
    'X-Dgraph-AccessToken, X-Dgraph-AuthToken, Content-Type, Content-Length, Accept-Encoding, Cache-Control, ' +
    'X-CSRF-Token, X-Auth-Token, X-Requested-With',
  'Access-Control-Allow-Credentials': 'true',
};

/** Answers above this many bytes are compressed for clients that accept it. */
const COMPRESS_ABOVE = 4096;
/** Characters of an answer that is not compressed, even if each of them takes three bytes. */
const SHORT_ANSWER = Math.floor(COMPRESS_ABOVE / 3);

const gzipAsync = promisify<Buffer, { level: number }, Buffer>(gzip);

/** True for an answer that is compressed for its client. */
export const isToCompress = (bytes: Buffer, acceptEncoding: string): boolean =>
  bytes.length > COMPRESS_ABOVE && acceptEncoding.includes('gzip');

export const compress = (bytes: Buffer): Promise<Buffer> => gzipAsync(bytes, { level: 1 });

interface QueryAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Text of a short answer, which is sent with the head in one piece. */
  readonly body: string | Buffer;
}

/**
 * Returns the answer to a query, compressed for a client that accepts it.
 *
 * @param touched value of `Dgraph-TouchedUids`
 */
export function queryAnswer(
  content: string | Buffer,
  touched: string,
  acceptEncoding: string,
): QueryAnswer | Promise<QueryAnswer> {
  const headers = { ...CORS_HEADERS, 'Dgraph-TouchedUids': touched, 'Content-Type': 'application/json' };
  if (content.length <= SHORT_ANSWER) return { status: 200, headers, body: content.toString() };
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  if (!isToCompress(body, acceptEncoding)) return { status: 200, headers, body };
  const compressed = { ...headers, 'Content-Encoding': 'gzip' };
  return compress(body).then((bytes) => ({ status: 200, headers: compressed, body: bytes }));
}

/** Formats a string as Go's JSON encoder does: `<`, `>`, `&` and line separators are escaped. */
export const goString = (text: string): string =>
  JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Members of `server_latency`, in nanoseconds. Those of zero are left out, as in Go. */
export const latencyJson = (parts: Iterable<readonly [name: string, ns: number]>): string => {
  const spent = [...parts].filter(([, ns]) => ns > 0);
  return `{${spent.map(([name, ns]) => `"${name}":${ns}`).join(',')}}`;
};

/** `{"num_uids":{"":1,"_total":3,"name":2}}`. */
export const metricsJson = (counts: Iterable<readonly [string, number]>): string => {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{"num_uids":{${sorted.map(([name, count]) => `${goString(name)}:${count}`).join(',')}}}`;
};
