/** Predicates that mutations use and the schema does not have. */
import type { PredicateDeclaration } from '../dql/schema/ast';
import { layoutOf } from './alter';
import type { Store, WriteBatch } from './storage';

/** Declares predicates, where nobody has done so meanwhile; the schema is not part of a transaction. */
export async function declare(store: Store, undeclared: readonly PredicateDeclaration[]): Promise<void> {
  if (undeclared.length > 0) await store.write((batch) => declareIn(batch, undeclared));
}

/** As `declare`, in a batch. */
export function declareIn(batch: WriteBatch, undeclared: readonly PredicateDeclaration[]): void {
  const { catalog } = batch;
  for (const declaration of undeclared) {
    if (catalog.entry(declaration.name)) continue;
    batch.putPredicate(layoutOf(undefined, declaration, () => batch.newSpace()).entry);
  }
}

/** As in Dgraph, predicates are known by their names once somebody has tried to write them. */
export async function noteNames(store: Store, names: readonly string[]): Promise<void> {
  const { catalog } = store.current;
  if (!names.every((name) => catalog.isKnown(name))) await store.write((batch) => batch.noteNames(names));
}
