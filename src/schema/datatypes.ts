/** Datatypes → Dgraph's scalar types and default indexes. */
import type { ScalarType } from '../dql';
import { vocabulary } from '../ontology';
import type { Iri } from '../ontology';

const { xsd, rdf, rdfs, GEO_NS } = vocabulary;

interface ScalarChoice {
  readonly type: ScalarType;
  readonly lang: boolean;
  /** Default tokenizers. */
  readonly index: readonly string[];
}

const STRING: ScalarChoice = { type: 'string', lang: false, index: ['exact', 'term'] };
/** Strings with a value for each language, and one without a language. */
const LANG_STRING: ScalarChoice = { ...STRING, lang: true };
const INT: ScalarChoice = { type: 'int', lang: false, index: ['int'] };
const FLOAT: ScalarChoice = { type: 'float', lang: false, index: ['float'] };
const BOOL: ScalarChoice = { type: 'bool', lang: false, index: ['bool'] };
/**
 * Dgraph indexes the datetimes of a predicate by year, month, day or hour, and checks all values of the index entries
 * that overlap a range. The finest useful granularity checks the fewest values: days for dates, hours for moments.
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
 * Chooses the scalar type that stores all values of the datatypes. If there is none, the type is string and `mixed` is
 * true. Datatypes outside the table (durations, times, years, undefined datatypes of the ontology) are strings.
 *
 * @param datatypes base datatypes of the property's range; empty without a range
 * @param hasLanguages true if values with a language are asserted; counts only without a range or for rdfs:Literal
 */
export function scalarFor(
  datatypes: readonly Iri[],
  hasLanguages = false,
): { readonly choice: ScalarChoice; readonly mixed: boolean } {
  if (hasLanguages && datatypes.every((iri) => iri === rdfs.Literal)) return { choice: LANG_STRING, mixed: false };
  const choices = [...new Set(datatypes.map((iri) => CHOICES.get(iri) ?? STRING))];
  const [first = STRING] = choices;
  if (choices.length <= 1) return { choice: first, mixed: false };
  const types = new Set(choices.map(({ type }) => type));
  if (types.size === 1)
    return { choice: choices.find((choice) => choice.lang || choice === MOMENT) ?? first, mixed: false };
  if (types.size === 2 && types.has('int') && types.has('float')) return { choice: FLOAT, mixed: false };
  return { choice: choices.some(({ lang }) => lang) ? LANG_STRING : STRING, mixed: true };
}
