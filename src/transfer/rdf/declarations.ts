/**
 * Declarations of an export's terms (OWL 2 Mapping to RDF Graphs, table 7). Tools that read OWL strictly need those of
 * classes and properties before the facts.
 */
import type { PredicateDeclaration } from '../../dql';
import type { Iri, LoadedTerms } from '../../ontology';
import { OWL_NS, owl, RDF_NS, RDFS_NS, rdf, rdfs, XSD_NS, type Statement } from '../../rdf';
import { TYPE_PREDICATE } from '../names';
import type { ExportTerms } from './terms';

/** Namespaces whose terms need no declaration. */
const RESERVED = [OWL_NS, RDF_NS, RDFS_NS, XSD_NS];

export class Declarations {
  private readonly declared = new Set<Iri>();

  constructor(
    private readonly terms: ExportTerms,
    private readonly ontology: Pick<LoadedTerms['ontology'], 'entities'> | undefined,
  ) {}

  /** Returns those of the ontology's classes, and of predicates with facts. */
  first(predicates: readonly PredicateDeclaration[]): Statement[] {
    return [
      ...this.terms.classIris.flatMap((iri) => this.declaration(iri, owl.Class)),
      ...predicates
        .filter(({ name }) => name !== TYPE_PREDICATE)
        .flatMap(({ name, type }) => this.declaration(this.terms.property(name), this.kindOf(name, type))),
    ];
  }

  /** Returns those of classes outside the ontology and of datatypes, as far as the statements name them. */
  further(statements: readonly Statement[]): Statement[] {
    return statements.flatMap(({ predicate, object }) => {
      if (typeof object !== 'string') return this.declaration(object.datatype, rdfs.Datatype);
      return predicate === rdf.type ? this.declaration(object, owl.Class) : [];
    });
  }

  private kindOf(name: string, type: string): Iri {
    const kinds = this.ontology?.entities.get(this.terms.property(name))?.kinds;
    if (kinds?.has('annotationProperty') && !kinds.has('dataProperty') && !kinds.has('objectProperty')) {
      return owl.AnnotationProperty;
    }
    return type === 'uid' ? owl.ObjectProperty : owl.DatatypeProperty;
  }

  private declaration(subject: Iri, kind: Iri): Statement[] {
    if (this.declared.has(subject)) return [];
    this.declared.add(subject);
    return RESERVED.some((namespace) => subject.startsWith(namespace))
      ? []
      : [{ subject, predicate: rdf.type, object: kind }];
  }
}
