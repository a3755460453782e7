/** The answers of GET /ontology/introspect (service specification 2.2 and 4.2) as plain objects. */
import { OwlgateError } from '../errors';
import type { Entity, Iri, Ontology } from './model';
import type { Names } from './names';
import { Renderer } from './render';
import { suggest } from './suggest';
import type { Taxonomy } from './taxonomy';
import { afterLast } from '../util/text';

/** Names in the list of all classes, those of related classes included. */
const MAX_LISTED = 5_000_000;

/** A class with its place in the hierarchy. Classes are named as Dgraph knows them; all lists are sorted. */
export interface ClassEntry {
  readonly iri: string;
  readonly fullIri: Iri;
  readonly label?: string;
  /** Every class above. Equivalent classes are above and below; no class is above or below itself. */
  readonly superClasses: readonly string[];
  /** Every class below. */
  readonly subClasses: readonly string[];
  /** Those with nothing in between, and equivalent ones. */
  readonly directSuperClasses: readonly string[];
  readonly directSubClasses: readonly string[];
  readonly equivalentClasses: readonly string[];
}

export interface ClassDetails extends ClassEntry {
  readonly comment?: string;
  /** Every class that shares no member with this one: said of it or of a class above, and everything below those. */
  readonly disjointWith: readonly string[];
  /** What is said of this class itself. */
  readonly assertedDisjointWith: readonly string[];
  readonly properties: readonly PropertyEntry[];
}

export interface PropertyEntry {
  readonly iri: string;
  readonly fullIri: Iri;
  readonly label?: string;
  readonly type: 'ObjectProperty' | 'DataProperty';
  /** The most specific classes; absent where nothing is said. */
  readonly domain?: readonly string[];
  /** Present and true where one class of `domain` will do, instead of all. */
  readonly domainIsUnion?: true;
  /** Class names, or datatypes such as `xsd:string`; empty where nothing is said. */
  readonly range: readonly string[];
  readonly rangeIsUnion?: true;
  readonly isFunctional: boolean;
  /** Object properties that are its inverse. */
  readonly inverseOf?: readonly string[];
  /** Whether it belongs to the class by way of a class above. */
  readonly inherited: boolean;
}

export class Introspection {
  private readonly renderer: Renderer;

  constructor(
    private readonly ontology: Ontology,
    private readonly taxonomy: Taxonomy,
    private readonly names: Names,
    /** Filter of properties, by Dgraph name. */
    private readonly isShown?: (property: string) => boolean,
  ) {
    this.renderer = new Renderer(ontology.prefixes);
  }

  private shows(property: string): boolean {
    return this.isShown?.(property) ?? true;
  }

  /** The same without the properties that are not to be shown. */
  restrictedTo(isShown: (property: string) => boolean): Introspection {
    return new Introspection(this.ontology, this.taxonomy, this.names, isShown);
  }

  /**
   * All classes, sorted by name. owl:Thing and owl:Nothing are not among them.
   *
   * @throws OwlgateError InvalidRequest when the hierarchy is so deep that the list would not fit in memory
   */
  classes(): ClassEntry[] {
    const entries: ClassEntry[] = [];
    let listed = 0;
    for (const iri of this.taxonomy.reduced.classes) {
      const entry = this.entry(iri);
      listed += entry.superClasses.length + entry.subClasses.length;
      if (listed > MAX_LISTED) {
        throw new OwlgateError('InvalidRequest', {
          reason:
            'the hierarchy is too deep to be listed at once; ask class by class (class=, subclasses=, superclasses=)',
        });
      }
      entries.push(entry);
    }
    return entries.sort((a, b) => (a.iri < b.iri ? -1 : 1));
  }

