/** Length check of vectors: all vectors under one index are compared with each other, so they need equal lengths. */
import type { Catalog, StoreView } from '../storage';
import { MutationError } from './errors';
import type { Edge } from './quad';

/** Dgraph's names of the metrics in messages. */
const MEASURES: Readonly<Record<string, string>> = {
  euclidean: 'euclidean distance',
  cosine: 'cosine distance',
  dotproduct: 'dot product',
};

/** @throws MutationError */
export function checkVectors(edges: readonly Edge[], view: StoreView, catalog: Catalog): void {
  const lengths = new Map<string, number>();
  for (const { object, predicate, remove } of edges) {
    if (remove || object.kind !== 'value' || object.value.type !== 'float32vector') continue;
    const index = catalog.predicate(predicate)?.index.find(({ tokenizer }) => tokenizer === 'hnsw');
    if (!index) continue;
    const { length } = object.value.value;
    const expected = lengths.get(predicate) ?? storedLength(view, predicate) ?? length;
    lengths.set(predicate, expected);
    if (length === expected) continue;
    const metric = index.options?.find(({ key }) => key === 'metric')?.value ?? 'euclidean';
    throw new MutationError(`can not compute ${MEASURES[metric] ?? metric} on vectors of different lengths`);
  }
}

/** Returns the length of the stored vectors. */
function storedLength(view: StoreView, predicate: string): number | undefined {
  for (const subject of view.subjects(predicate, false)) {
    const [stored] = view.values(predicate, subject);
    if (stored?.value.type === 'float32vector') return stored.value.value.length;
  }
  return undefined;
}
