/**
 * Rights of clients to change the schema of a cluster with access control. The engine has no question for them that
 * changes nothing, so the gateway follows its rules: guardians may alter everything, others the predicates that a group
 * of their token may alter.
 */
import { EngineFailure, groupsOf, type Credentials, type Engine } from '../../dgraph';
import { seesGuardians } from '../write/access';
import { readGroups } from './groups';
import { Rights } from './rights';

/** `unknown`: the engine does not accept the token. */
type Altering = 'all' | 'some' | 'unknown';

/** Part of an engine that answers about rights. */
type RightsEngine = Pick<Engine, 'identity' | 'mutate' | 'query'>;

/** @throws EngineFailure if the engine does not say for the moment; OwlgateError EngineUnreachable */
export async function alteringOf(engine: RightsEngine, credentials: Credentials | undefined): Promise<Altering> {
  const rights = Rights.on(engine);
  if (!rights.apply(credentials)) return 'all';
  try {
    await rights.confirm(credentials);
    return (await seesGuardians(engine, credentials)) ? 'all' : 'some';
  } catch (error) {
    if (error instanceof EngineFailure && error.isUnauthenticated) return 'unknown';
    throw error;
  }
}

/**
 * Refuses a client that is no guardian and may not alter all of the predicates, in Dgraph's words.
 *
 * @param credentials whose token the engine has accepted
 * @throws EngineFailure, OwlgateError EngineUnreachable
 */
export async function requireAlterable(
  engine: RightsEngine,
  credentials: Credentials | undefined,
  predicates: readonly string[],
): Promise<void> {
  if (predicates.length === 0) return;
  const claimed = groupsOf(credentials);
  const groups = (await readGroups(engine)).filter(({ name }) => claimed.includes(name));
  const refused = predicates.filter((predicate) => !groups.some(({ alters }) => alters(predicate)));
  if (refused.length > 0) throw EngineFailure.unauthorizedToAlter([...new Set(refused)]);
}
