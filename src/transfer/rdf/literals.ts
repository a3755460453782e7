/**
 * Stored values → literals. Dgraph keeps the storage type of a value; the property's range has the datatype. A value
 * that is outside the range's datatype, as it may be in data from before the ontology, gets the datatype of its type.
 */
import type { PredicateDeclaration } from '../../dql';
import { datatypes as owlDatatypes, vocabulary, type Iri } from '../../ontology';
import { writtenTag, type OwlLiteral } from '../../rdf';
import { decimalText } from '../../util/decimals';
import { printWellKnownText } from '../../util/well-known-text';
import { doubleText } from './numbers';

const { xsd, rdf, rdfs, owl, GEO_NS, OWLGATE_NS } = vocabulary;

/** Datatype of embeddings: a JSON array of numbers. */
const VECTOR = `${OWLGATE_NS}float32vector`;
const WKT = `${GEO_NS}wktLiteral`;
const GEOJSON = `${GEO_NS}geoJSONLiteral`;

const INTEGERS: ReadonlySet<Iri> = new Set(vocabulary.INTEGER_DATATYPES);
/** Datatypes of plain strings. */
const STRINGS: ReadonlySet<Iri> = new Set([xsd('string'), rdf.PlainLiteral, rdf.langString, rdfs.Literal]);

/** Value of a predicate as the engine returns it. */
export interface StoredValue {
  /** Text of a scalar; JSON of a geometry or a vector. */
  readonly text: string;
  readonly lang?: string | undefined;
}

/** @param datatypes of the property's range; empty without a range, or without a term in the ontology */
export function literalOfValue(
  { type }: Pick<PredicateDeclaration, 'type'>,
  datatypes: readonly Iri[],
  { text, lang }: StoredValue,
): OwlLiteral {
  if (lang !== undefined) return { ...literal(text, rdf.langString), lang: writtenTag(lang) };
  switch (type) {
    case 'int':
      return intLiteral(text, datatypes);
    case 'float':
    case 'bigfloat':
      return numberLiteral(text, datatypes, type === 'bigfloat');
    case 'bool':
      return literal(text, xsd('boolean'));
    case 'datetime':
      return momentLiteral(text, datatypes);
    case 'geo':
      return geometryLiteral(text, datatypes);
    case 'float32vector':
      return literal(text, VECTOR);
    default:
      return textLiteral(text, datatypes);
  }
}

const literal = (value: string, datatype: Iri): OwlLiteral => ({ kind: 'Literal', value, datatype });

/** Returns the literal if its datatype has the value, or is unknown. */
function fitting(value: string, datatype: Iri | undefined): OwlLiteral | undefined {
  if (datatype === undefined) return undefined;
  const candidate = literal(value, datatype);
  if (datatype === xsd('integer') || !owlDatatypes.isKnownDatatype(datatype)) return candidate;
  return owlDatatypes.parseLiteral(candidate) === undefined ? undefined : candidate;
}

function intLiteral(text: string, datatypes: readonly Iri[]): OwlLiteral {
  const only = datatypes.length === 1 && INTEGERS.has(datatypes[0]!) ? datatypes[0] : undefined;
  return fitting(text, only) ?? literal(text, xsd('integer'));
}

function numberLiteral(text: string, datatypes: readonly Iri[], isDecimal: boolean): OwlLiteral {
  const decimal = decimalText(text);
  if (decimal !== undefined && decimal.endsWith('.0') && datatypes.some((iri) => INTEGERS.has(iri))) {
    return literal(decimal.slice(0, -2), xsd('integer'));
  }
  const isDecimalRange = datatypes.some((iri) => iri === xsd('decimal') || iri === owl.real);
  if (decimal !== undefined && (isDecimal || isDecimalRange)) return literal(decimal, xsd('decimal'));
  const isFloat = datatypes.length === 1 && datatypes[0] === xsd('float');
  return literal(doubleText(text), isFloat ? xsd('float') : xsd('double'));
}

const MIDNIGHT = /^(\d{4,}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|([+-]\d\d:\d\d))$/;

function momentLiteral(text: string, datatypes: readonly Iri[]): OwlLiteral {
  const [, day, zone = ''] = MIDNIGHT.exec(text) ?? [];
  const isDate = datatypes.length === 1 && datatypes[0] === xsd('date');
  if (isDate && day !== undefined) return literal(`${day}${zone}`, xsd('date'));
  const isStamp = datatypes.length === 1 && datatypes[0] === xsd('dateTimeStamp');
  return literal(text, isStamp ? xsd('dateTimeStamp') : xsd('dateTime'));
}

function geometryLiteral(text: string, datatypes: readonly Iri[]): OwlLiteral {
  const wkt = datatypes.length === 1 && datatypes[0] === GEOJSON ? undefined : printWellKnownText(JSON.parse(text));
  return wkt === undefined ? literal(text, GEOJSON) : literal(wkt, WKT);
}

function textLiteral(text: string, datatypes: readonly Iri[]): OwlLiteral {
  const only = datatypes.length === 1 && !STRINGS.has(datatypes[0]!) ? datatypes[0] : undefined;
  return fitting(text, only) ?? literal(text, xsd('string'));
}
