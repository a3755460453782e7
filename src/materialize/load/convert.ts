/**
 * Conversion of predicates after the switch of a load: another type, a list in place of one value.
 *
 * A cluster rebuilds each predicate whose type changes, in a temporary database of its own: a quarter of a second to a
 * second, even without data. A drop takes some milliseconds, and the declaration of a predicate that does not exist
 * takes less. Predicates without data are therefore dropped and declared anew. No write adds data meanwhile: writes of
 * these predicates wait (in-force/due-predicates.ts).
 */
import type { Engine } from '../../dgraph';
import { printSchema, type SchemaDocument } from '../../dql';
import { refuseConflicts } from '../../schema';
import type { SchemaDiff } from '../../schema';
import { forEachConcurrently, inBatches } from '../../util/concurrency';
import { alterSchema } from './alter';
import { applySchema, withData } from './load';

/** Conversion under way. */
export interface Conversion {
  /** Called with the number of steps that are left: one for each predicate. */
  readonly onProgress: (left: number) => void;
  /**
   * Throws if another gateway has taken over the conversion. That gateway may have ended it, and clients may have
   * written to its predicates since: a drop would take their values.
   */
  readonly confirm: () => Promise<void>;
}

/** Drops in flight. The cluster carries them out one after the other; two requests hide the way there and back. */
const DROPS_IN_FLIGHT = 4;
/** Predicates that are dropped before they are declared: a query of one meanwhile may fail, as while it is rebuilt. */
const DROPPED_AT_ONCE = 32;

/**
 * Applies a whole difference, or changes nothing if stored data conflicts with it.
 *
 * @param compiled schema that the difference was computed from
 * @throws OwlgateError OntologySchemaConflict, EngineFailure; as `confirm`
 */
export async function convertSchema(
  engine: Engine,
  diff: SchemaDiff,
  compiled: SchemaDocument,
  { onProgress, confirm }: Conversion,
): Promise<void> {
  if (engine.kind === 'embedded') return applySchema(engine, diff, undefined);
  if (diff.isEmpty) return;
  const late = new Set(diff.late);
  const changes = diff.predicates.changed.filter(({ name }) => late.has(name));
  const sources = [...diff.conflicts, ...changes];
  const stored = await withData(engine, sources, undefined);
  refuseConflicts(diff, (name) => stored.has(name));
  const drops = new Set(diff.conflicts.filter(({ needsDrop }) => needsDrop).map(({ name }) => name));
  const declared = plainlyDeclared(diff.merged, compiled);
  for (const { name } of changes) if (!stored.has(name) && declared.has(name)) drops.add(name);
  const { added, changed } = diff.predicates;
  let left = drops.size + changed.filter(({ name }) => !drops.has(name)).length;
  onProgress(left);
  for (const names of inBatches([...drops], DROPPED_AT_ONCE)) {
    // Clients of an alpha write without the gateway.
    const withNew = await withData(
      engine,
      sources.filter(({ name }) => names.includes(name)),
      undefined,
    );
    refuseConflicts(diff, (name) => withNew.has(name));
    for (const name of withNew) drops.delete(name);
    const batch = names.filter((name) => drops.has(name));
    if (batch.length === 0) continue;
    await forEachConcurrently(batch, DROPS_IN_FLIGHT, async (drop_attr) => {
      await confirm();
      await engine.alter({ drop_attr }, undefined);
      onProgress(--left);
    });
    const types = { added: [], changed: [] };
    await alterSchema(engine, { predicates: { added: batch, changed: [] }, types, merged: diff.merged }, undefined);
  }
  await confirm();
  const rest = changed.filter(({ name }) => !drops.has(name));
  const predicates = { added: added.filter((name) => !drops.has(name)), changed: rest };
  await alterSchema(engine, { ...diff, predicates }, undefined, onProgress);
}

/**
 * Returns the predicates that the engine will declare as compiled. The others have indexes or directives of the
 * engine's owner: after a drop, a gateway that resumes the conversion would not know them.
 */
function plainlyDeclared(merged: SchemaDocument, compiled: SchemaDocument): ReadonlySet<string> {
  const print = (predicate: SchemaDocument['predicates'][number]) =>
    printSchema({ predicates: [predicate], types: [] });
  const texts = new Map(compiled.predicates.map((predicate) => [predicate.name, print(predicate)]));
  return new Set(merged.predicates.filter((each) => texts.get(each.name) === print(each)).map(({ name }) => name));
}
