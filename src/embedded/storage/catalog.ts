/**
 * The schema, and where each predicate's lists are. Immutable: a change makes a new catalog, so that a snapshot keeps the
 * one that was in force when it was taken.
 */
import type { PredicateDeclaration, TypeDeclaration } from '../../dql/schema/ast';
import { utf8Slice } from './bytes';
import type { SchemaView } from './view';

/** The numbers of a predicate's spaces. */
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
    /** Names of predicates that are known and have no declaration: they were dropped, or nothing was ever set. */
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

  /** The later of two entries with one name counts. */
  withPredicates(added: readonly PredicateEntry[]): Catalog {
    const entries = new Map(this.entries);
    for (const entry of added) entries.set(entry.declaration.name, entry);
    let { bareNames } = this;
    if (added.some(({ declaration }) => bareNames.has(declaration.name))) {
      const kept = new Set(bareNames);
      for (const { declaration } of added) kept.delete(declaration.name);
      bareNames = kept;
    }
    return new Catalog(entries, this.declaredTypes, bareNames);
  }

  /** The predicates are known by name and no more. */
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

/** By code units, as `schema {}` lists names. */
function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
}

/** All spaces of a predicate. */
export function spacesOf({ data, reverse, count, countReverse, index }: Spaces): number[] {
  const optional = [reverse, count, countReverse].filter((space) => space !== undefined);
  return [data, ...optional, ...Object.values(index)];
}

/** A predicate as the file has it. */
export function encodePredicate({ declaration, spaces }: PredicateEntry): Buffer {
  const { span: _span, ...plain } = declaration;
  return Buffer.from(JSON.stringify({ declaration: plain, spaces }));
}

/** A predicate of which only the name is known, as the file has it. */
export function encodeBareName(name: string): Buffer {
  return Buffer.from(JSON.stringify({ name }));
}

export function decodePredicate(bytes: Uint8Array): PredicateEntry | { readonly name: string } {
  return JSON.parse(utf8Slice(bytes, 0, bytes.length)) as PredicateEntry | { readonly name: string };
}

/** A type as the file has it. */
export function encodeType({ span: _span, ...plain }: TypeDeclaration): Buffer {
  return Buffer.from(JSON.stringify(plain));
}

export function decodeType(bytes: Uint8Array): TypeDeclaration {
  return JSON.parse(utf8Slice(bytes, 0, bytes.length)) as TypeDeclaration;
}
