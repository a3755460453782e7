/**
 * Who may ask what of a cluster with access control. There the gateway has a login of its own, and reads all that rules ask
 * for; so that no client learns by that what it may not read, nor gets done what it may not do:
 *
 * - what clients state is written in their own name (see parted-write.ts), and their queries are asked in it;
 * - what tells stored facts (explanations, violations, previews, dry runs) and what sets the rules (loads) is for guardians,
 *   who may read and write everything;
 * - clients of another namespace see their own data, of which the gateway's ontology says nothing.
 */
import { EngineFailure, withGatewayLogin, namespaceOf, type Credentials, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';

type LoggedIn = Pick<Engine, 'identity' | 'query'>;

/** Nobody but guardians ever reads what access control itself stores, whatever they have been allowed. */
const ONLY_FOR_GUARDIANS = '{ q(func: has(dgraph.xid), first: 1) { uid } }';

/** Whether a client may read everything. @throws as Engine does, EngineFailure excepted */
export async function isGuardian(engine: LoggedIn, credentials: Credentials | undefined): Promise<boolean> {
  return (await reasonAgainst(engine, credentials)) === undefined;
}

/**
 * @param what that only guardians do: `load an ontology`
 * @returns whose name it is to be done in: the gateway's where it has a login, whatever becomes of the client's token meanwhile
 * @throws OwlgateError AccessDenied
 */
export async function requireGuardian(
  engine: LoggedIn,
  credentials: Credentials | undefined,
  what: string,
): Promise<Credentials | undefined> {
  const against = await reasonAgainst(engine, credentials);
  if (against === undefined) return engine.identity ? withGatewayLogin(credentials) : credentials;
  const reason = `the cluster has access control, and only members of the group guardians ${what}: ${against}`;
  throw new OwlgateError('AccessDenied', { reason });
}

async function reasonAgainst(engine: LoggedIn, credentials: Credentials | undefined): Promise<string | undefined> {
  if (!engine.identity) return undefined;
  if (isForeign(engine, credentials)) return `the token is of another namespace than ${engine.identity.namespace}`;
  try {
    const { data } = await engine.query<{ q?: readonly unknown[] }>(ONLY_FOR_GUARDIANS, {
      readOnly: true,
      ...(credentials && { credentials }),
    });
    return (data.q ?? []).length > 0 ? undefined : 'the token is of another user';
  } catch (error) {
    if (error instanceof EngineFailure) return error.message;
    throw error;
  }
}

/** Whether a client works in another namespace than the one in which the gateway keeps its ontology. */
export function isForeign({ identity }: LoggedIn, credentials: Credentials | undefined): boolean {
  const namespace = namespaceOf(credentials);
  return identity !== undefined && namespace !== undefined && namespace !== identity.namespace;
}
