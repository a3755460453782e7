/** The step of a load that changes the engine's schema. */
import type { Credentials, Engine } from '../../dgraph';
import type { OntologyWarning } from '../../ontology';
import { alterSchema } from './alter';
import { setGraphql } from './graphql';
import { diffSchema, refuseConflicts } from '../../schema';
import type { SchemaDiff } from '../../schema';
import { printPredicate } from '../store/reads';

/**
 * Step 4: the compiled schema put in force, unless stored data stands against it; then nothing is applied.
 *
 * @param sdl of the GraphQL schema; undefined where that is to stay as it is. It comes before the Dgraph schema, since it
 *   takes away from predicates what it does not know, indexes and `@reverse` among it
 * @returns what there is to say of the GraphQL schema
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
  // The schema may have given fields to classes that are not the ontology's: types keep them.
  await alterSchema(engine, diffSchema(diff.merged, await engine.schema()), credentials);
  return warnings;
}

/** @returns the predicates to be dropped first, none of which has data */
async function refusedWithData(
  engine: Engine,
  diff: SchemaDiff,
  credentials: Credentials | undefined,
): Promise<readonly string[]> {
  const withData = await conflictsWithData(engine, diff, credentials);
  return refuseConflicts(diff, (name) => withData.has(name));
}

/** Predicates that stand against a load: they would change in a way that their data does not take. */
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
