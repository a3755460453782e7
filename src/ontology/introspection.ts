/** Answers of GET /ontology/introspect (service specification 2.2 and 4.2) as plain objects. */
import { OwlgateError } from '../errors';
import type { Entity, Iri } from './model';
import type { Names } from './names';
import type { LoadedTerms } from './read';
import { Renderer } from './render';
import { fold, NearNames } from './near-names';
import type { Taxonomy } from './taxonomy';
import { onceFor } from '../util/memo';
import { afterLast } from '../util/text';

/** Maximum names in the list of all classes, including the names of related classes. */
const MAX_LISTED = 5_000_000;

/** Minimum names that are sorted by rank. */
const MIN_RANKED = 100;

/** Maximum suggestions for an unknown class. */
const MAX_SUGGESTIONS = 10;

/** Class with its position in the hierarchy. All lists hold Dgraph names and are sorted. */
interface ClassEntry {
  readonly iri: string;
  readonly fullIri: Iri;
  readonly label?: string;
  /** All superclasses. Equivalent classes are both super- and subclasses; no class is its own superclass. */
  readonly superClasses: readonly string[];
  readonly subClasses: readonly string[];
  /** Direct superclasses and equivalent classes. */
  readonly directSuperClasses: readonly string[];
  readonly directSubClasses: readonly string[];
  readonly equivalentClasses: readonly string[];
}

interface ClassDetails extends ClassEntry {
  readonly comment?: string;
  /** All disjoint classes: those declared disjoint with this class or a superclass, and their subclasses. */
  readonly disjointWith: readonly string[];
  /** Classes declared disjoint with this class itself. */
  readonly assertedDisjointWith: readonly string[];
  readonly properties: readonly PropertyEntry[];
}

interface PropertyEntry {
  readonly iri: string;
  readonly fullIri: Iri;
  readonly label?: string;
  readonly type: 'ObjectProperty' | 'DataProperty';
  /** Most specific classes of the domain; absent without a declared domain. */
  readonly domain?: readonly string[];
  /** Present if the domain is the union of the classes instead of their intersection. */
  readonly domainIsUnion?: true;
  /** Class names, or datatypes such as `xsd:string`; empty without a declared range. */
  readonly range: readonly string[];
  readonly rangeIsUnion?: true;
  readonly isFunctional: boolean;
  /** Inverse object properties. */
  readonly inverseOf?: readonly string[];
  /** True if the class inherits the property from a superclass. */
  readonly inherited: boolean;
}

/** Class names in order, and the rank of each class. */
const classOrderOf = onceFor((names: Names) => {
  const sorted = names.all('class').slice().sort();
  return { sorted, ranks: new Map(sorted.map((name, rank) => [names.classIri(name)!, rank])) };
});

export class Introspection {
  private readonly renderer: Renderer;
  /** Property entries without `inherited`. */
  private entries?: Map<Iri, Omit<PropertyEntry, 'inherited'>>;

  constructor(
    readonly ontology: LoadedTerms['ontology'],
    private readonly taxonomy: Taxonomy,
    readonly names: Names,
    /** Filter of properties by Dgraph name; default: all. */
    private readonly filter?: (property: string) => boolean,
    /** Language of labels and comments, as a tag of BCP 47. */
    private readonly lang?: string,
  ) {
    this.renderer = new Renderer(ontology.prefixes);
  }

  private isVisible(property: string): boolean {
    return this.filter?.(property) ?? true;
  }

  /** Returns an introspection that shows only the properties that the filter accepts. */
  restrictedTo(filter: (property: string) => boolean): Introspection {
    return new Introspection(this.ontology, this.taxonomy, this.names, filter, this.lang);
  }

  /** Returns an introspection that finds classes by their labels in one language, and shows these labels. */
  inLanguage(lang: string): Introspection {
    return new Introspection(this.ontology, this.taxonomy, this.names, this.filter, lang.toLowerCase());
  }

