/**
 * Dgraph names of classes and properties (design "Names"). Classes and properties are separate name spaces, like types
 * and predicates in Dgraph: a class and a property may have the same name.
 */
import type { Iri } from './model';
import { isReservedName, splitIri } from './spelling';

export type NameSpace = 'class' | 'property';

/** Source of names: the local name of the IRI, or rdfs:label. */
export type Naming = 'iri' | 'label';

type Table = Readonly<Record<Iri, string>>;

/** GraphQL names that differ from the Dgraph names, by Dgraph name. */
export interface GraphqlNameTable {
  readonly types: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
  /** Names of the common type and of the fields of it; present from the first version on that has them. */
  readonly common?: CommonNames;
}

/** Name of the type that has the properties of every class, and of the field that leads to it. */
export interface CommonNames {
  readonly type: string;
  readonly field: string;
}

/** Earlier names by IRI, the latest first. */
interface FormerNames {
  readonly classes: Readonly<Record<Iri, readonly string[]>>;
  readonly properties: Readonly<Record<Iri, readonly string[]>>;
}

/** Persistent form of the names: IRI → name. */
export interface NameTable {
  readonly classes: Table;
  readonly properties: Table;
  /** Prefixes for look-ups by `prefix:local`. */
  readonly prefixes: Readonly<Record<string, Iri>>;
  /** Absent in tables of earlier versions of owlgate, which spelled every name in ASCII. */
  readonly naming?: Naming;
  readonly former?: FormerNames;
  readonly graphql?: GraphqlNameTable;
}

/** IRI ↔ Dgraph name. Immutable; one-to-one within each name space. */
export class Names {
  private readonly names: Readonly<Record<NameSpace, ReadonlyMap<Iri, string>>>;
  private readonly iris: Readonly<Record<NameSpace, ReadonlyMap<string, Iri>>>;
  private readonly prefixes: ReadonlyMap<string, Iri>;
  /** Local names and earlier names that identify a term. Computed for the first text that is not a current name. */
  private readonly aliases: Partial<Record<NameSpace, ReadonlyMap<string, Iri>>> = {};
  private readonly formerBySpace: Partial<Record<NameSpace, ReadonlyMap<string, string>>> = {};

  private constructor(private readonly table: NameTable) {
    this.names = { class: new Map(Object.entries(table.classes)), property: new Map(Object.entries(table.properties)) };
    this.iris = { class: inverted(this.names.class), property: inverted(this.names.property) };
    this.prefixes = new Map(Object.entries(table.prefixes));
  }

  static fromTable(table: NameTable): Names {
    return new Names(table);
  }

  toTable(): NameTable {
    return this.table;
  }

  /** Returns the Dgraph type of a class; undefined for unknown classes. */
  class(iri: Iri): string | undefined {
    return this.names.class.get(iri);
  }

  /** Returns the Dgraph predicate of an object or data property; undefined for unknown properties. */
  property(iri: Iri): string | undefined {
    return this.names.property.get(iri);
  }

  /** Returns all Dgraph names of a name space. */
  all(space: NameSpace): readonly string[] {
    return [...this.iris[space].keys()];
  }

  /**
   * Resolves a class in a request: Dgraph name, full IRI (with or without `<>`), `prefix:local`, local name or earlier
   * name.
   */
  classIri(text: string): Iri | undefined {
    return this.resolve('class', text);
  }

  /** Resolves a property in a request, like classIri. */
  propertyIri(text: string): Iri | undefined {
    return this.resolve('property', text);
  }

  /** Returns the earlier names that are no longer in use, each with the current name of its term. */
  former(space: NameSpace): ReadonlyMap<string, string> {
    return (this.formerBySpace[space] ??= this.makeFormer(space));
  }

  private makeFormer(space: NameSpace): ReadonlyMap<string, string> {
    const former = this.table.former?.[space === 'class' ? 'classes' : 'properties'] ?? {};
    const result = new Map<string, string>();
    for (const [iri, earlier] of Object.entries(former)) {
      const name = this.names[space].get(iri);
      if (name === undefined) continue;
      for (const text of earlier) if (this.aliasesOf(space).get(text) === iri) result.set(text, name);
    }
    return result;
  }

  private resolve(space: NameSpace, text: string): Iri | undefined {
    const byName = this.iris[space].get(text);
    if (byName !== undefined) return byName;
    const iri = /^<(.*)>$/s.exec(text)?.[1] ?? text;
    if (this.names[space].has(iri)) return iri;
    const colon = text.indexOf(':');
    const namespace = colon < 0 ? undefined : this.prefixes.get(text.slice(0, colon));
    const expanded = namespace === undefined ? undefined : namespace + text.slice(colon + 1);
    if (expanded !== undefined && this.names[space].has(expanded)) return expanded;
    return this.aliasesOf(space).get(iri);
  }

  /** Returns the texts that identify one term without being a current name: local names and earlier names. */
  private aliasesOf(space: NameSpace): ReadonlyMap<string, Iri> {
    const cached = this.aliases[space];
    if (cached) return cached;
    const former = this.table.former?.[space === 'class' ? 'classes' : 'properties'] ?? {};
    const aliases = new Map<string, Iri>();
    const ambiguous = new Set<string>();
    for (const [iri, name] of this.names[space]) {
      const { local } = splitIri(iri);
      // An earlier name may be reserved since.
      const earlier = Object.hasOwn(former, iri) ? former[iri]! : [];
      for (const text of [...(isReservedName(local, space) ? [] : [local]), ...earlier]) {
        if (text === '' || text === name || this.iris[space].has(text)) continue;
        if (aliases.has(text) && aliases.get(text) !== iri) ambiguous.add(text);
        else aliases.set(text, iri);
      }
    }
    for (const text of ambiguous) aliases.delete(text);
    return (this.aliases[space] = aliases);
  }
}

function inverted(map: ReadonlyMap<Iri, string>): Map<string, Iri> {
  return new Map([...map].map(([iri, name]) => [name, iri]));
}
