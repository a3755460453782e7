/** Store in a temporary directory, with helpers to fill it. */
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import type { PredicateDeclaration } from '../../../src/dql/schema/ast';
import { Store, StoreView, type Delta, type PredicateEntry, type WriteBatch } from '../../../src/embedded/storage';
import { silent } from '../../../src/util/log';

const PREFIX = 'owlgate-store-';
/** Age at which a directory was left behind by a killed test: no test runs as long. */
const LEFT_BEHIND_MS = 3_600_000;
const directories: string[] = [];
let isSwept = false;

/** Creates an empty directory; removeTemporaryDirectories removes it. */
export function temporaryDirectory(): string {
  if (!isSwept) removeLeftBehind();
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), PREFIX));
  directories.push(directory);
  return directory;
}

/** Runs with a directory that is removed afterwards; for properties, which run many times. */
export async function inTemporaryDirectory<T>(run: (directory: string) => Promise<T>): Promise<T> {
  const directory = temporaryDirectory();
  try {
    return await run(directory);
  } finally {
    directories.splice(directories.indexOf(directory), 1);
    fs.rmSync(directory, { recursive: true, force: true });
  }
}

/** Removes directories of killed tests. */
function removeLeftBehind(): void {
  isSwept = true;
  for (const name of fs.readdirSync(os.tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const directory = path.join(os.tmpdir(), name);
    const stat = fs.statSync(directory, { throwIfNoEntry: false });
    if (stat && Date.now() - stat.mtimeMs > LEFT_BEHIND_MS) fs.rmSync(directory, { recursive: true, force: true });
  }
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

/** Declares a predicate with its spaces. */
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
