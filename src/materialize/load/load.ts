/** Schema steps of a load. */
import type { Credentials, Engine } from '../../dgraph';
import { alterSchema } from './alter';
import { refuseConflicts } from '../../schema';
import type { PredicateChange, SchemaDiff } from '../../schema';
import { printPredicate } from '../store/dql-text';
import type { TransactionEngine } from '../store/transaction';
import type { WriteContext } from '../write/context';
import { hasOwnValuesOnly, removeOwnValues } from './own-values';

/** Called when no stored data rules a schema step out, before it begins. */
type OnAccepted = () => Promise<void>;

/**
 * Applies a whole difference, or changes nothing if stored data conflicts with it.
 *
 * @throws OwlgateError OntologySchemaConflict, EngineFailure
 */
export async function applySchema(
  engine: Engine,
  diff: SchemaDiff,
  credentials: Credentials | undefined,
  onAccepted?: OnAccepted,
): Promise<void> {
  await acceptConflicts(engine, diff, false, credentials);
  await onAccepted?.();
  if (diff.isEmpty) return;
  const drops = diff.conflicts.filter(({ needsDrop }) => needsDrop).map(({ name }) => name);
  for (const drop_attr of drops) await engine.alter({ drop_attr }, credentials);
  await alterSchema(engine, diff, credentials);
}

/** Part of a difference that is left to do. */
export interface Rest {
  readonly isSchemaDue: boolean;
  /** True if values that only the ontology in force brought have to go first; see vacate. */
  readonly hasOwnValues: boolean;
}

/**
 * Applies the part of a difference under which the ontology in force continues to work: new predicates, types, fields
 * and indexes. The rest changes how values are stored, and waits until the new ontology is in force.
 *
 * @throws OwlgateError OntologySchemaConflict, EngineFailure
 */
export async function extendSchema(
  engine: Engine,
  diff: SchemaDiff,
  credentials: Credentials | undefined,
  onAccepted?: OnAccepted,
): Promise<Rest> {
  const own = await acceptConflicts(engine, diff, true, credentials);
  await onAccepted?.();
  const late = new Set(diff.late);
  const changed = diff.predicates.changed.filter(({ name }) => !late.has(name));
  await alterSchema(engine, { ...diff, predicates: { ...diff.predicates, changed } }, credentials);
  return { isSchemaDue: late.size > 0, hasOwnValues: own.size > 0 };
}

/**
 * Removes the values that only an ontology brought from the predicates whose change they rule out.
 *
 * @param onProgress called with the number of predicates that are left
 */
export async function vacate(
  context: WriteContext,
  diff: SchemaDiff,
  onProgress: (left: number) => void,
): Promise<void> {
  const names = await conflictsWithData(context.engine, diff, undefined);
  let left = names.size;
  for (const name of names) {
    await removeOwnValues(context, sourceOf(name, diff));
    onProgress(--left);
  }
}

/**
 * Refuses a difference that stored data rules out. Loads and validations call it, so that they answer alike.
 *
 * @param isInForce true if an ontology is in force: values that only it brought go with it
 * @returns the predicates with such values, which have to go first
 * @throws OwlgateError OntologySchemaConflict, EngineFailure
 */
export async function acceptConflicts(
  engine: TransactionEngine,
  diff: SchemaDiff,
  isInForce: boolean,
  credentials: Credentials | undefined,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  const ofClients = new Set<string>();
  const late = new Set(diff.late);
  for (const name of await conflictsWithData(engine, diff, credentials)) {
    // Values under an earlier name move before they could be told apart.
    const isOwn = isInForce && late.has(name) && (await hasOwnValuesOnly(engine, sourceOf(name, diff), credentials));
    (isOwn ? own : ofClients).add(name);
  }
  refuseConflicts(diff, (name) => ofClients.has(name));
  return own;
}

function sourceOf(name: string, { conflicts }: SchemaDiff) {
  const { before } = conflicts.find((conflict) => conflict.name === name)!;
  return { name, isEdge: /: \[?uid\b/.test(before), hasLanguages: /@lang\b/.test(before) };
}

/** Returns the predicates whose change is possible only without data, but which have data. */
async function conflictsWithData(
  engine: Pick<Engine, 'query'>,
  diff: SchemaDiff,
  credentials: Credentials | undefined,
): Promise<ReadonlySet<string>> {
  return withData(engine, diff.conflicts, credentials);
}

/** Returns the predicates with data. */
export async function withData(
  engine: Pick<Engine, 'query'>,
  changes: readonly Pick<PredicateChange, 'name' | 'before'>[],
  credentials: Credentials | undefined,
): Promise<ReadonlySet<string>> {
  const names = [...new Set(changes.map(({ name }) => name))];
  if (names.length === 0) return new Set();
  const withLanguages = new Set(changes.filter(({ before }) => /@lang\b/.test(before)).map(({ name }) => name));
  // `has` needs `@.` to find values that all have a language. Predicates without `@lang` have no such values.
  const fields = names.map((name) => `${printPredicate(name)}${withLanguages.has(name) ? '@.' : ''}`);
  const blocks = fields.map((field, i) => `c${i}(func: has(${field}), first: 1) { uid }`);
  const { data } = await engine.query<Record<string, readonly unknown[]>>(`{ ${blocks.join('\n')} }`, {
    readOnly: true,
    ...(credentials && { credentials }),
  });
  return new Set(names.filter((_, i) => (data[`c${i}`] ?? []).length > 0));
}
