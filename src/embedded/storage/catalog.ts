/**
 * Catalog: the schema, with the spaces of each predicate. Immutable: a change makes a new catalog, so that a snapshot
 * keeps the one that was in force when it was taken.
 */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql';
import { utf8Slice } from './bytes';
import type { SchemaView } from './view';

/** Numbers of a predicate's spaces. */
export interface Spaces {
  readonly data: number;
  readonly reverse?: number;
  readonly count?: number;
  readonly countReverse?: number;
  /** By tokenizer. */
  readonly index: Readonly<Record<string, number>>;
}

export interface PredicateEntry {
  readonly declaration: PredicateDeclaration;
  readonly spaces: Spaces;
}

export class Catalog implements SchemaView {
  static readonly empty = new Catalog(new Map(), new Map(), new Set());

  private inOrder: readonly PredicateDeclaration[] | undefined;
  private typesInOrder: readonly TypeDeclaration[] | undefined;

  constructor(
    private readonly entries: ReadonlyMap<string, PredicateEntry>,
    private readonly declaredTypes: ReadonlyMap<string, TypeDeclaration>,
    /** Names of known predicates without a declaration: dropped, or never set. */
    readonly bareNames: ReadonlySet<string>,
  ) {}

  predicate(name: string): PredicateDeclaration | undefined {
    return this.entries.get(name)?.declaration;
  }

  isKnown(name: string): boolean {
    return this.entries.has(name) || this.bareNames.has(name);
  }

  predicates(): readonly PredicateDeclaration[] {
    this.inOrder ??= [...this.entries.values()].map((e) => e.declaration).sort(byName);
    return this.inOrder;
  }

  type(name: string): TypeDeclaration | undefined {
    return this.declaredTypes.get(name);
  }

  types(): readonly TypeDeclaration[] {
    this.typesInOrder ??= [...this.declaredTypes.values()].sort(byName);
    return this.typesInOrder;
  }

  entry(name: string): PredicateEntry | undefined {
    return this.entries.get(name);
  }

  /** Returns a catalog with more predicates. Of two entries with one name the later wins. */
  withPredicates(added: readonly PredicateEntry[]): Catalog {
    const entries = new Map(this.entries);
    for (const entry of added) entries.set(entry.declaration.name, entry);
    let { bareNames } = this;
    if (added.some(({ declaration }) => bareNames.has(declaration.name))) {
      const remainingNames = new Set(bareNames);
      for (const { declaration } of added) remainingNames.delete(declaration.name);
      bareNames = remainingNames;
    }
    return new Catalog(entries, this.declaredTypes, bareNames);
  }

  /** Returns a catalog in which the predicates have only a name. */
  withBareNames(names: readonly string[]): Catalog {
    const entries = new Map(this.entries);
    for (const name of names) entries.delete(name);
    return new Catalog(entries, this.declaredTypes, new Set([...this.bareNames, ...names]));
  }

  withTypes(added: readonly TypeDeclaration[]): Catalog {
    const types = new Map(this.declaredTypes);
    for (const type of added) types.set(type.name, type);
    return new Catalog(this.entries, types, this.bareNames);
  }

  withoutType(name: string): Catalog {
    const types = new Map(this.declaredTypes);
    types.delete(name);
    return new Catalog(this.entries, types, this.bareNames);
  }
}

/** Order by bytes, as in `schema {}`. */
function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
}

/** All spaces of a predicate. */
export function spacesOf({ data, reverse, count, countReverse, index }: Spaces): number[] {
  const optional = [reverse, count, countReverse].filter((space) => space !== undefined);
  return [data, ...optional, ...Object.values(index)];
}

/** Stored form of a predicate. */
export function encodePredicate({ declaration, spaces }: PredicateEntry): Buffer {
  const { span: _span, ...plain } = declaration;
  return Buffer.from(JSON.stringify({ declaration: plain, spaces }));
}

/** Stored form of a predicate that has only a name. */
export function encodeBareName(name: string): Buffer {
  return Buffer.from(JSON.stringify({ name }));
}

export function decodePredicate(bytes: Uint8Array): PredicateEntry | { readonly name: string } {
  return JSON.parse(utf8Slice(bytes, 0, bytes.length)) as PredicateEntry | { readonly name: string };
}

/** Stored form of a type. */
export function encodeType({ span: _span, ...plain }: TypeDeclaration): Buffer {
  return Buffer.from(JSON.stringify(plain));
}

export function decodeType(bytes: Uint8Array): TypeDeclaration {
  return JSON.parse(utf8Slice(bytes, 0, bytes.length)) as TypeDeclaration;
}
