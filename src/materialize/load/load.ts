/** Schema step of a load. */
import type { Credentials, Engine } from '../../dgraph';
import { alterSchema } from './alter';
import { refuseConflicts } from '../../schema';
import type { SchemaDiff } from '../../schema';
import { printPredicate } from '../store/dql-text';

/**
 * Step 4: puts the compiled schema in force, or changes nothing if stored data conflicts with it.
 *
 * @throws OwlgateError OntologySchemaConflict, EngineFailure
 */
export async function applySchema(
  engine: Engine,
  diff: SchemaDiff,
  credentials: Credentials | undefined,
): Promise<void> {
  if (diff.isEmpty) return;
  const drops = await refusedWithData(engine, diff, credentials);
  for (const drop_attr of drops) await engine.alter({ drop_attr }, credentials);
  await alterSchema(engine, diff, credentials);
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
