/** XML Schema and other datatypes → Dgraph's scalar types, each with the index it has by default. */
import type { ScalarType } from '../dql/schema/ast';
import { vocabulary } from '../ontology';
import type { Iri } from '../ontology';

const { xsd, rdf, GEO_NS } = vocabulary;

export interface ScalarChoice {
  readonly type: ScalarType;
  readonly lang: boolean;
  /** Default tokenizers. */
  readonly index: readonly string[];
}

const STRING: ScalarChoice = { type: 'string', lang: false, index: ['exact', 'term'] };
/** Values by language; those without one are kept beside them. */
const LANG_STRING: ScalarChoice = { ...STRING, lang: true };
const INT: ScalarChoice = { type: 'int', lang: false, index: ['int'] };
const FLOAT: ScalarChoice = { type: 'float', lang: false, index: ['float'] };
const BOOL: ScalarChoice = { type: 'bool', lang: false, index: ['bool'] };
/**
 * Dgraph buckets datetimes by year, month, day or hour, one of them a predicate, and checks the values of the buckets
 * that a range touches. The finest that the datatype has use for touches the fewest values: days for dates, hours for
 * moments.
 */
const DATE: ScalarChoice = { type: 'datetime', lang: false, index: ['day'] };
const MOMENT: ScalarChoice = { type: 'datetime', lang: false, index: ['hour'] };
const GEO: ScalarChoice = { type: 'geo', lang: false, index: ['geo'] };

const CHOICES: ReadonlyMap<Iri, ScalarChoice> = new Map([
  [rdf.langString, LANG_STRING],
  [rdf.PlainLiteral, LANG_STRING],
  ...vocabulary.INTEGER_DATATYPES.map((iri): [Iri, ScalarChoice] => [iri, INT]),
  ...['decimal', 'float', 'double'].map((name): [Iri, ScalarChoice] => [xsd(name), FLOAT]),
  [vocabulary.owl.real, FLOAT],
  [xsd('boolean'), BOOL],
  [xsd('date'), DATE],
  [xsd('dateTime'), MOMENT],
  [xsd('dateTimeStamp'), MOMENT],
  [`${GEO_NS}wktLiteral`, GEO],
  [`${GEO_NS}geoJSONLiteral`, GEO],
]);

/**
 * How Dgraph keeps values of the datatypes: as the one type that takes them all, or as strings where there is none.
 * Datatypes that are not in the table (durations, times, years, the ontology's own without a definition) are strings.
 *
 * @param datatypes what the property's range draws from; empty where nothing is said
 */
export function scalarFor(datatypes: readonly Iri[]): { readonly choice: ScalarChoice; readonly mixed: boolean } {
  const choices = [...new Set(datatypes.map((iri) => CHOICES.get(iri) ?? STRING))];
  const [first = STRING] = choices;
  if (choices.length <= 1) return { choice: first, mixed: false };
  const types = new Set(choices.map(({ type }) => type));
  if (types.size === 1)
    return { choice: choices.find((choice) => choice.lang || choice === MOMENT) ?? first, mixed: false };
  if (types.size === 2 && types.has('int') && types.has('float')) return { choice: FLOAT, mixed: false };
  return { choice: choices.some(({ lang }) => lang) ? LANG_STRING : STRING, mixed: true };
}