  /**
   * One class in detail.
   *
   * @param name a Dgraph name, a full IRI or `prefix:local`
   * @throws OwlgateError UnknownClass, with `suggestions` in its details
   */
  class(name: string): ClassDetails {
    const iri = this.find(name);
    const own = new Set(this.taxonomy.ownPropertiesOf(iri));
    const shown = this.taxonomy.propertiesOf(iri).filter((property) => this.shows(this.propertyName(property)));
    const properties = shown.map((property) => this.property(property, !own.has(property)));
    const comment = text(this.ontology.entities.get(iri)?.comments);
    return {
      ...this.entry(iri),
      ...(comment !== undefined && { comment }),
      disjointWith: this.classNames(this.taxonomy.disjointness.all(iri)),
      assertedDisjointWith: this.classNames(this.taxonomy.disjointness.asserted(iri)),
      properties: properties.sort((a, b) => (a.iri < b.iri ? -1 : 1)),
    };
  }

  /** Names of the classes below: with nothing in between, or all of them. Throws as class() does. */
  subclasses(name: string, transitive: boolean): string[] {
    const iri = this.find(name);
    return this.classNames(transitive ? this.taxonomy.classes.descendants(iri) : this.taxonomy.classes.children(iri));
  }

  /** Names of the classes above, as subclasses(). */
  superclasses(name: string, transitive: boolean): string[] {
    const iri = this.find(name);
    return this.classNames(transitive ? this.taxonomy.classes.ancestors(iri) : this.taxonomy.classes.parents(iri));
  }

  private find(name: string): Iri {
    const iri = this.names.classIri(name);
    if (iri !== undefined) return iri;
    const local = afterLast(name.replace(/>$/, ''), '#/:');
    throw new OwlgateError('UnknownClass', { name }, { suggestions: suggest(local, this.names.all('class')) });
  }

  private entry(iri: Iri): ClassEntry {
    const { classes } = this.taxonomy;
    const label = text(this.ontology.entities.get(iri)?.labels);
    return {
      iri: this.className(iri),
      fullIri: iri,
      ...(label !== undefined && { label }),
      superClasses: this.classNames(classes.ancestors(iri)),
      subClasses: this.classNames(classes.descendants(iri)),
      directSuperClasses: this.classNames(classes.parents(iri)),
      directSubClasses: this.classNames(classes.children(iri)),
      equivalentClasses: this.classNames(classes.equivalents(iri)),
    };
  }

  private property(iri: Iri, inherited: boolean): PropertyEntry {
    const isObject = this.taxonomy.isObjectProperty(iri);
    const label = text(this.ontology.entities.get(iri)?.labels);
    const domain = this.taxonomy.domain(iri);
    const range = isObject ? this.taxonomy.range(iri) : undefined;
    const inverses = (isObject ? this.taxonomy.inverses(iri) : []).map((inverse) => this.propertyName(inverse));
    const inverseOf = inverses.filter((inverse) => this.shows(inverse)).sort();
    const datatypes = isObject ? [] : this.taxonomy.datatypes(iri);
    return {
      iri: this.propertyName(iri),
      fullIri: iri,
      ...(label !== undefined && { label }),
      type: isObject ? 'ObjectProperty' : 'DataProperty',
      ...(domain.classes.length > 0 && { domain: this.classNames(domain.classes) }),
      ...(domain.union && { domainIsUnion: true }),
      range: range ? this.classNames(range.classes) : datatypes.map((datatype) => this.renderer.iri(datatype)).sort(),
      ...((range ? range.union : datatypes.length > 1) && { rangeIsUnion: true }),
      isFunctional: this.taxonomy.isFunctional(iri),
      ...(inverseOf.length > 0 && { inverseOf }),
      inherited,
    };
  }

  private propertyName(iri: Iri): string {
    return this.names.property(iri) ?? iri;
  }

  private className(iri: Iri): string {
    return this.names.class(iri) ?? iri;
  }

  private classNames(iris: readonly Iri[]): string[] {
    return iris.map((iri) => this.className(iri)).sort();
  }
}

/** Without a language, or else in English, or else in whatever language comes first. */
function text(texts: Entity['labels'] | undefined): string | undefined {
  return texts?.get('') ?? texts?.get('en') ?? texts?.values().next().value;
}
