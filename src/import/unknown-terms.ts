/** Counter of classes and properties that the ontology does not have, and of datatypes and digits that values lose. */
import { storageTypeOf } from '../mutation';
import { vocabulary, type LoadedTerms } from '../ontology';
import { rdf, xsd, type OwlLiteral } from '../rdf';
import type { StreamedQuad } from '../rdf/stream';
import { isKeptByDouble } from '../util/decimals';
import type { UnknownTerms } from './types';

/** Maximum terms of each kind; further ones are not counted. */
const MAX_TERMS = 1_000;

const PLAIN: ReadonlySet<string> = new Set([xsd('string'), rdf.langString]);
/** Datatypes of geometries and vectors, which the type of a predicate keeps. */
const OWN_TYPES = new RegExp(`^(?:${vocabulary.GEO_NS}|${vocabulary.OWLGATE_NS})`);

export class UnknownCounter {
  private readonly classes: Map<string, number>;
  private readonly properties: Map<string, number>;
  private readonly datatypes: Map<string, number>;
  private readonly rounded: Map<string, number>;
  /** Datatypes by property, as texts joined by a blank, whose values keep them. */
  private readonly kept = new Set<string>();
  private readonly knownClasses = new Set<string>();
  private readonly knownProperties = new Set<string>([rdf.type]);

  /**
   * @param ontology in force, if any
   * @param before counts of earlier sources
   */
  constructor(
    private readonly ontology: Pick<LoadedTerms, 'names' | 'taxonomy'> | undefined,
    before: UnknownTerms,
  ) {
    this.classes = new Map(Object.entries(before.classes));
    this.properties = new Map(Object.entries(before.properties));
    // Records of earlier versions lack them.
    this.datatypes = new Map(Object.entries(before.datatypes ?? {}));
    this.rounded = new Map(Object.entries(before.rounded ?? {}));
  }

  /** Counts the terms of a statement. */
  note({ predicate, object }: StreamedQuad): void {
    if (typeof object !== 'string') {
      this.noteDatatype(predicate, object);
      if (this.isRounded(predicate, object)) count(this.rounded, predicate);
    }
    const names = this.ontology?.names;
    if (!names) return;
    if (!this.knownProperties.has(predicate)) {
      if (names.propertyIri(predicate) === undefined) count(this.properties, predicate);
      else this.knownProperties.add(predicate);
    }
    if (predicate !== rdf.type || typeof object !== 'string' || this.knownClasses.has(object)) return;
    if (object.startsWith('_:')) return;
    if (names.classIri(object) === undefined && !isBuiltIn(object)) count(this.classes, object);
    else this.knownClasses.add(object);
  }

  get terms(): UnknownTerms {
    const { classes, properties, datatypes, rounded } = this;
    return {
      classes: sorted(classes),
      properties: sorted(properties),
      datatypes: sorted(datatypes),
      rounded: sorted(rounded),
    };
  }

  /** Counts a datatype whose values are texts for the engine, unless it is the range of the property. */
  private noteDatatype(property: string, { datatype }: OwlLiteral): void {
    if (PLAIN.has(datatype) || storageTypeOf(datatype) !== 'default' || OWN_TYPES.test(datatype)) return;
    const key = `${property} ${datatype}`;
    if (this.kept.has(key)) return;
    if (this.isRange(property, datatype)) this.kept.add(key);
    else count(this.datatypes, datatype);
  }

  /** True for an exact number that is stored as a double without all its digits. */
  private isRounded(property: string, { datatype, value }: OwlLiteral): boolean {
    if (isKeptByDouble(value)) return false;
    const type = storageTypeOf(datatype);
    if (type === 'float') return datatype === xsd('decimal');
    return type === 'int' && this.range(property).some((each) => storageTypeOf(each) === 'float');
  }

  private isRange(property: string, datatype: string): boolean {
    const range = this.range(property);
    return range.length === 1 && range[0] === datatype;
  }

  /** Datatypes of a property, by its IRI. */
  private range(property: string): readonly string[] {
    const iri = this.ontology?.names.propertyIri(property);
    return iri === undefined ? [] : this.ontology!.taxonomy.datatypes(iri);
  }
}

/** Classes of which every individual is a member. */
const isBuiltIn = (iri: string): boolean =>
  /^http:\/\/www\.w3\.org\/2002\/07\/owl#(?:Thing|NamedIndividual)$/.test(iri);

function count(counts: Map<string, number>, term: string): void {
  const before = counts.get(term);
  if (before !== undefined || counts.size < MAX_TERMS) counts.set(term, (before ?? 0) + 1);
}

const sorted = (counts: ReadonlyMap<string, number>): Record<string, number> =>
  Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
