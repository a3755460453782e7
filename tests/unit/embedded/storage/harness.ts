/** A store in a directory of its own, and what tests need to fill it. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { PredicateDeclaration } from '../../../../src/dql/schema/ast';
import { Store, StoreView, type Delta, type PredicateEntry, type WriteBatch } from '../../../../src/embedded/storage';
import { silent } from '../../../../src/util/log';

const directories: string[] = [];

export function temporaryDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'owlgate-store-'));
  directories.push(directory);
  return directory;
}

/** For afterAll. */
export function removeTemporaryDirectories(): void {
  for (const directory of directories.splice(0)) fs.rmSync(directory, { recursive: true, force: true });
}

export function openStore(directory = temporaryDirectory()): Store {
  return Store.open(directory, silent);
}

export function declaration(name: string, overrides: Partial<PredicateDeclaration> = {}): PredicateDeclaration {
  return {
    kind: 'Predicate',
    name,
    type: 'string',
    list: false,
    index: [],
    reverse: false,
    count: false,
    lang: false,
    upsert: false,
    unique: false,
    noconflict: false,
    ...overrides,
  };
}

/** Declares a predicate with the spaces that it needs. */
export function declare(batch: WriteBatch, predicate: PredicateDeclaration): PredicateEntry {
  const entry: PredicateEntry = {
    declaration: predicate,
    spaces: {
      data: batch.newSpace(),
      ...(predicate.reverse && { reverse: batch.newSpace() }),
      ...(predicate.count && { count: batch.newSpace() }),
      ...(predicate.count && predicate.reverse && { countReverse: batch.newSpace() }),
      index: Object.fromEntries(predicate.index.map(({ tokenizer }) => [tokenizer, batch.newSpace()])),
    },
  };
  batch.putPredicate(entry);
  return entry;
}

export async function commit(store: Store, delta: Delta): Promise<void> {
  await store.write((batch) => {
    batch.commitTs = store.nextTimestamp();
    batch.apply(delta);
  });
}

export function view(store: Store, delta?: Delta): StoreView {
  const { catalog, reader } = store.current;
  return new StoreView(catalog, reader, delta);
}
