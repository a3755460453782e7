/** What a load meets: a plain engine or a gateway, empty or not, with an ontology or without. */
import { EngineFailure, type Engine } from '../dgraph';
import { isDgraphs, isRegistry, TYPE_PREDICATE } from './names';
import { isMovedType } from './source';

export interface Target {
  readonly engine: Engine;
  /** Of the user's there is nothing. */
  readonly isEmpty: boolean;
  readonly isGateway: boolean;
  /** Whether an ontology is in force, of a gateway or in the engine's registry. */
  readonly hasOntology: boolean;
  /** Uids of nodes that the engine has for itself. */
  readonly taken: ReadonlySet<number>;
}

/** Predicates that are asked for in one query. */
const AT_ONCE = 100;
const MOST_OWN_NODES = 1_000;

/** @throws as Engine does */
export async function lookAt(engine: Engine): Promise<Target> {
  const gateway = await gatewayOf(engine);
  const { schema } = await engine.schema();
  const names = schema.map(({ predicate }) => predicate);
  const registry = names.includes('owlgate.key')
    ? await engine.query<{ q?: unknown[] }>('{ q(func: eq(owlgate.key, "head")) { uid } }')
    : undefined;
  const own = new Set<number>();
  let isEmpty = true;
  const users = schema.filter(({ predicate }) => !isDgraphs(predicate) && !isRegistry(predicate));
  for (let from = 0; from < users.length && isEmpty; from += AT_ONCE) {
    const blocks = users
      .slice(from, from + AT_ONCE)
      .map(({ predicate, lang }, i) => `q${i}(func: has(<${predicate}>${lang ? '@.' : ''}), first: 1) { uid }`);
    const { data } = await engine.query<Record<string, unknown[]>>(`{ ${blocks.join('\n')} }`);
    isEmpty = Object.values(data).every((rows) => rows.length === 0);
  }
  const reserved = names.filter((name) => isDgraphs(name) && name !== TYPE_PREDICATE);
  const blocks = reserved.map((name, i) => `q${i}(func: has(<${name}>), first: ${MOST_OWN_NODES}) { uid }`);
  const { data } = await engine.query<Record<string, { uid: string; 'dgraph.type'?: string[] }[]>>(
    `{ types(func: has(dgraph.type), first: ${MOST_OWN_NODES}) { uid dgraph.type } ${blocks.join('\n')} }`,
  );
  for (const [block, rows] of Object.entries(data)) {
    for (const { uid, 'dgraph.type': types = [] } of rows) {
      if (block === 'types' && types.some(isMovedType)) isEmpty = false;
      else own.add(Number(uid));
    }
  }
  return {
    engine,
    isEmpty,
    isGateway: gateway !== undefined,
    hasOntology: gateway === 'in force' || (registry?.data.q ?? []).length > 0,
    taken: own,
  };
}

async function gatewayOf(engine: Engine): Promise<'in force' | 'none' | undefined> {
  const headers = { Accept: 'application/json' };
  const { status, headers: answered, body } = await engine.send({ method: 'GET', path: '/ontology', headers });
  if (status === 200 && answered['x-owlgate-version'] !== undefined) return 'in force';
  return status === 409 && body.includes('NoOntology') ? 'none' : undefined;
}

/**
 * Takes uids that no node has, from a cluster that hands them out.
 *
 * @returns the first and the last; undefined where the engine has no such thing, as the embedded one
 */
export async function takeUids(engine: Engine, count: number): Promise<{ first: number; last: number } | undefined> {
  try {
    return await engine.assignUids(count);
  } catch (error) {
    if (error instanceof EngineFailure && !error.isUnauthenticated) return undefined;
    throw error;
  }
}

/** Lets clients name uids up to that one: a cluster refuses those that it has not handed out. */
export async function allowUids(engine: Engine, highest: number): Promise<void> {
  const taken = await takeUids(engine, 1);
  if (taken && taken.last < highest) await takeUids(engine, highest - taken.last);
}
