/** Requests in their form on the wire. This module alone sets the framing headers. */
import { SECRET_HEADER } from '../../util/endpoint';
import type { Address } from '../address';
import type { EngineRequest } from '../types';
import { printRequestHead } from './head';
import { WireError } from './wire-error';

export interface Outgoing {
  readonly method: string;
  /** Output of printRequestHead. */
  readonly head: string;
  readonly body: Buffer | undefined;
}

/** Headers that callers cannot set. */
const FRAMING: readonly string[] = ['host', 'connection', 'content-length', 'transfer-encoding', SECRET_HEADER];

/**
 * Prepares a request for an address. The user and password of the address replace an `Authorization` of the request.
 *
 * @throws WireError unsendable if HTTP has no form for it, or a header occurs twice
 */
export function prepare(address: Address, request: EngineRequest, keepAlive: boolean): Outgoing {
  const { method, path, headers = {}, body: content } = request;
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const flat = ['Host', address.authority, 'Connection', keepAlive ? 'keep-alive' : 'close'];
  const usedNames = new Set(FRAMING);
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (usedNames.has(lower)) throw new WireError('unsendable', `the header ${name} occurs twice in the request`);
    usedNames.add(lower);
    if (lower === 'authorization' && address.authorization !== undefined) continue;
    // An engine that requires the secret refuses requests with an `Origin`: browsers send it.
    if (lower === 'origin' && address.secret !== undefined) continue;
    flat.push(name, value);
  }
  if (address.authorization !== undefined) flat.push('Authorization', address.authorization);
  if (address.secret !== undefined) flat.push(SECRET_HEADER, address.secret);
  if (body !== undefined || TAKES_BODY.has(method)) flat.push('Content-Length', String(body?.length ?? 0));
  return { method, head: printRequestHead(method, address.basePath + path, flat), body };
}

const TAKES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
