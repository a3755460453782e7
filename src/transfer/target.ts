/** Target of a load: a plain engine or a gateway, empty or not, with or without an ontology. */
import { EngineFailure, type Engine } from '../dgraph';
import { isDgraphName, isRegistry, TYPE_PREDICATE } from './names';
import { isMovedType } from './source';

export interface Target {
  readonly engine: Engine;
  /** True if it has no user data. */
  readonly isEmpty: boolean;
  readonly isGateway: boolean;
  /** True if an ontology is in force, in a gateway or in the engine's registry. */
  readonly hasOntology: boolean;
  /** Uids of the engine's own nodes. */
  readonly taken: ReadonlySet<number>;
}

/** Predicates per query. */
const AT_ONCE = 100;
const MAX_OWN_NODES = 1_000;

/** Examines the target. @throws as Engine does */
export async function examineTarget(engine: Engine): Promise<Target> {
  const gateway = await gatewayOf(engine);
  const { schema } = await engine.schema();
  const names = schema.map(({ predicate }) => predicate);
  const registry = names.includes('owlgate.key')
    ? await engine.query<{ q?: unknown[] }>('{ q(func: eq(owlgate.key, "head")) { uid } }')
    : undefined;
  const engineUids = new Set<number>();
  let isEmpty = true;
  const users = schema.filter(({ predicate }) => !isDgraphName(predicate) && !isRegistry(predicate));
  for (let from = 0; from < users.length && isEmpty; from += AT_ONCE) {
    const blocks = users
      .slice(from, from + AT_ONCE)
      .map(({ predicate, lang }, i) => `q${i}(func: has(<${predicate}>${lang ? '@.' : ''}), first: 1) { uid }`);
    const { data } = await engine.query<Record<string, unknown[]>>(`{ ${blocks.join('\n')} }`);
    isEmpty = Object.values(data).every((rows) => rows.length === 0);
  }
  const reserved = names.filter((name) => isDgraphName(name) && name !== TYPE_PREDICATE);
  const blocks = reserved.map((name, i) => `q${i}(func: has(<${name}>), first: ${MAX_OWN_NODES}) { uid }`);
  const { data } = await engine.query<Record<string, { uid: string; 'dgraph.type'?: string[] }[]>>(
    `{ types(func: has(dgraph.type), first: ${MAX_OWN_NODES}) { uid dgraph.type } ${blocks.join('\n')} }`,
  );
  for (const [block, rows] of Object.entries(data)) {
    for (const { uid, 'dgraph.type': types = [] } of rows) {
      if (block === 'types' && types.some(isMovedType)) isEmpty = false;
      else engineUids.add(Number(uid));
    }
  }
  return {
    engine,
    isEmpty,
    isGateway: gateway !== undefined,
    hasOntology: gateway === 'in force' || (registry?.data.q ?? []).length > 0,
    taken: engineUids,
  };
}

async function gatewayOf(engine: Engine): Promise<'in force' | 'none' | undefined> {
  const headers = { Accept: 'application/json' };
  const { status, headers: responseHeaders, body } = await engine.send({ method: 'GET', path: '/ontology', headers });
  if (status === 200 && responseHeaders['x-owlgate-version'] !== undefined) return 'in force';
  return status === 409 && body.includes('NoOntology') ? 'none' : undefined;
}

/**
 * Leases uids that no node has from a cluster.
 *
 * @returns the first and the last; undefined if the engine leases none, like the embedded one
 */
export async function leaseUids(engine: Engine, count: number): Promise<{ first: number; last: number } | undefined> {
  try {
    return await engine.assignUids(count);
  } catch (error) {
    if (error instanceof EngineFailure && !error.isUnauthenticated) return undefined;
    throw error;
  }
}

/** Allows uids up to `highest` in requests: a cluster refuses uids that it has not leased. */
export async function allowUids(engine: Engine, highest: number): Promise<void> {
  const lease = await leaseUids(engine, 1);
  if (lease && lease.last < highest) await leaseUids(engine, highest - lease.last);
}
