/** Tokens of dry runs: proofs that this caller has seen these effects of this write, a short while ago. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { digest } from '../../util/digest';

/** Random bytes that tell the tokens of two equal dry runs apart. */
const NONCE_BYTES = 9;
/** Time for which a token is accepted. */
const MINUTES = 15;
const LIFETIME_S = MINUTES * 60;
/** Prevents that a MAC counts for something else under the same secrets. */
const DOMAIN = 'owlgate.dry-run/1';

interface TokenOptions {
  readonly engine: Pick<Engine, 'state'>;
  /** Secrets of the gateways, unknown to clients; may be empty. */
  readonly secrets: readonly string[];
  /** Milliseconds since 1970. */
  readonly now?: number;
}

/**
 * Issues a token: `nonce.expiry.MAC`. The key of the MAC comes from settings that the gateways of a cluster share, so
 * that a dry run keeps no state and each gateway accepts the tokens of the others.
 *
 * @param bound caller, database, write and effects
 * @throws EngineFailure if the id of the cluster is needed and cannot be read
 */
export async function issueToken(
  bound: readonly string[],
  { now = Date.now(), ...options }: TokenOptions,
): Promise<string> {
  const head = `${randomBytes(NONCE_BYTES).toString('base64url')}.${(Math.floor(now / 1000) + LIFETIME_S).toString(36)}`;
  return `${head}.${await macOf(head, bound, options)}`;
}

/** @throws OwlgateError InvalidRequest for a token of anything else, and for one that is too old */
export async function checkToken(
  token: string,
  bound: readonly string[],
  { now = Date.now(), ...options }: TokenOptions,
): Promise<void> {
  const [, head, expiry, mac] = /^([\w-]+\.([0-9a-z]{1,9}))\.([\w-]{43})$/.exec(token) ?? [];
  if (head === undefined || !timingSafeEqual(Buffer.from(mac!), Buffer.from(await macOf(head, bound, options))))
    throw refusal('of another write, caller or database, or this write would have other effects by now');
  if (now / 1000 > parseInt(expiry!, 36)) throw refusal(`older than ${MINUTES} minutes`);
}

const refusal = (reason: string): OwlgateError =>
  new OwlgateError('InvalidRequest', { reason: `mutate: the token is ${reason}; make a dry run again` });

async function macOf(
  head: string,
  bound: readonly string[],
  { secrets, engine }: Omit<TokenOptions, 'now'>,
): Promise<string> {
  // Without any secret, whoever may write may administer, too.
  const key = secrets.length > 0 ? secrets : [await clusterOf(engine)];
  return createHmac('sha256', digest([DOMAIN, ...key]))
    .update(digest([head, ...bound]))
    .digest('base64url');
}

const clusters = new WeakMap<object, string>();

async function clusterOf(engine: Pick<Engine, 'state'>): Promise<string> {
  const id = clusters.get(engine) ?? String((await engine.state())['cid']);
  clusters.set(engine, id);
  return id;
}
