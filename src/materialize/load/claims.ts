/**
 * Preparation of a cluster for a load: a lease of node ids, a first change of the schema, and claims of new predicates.
 *
 * An alpha does not accept a node's id as a literal before it has heard from Zero that it was leased, which takes up to a
 * second. The first node of a new database leases ten thousand.
 *
 * The first declaration of a predicate since the start of an alpha takes it half a second, and the next ones a few
 * milliseconds. Dgraph accepts declarations of its own predicates that change nothing.
 *
 * Predicates are claimed while their ontology is compiled. A cluster assigns each predicate of an /alter to a group,
 * one after the other, before it applies any: for thousands of predicates that takes longer than the rest. And an alpha
 * answers no read from the first commit after an assignment until Zero has told it of the group's predicates, once a
 * second.
 *
 * A deletion of a predicate without a declaration assigns it as well, and declares nothing. Its transaction is aborted.
 * An ontology that is refused afterwards leaves assignments of predicates that do not exist, which no client sees.
 */
import { abandonTransaction, transactionOf, type Credentials, type Engine } from '../../dgraph';
import { forEachConcurrently, inBatches } from '../../util/concurrency';
import type { Logger } from '../../util/log';

/** Requests in flight. The cluster serializes assignments, but confirms those of several requests together. */
const IN_FLIGHT = 8;
/** Minimum and maximum predicates per request. Short requests end soon after a load that is refused. */
const LEAST_PER_REQUEST = 32;
const PER_REQUEST = 256;
/** Any node: its values are not read, and stay. */
const NODE = '<0x1>';

/** Predicate of Dgraph's own, as it declares it. No transaction of a client is on it. */
const DECLARED = 'dgraph.drop.op: string .';

/** Prepares a cluster for its first load: leases node ids, and declares a predicate. A failure is only logged. */
export async function prepareCluster(
  engine: Pick<Engine, 'alter' | 'mutate' | 'commit'>,
  credentials: Credentials | undefined,
  logger: Logger,
): Promise<void> {
  const steps = [
    abandoned(engine, '{ set { _:node <dgraph.type> "owlgate" . } }', credentials),
    engine.alter(DECLARED, credentials),
  ];
  for (const outcome of await Promise.allSettled(steps)) {
    if (outcome.status === 'rejected')
      logger.debug('the cluster could not be prepared', { error: String(outcome.reason) });
  }
}

/** Claims predicates of a cluster. A failure is only logged: the /alter claims what is left. */
export async function claimPredicates(
  engine: Pick<Engine, 'kind' | 'mutate' | 'commit'>,
  names: readonly string[],
  credentials: Credentials | undefined,
  logger: Logger,
): Promise<void> {
  if (engine.kind !== 'cluster' || names.length === 0) return;
  const size = Math.max(LEAST_PER_REQUEST, Math.min(PER_REQUEST, Math.ceil(names.length / IN_FLIGHT)));
  try {
    await forEachConcurrently(inBatches(names, size), IN_FLIGHT, (batch) => claim(engine, batch, credentials));
  } catch (error) {
    logger.debug('predicates could not be claimed', { error: String(error) });
  }
}

async function claim(
  engine: Pick<Engine, 'mutate' | 'commit'>,
  names: readonly string[],
  credentials: Credentials | undefined,
): Promise<void> {
  const deletions = names.map((name) => `${NODE} <${name}> * .`);
  await abandoned(engine, `{ delete { \n${deletions.join('\n')}\n } }`, credentials);
}

/** Sends a mutation whose transaction is aborted. */
async function abandoned(
  engine: Pick<Engine, 'mutate' | 'commit'>,
  mutation: string,
  credentials: Credentials | undefined,
): Promise<void> {
  const { extensions } = await engine.mutate(mutation, {
    contentType: 'application/rdf',
    ...(credentials && { credentials }),
  });
  const transaction = transactionOf(extensions.txn, credentials);
  if (transaction) await abandonTransaction(engine, transaction);
}
