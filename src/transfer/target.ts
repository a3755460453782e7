/** Target of a load: a plain engine or a gateway, empty or not, with or without an ontology. */
import { EngineFailure, type Engine } from '../dgraph';
import { ERRORS } from '../errors';
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
  readonly usedUids: ReadonlySet<number>;
}

/** Predicates per query. */
const AT_ONCE = 100;
/** Nodes per query. */
const PAGE = 10_000;

/** Examines the target. @throws as Engine does */
export async function examineTarget(engine: Engine): Promise<Target> {
  const gateway = await gatewayOf(engine);
  const { schema, types } = await engine.schema();
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
  const ownTypes = types.map(({ name }) => name).filter((name) => !isMovedType(name));
  const ofOwnType = ownTypes.length === 0 ? undefined : `eq(${TYPE_PREDICATE}, ${JSON.stringify(ownTypes)})`;
  const typed = `{ q(func: has(${TYPE_PREDICATE}), first: 1)${ofOwnType ? ` @filter(not ${ofOwnType})` : ''} { uid } }`;
  isEmpty &&= ((await engine.query<{ q?: unknown[] }>(typed)).data.q ?? []).length === 0;
  const reserved = names.filter((name) => isDgraphName(name) && name !== TYPE_PREDICATE);
  for (const root of [...reserved.map((name) => `has(<${name}>)`), ...(ofOwnType ? [ofOwnType] : [])]) {
    for await (const uid of uidsOf(engine, root)) engineUids.add(uid);
  }
  return {
    engine,
    isEmpty,
    isGateway: gateway !== undefined,
    hasOntology: gateway === 'in force' || (registry?.data.q ?? []).length > 0,
    usedUids: engineUids,
  };
}

/** Yields the uids of all nodes that a function finds, in ascending order. */
async function* uidsOf(engine: Engine, root: string): AsyncGenerator<number> {
  for (let after = '0x0'; ;) {
    const text = `{ q(func: ${root}, first: ${PAGE}, after: ${after}) { uid } }`;
    const { q = [] } = (await engine.query<{ q?: readonly { readonly uid: string }[] }>(text)).data;
    for (const { uid } of q) yield Number(uid);
    if (q.length < PAGE) return;
    after = q.at(-1)!.uid;
  }
}

/** Returns true for a gateway, also for one that refuses the request; false for a plain engine. @throws as Engine does */
export async function isGateway(engine: Engine): Promise<boolean> {
  const headers = { Accept: 'application/json' };
  const answer = await engine.send({ method: 'GET', path: '/ontology', headers, timeoutMs: 10_000 });
  return answer.headers['x-owlgate-version'] !== undefined || isRefusal(answer.body);
}

function isRefusal(body: Buffer): boolean {
  try {
    const { errors } = JSON.parse(body.toString()) as { errors?: readonly { extensions?: { code?: string } }[] };
    return Object.hasOwn(ERRORS, errors?.[0]?.extensions?.code ?? '');
  } catch {
    return false;
  }
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
