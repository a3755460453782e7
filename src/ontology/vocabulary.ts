/** Vocabularies of OWL 2 ontologies: RDF, RDFS, OWL, XSD, and owlgate's annotations. */
import { OWL_NS, owl, RDF_NS, RDFS_NS, rdf, rdfs, XSD_NS, xsd } from '../rdf';
import type { EntityKind, Iri } from './model';

export { OWL_NS, owl, RDF_NS, RDFS_NS, rdf, rdfs, XSD_NS, xsd };

export const GEO_NS = 'http://www.opengis.net/ont/geosparql#';
/** Namespace of the annotation properties that control the compiled schema (`owlgate:index`, …). */
export const OWLGATE_NS = 'https://owlgate.dev/ns#';

/** owlgate's annotation properties (design "Schema"). */
export const owlgate = {
  count: `${OWLGATE_NS}count`,
  index: `${OWLGATE_NS}index`,
  list: `${OWLGATE_NS}list`,
  name: `${OWLGATE_NS}name`,
  vector: `${OWLGATE_NS}vector`,
} as const;

/** Datatypes of geometry literals, stored as Dgraph `geo`. Not in the OWL 2 datatype map. */
export const GEOMETRY_DATATYPES: ReadonlySet<Iri> = new Set([
  `${GEO_NS}wktLiteral`,
  `${GEO_NS}geoJSONLiteral`,
  `${GEO_NS}gmlLiteral`,
]);

/** xsd:integer and the datatypes derived from it. */
export const INTEGER_DATATYPES: readonly Iri[] = [
  'integer',
  'nonNegativeInteger',
  'nonPositiveInteger',
  'positiveInteger',
  'negativeInteger',
  'long',
  'int',
  'short',
  'byte',
  'unsignedLong',
  'unsignedInt',
  'unsignedShort',
  'unsignedByte',
].map(xsd);

/** Datatypes of the OWL 2 RL profile (OWL 2 Profiles, 4.2.1). */
export const RL_DATATYPES: ReadonlySet<Iri> = new Set([
  rdf.PlainLiteral,
  rdf.XMLLiteral,
  rdf.langString,
  rdfs.Literal,
  ...INTEGER_DATATYPES,
  ...[
    'decimal',
    'float',
    'double',
    'string',
    'normalizedString',
    'token',
    'language',
    'Name',
    'NCName',
    'NMTOKEN',
    'boolean',
    'hexBinary',
    'base64Binary',
    'anyURI',
    'dateTime',
    'dateTimeStamp',
  ].map(xsd),
]);

/** Common datatypes outside OWL 2's datatype map. */
const OTHER_XSD_DATATYPES = [
  'date',
  'time',
  'duration',
  'dayTimeDuration',
  'yearMonthDuration',
  'gYear',
  'gYearMonth',
  'gMonth',
  'gMonthDay',
  'gDay',
  'anySimpleType',
  'anyAtomicType',
  'QName',
  'NOTATION',
  'ID',
  'IDREF',
  'ENTITY',
].map(xsd);

/** Datatypes that need no declaration. */
export const BUILT_IN_DATATYPES: ReadonlySet<Iri> = new Set([
  ...RL_DATATYPES,
  ...OTHER_XSD_DATATYPES,
  ...GEOMETRY_DATATYPES,
  `${RDF_NS}HTML`,
  `${RDF_NS}JSON`,
  owl.real,
  owl.rational,
]);

/** Annotation properties that need no declaration (OWL 2 Syntax, 5.5), and owlgate's. */
const BUILT_IN_ANNOTATIONS: ReadonlySet<Iri> = new Set([
  ...['label', 'comment', 'seeAlso', 'isDefinedBy'].map((name) => `${RDFS_NS}${name}`),
  ...['versionInfo', 'deprecated', 'priorVersion', 'backwardCompatibleWith', 'incompatibleWith'].map(
    (name) => `${OWL_NS}${name}`,
  ),
  ...Object.values(owlgate),
]);

const BUILT_IN: ReadonlyMap<Iri, EntityKind> = new Map<Iri, EntityKind>([
  ...[...BUILT_IN_DATATYPES].map((iri): [Iri, EntityKind] => [iri, 'datatype']),
  ...[...BUILT_IN_ANNOTATIONS].map((iri): [Iri, EntityKind] => [iri, 'annotationProperty']),
  [owl.Thing, 'class'],
  [rdfs.Resource, 'class'],
  [owl.Nothing, 'class'],
  [owl.topObjectProperty, 'objectProperty'],
  [owl.bottomObjectProperty, 'objectProperty'],
  [owl.topDataProperty, 'dataProperty'],
  [owl.bottomDataProperty, 'dataProperty'],
]);

/** Returns the kind of a built-in term; undefined for other terms. */
export function builtInKind(iri: Iri): EntityKind | undefined {
  return BUILT_IN.get(iri);
}

/** True if the IRI is in the reserved vocabulary (OWL 2 Syntax, 2.4). */
export function isReserved(iri: Iri): boolean {
  return iri.startsWith(OWL_NS) || iri.startsWith(RDF_NS) || iri.startsWith(RDFS_NS) || iri.startsWith(XSD_NS);
}

/** Built-in properties of RDFS and OWL: annotations, owl:topObjectProperty and the like. */
export const BUILT_IN_PROPERTIES: readonly Iri[] = [...BUILT_IN].flatMap(([iri, kind]) =>
  kind.endsWith('Property') && isReserved(iri) ? iri : [],
);

/** Namespaces of schema.org; ontologies use both. */
export const SCHEMA_ORG = { http: 'http://schema.org/', https: 'https://schema.org/' } as const;

/** Namespaces by prefix, for namespaces without a prefix in the document. Each namespace has its own prefix. */
export const WELL_KNOWN_PREFIXES: ReadonlyMap<string, Iri> = new Map([
  ['owl', OWL_NS],
  ['rdf', RDF_NS],
  ['rdfs', RDFS_NS],
  ['xsd', XSD_NS],
  ['geosparql', GEO_NS],
  ['owlgate', OWLGATE_NS],
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
  ['skos', 'http://www.w3.org/2004/02/skos/core#'],
  ['prov', 'http://www.w3.org/ns/prov#'],
  ['schema', SCHEMA_ORG.http],
  ['sdo', SCHEMA_ORG.https],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['dcat', 'http://www.w3.org/ns/dcat#'],
  ['org', 'http://www.w3.org/ns/org#'],
  ['time', 'http://www.w3.org/2006/time#'],
  ['vcard', 'http://www.w3.org/2006/vcard/ns#'],
  ['geo', 'http://www.w3.org/2003/01/geo/wgs84_pos#'],
  ['sosa', 'http://www.w3.org/ns/sosa/'],
  ['void', 'http://rdfs.org/ns/void#'],
]);
