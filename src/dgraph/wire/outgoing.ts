/** A composed request as it is written to a connection. The wire frames it; nothing else says where a request ends. */
import { SECRET_HEADER } from '../../util/endpoint';
import type { Address } from '../address';
import type { EngineRequest } from '../types';
import { printRequestHead } from './head';
import { WireError } from './wire-error';

export interface Outgoing {
  readonly method: string;
  /** As printed by printRequestHead. */
  readonly head: string;
  readonly body: Buffer | undefined;
}

/** Set here alone. */
const FRAMING: readonly string[] = ['host', 'connection', 'content-length', 'transfer-encoding', SECRET_HEADER];

/**
 * Prepares a request for an address. The user and password of the address replace an `Authorization` of the request.
 *
 * @throws WireError unsendable where HTTP has no form for it, or a header stands in it twice
 */
export function prepare(address: Address, request: EngineRequest, keepAlive: boolean): Outgoing {
  const { method, path, headers = {}, body: given } = request;
  const body = typeof given === 'string' ? Buffer.from(given) : given;
  const flat = ['Host', address.authority, 'Connection', keepAlive ? 'keep-alive' : 'close'];
  const seen = new Set(FRAMING);
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase();
    if (seen.has(lower)) throw new WireError('unsendable', `the header ${name} stands in the request twice`);
    seen.add(lower);
    if (lower === 'authorization' && address.authorization !== undefined) continue;
    // An engine behind a secret takes an origin for the sign of a browser.
    if (lower === 'origin' && address.secret !== undefined) continue;
    flat.push(name, value);
  }
  if (address.authorization !== undefined) flat.push('Authorization', address.authorization);
  if (address.secret !== undefined) flat.push(SECRET_HEADER, address.secret);
  if (body !== undefined || TAKES_BODY.has(method)) flat.push('Content-Length', String(body?.length ?? 0));
  return { method, head: printRequestHead(method, address.basePath + path, flat), body };
}

const TAKES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);
