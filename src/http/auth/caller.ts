/** Callers: who asks, once the gate has let a request in, and what that caller may do. */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';
import { allows, type Needed, type Role } from './roles';

export interface Caller {
  /** Name of the API key; undefined where none are configured. */
  readonly name: string | undefined;
  /** Changes when the key's role does while the request is answered. */
  role: Role;
  /** Most that has been asked of the role so far; kept for callers with a key. */
  used?: Role;
  /** The page of a stranger, for messages: such a caller may read. */
  readonly stranger?: string;
}

/** Everybody whom the whitelist lets in, where no keys are configured. */
export const ANYONE: Caller = { name: undefined, role: 'admin' };

const callers = new WeakMap<IncomingMessage, Caller>();

export const admitted = (request: IncomingMessage, caller: Caller): void => void callers.set(request, caller);

/** Caller of a request that the gate has let in; reading is the least that one may do. */
export function callerOf(request: IncomingMessage): Caller {
  return callers.get(request) ?? { name: undefined, role: 'read' };
}

/** @throws OwlgateError RoleMissing, OriginRefused */
export function demand(caller: Caller, needed: Needed, what: string): void {
  const { name, role, stranger, used } = caller;
  if (!allows(role, needed)) {
    if (stranger !== undefined) throw new OwlgateError('OriginRefused', { what, page: stranger });
    throw new OwlgateError('RoleMissing', { name: name ?? '', role, what, needed }, { needed });
  }
  if (needed !== 'none' && used !== undefined && !allows(used, needed)) caller.used = needed;
}
