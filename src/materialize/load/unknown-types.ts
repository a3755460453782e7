/** Types of stored nodes that the ontology in force does not have, such as classes that a reload has removed. */
import type { Credentials, Engine } from '../../dgraph';
import { TYPE_PREDICATE } from '../../mutation';
import type { EngineSchema } from '../store/engine-schema';

export interface UnknownType {
  readonly type: string;
  readonly nodes: number;
}

/** Maximum types in the list. */
const MAX_LISTED = 100;
/** Maximum types whose nodes are counted, and types per query. */
const MAX_SOUGHT = 5000;
const PER_QUERY = 200;

/**
 * Returns the declared types of stored nodes that are not among the known ones; at most 100.
 *
 * @throws EngineFailure, OwlgateError EngineUnreachable
 */
export async function unknownTypes(
  engine: Pick<Engine, 'query'>,
  schema: EngineSchema,
  declared: ReadonlySet<string>,
  credentials: Credentials | undefined,
): Promise<readonly UnknownType[]> {
  const candidates = schema
    .typeNames()
    .filter((name) => !declared.has(name) && !name.startsWith('owlgate.'))
    .sort()
    .slice(0, MAX_SOUGHT);
  const present: UnknownType[] = [];
  for (let from = 0; from < candidates.length && present.length < MAX_LISTED; from += PER_QUERY) {
    const batch = candidates.slice(from, from + PER_QUERY);
    const blocks = batch.map((name, i) => `t${i}(func: eq(${TYPE_PREDICATE}, ${JSON.stringify(name)})) { count(uid) }`);
    const { data } = await engine.query<Record<string, readonly { readonly count: number }[]>>(
      `{ ${blocks.join('\n')} }`,
      { readOnly: true, ...(credentials && { credentials }) },
    );
    batch.forEach((type, i) => {
      const nodes = data[`t${i}`]?.[0]?.count ?? 0;
      if (nodes > 0) present.push({ type, nodes });
    });
  }
  return present.slice(0, MAX_LISTED);
}
