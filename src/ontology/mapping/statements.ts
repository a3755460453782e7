/** Dispatch of statements to readers, by predicate and by type. */
import type { Iri } from '../model';
import { isBlank, isIri, isLiteral } from '../quads';
import type { Quad } from '../quads';
import { suggest } from '../suggest';
import {
  BUILT_IN_PROPERTIES,
  builtInKind,
  isReserved,
  owl,
  OWL_NS,
  rdf,
  RDF_NS,
  rdfs,
  RDFS_NS,
  XSD_NS,
} from '../vocabulary';
import * as assertions from './assertions';
import * as classes from './class-axioms';
import type { MappingContext } from './context';
import { RESTRICTIONS } from './expressions';
import { Unreadable } from './graph';
import { declarationKind } from './kinds';
import { FACETS, wrongKind } from './literals';
import * as properties from './property-axioms';
import { afterLast } from '../../util/text';

type StatementReader = (m: MappingContext, quad: Quad) => void;

const READERS: ReadonlyMap<Iri, StatementReader> = new Map<Iri, StatementReader>([
  [rdf.type, readType],
  [rdfs.subClassOf, classes.readSubClassOf],
  [owl.equivalentClass, classes.readEquivalentClass],
  [owl.disjointWith, classes.readDisjointWith],
  [owl.disjointUnionOf, classes.readDisjointUnion],
  [owl.hasKey, classes.readHasKey],
  [owl.intersectionOf, classes.readConstruction],
  [owl.unionOf, classes.readConstruction],
  [owl.complementOf, classes.readConstruction],
  [owl.datatypeComplementOf, classes.readConstruction],
  [owl.oneOf, classes.readConstruction],
  [owl.onProperty, classes.readConstruction],
  [owl.onDatatype, classes.readConstruction],
  [rdfs.subPropertyOf, properties.readSubPropertyOf],
  [owl.equivalentProperty, properties.readPropertyPair],
  [owl.propertyDisjointWith, properties.readPropertyPair],
  [owl.inverseOf, properties.readInverseOf],
  [owl.propertyChainAxiom, properties.readPropertyChain],
  [rdfs.domain, properties.readDomain],
  [rdfs.range, properties.readRange],
  [owl.sameAs, assertions.readIndividualPair],
  [owl.differentFrom, assertions.readIndividualPair],
]);

const TYPE_READERS: ReadonlyMap<Iri, StatementReader> = new Map<Iri, StatementReader>([
  [owl.AllDisjointClasses, classes.readAllDisjointClasses],
  [owl.AllDisjointProperties, properties.readAllDisjointProperties],
  [owl.AllDifferent, assertions.readAllDifferent],
  [owl.NegativePropertyAssertion, assertions.readNegativeAssertion],
]);

/** Predicates of statements that the reader of another statement consumes. */
const PARTS: ReadonlySet<Iri> = new Set([
  rdf.first,
  rdf.rest,
  ...RESTRICTIONS,
  owl.onClass,
  owl.onDataRange,
  owl.onProperties,
  owl.withRestrictions,
  owl.propertyChain,
  owl.members,
  owl.distinctMembers,
  owl.sourceIndividual,
  owl.assertionProperty,
  owl.targetIndividual,
  owl.targetValue,
]);

/** Like PARTS, but only for blank subjects; about a named term, these statements are axioms. */
const PARTS_OF_BLANKS: ReadonlySet<Iri> = new Set([
  owl.intersectionOf,
  owl.unionOf,
  owl.complementOf,
  owl.datatypeComplementOf,
  owl.oneOf,
  owl.onProperty,
  owl.onDatatype,
  owl.inverseOf,
]);

/** Types of RDF and RDFS without a meaning in OWL. */
const PLAIN_RDF_TYPES: ReadonlySet<Iri> = new Set([
  ...['Statement', 'Bag', 'Seq', 'Alt', 'List'].map((name) => `${RDF_NS}${name}`),
  ...['Container', 'ContainerMembershipProperty'].map((name) => `${RDFS_NS}${name}`),
]);

/** Predicates of RDF and RDFS without a meaning in OWL. */
const PLAIN_RDF_PREDICATES: ReadonlySet<Iri> = new Set([
  ...['subject', 'predicate', 'object', 'value'].map((name) => `${RDF_NS}${name}`),
  `${RDFS_NS}member`,
]);

/** True if the statement is read only as part of another one. */
export function isPart({ subject, predicate, object }: Quad): boolean {
  if (PARTS.has(predicate)) return true;
  if (!isBlank(subject)) return false;
  return (
    PARTS_OF_BLANKS.has(predicate) ||
    FACETS.has(predicate) ||
    (predicate === rdf.type && (declarationKind(object) !== undefined || object === rdf.List))
  );
}

