/**
 * Rights of a client over the ontology's edges, on a cluster with access control: a node that is deleted whole takes edges
 * along that the request does not name, and those that the client may not write stay.
 *
 * The engine is asked what it would allow: a delete that changes nothing tells the predicates that the client may not write, a
 * query of the schema has those that it may read.
 */
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { printMutation } from '../../dql';
import type { NQuad } from '../../dql/mutation/ast';
import { printPredicate } from '../store/reads';
import { isGuardian } from './access';
import { ALL_RIGHTS } from './stars';
import type { Rights, StarContext } from './stars';

const BLOCKED = /unauthorized to mutate following predicates: (.*)/s;

export interface AskedOf {
  readonly engine: Engine;
  /** A node that has no edges. */
  readonly headUid?: string | undefined;
}

/** @throws EngineFailure where the client may do nothing at all */
export async function edgeRights(
  { engine, headUid }: AskedOf,
  credentials: Credentials | undefined,
  context: StarContext,
): Promise<Rights> {
  const predicates = context.edges?.() ?? [];
  if (!engine.identity || !credentials || headUid === undefined || predicates.length === 0) return ALL_RIGHTS;
  if (await isGuardian(engine, credentials)) return ALL_RIGHTS;
  const [readable, writable] = await Promise.all([
    readableOf(engine, credentials, predicates),
    writableOf(engine, credentials, predicates, headUid),
  ]);
  return { mayRead: (predicate) => readable.has(predicate), mayWrite: (predicate) => writable.has(predicate) };
}

async function readableOf(
  engine: Engine,
  credentials: Credentials,
  predicates: readonly string[],
): Promise<ReadonlySet<string>> {
  const names = predicates.map((each) => printPredicate(each)).join(', ');
  const { data } = await engine.query<{ readonly schema?: readonly { readonly predicate: string }[] }>(
    `schema(pred: [${names}]) { type }`,
    { credentials, readOnly: true },
  );
  return new Set((data.schema ?? []).map(({ predicate }) => predicate));
}

async function writableOf(
  engine: Engine,
  credentials: Credentials,
  predicates: readonly string[],
  uid: string,
): Promise<ReadonlySet<string>> {
  const subject = { kind: 'uid', uid } as const;
  const statements = predicates.map((predicate): NQuad => ({ subject, predicate, object: { kind: 'star' } }));
  try {
    const { extensions } = await engine.mutate(printMutation({ mutations: [{ set: [], delete: statements }] }), {
      contentType: 'application/rdf',
      commitNow: false,
      credentials,
    });
    const { start_ts: startTs, hash } = extensions.txn ?? {};
    // It would end by itself, only later.
    if (startTs !== undefined) {
      await engine.commit({ startTs, abort: true, credentials, ...(hash && { hash }) }).catch(() => undefined);
    }
    return new Set(predicates);
  } catch (error) {
    const blocked = error instanceof EngineFailure ? BLOCKED.exec(error.message)?.[1] : undefined;
    if (blocked === undefined) throw error;
    const names = new Set(blocked.trim().split(/\s+/));
    return new Set(predicates.filter((predicate) => !names.has(predicate)));
  }
}
