/** Answers of GET /ontology/introspect (service specification 2.2 and 4.2) as plain objects. */
import { OwlgateError } from '../errors';
import type { Hierarchy } from './hierarchy';
import type { Entity, Iri } from './model';
import type { Names } from './names';
import type { LoadedTerms } from './read';
import { Renderer } from './render';
import { fold, NearNames } from './near-names';
import type { Taxonomy } from './taxonomy';
import { onceFor } from '../util/memo';

/** Maximum names in the list of all classes, including the names of related classes. */
const MAX_LISTED = 5_000_000;

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

/** Name of a class or property, with its labels in all languages by tag; '' is the tag of none. */
interface Term {
  readonly iri: string;
  readonly fullIri: Iri;
  readonly labels: Readonly<Record<string, string>>;
}

interface ClassTerm extends Term {
  /** Direct superclasses and equivalent classes. */
  readonly directSuperClasses: readonly string[];
  readonly equivalentClasses?: readonly string[];
  /** Present if the class can have no members. */
  readonly isUnsatisfiable?: true;
}

interface PropertyTerm extends Term {
  readonly type: PropertyEntry['type'];
}

/** Properties in the order of their names. */
const propertiesByName = onceFor((names: Names) =>
  [...names.all('property')].sort().map((name) => names.propertyIri(name)!),
);
/** Hierarchy of class names. */
const namedHierarchy = onceFor((names: Names) =>
  onceFor((taxonomy: Taxonomy) => taxonomy.classes.renamed((iri) => names.class(iri) ?? iri)),
);

const NO_NAMES = { superClasses: [], subClasses: [] };
const printedEntries = new WeakMap<PropertyEntry, string>();

export class Introspection {
  private readonly renderer: Renderer;
  /** Entries of properties that a class has itself, and that it inherits. */
  private entries?: Map<Iri, { readonly own: PropertyEntry; readonly inherited: PropertyEntry }>;

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

  /** Returns all classes and properties, each sorted by name, in time and space linear in the ontology. */
  terms(): { readonly classes: readonly ClassTerm[]; readonly properties: readonly PropertyTerm[] } {
    const { hierarchy } = this;
    const unsatisfiable = new Set(this.taxonomy.disjointness.unsatisfiable());
    const classes = [...this.taxonomy.signature.classes].map((iri): ClassTerm => {
      const name = this.className(iri);
      const equivalentClasses = hierarchy.equivalents(name);
      return {
        ...this.term(iri, name),
        directSuperClasses: hierarchy.parents(name),
        ...(equivalentClasses.length > 0 && { equivalentClasses }),
        ...(unsatisfiable.has(iri) && { isUnsatisfiable: true }),
      };
    });
    const properties = propertiesByName(this.names)
      .filter((iri) => this.isVisible(this.propertyName(iri)))
      .map((iri): PropertyTerm => {
        const type = this.taxonomy.isObjectProperty(iri) ? 'ObjectProperty' : 'DataProperty';
        return { ...this.term(iri, this.propertyName(iri)), type };
      });
    return { classes: classes.sort((a, b) => (a.iri < b.iri ? -1 : 1)), properties };
  }

  private term(iri: Iri, name: string): Term {
    return { iri: name, fullIri: iri, labels: Object.fromEntries(this.ontology.entities.get(iri)?.labels ?? []) };
  }

  /**
   * Returns one class in detail.
   *
   * @param name Dgraph name, full IRI, `prefix:local`, local name, or a label that no other class has
   * @throws OwlgateError UnknownClass, with `suggestions` in its details
   */
  class(name: string): ClassDetails {
    const iri = this.resolveClass(name);
    return this.details(iri, this.entry(iri));
  }

