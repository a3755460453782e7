/**
 * Request headers: those that must not repeat, and those passed to the engine. Only headers named here are passed on.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { OwlgateError } from '../errors';

/** Headers that must not repeat: of two values, one reader takes the first and another the last. */
const SINGLE_VALUED: ReadonlySet<string> = new Set([
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'content-length',
  'content-location',
  'content-range',
  'content-type',
  'expect',
  'host',
  'idempotency-key',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'origin',
  'proxy-authorization',
  'range',
  'referer',
  'sec-websocket-key',
  'sec-websocket-version',
  'traceparent',
  'transfer-encoding',
  'user-agent',
  'x-auth-token',
  'x-request-id',
]);
const SINGLE_FAMILIES = /^x-(?:dgraph|owlgate)-|^sec-fetch-/;

/**
 * Headers passed to the engine unchanged. Dgraph reads the access headers and `Accept-Encoding` on all routes, and
 * `Origin` at /graphql; the others are for proxies before a cluster.
 */
const FORWARDED: readonly string[] = [
  'accept',
  'accept-encoding',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'authorization',
  'origin',
  'traceparent',
  'tracestate',
  'x-auth-token',
  'x-dgraph-accesstoken',
  'x-dgraph-authtoken',
];

/**
 * Headers that are not passed on even if a GraphQL schema names them: those of the connection, of the body, and of the
 * gateway's API keys.
 */
const NEVER_SENT = new RegExp(
  [
    /host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|x-request-id/,
    /proxy-.*|content-.*|sec-websocket-.*|x-owlgate-.*/,
  ]
    .map(({ source }) => `^(?:${source})$`)
    .join('|'),
);

/** Request headers, real or composed. */
interface HeaderSource {
  readonly headers: IncomingHttpHeaders;
  /** Name, value, name, value …; absent if no header repeats. */
  readonly rawHeaders?: readonly string[];
}

/** @throws OwlgateError RepeatedHeader */
export function requireSingleHeaders({ headers, rawHeaders }: Required<HeaderSource>): void {
  // No name repeats if there are as many names as fields.
  if (Object.keys(headers).length * 2 === rawHeaders.length) return;
  const names = new Set<string>();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!.toLowerCase();
    if (!SINGLE_VALUED.has(name) && !SINGLE_FAMILIES.test(name)) continue;
    if (names.has(name)) throw repeated(name);
    names.add(name);
  }
}

/**
 * Composes the headers of a request to the engine, except those of its body.
 *
 * @param named lower-case names of further headers, which the engine reads under the GraphQL schema in force
 * @throws OwlgateError RepeatedHeader for one of these with several values
 */
export function engineHeaders(
  { headers, rawHeaders = [] }: HeaderSource,
  requestId: string,
  named: Iterable<string> = [],
): Record<string, string> {
  const composed: Record<string, string> = { 'x-request-id': requestId };
  for (const name of FORWARDED) copyHeader(composed, headers, name);
  for (const name of named) {
    if (NEVER_SENT.test(name) || Object.hasOwn(composed, name)) continue;
    if (rawHeaders.filter((each, i) => i % 2 === 0 && each.toLowerCase() === name).length > 1) throw repeated(name);
    copyHeader(composed, headers, name);
  }
  return composed;
}

function copyHeader(composed: Record<string, string>, headers: IncomingHttpHeaders, name: string): void {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  if (typeof value === 'string' && value !== '') composed[name] = value;
}

const repeated = (name: string): OwlgateError => new OwlgateError('RepeatedHeader', { name: name.slice(0, 100) });
