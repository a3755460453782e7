/** Operations of a write transaction: changes of the catalog, deltas, removals. */
import type { TypeDeclaration } from '../../dql';
import { ByteWriter } from './bytes';
import {
  Catalog,
  decodePredicate,
  decodeType,
  encodePredicate,
  encodeType,
  spacesOf,
  UNDECLARED,
  type PredicateEntry,
} from './catalog';
import type { Counters } from './counters';
import type { Delta, PredicateDelta, UidDelta, ValueDelta } from './delta';
import type { Environment } from './environment';
import type { FacetKeys } from './facets';
import {
  ALL_PREDICATES,
  facetKeyKey,
  FORMAT_KEY,
  FORMAT_VERSION,
  predicateKey,
  spaceRange,
  sweepKey,
  typeKey,
} from './keys';
import type { SpaceReader } from './reader';
import type { Uid } from './view';
import type { SpaceWriter } from './writer';

/** Token of a count in a count space. */
export function countToken(count: number): Buffer {
  const token = Buffer.allocUnsafe(4);
  token.writeUInt32BE(count);
  return token;
}

export class WriteBatch {
  /** True after the first change. Work that throws before it leaves no trace. */
  touched = false;
  /** Timestamp of the last commit in this batch. */
  commitTs = 0;
  private readonly hooks: (() => void)[] = [];
  /** Predicates to add to the catalog, which is rebuilt on its next use rather than for each of them. */
  private addedEntries: PredicateEntry[] = [];

  constructor(
    private readonly env: Environment,
    private readonly counters: Counters,
    private readonly facetKeys: FacetKeys,
    /** Sees the writes of the batch. */
    readonly reader: SpaceReader,
    private readonly writer: SpaceWriter,
    private builtCatalog: Catalog,
    private readonly sweeps: Set<number>,
  ) {}

  /** Schema with the changes of this batch. */
  get catalog(): Catalog {
    return this.current;
  }

  private get current(): Catalog {
    if (this.addedEntries.length > 0) this.builtCatalog = this.builtCatalog.withPredicates(this.addedEntries);
    this.addedEntries = [];
    return this.builtCatalog;
  }

  private set current(catalog: Catalog) {
    this.builtCatalog = catalog;
    this.addedEntries = [];
  }

  /** Approximate bytes written so far. */
  get written(): number {
    return this.writer.written;
  }

  /** Adds a hook that runs once the batch is on disk, in order; hooks of a failed batch do not run. */
  onCommitted(hook: () => void): void {
    this.hooks.push(hook);
  }

  runHooks(): void {
    for (const hook of this.hooks) hook();
  }

  newSpace(): number {
    this.touched = true;
    return this.counters.newSpace();
  }

  /** Adds a predicate or replaces its entry. */
  putPredicate(entry: PredicateEntry): void {
    this.touched = true;
    const bytes = encodePredicate(entry);
    this.env.put(predicateKey(entry.declaration.name), bytes);
    // Read back: the names of the declaration are slices of a request's text and would keep it alive with the catalog.
    this.addedEntries.push(decodePredicate(bytes) as PredicateEntry);
  }

  /** Reduces a predicate to its name, and retires its spaces. */
  removePredicate(name: string): void {
    const entry = this.current.entry(name);
    if (entry) this.retire(spacesOf(entry.spaces));
    this.touched = true;
    this.env.put(predicateKey(name), UNDECLARED);
    this.current = this.current.withoutPredicate(name);
  }

  /** Records the names of predicates that requests have tried to write. */
  noteNames(names: readonly string[]): void {
    for (const name of names) {
      if (this.reader.isNamed(name)) continue;
      this.touched = true;
      this.env.put(predicateKey(name), UNDECLARED);
    }
  }

  putTypes(types: readonly TypeDeclaration[]): void {
    this.touched = true;
    const stored = types.map((type) => {
      const bytes = encodeType(type);
      this.env.put(typeKey(type.name), bytes);
      return decodeType(bytes);
    });
    this.current = this.current.withTypes(stored);
  }

  removeType(name: string): void {
    if (!this.current.type(name)) return;
    this.touched = true;
    this.env.remove(typeKey(name));
    this.current = this.current.withoutType(name);
  }

