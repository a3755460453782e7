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

/** Returns the storage type of a literal for predicates without a declaration; a declared type has priority. */
export const storageTypeOf = (datatype: string): StorageType => TYPES.get(datatype) ?? 'default';

/** Datatypes without literals of their own in RDF: texts with a language, and all literals. */
const WITHOUT_LITERALS: ReadonlySet<string> = new Set([rdf.langString, rdf.PlainLiteral, rdfs.Literal]);

/**
 * Datatypes that RDF mutations may use while an ontology is in force: those of OWL 2's datatype map and the others of
 * XML Schema. Those that Dgraph reads keep its checks.
 */
export const ONTOLOGY_DATATYPES: FurtherDatatypes = new Map(
  [...new Set([...vocabulary.RL_DATATYPES, ...datatypes.KNOWN_DATATYPES])]
    .filter((iri) => !WITHOUT_LITERALS.has(iri) && (iri.startsWith(XSD_NS) || iri === rdf.XMLLiteral))
    .map((iri) => [iri, { type: storageTypeOf(iri), error: (text) => literalFault(iri, text) }]),
);

function literalFault(datatype: string, value: string): string | undefined {
  if (datatypes.parseLiteral({ kind: 'Literal', value, datatype }) !== undefined) return undefined;
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value;
  return `${JSON.stringify(shown)} is not a literal of <${datatype}>`;
}