/** Reads one statement that is not part of another. @throws Unreadable */
export function readQuad(m: MappingContext, quad: Quad): void {
  const read = READERS.get(quad.predicate);
  if (read) read(m, quad);
  else if (!isReserved(quad.predicate) || builtInKind(quad.predicate)) assertions.readStatement(m, quad);
  else if (PLAIN_RDF_PREDICATES.has(quad.predicate) || quad.predicate.startsWith(`${RDF_NS}_`)) {
    m.note('not-owl', quad, 'has no meaning in OWL', 'remove it');
  } else throw unknownTerm(quad.predicate, quad.predicatePosition, KNOWN_PREDICATES);
}

/** `:x a …`: a declaration, a characteristic, an n-ary axiom, or the class of an individual. */
function readType(m: MappingContext, quad: Quad): void {
  const { subject, object, position } = quad;
  if (isLiteral(object)) throw wrongKind(position, 'a literal as a type', 'name a class');
  const kind = declarationKind(object);
  const read = TYPE_READERS.get(object);
  if (kind) m.add({ kind: 'Declaration', entity: subject, as: kind, position });
  else if (read) read(m, quad);
  else if (properties.isCharacteristic(object)) properties.readCharacteristic(m, quad);
  else if (object === rdf.Property || object === owl.DeprecatedProperty) noteUntypedProperty(m, quad);
  else if (PLAIN_RDF_TYPES.has(object)) m.note('not-owl', quad, 'has no meaning in OWL', 'remove it');
  else if (isIri(object) && isReserved(object) && !builtInKind(object) && !m.kinds.is(object, 'class')) {
    throw unknownTerm(object, position, KNOWN_TYPES);
  } else assertions.readClassAssertion(m, quad);
}

function noteUntypedProperty(m: MappingContext, quad: Quad): void {
  const { subject } = quad;
  if (m.kinds.undecided.has(subject) || m.kinds.declared.has(subject) || quad.object !== rdf.Property) return;
  const kind = m.kinds.property(subject);
  const name =
    kind && `owl:${kind === 'dataProperty' ? 'Datatype' : kind[0]!.toUpperCase() + kind.slice(1, -8)}Property`;
  if (name)
    m.note('not-owl', quad, `rdf:Property does not determine its kind; read as ${name}`, `declare it as ${name}`);
}

const KNOWN_TYPES: readonly Iri[] = [
  ...Object.values(owl).filter((iri) => /[#/][A-Z]/.test(iri)),
  rdf.Property,
  rdfs.Class,
  rdfs.Datatype,
];

const KNOWN_PREDICATES: readonly Iri[] = [
  ...READERS.keys(),
  ...PARTS,
  ...BUILT_IN_PROPERTIES,
  // Attributes of RDF/XML: another prefix makes a property of them.
  ...['about', 'resource', 'datatype', 'nodeID'].map((name) => `${RDF_NS}${name}`),
];

function unknownTerm(iri: Iri, position: Quad['position'], candidates: readonly Iri[]): Unreadable {
  // The last term of a name stays: of owl:Class and rdfs:Class, that in the namespace of the unknown one.
  const ownLast = candidates.toSorted((a, b) => Number(isBeside(a, iri)) - Number(isBeside(b, iri)));
  const names = new Map(ownLast.map((candidate) => [localName(candidate), candidate]));
  const [nearest] = suggest(localName(iri), names.keys(), 1);
  const prefix = (term: Iri) => NAMESPACES.find(([namespace]) => term.startsWith(namespace))![1];
  const advice =
    nearest === undefined
      ? 'see https://www.w3.org/TR/owl2-mapping-to-rdf/ for the terms of OWL 2'
      : `write ${prefix(names.get(nearest)!)}${nearest}`;
  return new Unreadable(
    position,
    `${prefix(iri)}${localName(iri)} is not a term of OWL 2 in this position`,
    advice,
    'unknown-term',
  );
}

const NAMESPACES: readonly (readonly [Iri, string])[] = [
  [OWL_NS, 'owl:'],
  [RDFS_NS, 'rdfs:'],
  [RDF_NS, 'rdf:'],
  [XSD_NS, 'xsd:'],
];

const isBeside = (one: Iri, other: Iri): boolean =>
  NAMESPACES.some(([namespace]) => one.startsWith(namespace) && other.startsWith(namespace));

const localName = (iri: Iri): string => afterLast(iri, '#/');
