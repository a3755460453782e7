/** Callers of admitted requests, and their permissions. */
import { OwlgateError } from '../../errors';
import type { Arrival } from './arrival';
import { allows, type Needed, type Role } from './roles';
import { Attachment } from '../../util/attachment';

export interface Caller {
  /** Name of the API key; undefined without configured keys. */
  readonly name: string | undefined;
  /** Current role: changes with the role of the key while the request runs. */
  role: Role;
  /** Highest role that the request has needed so far; only for callers with a key. */
  used?: Role;
  /** Description of a foreign web page, for messages. Such a caller may only read. */
  readonly foreignPage?: string;
}

/** Caller without a key, on a gateway without configured keys. */
export const KEYLESS: Caller = { name: undefined, role: 'admin' };

const callers = new Attachment<Arrival, Caller>('caller');

export const admitted = (request: Arrival, caller: Caller): void => void callers.set(request, caller);

/** Returns the caller of an admitted request. A request that has not been admitted may only read. */
export function callerOf(request: Arrival): Caller {
  return callers.get(request) ?? { name: undefined, role: 'read' };
}

/** Checks that a caller has the needed role. @throws OwlgateError RoleMissing, OriginRefused */
export function demand(caller: Caller, needed: Needed, operation: string): void {
  const { name, role, foreignPage, used } = caller;
  if (!allows(role, needed)) {
    if (foreignPage !== undefined) throw new OwlgateError('OriginRefused', { what: operation, page: foreignPage });
    throw new OwlgateError('RoleMissing', { name: name ?? '', role, what: operation, needed }, { needed });
  }
  if (needed !== 'none' && used !== undefined && !allows(used, needed)) caller.used = needed;
}
