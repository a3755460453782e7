/** /alter: one schema change at a time, while mutations wait and queries continue. */
import type { SchemaDocument } from '../../dql';
import { isPreDefinedPredicate, isPreDefinedType } from '../mutate';
import type { PredicateEntry, Store, WriteBatch } from '../storage';
import type { Oracle } from '../transaction';
import { SpaceBuilder, UnfitForIndex } from './build';
import { checkSchema } from './check';
import { AlterError } from './errors';
import { INITIAL_PREDICATES, INITIAL_TYPES } from './initial-schema';
import { layoutOf, needsBuild, newSpacesOf, type Layout } from './layout';
import type { Operation } from './operation';

/**
 * Dgraph's answer while a transaction writes the predicate. The writers are aborted, so that the next attempt succeeds.
 */
const PENDING = 'Pending transactions found. Please retry operation';

interface Change {
  readonly before: PredicateEntry | undefined;
  readonly layout: Layout;
}

/**
 * Carries out a schema change. No mutation and no commit may run meanwhile: the change takes several batches, and each
 * relies on the state that the last one left.
 *
 * @throws AlterError, DqlSyntaxError
 */
export async function alter(store: Store, oracle: Oracle, operation: Operation): Promise<void> {
  switch (operation.kind) {
    case 'schema':
      return alterSchema(store, oracle, operation.document);
    case 'dropAll':
      return store.write((batch) => {
        batch.clear();
        declareInitialSchema(batch);
        batch.onCommitted(() => oracle.reset());
      });
    case 'dropData':
      return store.write((batch) => {
        dropData(batch);
        batch.onCommitted(() => oracle.reset());
      });
    case 'dropPredicate':
      return dropPredicate(store, oracle, operation.name);
    case 'dropType':
      if (isPreDefinedType(operation.name)) {
        throw new AlterError(`type ${operation.name} is pre-defined and is not allowed to be dropped`);
      }
      return store.write((batch) => batch.removeType(operation.name));
  }
}

/** Declares the schema of an empty store. */
export function declareInitialSchema(batch: WriteBatch): void {
  for (const declaration of INITIAL_PREDICATES) {
    batch.putPredicate(layoutOf(undefined, declaration, () => batch.newSpace()).entry);
  }
  batch.putTypes(INITIAL_TYPES);
}

function dropData(batch: WriteBatch): void {
  for (const { name } of batch.catalog.predicates()) {
    const { declaration } = batch.catalog.entry(name)!;
    batch.removePredicate(name);
    batch.putPredicate(layoutOf(undefined, declaration, () => batch.newSpace()).entry);
  }
}

function dropPredicate(store: Store, oracle: Oracle, name: string): Promise<void> {
  if (isPreDefinedPredicate(name)) {
    throw new AlterError(`predicate ${name} is pre-defined and is not allowed to be dropped`);
  }
  return store.write((batch) => {
    if (oracle.abortWritersOf(name)) throw new AlterError(PENDING);
    batch.removePredicate(name);
  });
}

async function alterSchema(store: Store, oracle: Oracle, document: SchemaDocument): Promise<void> {
  const changes = await store.write((batch) => prepare(batch, oracle, document));
  const toBuild = changes.filter(({ layout }) => needsBuild(layout));
  if (toBuild.length === 0) return;
  const unfit = new Set<Change>();
  try {
    for (const change of toBuild) if (!(await build(store, change))) unfit.add(change);
  } catch (error) {
    const filling = toBuild.flatMap(({ layout, before }) => newSpacesOf(layout, before));
    await store.write((batch) => batch.retire(filling));
    throw error;
  }
  await store.write((batch) => {
    for (const change of changes) {
      if (unfit.has(change)) batch.retire(newSpacesOf(change.layout, change.before));
      else putInForce(batch, change);
    }
    batch.putTypes(document.types);
  });
}

/**
 * Fills the new spaces of a predicate.
 *
 * @returns false if a stored value is too large for an index: as in Dgraph, the change succeeds and the predicate keeps
 *   its declaration
 */
async function build(store: Store, { before, layout }: Change): Promise<boolean> {
  const builder = new SpaceBuilder(before!, layout);
  try {
    while (await store.write((batch) => builder.step(batch)));
    return true;
  } catch (error) {
    if (error instanceof UnfitForIndex) return false;
    throw error;
  }
}

/** Checks all changes and allocates their spaces. If no space needs filling, the schema takes effect at once. */
function prepare(batch: WriteBatch, oracle: Oracle, document: SchemaDocument): Change[] {
  const { catalog, reader } = batch;
  const hasData = (name: string): boolean => {
    const space = catalog.entry(name)?.spaces.data;
    if (space === undefined) return false;
    for (const _ of reader.subjects(space)) return true;
    return false;
  };
  checkSchema(document, catalog, hasData);
  for (const { name } of document.predicates) if (oracle.abortWritersOf(name)) throw new AlterError(PENDING);
  const changes = document.predicates.map((declaration): Change => {
    const before = catalog.entry(declaration.name);
    return { before, layout: layoutOf(before, declaration, () => batch.newSpace()) };
  });
  if (changes.some(({ layout }) => needsBuild(layout))) {
    batch.beginFilling(changes.flatMap(({ layout, before }) => newSpacesOf(layout, before)));
  } else {
    for (const change of changes) putInForce(batch, change);
    batch.putTypes(document.types);
  }
  return changes;
}

function putInForce(batch: WriteBatch, { before, layout }: Change): void {
  batch.endFilling(newSpacesOf(layout, before));
  batch.putPredicate(layout.entry);
  batch.retire(layout.retired);
}