  /**
   * Returns all classes except owl:Thing and owl:Nothing, sorted by name.
   *
   * @throws OwlgateError InvalidRequest if the hierarchy is so deep that the list would not fit in memory
   */
  classes(): ClassEntry[] {
    const entries: ClassEntry[] = [];
    let nameCount = 0;
    for (const iri of this.taxonomy.signature.classes) {
      const entry = this.entry(iri);
      nameCount += entry.superClasses.length + entry.subClasses.length;
      if (nameCount > MAX_LISTED) {
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
   * Returns one class in detail.
   *
   * @param name Dgraph name, full IRI, `prefix:local`, local name, or a label that no other class has
   * @throws OwlgateError UnknownClass, with `suggestions` in its details
   */
  class(name: string): ClassDetails {
    const iri = this.resolveClass(name);
    const universal = this.taxonomy.universalProperties;
    const assigned = this.taxonomy.assignedTo(iri);
    const visible = this.taxonomy.propertiesOf(iri).filter((property) => this.isVisible(this.propertyName(property)));
    const properties = visible.map((property) => ({
      ...this.property(property),
      inherited: !assigned.has(property) && !universal.has(property),
    }));
    const comment = this.text(this.ontology.entities.get(iri)?.comments);
    return {
      ...this.entry(iri),
      ...(comment !== undefined && { comment }),
      disjointWith: this.classNames(this.taxonomy.disjointness.all(iri)),
      assertedDisjointWith: this.classNames(this.taxonomy.disjointness.asserted(iri)),
      properties: properties.sort((a, b) => (a.iri < b.iri ? -1 : 1)),
    };
  }

  /** Returns the names of the direct subclasses, or of all. @throws OwlgateError UnknownClass */
  subclasses(name: string, transitive: boolean): string[] {
    const iri = this.resolveClass(name);
    return transitive ? this.classesBelow(iri) : this.classNames(this.taxonomy.classes.children(iri));
  }

  /** Returns the names of the direct superclasses, or of all. @throws OwlgateError UnknownClass */
  superclasses(name: string, transitive: boolean): string[] {
    const iri = this.resolveClass(name);
    return transitive ? this.classesAbove(iri) : this.classNames(this.taxonomy.classes.parents(iri));
  }

  private resolveClass(name: string): Iri {
    const iri = this.names.classIri(name);
    if (iri !== undefined) return iri;
    const labelled = this.labelled(name);
    if (labelled.length === 1) return labelled[0]!;
    const local = afterLast(name.replace(/>$/, ''), '#/:');
    const suggestions =
      labelled.length > 0 ? this.classNames(labelled) : NearNames.of(this).suggestions('class', local);
    throw new OwlgateError('UnknownClass', { name }, { suggestions: suggestions.slice(0, MAX_SUGGESTIONS) });
  }

  /**
   * Returns the classes whose label is the text. Without one, returns those whose label differs only in case, spaces
   * and hyphens.
   */
  private labelled(text: string): Iri[] {
    const iris = NearNames.of(this)
      .alike('class', text)
      .map((name) => this.names.classIri(name)!);
    const having = (isSame: (label: string) => boolean) =>
      iris.filter((iri) => this.labelsOf(iri).some((label) => isSame(label)));
    const exact = having((label) => label.normalize('NFC') === text.normalize('NFC'));
    return exact.length > 0 ? exact : having((label) => fold(label) === fold(text));
  }

  private labelsOf(iri: Iri): string[] {
    const labels = [...(this.ontology.entities.get(iri)?.labels ?? [])];
    return labels.filter(([tag]) => this.lang === undefined || isIn(tag, this.lang)).map(([, label]) => label);
  }

  /** Returns the text in the chosen language, else without a language, else the English one, else the first one. */
  private text(texts: Entity['labels'] | undefined): string | undefined {
    const { lang } = this;
    const chosen = lang === undefined ? undefined : [...(texts ?? [])].find(([tag]) => isIn(tag, lang))?.[1];
    return chosen ?? texts?.get('') ?? texts?.get('en') ?? texts?.values().next().value;
  }

  private entry(iri: Iri): ClassEntry {
    const { classes } = this.taxonomy;
    const label = this.text(this.ontology.entities.get(iri)?.labels);
    return {
      iri: this.className(iri),
      fullIri: iri,
      ...(label !== undefined && { label }),
      superClasses: this.classesAbove(iri),
      subClasses: this.classesBelow(iri),
      directSuperClasses: this.classNames(classes.parents(iri)),
      directSubClasses: this.classNames(classes.children(iri)),
      equivalentClasses: this.classNames(classes.equivalents(iri)),
    };
  }

  private property(iri: Iri): Omit<PropertyEntry, 'inherited'> {
    this.entries ??= new Map();
    let entry = this.entries.get(iri);
    if (!entry) this.entries.set(iri, (entry = this.makeProperty(iri)));
    return entry;
  }

  private makeProperty(iri: Iri): Omit<PropertyEntry, 'inherited'> {
    const isObject = this.taxonomy.isObjectProperty(iri);
    const label = this.text(this.ontology.entities.get(iri)?.labels);
    const domain = this.taxonomy.domain(iri);
    const range = isObject ? this.taxonomy.range(iri) : undefined;
    const inverses = (isObject ? this.taxonomy.inverses(iri) : []).map((inverse) => this.propertyName(inverse));
    const inverseOf = inverses.filter((inverse) => this.isVisible(inverse)).sort();
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
    };
  }

  private propertyName(iri: Iri): string {
    return this.names.property(iri) ?? iri;
  }

  private className(iri: Iri): string {
    return this.names.class(iri) ?? iri;
  }

  private classesAbove(iri: Iri): string[] {
    return this.classNames(this.taxonomy.classes.ancestors(iri));
  }

  private classesBelow(iri: Iri): string[] {
    return this.classNames(this.taxonomy.classes.descendants(iri));
  }

  /** Returns the sorted names of classes. Numbers sort faster than texts. */
  private classNames(iris: readonly Iri[]): string[] {
    const sortNames = () => iris.map((iri) => this.className(iri)).sort();
    if (iris.length < MIN_RANKED) return sortNames();
    const { sorted, ranks } = classOrderOf(this.names);
    const numbers = new Uint32Array(iris.length);
    let isSorted = true;
    for (const [i, iri] of iris.entries()) {
      const rank = ranks.get(iri);
      if (rank === undefined) return sortNames();
      numbers[i] = rank;
      isSorted &&= i === 0 || rank > numbers[i - 1]!;
    }
    if (!isSorted) numbers.sort();
    return Array.from(numbers, (rank) => sorted[rank]!);
  }
}

/** True for a language tag and its subtags: `de-AT` is in `de`. */
const isIn = (tag: string, lang: string): boolean => `${tag.toLowerCase()}-`.startsWith(`${lang}-`);
