/** Names of an export: stored names → IRIs of the ontology's terms, nodes → IRIs and blank nodes. */
import type { PredicateDeclaration } from '../../dql';
import { iriOfName, isSkolemIri } from '../../mutation';
import { NearNames, type Iri, type LoadedTerms } from '../../ontology';
import type { Individual, OwlLiteral, Prefixes } from '../../rdf';
import { literalOfValue, type StoredValue } from './literals';

/** Node as the engine knows it. */
export interface StoredNode {
  readonly uid: string;
  /** Value of the predicate `iri`. */
  readonly iri?: string | undefined;
}

/** Parts of an ontology that name terms. */
type NamedOntology = Pick<LoadedTerms, 'names' | 'taxonomy' | 'ontology'>;

/** Identities of nodes are absolute IRIs; other texts under `iri` name no node in RDF. */
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:\S/i;
const NO_DATATYPES: readonly Iri[] = [];

export class ExportTerms {
  readonly prefixes: Prefixes;
  private readonly classes: ReadonlyMap<string, Iri>;
  private readonly properties: ReadonlyMap<string, Iri>;
  private readonly datatypes = new Map<string, readonly Iri[]>();

  /** @param loaded ontology in force, if any */
  constructor(private readonly loaded: NamedOntology | undefined) {
    this.prefixes = loaded?.ontology.prefixes ?? new Map<string, Iri>();
    const names = loaded?.names;
    const table = (space: 'class' | 'property') =>
      new Map((names?.all(space) ?? []).map((name) => [name, iriIn(names!, space, name)]));
    this.classes = table('class');
    this.properties = table('property');
  }

  /** Classes of the ontology. */
  get classIris(): readonly Iri[] {
    return [...this.classes.values()];
  }

  /** Returns an IRI, or a blank node `_:x2a` for the uid 0x2a. */
  node({ uid, iri }: StoredNode): Individual {
    return iri !== undefined && HAS_SCHEME.test(iri) && !isSkolemIri(iri) ? iri : `_:${uid.slice(1)}`;
  }

  /** Returns the graph that a facet names; undefined for another text. */
  graph(text: string): Iri | undefined {
    return HAS_SCHEME.test(text) ? text : undefined;
  }

  class(name: string): Iri {
    return this.classes.get(name) ?? iriOfName('type', name);
  }

  property(name: string): Iri {
    return this.properties.get(name) ?? iriOfName('predicate', name);
  }

  literal(predicate: PredicateDeclaration, value: StoredValue): OwlLiteral {
    return literalOfValue(predicate, this.datatypesOf(predicate.name), value);
  }

  /** Returns the Dgraph name of a class of the ontology, in any form that requests may use. */
  className(text: string): string | undefined {
    const names = this.loaded?.names;
    const iri = names?.classIri(text);
    return iri === undefined ? undefined : names!.class(iri);
  }

  /** Returns the classes nearest to a text, by name or label. */
  classesNear(text: string): readonly string[] {
    return this.loaded ? NearNames.of(this.loaded).suggestions('class', text) : [];
  }

  private datatypesOf(name: string): readonly Iri[] {
    const iri = this.properties.get(name);
    if (iri === undefined) return NO_DATATYPES;
    let datatypes = this.datatypes.get(name);
    if (!datatypes) this.datatypes.set(name, (datatypes = this.loaded!.taxonomy.datatypes(iri)));
    return datatypes;
  }
}

/** Returns the IRI of a current name. */
const iriIn = (names: LoadedTerms['names'], space: 'class' | 'property', name: string): Iri =>
  (space === 'class' ? names.classIri(name) : names.propertyIri(name))!;
