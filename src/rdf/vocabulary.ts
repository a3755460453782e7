/** Terms of the RDF, RDFS, OWL 2 and XSD vocabularies that readers and mappings use. */
import type { Iri } from './quads';

export const RDF_NS = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
export const RDFS_NS = 'http://www.w3.org/2000/01/rdf-schema#';
export const OWL_NS = 'http://www.w3.org/2002/07/owl#';
export const XSD_NS = 'http://www.w3.org/2001/XMLSchema#';
export const SWRL_NS = 'http://www.w3.org/2003/11/swrl#';

export const rdf = {
  type: `${RDF_NS}type`,
  first: `${RDF_NS}first`,
  rest: `${RDF_NS}rest`,
  nil: `${RDF_NS}nil`,
  List: `${RDF_NS}List`,
  Property: `${RDF_NS}Property`,
  PlainLiteral: `${RDF_NS}PlainLiteral`,
  XMLLiteral: `${RDF_NS}XMLLiteral`,
  langString: `${RDF_NS}langString`,
} as const;

export const rdfs = {
  subClassOf: `${RDFS_NS}subClassOf`,
  subPropertyOf: `${RDFS_NS}subPropertyOf`,
  domain: `${RDFS_NS}domain`,
  range: `${RDFS_NS}range`,
  label: `${RDFS_NS}label`,
  comment: `${RDFS_NS}comment`,
  Class: `${RDFS_NS}Class`,
  Datatype: `${RDFS_NS}Datatype`,
  Literal: `${RDFS_NS}Literal`,
  Resource: `${RDFS_NS}Resource`,
} as const;

const owlTerm = <T extends string>(name: T) => `${OWL_NS}${name}` as const;

/** OWL terms of the mapping and the profile check. */
export const owl = {
  Thing: owlTerm('Thing'),
  Nothing: owlTerm('Nothing'),
  Class: owlTerm('Class'),
  Restriction: owlTerm('Restriction'),
  DataRange: owlTerm('DataRange'),
  ObjectProperty: owlTerm('ObjectProperty'),
  DatatypeProperty: owlTerm('DatatypeProperty'),
  AnnotationProperty: owlTerm('AnnotationProperty'),
  OntologyProperty: owlTerm('OntologyProperty'),
  NamedIndividual: owlTerm('NamedIndividual'),
  Ontology: owlTerm('Ontology'),
  Axiom: owlTerm('Axiom'),
  Annotation: owlTerm('Annotation'),
  AllDisjointClasses: owlTerm('AllDisjointClasses'),
  AllDisjointProperties: owlTerm('AllDisjointProperties'),
  AllDifferent: owlTerm('AllDifferent'),
  NegativePropertyAssertion: owlTerm('NegativePropertyAssertion'),
  DeprecatedClass: owlTerm('DeprecatedClass'),
  DeprecatedProperty: owlTerm('DeprecatedProperty'),
  FunctionalProperty: owlTerm('FunctionalProperty'),
  InverseFunctionalProperty: owlTerm('InverseFunctionalProperty'),
  ReflexiveProperty: owlTerm('ReflexiveProperty'),
  IrreflexiveProperty: owlTerm('IrreflexiveProperty'),
  SymmetricProperty: owlTerm('SymmetricProperty'),
  AsymmetricProperty: owlTerm('AsymmetricProperty'),
  TransitiveProperty: owlTerm('TransitiveProperty'),
  intersectionOf: owlTerm('intersectionOf'),
  unionOf: owlTerm('unionOf'),
  complementOf: owlTerm('complementOf'),
  datatypeComplementOf: owlTerm('datatypeComplementOf'),
  oneOf: owlTerm('oneOf'),
  onProperty: owlTerm('onProperty'),
  onProperties: owlTerm('onProperties'),
  someValuesFrom: owlTerm('someValuesFrom'),
  allValuesFrom: owlTerm('allValuesFrom'),
  hasValue: owlTerm('hasValue'),
  hasSelf: owlTerm('hasSelf'),
  minCardinality: owlTerm('minCardinality'),
  maxCardinality: owlTerm('maxCardinality'),
  cardinality: owlTerm('cardinality'),
  minQualifiedCardinality: owlTerm('minQualifiedCardinality'),
  maxQualifiedCardinality: owlTerm('maxQualifiedCardinality'),
  qualifiedCardinality: owlTerm('qualifiedCardinality'),
  onClass: owlTerm('onClass'),
  onDataRange: owlTerm('onDataRange'),
  onDatatype: owlTerm('onDatatype'),
  withRestrictions: owlTerm('withRestrictions'),
  equivalentClass: owlTerm('equivalentClass'),
  disjointWith: owlTerm('disjointWith'),
  disjointUnionOf: owlTerm('disjointUnionOf'),
  hasKey: owlTerm('hasKey'),
  equivalentProperty: owlTerm('equivalentProperty'),
  propertyDisjointWith: owlTerm('propertyDisjointWith'),
  propertyChainAxiom: owlTerm('propertyChainAxiom'),
  /** Term of OWL 1.1. */
  propertyChain: owlTerm('propertyChain'),
  inverseOf: owlTerm('inverseOf'),
  sameAs: owlTerm('sameAs'),
  differentFrom: owlTerm('differentFrom'),
  members: owlTerm('members'),
  distinctMembers: owlTerm('distinctMembers'),
  sourceIndividual: owlTerm('sourceIndividual'),
  assertionProperty: owlTerm('assertionProperty'),
  targetIndividual: owlTerm('targetIndividual'),
  targetValue: owlTerm('targetValue'),
  annotatedSource: owlTerm('annotatedSource'),
  annotatedProperty: owlTerm('annotatedProperty'),
  annotatedTarget: owlTerm('annotatedTarget'),
  imports: owlTerm('imports'),
  versionIRI: owlTerm('versionIRI'),
  deprecated: owlTerm('deprecated'),
  topObjectProperty: owlTerm('topObjectProperty'),
  bottomObjectProperty: owlTerm('bottomObjectProperty'),
  topDataProperty: owlTerm('topDataProperty'),
  bottomDataProperty: owlTerm('bottomDataProperty'),
  real: owlTerm('real'),
  rational: owlTerm('rational'),
} as const;

export const swrl = (name: string): Iri => `${SWRL_NS}${name}`;
export const xsd = (name: string): Iri => `${XSD_NS}${name}`;
