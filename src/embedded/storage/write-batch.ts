/** What a write transaction may do to the store: change the catalog, apply deltas, drop things. */
import type { TypeDeclaration } from '../../dql/schema/ast';
import { ByteWriter } from './bytes';
import { Catalog, encodeBareName, encodePredicate, encodeType, spacesOf, type PredicateEntry } from './catalog';
import type { Counters } from './counters';
import type { Delta, PredicateDelta, UidDelta, ValueDelta } from './delta';
import type { Environment } from './environment';
import type { FacetKeys } from './facets';
import { facetKeyKey, FORMAT_KEY, FORMAT_VERSION, predicateKey, spaceRange, sweepKey, typeKey } from './keys';
import type { SpaceReader } from './reader';
import type { Uid } from './view';
import type { SpaceWriter } from './writer';

/** A count as the token of a count space. */
export function countToken(count: number): Buffer {
  const token = Buffer.allocUnsafe(4);
  token.writeUInt32BE(count);
  return token;
}

export class WriteBatch {
  /** Set by the first change: work that throws before it leaves nothing behind. */
  touched = false;
  /** The last commit in this batch. */
  commitTs = 0;
  private readonly hooks: (() => void)[] = [];
  /** Predicates that the catalog is to have; it is made anew when somebody looks at it, not for each of them. */
  private added: PredicateEntry[] = [];

  constructor(
    private readonly env: Environment,
    private readonly counters: Counters,
    private readonly facetKeys: FacetKeys,
    /** Sees what the batch has written. */
    readonly reader: SpaceReader,
    private readonly writer: SpaceWriter,
    private settled: Catalog,
    private readonly sweeps: Set<number>,
  ) {}

  /** The schema with the changes of this batch. */
  get catalog(): Catalog {
    return this.current;
  }

  private get current(): Catalog {
    if (this.added.length > 0) this.settled = this.settled.withPredicates(this.added);
    this.added = [];
    return this.settled;
  }

  private set current(catalog: Catalog) {
    this.settled = catalog;
    this.added = [];
  }

  /** Approximate bytes written so far. */
  get written(): number {
    return this.writer.written;
  }

  /** Called once the batch is on disk, in order; not called if it is not kept. */
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
    this.env.put(predicateKey(entry.declaration.name), encodePredicate(entry));
    this.added.push(entry);
  }

  /** Forgets a predicate but for its name, and retires its spaces. */
  removePredicate(name: string): void {
    const entry = this.current.entry(name);
    if (entry) this.retire(spacesOf(entry.spaces));
    this.keepNames([name]);
  }

  /** From here on the predicates are known, by their names and no more. */
  private keepNames(names: readonly string[]): void {
    this.touched = true;
    for (const name of names) this.env.put(predicateKey(name), encodeBareName(name));
    this.current = this.current.withBareNames(names);
  }

  /** Notes the names of predicates that requests have named to write them. */
  noteNames(names: readonly string[]): void {
    const added = names.filter((name) => !this.current.isKnown(name));
    if (added.length > 0) this.keepNames(added);
  }

  putTypes(types: readonly TypeDeclaration[]): void {
    this.touched = true;
    for (const type of types) this.env.put(typeKey(type.name), encodeType(type));
    this.current = this.current.withTypes(types);
  }

  removeType(name: string): void {
    if (!this.current.type(name)) return;
    this.touched = true;
    this.env.remove(typeKey(name));
    this.current = this.current.withoutType(name);
  }

  /** Spaces that are being filled over several batches: should that not come to an end, they are swept. */
  beginFilling(spaces: readonly number[]): void {
    this.touched = true;
    for (const space of spaces) this.env.put(sweepKey(space), Buffer.of(1));
  }

  /** The spaces are complete. */
  endFilling(spaces: readonly number[]): void {
    this.touched = true;
    for (const space of spaces) this.env.remove(sweepKey(space));
  }

  /** Adds to a space that is being filled. */
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

  /** Gives spaces up: nobody refers to them any more, and their keys are swept in the background. */
  retire(spaces: readonly number[]): void {
    this.touched = true;
    for (const space of spaces) {
      this.env.put(sweepKey(space), Buffer.of(1));
      this.sweeps.add(space);
    }
  }

  /** Removes up to `limit` keys of retired spaces; tells whether any are left. */
  sweep(limit: number): boolean {
    this.touched = true;
    let left = limit;
    for (const space of this.sweeps) {
      const [from, to] = spaceRange(space);
      left -= this.env.removeRange(from, to, left);
      if (left <= 0) return true;
      this.env.remove(sweepKey(space));
      this.sweeps.delete(space);
    }
    return false;
  }

  /** Empties the store: no type, no data, and of predicates the names alone. Timestamps and uids go on from where they are. */
  clear(): void {
    const names = [...this.current.predicates().map(({ name }) => name), ...this.current.bareNames];
    this.touched = true;
    this.env.clear();
    this.env.put(FORMAT_KEY, new ByteWriter(8).varint(FORMAT_VERSION));
    for (let id = 0; id < this.facetKeys.size; id++) {
      this.env.put(facetKeyKey(id), Buffer.from(this.facetKeys.nameOf(id)));
    }
    this.counters.forgetExplicit();
    this.sweeps.clear();
    this.current = Catalog.empty;
    this.keepNames(names);
    this.reader.invalidate();
  }

  /** Applies a transaction's changes. A predicate that has been dropped meanwhile is passed over. */
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
