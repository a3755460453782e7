/** Schema step of a load. */
import type { Credentials, Engine } from '../../dgraph';
import { alterSchema } from './alter';
import { refuseConflicts } from '../../schema';
import type { SchemaDiff } from '../../schema';
import { printPredicate } from '../store/dql-text';

/**
 * Applies a whole difference, or changes nothing if stored data conflicts with it.
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

/**
 * Applies the part of a difference under which the ontology in force continues to work: new predicates, types, fields
 * and indexes. The rest changes how values are stored, and waits until the new ontology is in force.
 *
 * @returns true if a part is left
 * @throws OwlgateError OntologySchemaConflict, EngineFailure
 */
export async function extendSchema(
  engine: Engine,
  diff: SchemaDiff,
  credentials: Credentials | undefined,
): Promise<boolean> {
  await refusedWithData(engine, diff, credentials);
  const late = new Set(diff.late);
  const changed = diff.predicates.changed.filter(({ name }) => !late.has(name));
  await alterSchema(engine, { ...diff, predicates: { ...diff.predicates, changed } }, credentials);
  return late.size > 0;
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

/** Returns the predicates whose change is possible only without data, but which have data. */
export async function conflictsWithData(
  engine: Pick<Engine, 'query'>,
  diff: SchemaDiff,
  credentials: Credentials | undefined,
): Promise<ReadonlySet<string>> {
  const names = [...new Set(diff.conflicts.map(({ name }) => name))];
  if (names.length === 0) return new Set();
  const withLanguages = new Set(diff.conflicts.filter(({ before }) => /@lang\b/.test(before)).map(({ name }) => name));
  // `has` needs `@.` to find values that all have a language. Predicates without `@lang` have no such values.
  const fields = names.map((name) => `${printPredicate(name)}${withLanguages.has(name) ? '@.' : ''}`);
  const blocks = fields.map((field, i) => `c${i}(func: has(${field}), first: 1) { uid }`);
  const { data } = await engine.query<Record<string, readonly unknown[]>>(`{ ${blocks.join('\n')} }`, {
    readOnly: true,
    ...(credentials && { credentials }),
  });
  return new Set(names.filter((_, i) => (data[`c${i}`] ?? []).length > 0));
}