  /** Marks spaces that are filled over several batches. If filling does not complete, they are swept. */
  beginFilling(spaces: readonly number[]): void {
    this.touched = true;
    for (const space of spaces) this.env.put(sweepKey(space), Buffer.of(1));
  }

  /** Marks the spaces as complete. */
  endFilling(spaces: readonly number[]): void {
    this.touched = true;
    for (const space of spaces) this.env.remove(sweepKey(space));
  }

  /** Adds to a space during filling. */
  fillEdges(space: number, deltas: ReadonlyMap<Uid, UidDelta>): void {
    this.touched = true;
    this.writer.applyEdges(space, deltas);
  }

  fillValues(space: number, list: boolean, deltas: ReadonlyMap<Uid, ValueDelta>): void {
    this.touched = true;
    this.writer.applyValues(space, list, deltas);
  }

  fillTokens(space: number, deltas: ReadonlyMap<string, UidDelta>): void {
    this.touched = true;
    this.writer.applyTokens(space, deltas);
  }

  fillCounts(space: number, deltas: ReadonlyMap<number, UidDelta>): void {
    this.fillTokens(space, byCountToken(deltas));
  }

  /** Retires spaces that nothing refers to any more; their keys are swept in the background. */
  retire(spaces: readonly number[]): void {
    this.touched = true;
    for (const space of spaces) {
      this.env.put(sweepKey(space), Buffer.of(1));
      this.sweeps.add(space);
    }
  }

  /** Removes up to `limit` keys of retired spaces. @returns true if some remain */
  sweep(limit: number): boolean {
    this.touched = true;
    let remaining = limit;
    for (const space of this.sweeps) {
      const [from, to] = spaceRange(space);
      remaining -= this.env.removeRange(from, to, remaining);
      if (remaining <= 0) return true;
      this.env.remove(sweepKey(space));
      this.sweeps.delete(space);
    }
    return false;
  }

  /** Empties the store: no types, no data, and predicates reduced to their names. Timestamps and uids continue. */
  clear(): void {
    const [from, to] = ALL_PREDICATES;
    const predicates = [...this.env.keys({ from, to }, {})];
    this.touched = true;
    this.env.clear();
    this.env.put(FORMAT_KEY, new ByteWriter(8).varint(FORMAT_VERSION));
    for (let id = 0; id < this.facetKeys.size; id++) {
      this.env.put(facetKeyKey(id), Buffer.from(this.facetKeys.nameOf(id)));
    }
    this.counters.forgetExplicit();
    this.sweeps.clear();
    for (const key of predicates) this.env.put(key, UNDECLARED);
    this.current = Catalog.empty;
    this.reader.invalidate();
  }

  /** Applies a transaction's changes. Predicates dropped meanwhile are skipped. */
  apply(delta: Delta): void {
    this.touched = true;
    for (const [name, changes] of delta.predicates) {
      const entry = this.current.entry(name);
      if (entry) this.applyPredicate(entry, changes);
    }
    this.reader.invalidate();
  }

  private applyPredicate({ declaration, spaces }: PredicateEntry, delta: PredicateDelta): void {
    const { writer } = this;
    if (delta.edges.size > 0) writer.applyEdges(spaces.data, delta.edges);
    if (delta.values.size > 0) writer.applyValues(spaces.data, declaration.list, delta.values);
    if (spaces.reverse !== undefined && delta.reverse.size > 0) writer.applyEdges(spaces.reverse, delta.reverse);
    for (const [tokenizer, tokens] of delta.index) {
      const space = spaces.index[tokenizer];
      if (space !== undefined) writer.applyTokens(space, tokens);
    }
    if (spaces.count !== undefined) writer.applyTokens(spaces.count, byCountToken(delta.count));
    if (spaces.countReverse !== undefined) writer.applyTokens(spaces.countReverse, byCountToken(delta.countReverse));
  }
}

function byCountToken(deltas: ReadonlyMap<number, UidDelta>): Map<string, UidDelta> {
  const tokens = new Map<string, UidDelta>();
  for (const [count, delta] of deltas) tokens.set(countToken(count).toString('latin1'), delta);
  return tokens;
}