  private details(iri: Iri, entry: ClassEntry): ClassDetails {
    const universal = this.taxonomy.universalProperties;
    const assigned = this.taxonomy.assignedTo(iri);
    const all = this.taxonomy.propertiesOf(iri);
    const properties: PropertyEntry[] = [];
    for (const property of propertiesByName(this.names)) {
      if (!all.has(property) || !this.isVisible(this.propertyName(property))) continue;
      const { own, inherited } = this.property(property);
      properties.push(assigned.has(property) || universal.has(property) ? own : inherited);
    }
    const comment = this.text(this.ontology.entities.get(iri)?.comments);
    return {
      ...entry,
      ...(comment !== undefined && { comment }),
      disjointWith: this.classNames(this.taxonomy.disjointness.all(iri)),
      assertedDisjointWith: this.classNames(this.taxonomy.disjointness.asserted(iri)),
      properties,
    };
  }

  /**
   * Returns `class` as JSON. The entries of properties and the names of classes, of which a deep class has many, are
   * printed once for all classes.
   */
  classJson(name: string): string {
    const iri = this.resolveClass(name);
    const { properties, ...rest } = this.details(iri, this.entry(iri, NO_NAMES));
    const own = this.className(iri);
    const above = this.hierarchy.ancestorsJson(own);
    const below = this.hierarchy.descendantsJson(own);
    // Within a string of JSON, the quotes would be escaped.
    const head = JSON.stringify(rest).replace(
      '"superClasses":[],"subClasses":[]',
      () => `"superClasses":${above},"subClasses":${below}`,
    );
    const entries = properties.map((entry) => {
      let text = printedEntries.get(entry);
      if (text === undefined) printedEntries.set(entry, (text = JSON.stringify(entry)));
      return text;
    });
    return `${head.slice(0, -1)},"properties":[${entries.join(',')}]}`;
  }

  /** Returns the names of the direct subclasses, or of all. @throws OwlgateError UnknownClass */
  subclasses(text: string, transitive: boolean): string[] {
    const name = this.className(this.resolveClass(text));
    return transitive ? this.hierarchy.descendants(name) : this.hierarchy.children(name);
  }

  /** Returns the names of the direct superclasses, or of all. @throws OwlgateError UnknownClass */
  superclasses(text: string, transitive: boolean): string[] {
    const name = this.className(this.resolveClass(text));
    return transitive ? this.hierarchy.ancestors(name) : this.hierarchy.parents(name);
  }

  private resolveClass(name: string): Iri {
    const iri = this.names.classIri(name);
    if (iri !== undefined) return iri;
    const labelled = this.labelled(name);
    if (labelled.length === 1) return labelled[0]!;
    const suggestions = labelled.length > 0 ? this.classNames(labelled) : NearNames.of(this).suggestions('class', name);
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

  /** @param transitive names of all superclasses and subclasses; default: those of the hierarchy */
  private entry(iri: Iri, transitive?: Pick<ClassEntry, 'superClasses' | 'subClasses'>): ClassEntry {
    const { hierarchy } = this;
    const name = this.className(iri);
    const label = this.text(this.ontology.entities.get(iri)?.labels);
    return {
      iri: name,
      fullIri: iri,
      ...(label !== undefined && { label }),
      superClasses: transitive?.superClasses ?? hierarchy.ancestors(name),
      subClasses: transitive?.subClasses ?? hierarchy.descendants(name),
      directSuperClasses: hierarchy.parents(name),
      directSubClasses: hierarchy.children(name),
      equivalentClasses: hierarchy.equivalents(name),
    };
  }

  private property(iri: Iri) {
    this.entries ??= new Map();
    let entry = this.entries.get(iri);
    if (!entry) {
      const property = this.makeProperty(iri);
      entry = { own: { ...property, inherited: false }, inherited: { ...property, inherited: true } };
      this.entries.set(iri, entry);
    }
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

  /** Returns the sorted names of classes. */
  private classNames(iris: readonly Iri[]): string[] {
    return iris.map((iri) => this.className(iri)).sort();
  }

  /** Hierarchy of the classes' names. */
  private get hierarchy(): Hierarchy {
    return namedHierarchy(this.names)(this.taxonomy);
  }
}

/** True for a language tag and its subtags: `de-AT` is in `de`. */
const isIn = (tag: string, lang: string): boolean => `${tag.toLowerCase()}-`.startsWith(`${lang}-`);
