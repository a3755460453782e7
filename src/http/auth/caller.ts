/** Who asks, once the gate has let a request in. */
import type { IncomingMessage } from 'node:http';
import { OwlgateError } from '../../errors';
import { allows, type Needed, type Role } from './roles';

export interface Caller {
  /** Of the API key; undefined where none are configured. */
  readonly name: string | undefined;
  readonly role: Role;
}

/** Where no keys are configured, everybody whom the whitelist lets in. */
export const ANYONE: Caller = { name: undefined, role: 'admin' };

const callers = new WeakMap<IncomingMessage, Caller>();

export const admitted = (request: IncomingMessage, caller: Caller): void => void callers.set(request, caller);

/** Of a request that the gate has let in; reading is the least that one may do. */
export function callerOf(request: IncomingMessage): Caller {
  return callers.get(request) ?? { name: undefined, role: 'read' };
}

/** @throws OwlgateError RoleMissing */
export function demand({ name, role }: Caller, needed: Needed, what: string): void {
  if (allows(role, needed)) return;
  throw new OwlgateError('RoleMissing', { name: name ?? '', role, what, needed }, { needed });
}
