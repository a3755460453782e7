/** Schema step of a load. */
import type { Credentials, Engine } from '../../dgraph';
import type { OntologyWarning } from '../../ontology';
import { alterSchema } from './alter';
import { setGraphql } from './graphql';
import { diffSchema, refuseConflicts } from '../../schema';
import type { SchemaDiff } from '../../schema';
import { printPredicate } from '../store/dql-text';

/**
 * Step 4: puts the compiled schema in force, or changes nothing if stored data conflicts with it.
 *
 * @param sdl of the GraphQL schema; undefined leaves it as it is. It is set before the Dgraph schema, since it removes
 *   from predicates all that it does not define, indexes and `@reverse` included
 * @returns warnings about the GraphQL schema
 * @throws OwlgateError OntologySchemaConflict, EngineFailure
 */
export async function applySchema(
  engine: Engine,
  diff: SchemaDiff,
  sdl: string | undefined,
  credentials: Credentials | undefined,
): Promise<readonly OntologyWarning[]> {
  if (diff.isEmpty && sdl === undefined) return [];
  const drops = await refusedWithData(engine, diff, credentials);
  for (const drop_attr of drops) await engine.alter({ drop_attr }, credentials);
  if (sdl === undefined) {
    await alterSchema(engine, diff, credentials);
    return [];
  }
  const warnings = await setGraphql(engine, sdl, credentials);
  // The GraphQL schema may have added fields to classes outside the ontology; the new difference keeps them in their
  // types.
  await alterSchema(engine, diffSchema(diff.merged, await engine.schema()), credentials);
  return warnings;
}

/** @returns the predicates to drop first; none of them has data */
async function refusedWithData(
  engine: Engine,
  diff: SchemaDiff,
  credentials: Credentials | undefined,
): Promise<readonly string[]> {
  const withData = await conflictsWithData(engine, diff, credentials);
  return refuseConflicts(diff, (name) => withData.has(name));
}

/** Returns the predicates with data among those whose change their data would not permit. */
export async function conflictsWithData(
  engine: Pick<Engine, 'query'>,
  diff: SchemaDiff,
  credentials: Credentials | undefined,
): Promise<ReadonlySet<string>> {
  const names = [...new Set(diff.conflicts.map(({ name }) => name))];
  if (names.length === 0) return new Set();
  const blocks = names.map((name, i) => `c${i}(func: has(${printPredicate(name)}), first: 1) { uid }`);
  const { data } = await engine.query<Record<string, readonly unknown[]>>(`{ ${blocks.join('\n')} }`, {
    readOnly: true,
    ...(credentials && { credentials }),
  });
  return new Set(names.filter((_, i) => (data[`c${i}`] ?? []).length > 0));
}
