/**
 * Catalog: the schema, with the spaces of each predicate. Immutable: a change makes a new catalog, so that a snapshot
 * keeps the one that was in force when it was taken.
 */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql';
import { utf8Slice } from './bytes';

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

export class Catalog {
  static readonly empty = new Catalog(new Map(), new Map());

  private inOrder: readonly PredicateDeclaration[] | undefined;
  private typesInOrder: readonly TypeDeclaration[] | undefined;

  constructor(
    private readonly entries: ReadonlyMap<string, PredicateEntry>,
    private readonly declaredTypes: ReadonlyMap<string, TypeDeclaration>,
  ) {}

  predicate(name: string): PredicateDeclaration | undefined {
    return this.entries.get(name)?.declaration;
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
    return new Catalog(entries, this.declaredTypes);
  }

  withoutPredicate(name: string): Catalog {
    const entries = new Map(this.entries);
    entries.delete(name);
    return new Catalog(entries, this.declaredTypes);
  }

  withTypes(added: readonly TypeDeclaration[]): Catalog {
    const types = new Map(this.declaredTypes);
    for (const type of added) types.set(type.name, type);
    return new Catalog(this.entries, types);
  }

  withoutType(name: string): Catalog {
    const types = new Map(this.declaredTypes);
    types.delete(name);
    return new Catalog(this.entries, types);
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

/** Stored form of a predicate without a declaration: dropped, or never set. Its key tells its name. */
export const UNDECLARED = Buffer.from('{}');

/** @returns undefined for a predicate without a declaration */
export function decodePredicate(bytes: Uint8Array): PredicateEntry | undefined {
  const stored = JSON.parse(utf8Slice(bytes, 0, bytes.length)) as Partial<PredicateEntry>;
  return stored.declaration && (stored as PredicateEntry);
}

/** Stored form of a type. */
export function encodeType({ span: _span, ...plain }: TypeDeclaration): Buffer {
  return Buffer.from(JSON.stringify(plain));
}

export function decodeType(bytes: Uint8Array): TypeDeclaration {
  return JSON.parse(utf8Slice(bytes, 0, bytes.length)) as TypeDeclaration;
}
