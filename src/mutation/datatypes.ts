/** Datatypes of literals in RDF: their storage types, and those that ontologies know beyond Dgraph's own. */
import type { FurtherDatatypes, LiteralValue } from '../dql';
import { datatypes, vocabulary } from '../ontology';

const { rdf, rdfs, xsd, XSD_NS } = vocabulary;

type StorageType = LiteralValue['type'];

const TYPES: ReadonlyMap<string, StorageType> = new Map<string, StorageType>([
  ...vocabulary.INTEGER_DATATYPES.map((iri) => [iri, 'int'] as const),
  ...['decimal', 'float', 'double'].map((name) => [xsd(name), 'float'] as const),
  ...['dateTime', 'dateTimeStamp', 'date'].map((name) => [xsd(name), 'datetime'] as const),
  [xsd('boolean'), 'bool'],
  [xsd('string'), 'string'],
  [rdf.langString, 'default'],
]);

const MOMENTS: ReadonlySet<string> = new Set(['date', 'dateTime', 'dateTimeStamp'].map(xsd));
const DAY_MS = 86_400_000;

/** Returns the storage type of a literal for predicates without a declaration; a declared type has priority. */
export const storageTypeOf = (datatype: string): StorageType => TYPES.get(datatype) ?? 'default';

const DAY_IN_ZONE = /^(\d{4}-\d\d-\d\d)(Z|[+-]\d\d:\d\d)$/;
const END_OF_DAY = /^(\d{4}-\d\d-\d\d)T24:00:00(?:\.0+)?(Z|[+-]\d\d:\d\d)?$/;

/** Returns the same value in a form that engines read: they have days without a zone only, and no hour 24. */
export function storableText(datatype: string, value: string): string {
  if (!MOMENTS.has(datatype)) return value;
  const [, day, zone] = DAY_IN_ZONE.exec(value) ?? [];
  if (day !== undefined) return `${day}T00:00:00${zone}`;
  const [, last, offset = ''] = END_OF_DAY.exec(value) ?? [];
  const midnight = last === undefined ? NaN : Date.parse(`${last}T00:00:00Z`);
  if (Number.isNaN(midnight)) return value;
  return new Date(midnight + DAY_MS).toISOString().replace(/\.000Z$/, offset);
}

/** Datatypes without literals of their own in RDF: texts with a language, and all literals. */
const WITHOUT_LITERALS: ReadonlySet<string> = new Set([rdf.langString, rdf.PlainLiteral, rdfs.Literal]);

/**
 * Datatypes that RDF mutations may use while an ontology is in force: those of OWL 2's datatype map, the others of XML
 * Schema, and geometries. Those that Dgraph reads keep its checks.
 */
export const ONTOLOGY_DATATYPES: FurtherDatatypes = new Map([
  ...[...new Set([...vocabulary.RL_DATATYPES, ...datatypes.KNOWN_DATATYPES])]
    .filter((iri) => !WITHOUT_LITERALS.has(iri) && (iri.startsWith(XSD_NS) || iri === rdf.XMLLiteral))
    .map((iri) => [iri, { type: storageTypeOf(iri), error: (text: string) => literalFault(iri, text) }] as const),
  // Texts, except under a predicate that stores geometries.
  ...[...vocabulary.GEOMETRY_DATATYPES].map(
    (iri) => [iri, { type: storageTypeOf(iri), error: () => undefined }] as const,
  ),
]);

function literalFault(datatype: string, value: string): string | undefined {
  if (datatypes.parseLiteral({ kind: 'Literal', value, datatype }) !== undefined) return undefined;
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return `${JSON.stringify(shown)} is not a literal of <${datatype}>`;
}
