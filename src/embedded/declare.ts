/** Declaration of predicates that a mutation uses and the schema lacks. */
import type { PredicateDeclaration } from '../dql';
import { layoutOf } from './alter';
import type { Store, WriteBatch } from './storage';

/** Declares the predicates that are still undeclared. The schema is not part of transactions. */
export async function declare(store: Store, undeclared: readonly PredicateDeclaration[]): Promise<void> {
  if (undeclared.length > 0) await store.write((batch) => declareIn(batch, undeclared));
}

/** Same as `declare`, in a batch. */
export function declareIn(batch: WriteBatch, undeclared: readonly PredicateDeclaration[]): void {
  const { catalog } = batch;
  for (const declaration of undeclared) {
    if (catalog.entry(declaration.name)) continue;
    batch.putPredicate(layoutOf(undefined, declaration, () => batch.newSpace()).entry);
  }
}

/** Records predicate names: as in Dgraph, a predicate is known by name once a client has tried to write it. */
export async function noteNames(store: Store, names: readonly string[]): Promise<void> {
  const { reader } = store.current;
  if (!names.every((name) => reader.isNamed(name))) await store.write((batch) => batch.noteNames(names));
}
