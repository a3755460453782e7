/**
 * Access of clients to a cluster with access control. The gateway reads the facts that the ontology's rules need with
 * its own login. These measures keep a client from reading or writing more than its rights allow:
 *
 * - Statements and queries of a client are sent under the client's credentials (see parted-write.ts).
 * - Requests that report stored facts (explanations, violations, previews, dry runs) and loads, which set the rules,
 *   need a guardian. Guardians may read and write everything.
 * - A client of another namespace sees its own data. The gateway's ontology does not apply to it.
 */
import { EngineFailure, withGatewayLogin, namespaceOf, type Credentials, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';

type LoggedIn = Pick<Engine, 'identity' | 'query'>;

/** Query that returns rows to guardians only: access control never shows its own predicates to other users. */
const ONLY_FOR_GUARDIANS = '{ q(func: has(dgraph.xid), first: 1) { uid } }';

/** Returns true for a client that may read everything. @throws as Engine does, EngineFailure excepted */
export async function isGuardian(engine: LoggedIn, credentials: Credentials | undefined): Promise<boolean> {
  return (await reasonAgainst(engine, credentials)) === undefined;
}

/**
 * Refuses clients that are not guardians.
 *
 * @param action action reserved for guardians, as in `load an ontology`
 * @returns credentials for the action: the gateway's login where it has one, so that the client's token may expire
 *   meanwhile
 * @throws OwlgateError AccessDenied
 */
export async function requireGuardian(
  engine: LoggedIn,
  credentials: Credentials | undefined,
  action: string,
): Promise<Credentials | undefined> {
  const against = await reasonAgainst(engine, credentials);
  if (against === undefined) return engine.identity ? withGatewayLogin(credentials) : credentials;
  const reason = `the cluster has access control, and only members of the group guardians ${action}: ${against}`;
  throw new OwlgateError('AccessDenied', { reason });
}

async function reasonAgainst(engine: LoggedIn, credentials: Credentials | undefined): Promise<string | undefined> {
  if (!engine.identity) return undefined;
  if (isForeign(engine, credentials)) return `the token belongs to another namespace than ${engine.identity.namespace}`;
  try {
    return (await seesGuardians(engine, credentials)) ? undefined : 'the token belongs to another user';
  } catch (error) {
    if (error instanceof EngineFailure) return error.message;
    throw error;
  }
}

/** Returns true if the engine shows a client what only guardians may read. @throws as Engine does */
export async function seesGuardians(
  engine: Pick<Engine, 'query'>,
  credentials: Credentials | undefined,
): Promise<boolean> {
  const { data } = await engine.query<{ q?: readonly unknown[] }>(ONLY_FOR_GUARDIANS, {
    readOnly: true,
    ...(credentials && { credentials }),
  });
  return (data.q ?? []).length > 0;
}

/** Returns true for a client of another namespace than the one that holds the gateway's ontology. */
export function isForeign({ identity }: LoggedIn, credentials: Credentials | undefined): boolean {
  const namespace = namespaceOf(credentials);
  return identity !== undefined && namespace !== undefined && namespace !== identity.namespace;
}
