/** State of the page that several parts share. */
import type { Session } from '../api/schema';
import type { TermIndex } from './terms';

export interface Shared {
  readonly session: Session;
  /** Terms of the ontology in force; undefined if none is. */
  readonly terms: TermIndex | undefined;
  /** Reads session and terms again, after a load. */
  readonly refresh: () => void;
}

const ROLES = ['read', 'validate', 'write', 'admin'] as const;

/** True if the gateway would let this client do what needs a role. */
export function may(session: Session, needed: Session['role']): boolean {
  const { role, administers } = session;
  if (needed === 'admin' && !administers) return false;
  if ((needed === 'admin' || needed === 'validate') && !isGuardian(session)) return false;
  return ROLES.indexOf(role) >= ROLES.indexOf(needed);
}

/** True if the client may see reports on stored data: everybody, except on a cluster with access control. */
export const isGuardian = ({ accessControl, guardian }: Session): boolean => !accessControl || guardian;
